package bufmgr

import "strconv"

// ghosts are the pages that ARC and 2Q remember after they have left the pool.
type ghosts struct {
	links          // through B1, B2 or the nodes that are free
	key   []uint32 // page, and below it whether it came in for VACUUM and whether it is in B2
	xid   []uint32 // the transaction that brought the page into T1, or last touched it there
	idle  chain
	used  int
}

const (
	ghostB2     uint32 = 1
	ghostVacuum uint32 = 2
	ghostBits          = 2

	// pagesOfGhosts is how many pages can be told apart beside the two bits: 8 TB.
	pagesOfGhosts = 1 << (32 - ghostBits)
)

func newGhosts(n int) ghosts {
	s := ghosts{links: newLinks(n), key: make([]uint32, n), xid: make([]uint32, n), idle: newChain()}
	for g := range int32(n) {
		s.links.pushTail(&s.idle, g)
	}
	return s
}

func (s *ghosts) pageOf(g int32) Page { return Page(s.key[g] >> ghostBits) }

func (s *ghosts) vacuum(g int32) bool { return s.key[g]&ghostVacuum != 0 }

func (s *ghosts) list(g int32) List {
	if s.key[g]&ghostB2 != 0 {
		return ListB2
	}
	return ListB1
}

// take returns a node for a page that goes to list l. There is always a free one
// as long as every buffer that is not free holds a page; a victim that was taken
// from the freelist and given up again is neither, and leaves room for a ghost more.
func (s *ghosts) take(pg Page, l List, xid uint32, vacuum bool) int32 {
	if pg >= pagesOfGhosts {
		panic("bufmgr: page " + strconv.Itoa(int(pg)) + " cannot be remembered; a directory takes pages below " +
			strconv.Itoa(pagesOfGhosts))
	}
	g := s.idle.head
	if g >= 0 {
		s.links.remove(&s.idle, g)
	} else {
		g = int32(len(s.key))
		s.prev, s.next = append(s.prev, -1), append(s.next, -1)
		s.key, s.xid = append(s.key, 0), append(s.xid, 0)
	}
	s.key[g], s.xid[g] = uint32(pg)<<ghostBits, xid
	if l == ListB2 {
		s.key[g] |= ghostB2
	}
	if vacuum {
		s.key[g] |= ghostVacuum
	}
	s.used++
	return g
}

// give takes a node back that is in no list.
func (s *ghosts) give(g int32) {
	s.links.pushHead(&s.idle, g)
	s.used--
}
