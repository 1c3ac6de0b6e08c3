package bufmgr

import (
	"errors"
	"strconv"
)

// List names a list of the directory of 8.0 (STRAT_LIST_* of
// storage/buf_internals.h, with the numbers used there).
type List int8

// The lists. T1 and T2 hold pages of the pool, B1 and B2 remember pages that
// left it: their ghosts. 2Q has no B2; there T1 is called A1in, T2 Am, B1 A1out.
const (
	ListUnused List = -1 // an entry in no list: the page is forgotten
	ListB1     List = 0
	ListT1     List = 1
	ListT2     List = 2
	ListB2     List = 3

	// NoReplaced is Move.Replaced if the victim held no page.
	NoReplaced List = -9
)

// Move is what the last Read or Install of a directory policy did to its lists.
type Move struct {
	From, To List // a hit: the page's list before and after; an install: To only
	Ghost    List // an install: the ghost list that remembered the page, or ListUnused
	Replaced List // an install: where the replaced page went, ListUnused forgotten, NoReplaced
}

// Entry is a line of the directory.
type Entry struct {
	Page   Page
	Buf    int32 // -1: a ghost
	Xid    uint32
	Vacuum bool
}

// Directory is a Policy that keeps lists of pages in and out of the pool: ARC
// and 2Q.
type Directory interface {
	Policy
	LastMove() Move
	Target() int       // of the length of T1
	Length(l List) int // of a list
	// ListOf returns the list of the page in buffer b, which holds one: ListT1 or
	// ListT2.
	ListOf(b int32) List
	// NextVictim returns the buffer that Choose would return now, or -1.
	NextVictim() int32
	// Entries calls visit for each entry of list l, the least recently used
	// first.
	Entries(l List, visit func(Entry))
}

// Two more flags of a buffer's state word.
const (
	flagT2     uint32 = 1 << 28 // its page is in T2, not in T1
	flagVacuum uint32 = 1 << 29 // its page came in for VACUUM
)

// directory is the common part of ARC and 2Q (storage/buffer/freelist.c, 8.0):
// the directory of pages, which reaches further back than the pool, its lists,
// the rules of a hit, and the freelist of buffers.
//
// PostgreSQL has one array of directory entries, each of which holds a page of
// the pool or a ghost in turn. Here the entry of a page of the pool is its buffer,
// and ghosts stand in a row of their own; a page that leaves or comes back changes
// from one kind to the other. The page table leads to both. That takes half the
// memory, and no step from entry to buffer: 32 bytes a buffer for ARC, 26 for 2Q.
type directory struct {
	Pool
	links            // of buffers: through T1, T2 or the freelist
	xid     []uint32 // by buffer: the transaction that brought its page into T1, or last touched it there
	ghosts  ghosts
	lists   [4]chain
	free    chain
	entries int // how many pages the directory can know
	target  int
	move    Move
}

// newDirectory returns the directory of so many entries over a pool that is all
// free.
func newDirectory(buffers, entries, target int) directory {
	d := directory{
		Pool: empty(buffers, 1), links: newLinks(buffers), xid: make([]uint32, buffers),
		ghosts: newGhosts(entries - buffers), free: newChain(), entries: entries, target: target,
	}
	for l := range d.lists {
		d.lists[l] = newChain()
	}
	for b := range int32(buffers) {
		d.links.pushTail(&d.free, b)
	}
	return d
}

// Lookup returns the buffer that holds page pg, or -1.
func (d *directory) Lookup(pg Page) int32 { return max(d.Pool.Lookup(pg), -1) }

// ghost returns the node that remembers page pg, or -1.
func (d *directory) ghost(pg Page) int32 {
	if uint(pg) < uint(len(d.table)) {
		return max(d.table[pg]-1, -1)
	}
	return -1
}

// ListOf returns the list of the page in buffer b.
func (d *directory) ListOf(b int32) List {
	if d.state[b]&flagT2 != 0 {
		return ListT2
	}
	return ListT1
}

