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
	// Entries calls visit for each entry of list l, the least recently used
	// first.
	Entries(l List, visit func(Entry))
}

// entry is one directory line, a BufferStrategyCDB.
type entry struct {
	page       Page
	buf        int32 // -1: a ghost
	prev, next int32
	xid        uint32 // the transaction that brought the page into T1, or last touched it there
	list       List
	vacuum     bool // the page came in for VACUUM
}

// directory is the common part of ARC and 2Q (storage/buffer/freelist.c, 8.0):
// the directory of pages, which reaches further back than the pool, its lists,
// the rules of a hit, and the freelist of buffers.
type directory struct {
	Pool
	entries []entry
	of      []int32 // by page: entry + 1
	at      []int32 // by buffer: entry + 1
	ends    [4]struct{ head, tail int32 }
	length  [4]int
	unused  int32 // entries in no list, a stack through next, or -1
	spare   int   // their number
	free    bufferList
	target  int
	move    Move
}

func newDirectory(buffers, entries, target int) directory {
	d := directory{
		Pool: empty(buffers, 1), entries: make([]entry, entries), at: make([]int32, buffers),
		free: newBufferList(buffers), target: target, unused: -1,
	}
	for i := range d.ends {
		d.ends[i].head, d.ends[i].tail = -1, -1
	}
	for i := entries - 1; i >= 0; i-- {
		d.pushUnused(int32(i))
	}
	return d
}

func (d *directory) remove(e int32) {
	x := &d.entries[e]
	l := &d.ends[x.list]
	if x.prev < 0 {
		l.head = x.next
	} else {
		d.entries[x.prev].next = x.next
	}
	if x.next < 0 {
		l.tail = x.prev
	} else {
		d.entries[x.next].prev = x.prev
	}
	d.length[x.list]--
	x.list = ListUnused
}

// addMRU and addLRU put entry e, which is in no list, at an end of list l.
func (d *directory) addMRU(e int32, l List) {
	x, ends := &d.entries[e], &d.ends[l]
	x.list, x.prev, x.next = l, ends.tail, -1
	if ends.tail < 0 {
		ends.head = e
	} else {
		d.entries[ends.tail].next = e
	}
	ends.tail = e
	d.length[l]++
}

func (d *directory) addLRU(e int32, l List) {
	x, ends := &d.entries[e], &d.ends[l]
	x.list, x.prev, x.next = l, -1, ends.head
	if ends.head < 0 {
		ends.tail = e
	} else {
		d.entries[ends.head].prev = e
	}
	ends.head = e
	d.length[l]++
}

func (d *directory) moveToMRU(e int32, l List) {
	if d.ends[l].tail == e {
		return
	}
	d.remove(e)
	d.addMRU(e, l)
}

// forget takes entry e out of the directory.
func (d *directory) forget(e int32) {
	x := &d.entries[e]
	if x.list != ListUnused {
		d.remove(e)
	}
	d.of[x.page] = 0
	d.pushUnused(e)
}

// recycle takes the least recently used ghost of list l for a new page.
func (d *directory) recycle(l List) int32 {
	e := d.ends[l].head
	d.remove(e)
	d.of[d.entries[e].page] = 0
	return e
}

func (d *directory) pushUnused(e int32) {
	d.entries[e] = entry{page: NoPage, buf: -1, list: ListUnused, next: d.unused}
	d.unused = e
	d.spare++
}

func (d *directory) popUnused() int32 {
	e := d.unused
	d.unused = d.entries[e].next
	d.spare--
	return e
}

// find returns the entry of page pg, or -1.
func (d *directory) find(pg Page) int32 {
	if uint(pg) < uint(len(d.of)) {
		return d.of[pg] - 1
	}
	return -1
}

// hit is what a lookup does to the lists if the page is in the pool; the rules
// are the same in ARC and 2Q. A page goes from T1 to T2 only if another
// transaction than the one that brought it in uses it: one statement reads a
// page several times. VACUUM's lookups move nothing.
func (d *directory) hit(be *Backend, e int32) {
	x := &d.entries[e]
	d.move = Move{From: x.list, To: x.list, Ghost: ListUnused, Replaced: NoReplaced}
	switch {
	case be.Vacuum:
	case x.list == ListT2:
		d.moveToMRU(e, ListT2)
	case !x.vacuum && x.xid != be.Xid:
		d.moveToMRU(e, ListT2)
		d.move.To = ListT2
	default:
		d.moveToMRU(e, ListT1)
		if x.vacuum {
			x.xid, x.vacuum = be.Xid, false
		}
	}
}

// firstUnpinned returns the first buffer of list l, from its least recently
// used end, that nobody has pinned, or -1.
func (d *directory) firstUnpinned(l List) int32 {
	for e := d.ends[l].head; e >= 0; e = d.entries[e].next {
		if b := d.entries[e].buf; d.Refs(b) == 0 {
			return b
		}
	}
	return -1
}

