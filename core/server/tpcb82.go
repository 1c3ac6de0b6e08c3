package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/scenario"
	"clocksweep/core/wal"
	"clocksweep/core/workload"
)

// The statements of pgbench's scripts up to the tree of June 2007, which had no
// heap-only tuples yet: every update makes a new version at the end of the table
// and an entry in the primary key. The orders are those of recordings of 7.4.30,
// 8.0.0, 8.0.2, 8.1.0 and 8.2.0. This file has accounts and history, small82.go
// tellers and branches, insert82.go the entries of their keys.

// before83 is what these statements need besides.
type before83 struct {
	*workload.Before83
	planner      workload.Planner
	small        [2]smallTable82 // tellers and branches
	historySpace workload.FreeSpace
	vacuums      bool // pgbench runs VACUUM first: without -n

	locksDirty  bool // taking the exclusive content lock marks a page dirty: up to 8.1
	uniqueStops bool // a scan of a unique key ends with the first row it sees: up to 8.1
	samePage    bool // a scan that goes on to a row of the same page does not look it up again: 8.1 and later
	leafLast    bool // a scan lets the heap page go before the leaf: 8.0 and 8.1
}

// layoutOf returns how the tables of a release lie in pages.
func layoutOf(sc *scenario.Scenario, bits int64) workload.Layout {
	switch {
	case sc.Since("8.3"):
		return workload.LayoutOf(bits)
	case sc.Since("8.3devel"):
		return workload.Layout83Devel(bits)
	}
	return workload.LayoutBefore83(bits, sc.Since("8.0.0"), !sc.Since("8.1"))
}

// walSizesOf returns how long the WAL records of a release are.
func walSizesOf(sc *scenario.Scenario, bits int64) wal.Sizes {
	if sc.Since("8.3") {
		return wal.SizesOf(bits/8, sc.Since("8.4"), sc.Since("9.0"), sc.Since("9.2"))
	}
	return wal.SizesBefore83(bits/8, sc.Since("8.0.0"), sc.Since("8.1"), sc.Since("8.3devel"))
}

// createBefore83 sets up what the statements up to the tree of June 2007 need.
func (s *Server) createBefore83(sc *scenario.Scenario) {
	e := &s.before83
	e.Before83 = workload.NewBefore83(s.db)
	e.vacuums = true
	e.planner = workload.Planner{Sizes: sc.Since("8.0.0"), RandomIndex: sc.Since("8.2")}
	e.locksDirty = !sc.Since("8.2")
	e.uniqueStops = e.locksDirty
	e.samePage = sc.Since("8.1")
	e.leafLast = sc.Since("8.0.0") && !sc.Since("8.2")
	e.small = [2]smallTable82{
		{heapTable: &s.tellers, key: s.tellerKey, rows: e.TellerRows, number: planTellers},
		{heapTable: &s.branches, key: s.branchKey, rows: e.BranchRows, number: planBranches},
	}
}

// begin82 is BEGIN: a transaction gets its number here, even if it only reads, and
// its snapshot fixes what must not be taken away from under it.
func (b *backend) begin82() {
	b.assignXid()
	b.xmin = b.s.oldestXid()
}

// oldestXmin returns the oldest transaction that some running one may still see as
// running (RecentGlobalXmin).
func (s *Server) oldestXmin() uint32 {
	oldest := s.nextXid + 1
	for _, o := range s.backends {
		if o.xid != 0 && o.xmin < oldest {
			oldest = o.xmin
		}
	}
	if s.job != nil && s.job.xid != 0 {
		oldest = min(oldest, s.job.xmin)
	}
	return oldest
}

// running reports whether transaction xid has not ended.
func (s *Server) running(xid uint32) bool {
	if xid == 0 {
		return false
	}
	for _, o := range s.backends {
		if o.xid == xid {
			return true
		}
	}
	return false
}

// lockPage takes the exclusive content lock of the page in buffer buf.
func (b *backend) lockPage(buf int32) {
	if b.s.before83.locksDirty {
		b.dirtyUnlogged(buf)
	}
}

// meta reads the meta page of an index on the way to its root.
func (b *backend) meta(table int, key *relation) {
	if b.s.readsMeta || !b.planned[table] {
		b.planned[table] = true
		b.release(b.read(key, 0))
	}
}

// enterKey goes down the key of accounts to the leaf to which a search for row
// comes first.
func (b *backend) enterKey(row int64) (leaf, buf int32) {
	s := b.s
	b.meta(planAccounts, s.accountKey)
	k := &s.before83.Leaves
	for level := s.db.AccountKey.Height() - 1; level > 0; level-- {
		b.release(b.read(s.accountKey, s.db.AccountKey.Block(level, max(row-1, 0))))
	}
	for {
		leaf = k.Enter(row)
		buf = b.read(s.accountKey, k.Block(leaf))
		if k.Enter(row) == leaf { // not split meanwhile
			return leaf, buf
		}
		b.release(buf)
	}
}

// findAccount82 goes to the newest version of a row. A row that begins a leaf is
// looked for on the leaf to the left first, where its entries are once it was
// updated.
func (b *backend) findAccount82(row int64) (page int64, leafBuf, buf int32) {
	s := b.s
	k := &s.before83.Leaves
	leaf, leafBuf := b.enterKey(row)
	step, moved := s.before83.Trail.At(row)
	page = row / s.db.AccountsPerPage
	if moved {
		page = step.Page
	} else if own := k.Leaf(row); own != leaf {
		b.release(leafBuf)
		leafBuf = b.read(s.accountKey, k.Block(own))
	}
	buf = b.read(s.accounts.rel, page)
	if moved && !step.Seen && !b.holds(rowOf(pgbench.Accounts, row)) {
		b.hint(buf)
		s.before83.Trail.See(row)
	}
	return page, leafBuf, buf
}