// spare returns how many more pages the directory can know.
func (d *directory) spare() int {
	known := 0
	for l := range d.lists {
		known += d.lists[l].length
	}
	return d.entries - known
}

// hit is what a lookup does to the lists if the page is in buffer b; the rules
// are the same in ARC and 2Q. A page goes from T1 to T2 only if another
// transaction than the one that brought it in uses it: one statement reads a
// page several times. VACUUM's lookups move nothing.
func (d *directory) hit(be *Backend, b int32) {
	l := d.ListOf(b)
	d.move = Move{From: l, To: l, Ghost: ListUnused, Replaced: NoReplaced}
	vacuum := d.state[b]&flagVacuum != 0
	switch {
	case be.Vacuum:
	case l == ListT2:
		d.links.toTail(&d.lists[ListT2], b)
	case !vacuum && d.xid[b] != be.Xid:
		d.links.remove(&d.lists[ListT1], b)
		d.links.pushTail(&d.lists[ListT2], b)
		d.state[b] |= flagT2
		d.move.To = ListT2
	default:
		d.links.toTail(&d.lists[ListT1], b)
		if vacuum {
			d.xid[b] = be.Xid
			d.state[b] &^= flagVacuum
		}
	}
}

// firstUnpinned returns the first buffer of list l, from its least recently
// used end, that nobody has pinned, or -1.
func (d *directory) firstUnpinned(l List) int32 {
	for b := d.lists[l].head; b >= 0; b = d.links.next[b] {
		if d.Refs(b) == 0 {
			return b
		}
	}
	return -1
}

// choose is the victim rule: a free buffer, else T1 if it has reached the given
// length, else T2, and the other one if all pages of the first are pinned.
func (d *directory) choose(full int) (b int32, src Source, ok bool) {
	if b, src = d.candidate(full); b < 0 {
		return -1, src, false
	}
	if src == FromFreelist {
		d.links.remove(&d.free, b)
	}
	d.PinQuiet(b)
	return b, src, true
}

// candidate returns the buffer that choose would take, or -1.
func (d *directory) candidate(full int) (b int32, src Source) {
	if b = d.free.head; b >= 0 {
		return b, FromFreelist
	}
	lists, sources := [2]List{ListT2, ListT1}, [2]Source{FromT2, FromT1}
	if d.lists[ListT1].length >= full {
		lists, sources = [2]List{ListT1, ListT2}, [2]Source{FromT1, FromT2}
	}
	for i, l := range lists {
		if b = d.firstUnpinned(l); b >= 0 {
			return b, sources[i]
		}
	}
	return -1, sources[0]
}

// endOfHint clears a vacuum hint that a transaction left behind by failing: the
// next install of an unknown page in another transaction does so
// (StrategyReplaceBuffer). Until then the backend's hits move nothing.
func (d *directory) endOfHint(be *Backend) {
	if be.Vacuum && be.vacuumXid != be.Xid {
		be.Vacuum = false
	}
}

// replaceBy puts page pg into victim b, which then is in no list. The page that has
// to leave, if there is one, goes where to says, given its list and whether it came
// in for VACUUM.
func (d *directory) replaceBy(b int32, pg Page, to func(l List, vacuum bool) List) {
	old, l, xid, vacuum := d.PageOf(b), d.ListOf(b), d.xid[b], d.state[b]&flagVacuum != 0
	if old != NoPage {
		d.links.remove(&d.lists[l], b)
	}
	d.assignUnused(b, pg)
	d.state[b] &^= flagT2 | flagVacuum
	if old == NoPage {
		return
	}
	d.move.Replaced = to(l, vacuum)
	if d.move.Replaced != ListUnused {
		d.remember(old, d.move.Replaced, xid, vacuum)
	}
}

// enterT2 makes the page in buffer b, a ghost until now, the most recently used
// one of T2. What was known of it stays known.
func (d *directory) enterT2(b int32, xid uint32, vacuum bool) {
	d.xid[b] = xid
	d.state[b] |= flagT2
	if vacuum {
		d.state[b] |= flagVacuum
	}
	d.links.pushTail(&d.lists[ListT2], b)
}

