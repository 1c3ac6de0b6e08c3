package bufmgr

import "strconv"

// ghosts are the pages that ARC and 2Q remember after they have left the pool, in
// the order in which they left: ghosts only join at the end of B1 or B2, so that
// their places in one row are links enough for both lists. A ghost that leaves
// makes its place void; when the row is full, it is closed up.
type ghosts struct {
	key []uint32 // page, and below it whether it came in for VACUUM and whether it is in B2
	xid []uint32 // the transaction that brought the page into T1, or last touched it there
}

const (
	ghostB2     uint32 = 1
	ghostVacuum uint32 = 2
	ghostBits          = 2
	ghostVoid   uint32 = 1<<32 - 1

	// pagesOfGhosts is how many pages can be told apart beside the two bits: 8 TB.
	pagesOfGhosts = 1<<(32-ghostBits) - 1
)

// newGhosts returns room for n ghosts and for half as many void places, so that
// closing up moves two ghosts at most for each one that joins.
func newGhosts(n int) ghosts {
	places := n + n/2 + 1
	return ghosts{key: make([]uint32, 0, places), xid: make([]uint32, 0, places)}
}

func (s *ghosts) pageOf(g int32) Page { return Page(s.key[g] >> ghostBits) }

func (s *ghosts) vacuum(g int32) bool { return s.key[g]&ghostVacuum != 0 }

// list returns the list of ghost g, ListUnused for a void place.
func (s *ghosts) list(g int32) List {
	switch key := s.key[g]; {
	case key == ghostVoid:
		return ListUnused
	case key&ghostB2 != 0:
		return ListB2
	}
	return ListB1
}

// full reports whether no place is left at the end of the row.
func (s *ghosts) full() bool { return len(s.key) == cap(s.key) }

// add puts a ghost of list l at the end and returns its place.
func (s *ghosts) add(pg Page, l List, xid uint32, vacuum bool) int32 {
	if pg >= pagesOfGhosts {
		panic("bufmgr: page " + strconv.Itoa(int(pg)) + " cannot be remembered; a directory takes pages below " +
			strconv.Itoa(pagesOfGhosts))
	}
	key := uint32(pg) << ghostBits
	if l == ListB2 {
		key |= ghostB2
	}
	if vacuum {
		key |= ghostVacuum
	}
	s.key, s.xid = append(s.key, key), append(s.xid, xid)
	return int32(len(s.key)) - 1
}

// remember makes a ghost of the page that has just left buffer b, with what was
// known of it.
func (d *directory) remember(pg Page, l List, xid uint32, vacuum bool) {
	if d.ghosts.full() {
		d.closeUp()
	}
	g := d.ghosts.add(pg, l, xid, vacuum)
	if d.lists[l].length == 0 {
		d.lists[l].head = g
	}
	d.lists[l].length++
	d.table[pg] = g + 1
}

// recall takes ghost g out of the directory and returns what was known of it.
func (d *directory) recall(g int32) (xid uint32, vacuum bool) {
	s := &d.ghosts
	xid, vacuum = s.xid[g], s.vacuum(g)
	d.lists[s.list(g)].length--
	d.table[s.pageOf(g)] = 0
	s.key[g] = ghostVoid
	return xid, vacuum
}

// oldest returns the least recently used ghost of list l, which is not empty. What
// lies before it is of the other list, or void, for ever.
func (d *directory) oldest(l List) int32 {
	g := d.lists[l].head
	for d.ghosts.list(g) != l {
		g++
	}
	d.lists[l].head = g
	return g
}

// recycle forgets the least recently used ghost of list l.
func (d *directory) recycle(l List) { d.recall(d.oldest(l)) }

// closeUp takes the void places out of the row.
func (d *directory) closeUp() {
	s := &d.ghosts
	seen := [4]bool{}
	n := int32(0)
	for g, key := range s.key {
		if key == ghostVoid {
			continue
		}
		s.key[n], s.xid[n] = key, s.xid[g]
		d.table[key>>ghostBits] = n + 1
		if l := s.list(n); !seen[l] {
			seen[l], d.lists[l].head = true, n
		}
		n++
	}
	s.key, s.xid = s.key[:n], s.xid[:n]
}

// ghostsOf calls visit for each ghost of list l, the least recently used first.
func (d *directory) ghostsOf(l List, visit func(g int32)) {
	for g := range int32(len(d.ghosts.key)) {
		if d.ghosts.list(g) == l {
			visit(g)
		}
	}
}