// goOn82 ends a scan of the key of accounts that holds a leaf and the newest version,
// which is on page in buffer buf. From 8.2 on it reads the version before and the
// leaf to the right, if row ends its own, first.
func (b *backend) goOn82(row, page, before int64, leafBuf, buf int32) {
	s := b.s
	if s.before83.uniqueStops {
		b.letGo82(leafBuf, buf)
		return
	}
	rest := int32(-1)
	if before >= 0 && before != page {
		rest = b.read(s.accounts.rel, before)
	}
	k := &s.before83.Leaves
	if row+1 < s.db.AccountKey.Rows() && k.Leaf(row+1) != k.Leaf(row) {
		b.release(leafBuf)
		leafBuf = b.read(s.accountKey, k.Block(k.Leaf(row+1)))
	}
	b.release(leafBuf)
	if rest >= 0 {
		b.release(rest)
	}
	b.release(buf)
}

// before82 returns the page of the version before, if its entry is not marked dead,
// else -1.
func (b *backend) before82(row int64) int64 {
	if step, moved := b.s.before83.Trail.At(row); moved {
		return step.Before
	}
	return -1
}

// letGo82 gives a scan's pages back.
func (b *backend) letGo82(leafBuf, buf int32) {
	if b.s.before83.leafLast {
		leafBuf, buf = buf, leafBuf
	}
	b.release(leafBuf)
	b.release(buf)
}

func (b *backend) selectAccount82() {
	row := b.draw.Account
	page, leafBuf, buf := b.findAccount82(row)
	b.goOn82(row, page, b.before82(row), leafBuf, buf)
}

func (b *backend) updateAccount82() {
	s := b.s
	row := b.draw.Account
	t := &s.accounts
	page, leafBuf, buf := b.findAccount82(row)
	rest := b.before82(row)
	waited := b.lockRow(rowOf(pgbench.Accounts, row))
	if waited { // another transaction has moved the row
		if step, moved := s.before83.Trail.At(row); moved {
			page = step.Page
		}
		b.release(b.read(t.rel, page))
	}
	old := b.read(t.rel, page) // heap_update looks its page up again
	to := b.update82(t, &s.before83.AccountSpace, page, old, &b.accountsAt)
	b.release(old)
	before := b.before82(row)
	s.before83.Trail.Move(row, to, page)
	b.insertAccount82(row, page, before)
	b.goOn82(row, page, rest, leafBuf, buf)
}

// update82 writes a new version of a row whose old one is on page, in buffer buf,
// and returns the page it is on: the same one, if there is room.
func (b *backend) update82(t *heapTable, space *workload.FreeSpace, page int64, buf int32, target *int64) (to int64) {
	s := b.s
	size := s.wal.HeapUpdate(t.tuple)
	b.lockPage(buf)
	if t.heap.Room(page) > 0 {
		t.heap.Place(page)
		b.dirty(buf, s.wal.Record(b.p, size, b.change(buf, t.used(page))))
		s.n.ColdUpdates++
		return page
	}
	to, dest, fresh := b.place82(t, space, page, buf, target)
	b.lockBoth(buf, dest)
	image := b.imageOfPlaced(t, to, dest, fresh) + b.change(buf, t.used(page))
	lsn := s.wal.Record(b.p, size, image)
	b.dirty(dest, lsn)
	b.dirty(buf, lsn)
	b.release(dest)
	s.n.ColdUpdates++
	return to
}

// place82 takes room for one tuple on a page of t and returns the page, its buffer,
// pinned, and whether it is new. The page is this backend's
// target block, at first one that the free space map knows of or the table's last,
// then another one known to the map, else a new one at the end. full is the page,
// in buffer buf, on which the tuple found no room, -1 for none
// (RelationGetBufferForTuple of access/heap/hio.c).
func (b *backend) place82(t *heapTable, space *workload.FreeSpace, full int64, buf int32, target *int64) (page int64, dest int32, fresh bool) {
	h := t.heap
	if *target < 0 {
		if *target = space.Get(); *target < 0 {
			*target = h.Pages() - 1
		}
	}
	for page = *target; page >= 0; page = space.Full(page) {
		if page == full {
			continue
		}
		dest = b.read(t.rel, page)
		if full >= 0 {
			b.lockPage(buf)
		}
		b.lockPage(dest)
		if h.Room(page) > 0 {
			*target = page
			h.Place(page)
			return page, dest, false
		}
		b.release(dest)
	}
	page, dest = b.placeOnNew(t)
	if full >= 0 {
		b.lockPage(buf)
	}
	b.lockPage(dest)
	*target = page
	return page, dest, true
}

func (b *backend) insertHistory82() {
	s := b.s
	t := &s.history
	page, buf, fresh := b.place82(t, &s.before83.historySpace, -1, -1, &b.historyAt)
	b.dirty(buf, s.wal.Record(b.p, s.wal.HeapInsert(t.tuple), b.imageOfPlaced(t, page, buf, fresh)))
	b.release(buf)
}