// enterT1 puts the page in buffer b, unknown until now, into T1. VACUUM's are
// the next victims.
func (d *directory) enterT1(be *Backend, b int32) {
	d.xid[b] = be.Xid
	if be.Vacuum {
		d.state[b] |= flagVacuum
		d.links.pushHead(&d.lists[ListT1], b)
		return
	}
	d.links.pushTail(&d.lists[ListT1], b)
}

func (d *directory) Reject(*Backend, int32) bool { return false }

func (d *directory) Release(_ *Backend, b int32) (listed bool) {
	d.Unpin(b)
	return false
}

// Invalidate takes the page out of the directory; ghosts of its relation stay.
// The buffer goes to the head of the freelist and is used before any page has
// to leave.
func (d *directory) Invalidate(b int32) {
	l := d.ListOf(b)
	d.drop(b)
	d.links.remove(&d.lists[l], b)
	d.links.pushHead(&d.free, b)
}

func (d *directory) LastMove() Move    { return d.move }
func (d *directory) Target() int       { return d.target }
func (d *directory) Length(l List) int { return d.lists[l].length }

func (d *directory) Freelist(visit func(b int32)) {
	for b := d.free.head; b >= 0; b = d.links.next[b] {
		visit(b)
	}
}

func (d *directory) Entries(l List, visit func(Entry)) {
	switch l {
	case ListT1, ListT2:
		for b := d.lists[l].head; b >= 0; b = d.links.next[b] {
			visit(Entry{d.PageOf(b), b, d.xid[b], d.state[b]&flagVacuum != 0})
		}
	case ListB1, ListB2:
		d.ghostsOf(l, func(g int32) {
			visit(Entry{d.ghosts.pageOf(g), -1, d.ghosts.xid[g], d.ghosts.vacuum(g)})
		})
	}
}

// Check walks all lists: lengths, links, and that pages, buffers and ghosts name
// each other.
func (d *directory) Check() error {
	if err := d.Pool.Check(); err != nil {
		return err
	}
	for _, c := range [...]*chain{&d.free, &d.lists[ListT1], &d.lists[ListT2]} {
		if !d.links.holds(c) {
			return errors.New("bufmgr: a list of buffers is wrongly linked")
		}
	}
	for _, l := range [...]List{ListB1, ListB2} {
		n, before := 0, false
		d.ghostsOf(l, func(g int32) {
			n++
			before = before || g < d.lists[l].head
		})
		if n != d.lists[l].length || before {
			return errors.New("bufmgr: " + strconv.Itoa(n) + " ghosts are in list " + strconv.Itoa(int(l)) + ", but " +
				strconv.Itoa(d.lists[l].length) + " are counted, or one lies before the oldest")
		}
	}
	for l := range ListB2 + 1 {
		var err error
		d.Entries(l, func(e Entry) {
			if err == nil && !d.names(l, e) {
				err = errors.New("bufmgr: page " + strconv.Itoa(int(e.Page)) + " of list " + strconv.Itoa(int(l)) +
					" (buffer " + strconv.Itoa(int(e.Buf)) + ") leads elsewhere")
			}
		})
		if err != nil {
			return err
		}
	}
	if d.spare() < 0 {
		return errors.New("bufmgr: the directory knows " + strconv.Itoa(-d.spare()) + " pages too many")
	}
	if d.target < 0 || d.target > d.Len() {
		return errors.New("bufmgr: the target " + strconv.Itoa(d.target) + " is outside the pool of " + strconv.Itoa(d.Len()))
	}
	return nil
}

// names reports whether the page of an entry of list l leads back to it.
func (d *directory) names(l List, e Entry) bool {
	if e.Buf >= 0 {
		return d.ListOf(e.Buf) == l && d.Lookup(e.Page) == e.Buf
	}
	g := d.ghost(e.Page)
	return g >= 0 && d.ghosts.list(g) == l && d.ghosts.pageOf(g) == e.Page
}
