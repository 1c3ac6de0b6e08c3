package server

import "clocksweep/core/workload"

// A free space map is a tree of pages, three levels of them however small the
// table: the root is block 0, and the leaves begin at block 2 until there are
// more than a page of them (storage/freespace/README). A leaf has leafSlots heap
// pages under it: what is left of a page after the inner nodes of the tree within
// it (SlotsPerFSMPage of storage/fsm_internals.h).
const (
	fsmUpper  = 2
	leafSlots = (workload.PageSize - pageHeader - 4) - (workload.PageSize/2 - 1)
)

// forks are the maps of a table, for 9.3 and later.
type forks struct {
	visibility *relation // nil if VACUUM has never seen a page of the table
	free       *relation // nil if nobody has recorded anything yet
	roomAt     int64     // the page that the free space map knows to have room, -1 for none
}

// createForks makes the maps as VACUUM after pgbench -i leaves them: every page
// all-visible, and room known on the last page only.
func (s *Server) createForks() {
	for _, t := range []*heapTable{&s.branches, &s.tellers, &s.accounts, &s.history} {
		s.createForksOf(t)
	}
}

// createForksOf makes the maps of one table.
func (s *Server) createForksOf(t *heapTable) {
	t.forks = &forks{roomAt: -1}
	last := t.heap.Pages() - 1
	if last < 0 {
		return
	}
	t.visibility = s.newFork(t.rel, visibilityFork, last/s.coverage+1)
	t.free = s.newFork(t.rel, mapFork, last/leafSlots+1+fsmUpper)
	if t.heap.Room(last) > 0 {
		t.roomAt = last
	}
}

// firstTarget is where a backend puts its first new tuple of a table: where the
// free space map knows of room, else on the last page, -1 if there is none.
func (b *backend) firstTarget(t *heapTable) int64 {
	if t.free != nil {
		b.release(b.read(t.free, 0))
		if page := t.roomAt; page >= 0 {
			b.release(b.read(t.free, 1))
			b.release(b.read(t.free, page/leafSlots+fsmUpper))
			return page
		}
	}
	return t.heap.Pages() - 1
}

// nextTarget records that the page has no room and asks for one that has, -1 if
// none is known (RecordAndGetPageWithFreeSpace of storage/freespace/freespace.c).
func (b *backend) nextTarget(t *heapTable, full int64) int64 {
	if t.free == nil {
		b.createFreeSpaceMap(t)
	}
	leaf := full/leafSlots + fsmUpper
	for leaf >= t.free.pages() {
		b.addPage(t.free)
	}
	buf := b.read(t.free, leaf)
	b.dirtyUnlogged(buf)
	b.release(buf)
	if t.roomAt == full {
		t.roomAt = -1
	}
	if t.roomAt >= 0 {
		return t.roomAt
	}
	b.release(b.read(t.free, 0))
	return -1
}

// createFreeSpaceMap makes the first three pages of the map, past the pool
// (fsm_extend).
func (b *backend) createFreeSpaceMap(t *heapTable) {
	t.free = b.s.newFork(t.rel, mapFork, 0)
	for range fsmUpper + 1 {
		b.addPage(t.free)
	}
}

// addPage adds a page of zeros to r by a write of its own.
func (b *backend) addPage(r *relation) {
	s := b.s
	f, i := s.last(r)
	s.os.Write(b.p, f, i)
	b.owed += s.writeNs
	s.growPages()
	s.n.BuffersBackend++
	s.n.BuffersExtend++
	s.books.direct++
	s.forwardFsync(&b.session, f)
}

// clearVisible96 clears the page's bits in the visibility map.
func (b *backend) clearVisible96(t *heapTable, page int64) {
	if !t.heap.ClearVisible(page) || t.visibility == nil {
		return
	}
	buf := b.read(t.visibility, page/b.s.coverage)
	b.dirtyUnlogged(buf)
	b.release(buf)
}