// choose is the victim rule: a free buffer, else T1 if it has reached the given
// length, else T2, and the other one if all pages of the first are pinned.
func (d *directory) choose(be *Backend, full int) (b int32, src Source, ok bool) {
	be.replaced = 0
	if b = d.free.pop(); b >= 0 {
		d.PinQuiet(b)
		return b, FromFreelist, true
	}
	lists, sources := [2]List{ListT2, ListT1}, [2]Source{FromT2, FromT1}
	if d.length[ListT1] >= full {
		lists, sources = [2]List{ListT1, ListT2}, [2]Source{FromT1, FromT2}
	}
	for i, l := range lists {
		if b = d.firstUnpinned(l); b >= 0 {
			be.replaced = d.at[b]
			d.PinQuiet(b)
			return b, sources[i], true
		}
	}
	return -1, sources[0], false
}

// endOfHint clears a vacuum hint that a transaction left behind by failing: the
// next install of an unknown page in another transaction does so
// (StrategyReplaceBuffer). Until then the backend's hits move nothing.
func (d *directory) endOfHint(be *Backend) {
	if be.Vacuum && be.vacuumXid != be.Xid {
		be.Vacuum = false
	}
}

// takes gives victim b the page pg in the pool and in the directory: e is the
// page's entry.
func (d *directory) takes(b int32, pg Page, e int32) {
	d.assignUnused(b, pg)
	if int(pg) >= len(d.of) {
		of := make([]int32, len(d.table))
		copy(of, d.of)
		d.of = of
	}
	d.of[pg] = e + 1
	d.entries[e].page, d.entries[e].buf = pg, b
	d.at[b] = e + 1
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
	d.drop(b)
	d.forget(d.at[b] - 1)
	d.at[b] = 0
	d.free.pushHead(b)
}

func (d *directory) LastMove() Move               { return d.move }
func (d *directory) Target() int                  { return d.target }
func (d *directory) Length(l List) int            { return d.length[l] }
func (d *directory) Freelist(visit func(b int32)) { d.free.visit(visit) }

func (d *directory) Entries(l List, visit func(Entry)) {
	for e := d.ends[l].head; e >= 0; e = d.entries[e].next {
		x := &d.entries[e]
		visit(Entry{x.page, x.buf, x.xid, x.vacuum})
	}
}

// Check walks all lists: lengths, links, and that pages, buffers and entries
// name each other.
func (d *directory) Check() error {
	if err := d.Pool.Check(); err != nil {
		return err
	}
	if err := d.free.check(); err != nil {
		return err
	}
	counted := 0
	for e := d.unused; e >= 0 && counted <= len(d.entries); e = d.entries[e].next {
		counted++
	}
	if counted != d.spare {
		return errors.New("bufmgr: " + strconv.Itoa(counted) + " directory entries are unused, but " + strconv.Itoa(d.spare) + " are counted")
	}
	for l := range ListB2 + 1 {
		n, prev := 0, int32(-1)
		for e := d.ends[l].head; e >= 0; e = d.entries[e].next {
			if err := d.checkEntry(e, l, prev); err != nil {
				return err
			}
			if n++; n > len(d.entries) {
				break
			}
			prev = e
		}
		if n != d.length[l] || d.ends[l].tail != prev {
			return errors.New("bufmgr: list " + strconv.Itoa(int(l)) + " has " + strconv.Itoa(n) + " entries, but " +
				strconv.Itoa(d.length[l]) + " are counted, or its end is wrong")
		}
		counted += n
	}
	if counted != len(d.entries) {
		return errors.New("bufmgr: " + strconv.Itoa(counted) + " of " + strconv.Itoa(len(d.entries)) + " directory entries are in a list or unused")
	}
	if d.target < 0 || d.target > d.Len() {
		return errors.New("bufmgr: the target " + strconv.Itoa(d.target) + " is outside the pool of " + strconv.Itoa(d.Len()))
	}
	return nil
}

func (d *directory) checkEntry(e int32, l List, prev int32) error {
	x := &d.entries[e]
	resident := l == ListT1 || l == ListT2
	broken := ""
	switch {
	case x.list != l || x.prev != prev:
		broken = "it is wrongly linked"
	case d.find(x.page) != e:
		broken = "its page leads elsewhere"
	case resident != (x.buf >= 0):
		broken = "ghosts have no buffer, and pages of the pool have one"
	case resident && (d.at[x.buf] != e+1 || d.PageOf(x.buf) != x.page):
		broken = "its buffer holds something else"
	}
	if broken == "" {
		return nil
	}
	return errors.New("bufmgr: entry " + strconv.Itoa(int(e)) + " of list " + strconv.Itoa(int(l)) + " (page " +
		strconv.Itoa(int(x.page)) + ", buffer " + strconv.Itoa(int(x.buf)) + "): " + broken)
}
