package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/workload"
)

// The statements of pgbench's TPC-B script as page accesses: which pages are
// pinned in which order, which are changed, and what goes into the WAL. The
// orders were recorded on instrumented servers of 8.3 and 9.6.

// heapTable is what an update needs to know of a table.
type heapTable struct {
	rel   *relation
	heap  *workload.Heap
	tuple int64 // bytes
	item  int64 // bytes a tuple takes on a page, line pointer included

	*forks // 9.6 and later
}

// used returns the bytes of a page outside its hole.
func (t *heapTable) used(page int64) int64 { return pageHeader + t.heap.Filled(page)*t.item }

const (
	pageHeader = 24
	// mapPageCovers is how many heap pages a page of the visibility map has a
	// bit for (8.4 to 9.5: one bit a page).
	mapPageCovers = (workload.PageSize - pageHeader) * 8
)

// descend pins the path from the root to the leaf that points to row and
// returns the leaf, pinned; upper pages are released on the way. The meta page
// is cached by the backend from 8.2 on.
func (b *backend) descend(r *relation, x *workload.Index, row int64) int32 {
	for level := x.Height() - 1; level > 0; level-- {
		b.release(b.read(r, x.Block(level, row)))
	}
	return b.read(r, x.Block(0, row))
}

// visit pins a heap page and prunes it if that pays and nobody else has it
// pinned: pruning moves tuples and needs the cleanup lock, which is not waited
// for (heap_page_prune_opt).
func (b *backend) visit(t *heapTable, page int64) int32 {
	buf := b.read(t.rel, page)
	if t.heap.Prunable(page) && b.s.pool.Refs(buf) == 1 {
		b.prune(t, page, buf)
	}
	return buf
}

func (b *backend) prune(t *heapTable, page int64, buf int32) {
	s := b.s
	n := t.heap.Prune(page, s.oldestXid())
	if n == 0 {
		return
	}
	image := b.change(buf, t.used(page))
	b.dirty(buf, s.wal.Record(b.p, s.wal.Prune(n), image))
	s.n.Prunes++
}

// selectAccount is SELECT abalance FROM accounts WHERE aid = :aid. A row that
// has moved is reached over its old version, too.
func (b *backend) selectAccount() {
	s := b.s
	leaf := b.descend(s.accountKey, &s.db.AccountKey, b.draw.Account)
	now, first := s.db.AccountPage(b.draw.Account)
	if first != now {
		b.release(b.visit(&s.accounts, first))
	}
	b.release(b.visit(&s.accounts, now))
	b.release(leaf)
}

// updateAccount is UPDATE accounts SET abalance = abalance + :delta WHERE aid =
// :aid.
func (b *backend) updateAccount() {
	s := b.s
	row := b.draw.Account
	leaf := b.descend(s.accountKey, &s.db.AccountKey, row)
	now, first := s.db.AccountPage(row)
	if first != now {
		b.release(b.visit(&s.accounts, first))
	}
	buf := b.visit(&s.accounts, now)
	b.lockRow(rowOf(pgbench.Accounts, row))
	now, _ = s.db.AccountPage(row)
	if moved := b.update(&s.accounts, now, &buf, &b.accountsAt); moved >= 0 {
		s.db.MoveAccount(row, moved)
		b.insertKey(s.accountKey, &s.db.AccountKey, row, leaf)
	}
	b.release(buf)
	b.release(leaf)
}

// insertKey adds the entry of a row that has moved to its primary key: a second
// descent, and the check for duplicates, find their pages pinned already.
func (b *backend) insertKey(r *relation, x *workload.Index, row int64, leaf int32) {
	s := b.s
	for level := x.Height() - 1; level > 0; level-- {
		b.release(b.read(r, x.Block(level, row)))
	}
	b.release(b.read(r, x.Block(0, row)))
	image := b.change(leaf, s.db.LeafUsed)
	b.dirty(leaf, s.wal.Record(b.p, s.wal.IndexInsert(s.db.IndexEntry), image))
}

// update writes a new version of a tuple on the page in *buf, which is pinned,
// or, if it has no room, on another page, and returns that page, else -1
// (heap_update of access/heap/heapam.c).
func (b *backend) update(t *heapTable, page int64, buf *int32, target *int64) (moved int64) {
	s := b.s
	b.assignXid()
	if b.s.pool.PageOf(*buf) != t.rel.page(page) { // moved while we waited for the row
		b.release(*buf)
		*buf = b.visit(t, page)
	}
	h := t.heap
	size := s.wal.HeapUpdate(t.tuple)
	if s.hot && h.Room(page) > 0 {
		h.Place(page)
		h.Kill(page, b.xid)
		image := b.change(*buf, t.used(page))
		b.dirty(*buf, s.wal.Record(b.p, size, image))
		b.clearVisible(t, page)
		s.n.HOTUpdates++
		return -1
	}
	to, dest, fresh := b.place(t, target)
	h.Kill(page, b.xid)
	b.lockBoth(*buf, dest)
	image := b.imageOfPlaced(t, to, dest, fresh) + b.change(*buf, t.used(page))
	lsn := s.wal.Record(b.p, size, image)
	b.dirty(*buf, lsn)
	b.dirty(dest, lsn)
	b.clearVisible(t, page)
	b.release(dest)
	s.n.ColdUpdates++
	return to
}

// place takes room for one tuple on a page of t and returns the page, its buffer,
// pinned, and whether it is new. The page is this backend's target block, at first the table's last page, else a
// new one at the end (RelationGetBufferForTuple of access/heap/hio.c; the free
// space map knows of no page with room, because VACUUM found them full).
func (b *backend) place(t *heapTable, target *int64) (page int64, buf int32, fresh bool) {
	h := t.heap
	if *target < 0 && h.Pages() > 0 {
		*target = h.Pages() - 1
	}
	if page = *target; page >= 0 {
		buf = b.read(t.rel, page)
		if h.Room(page) > 0 {
			h.Place(page)
			return page, buf, false
		}
		b.release(buf)
	}
	page, buf = b.placeOnNew(t)
	*target = page
	return page, buf, true
}

// imageOfPlaced is imageOf for the page on which a tuple was placed: a record that
// initializes a page needs no image of it.
func (b *backend) imageOfPlaced(t *heapTable, page int64, buf int32, fresh bool) int64 {
	if fresh {
		b.lockContent(buf)
		return 0
	}
	return b.imageOf(buf, t.used(page))
}

// placeOnNew takes room for one tuple on a new page at the end of t.
func (b *backend) placeOnNew(t *heapTable) (page int64, buf int32) {
	_, buf = b.extend(t.rel)
	page = t.heap.Extend()
	t.heap.Place(page)
	return page, buf
}

// clearVisible clears the page's bit in the visibility map at its first change
// since VACUUM (visibilitymap_clear, 8.4 and later).
func (b *backend) clearVisible(t *heapTable, page int64) {
	if b.s.visibility == nil || !t.heap.ClearVisible(page) {
		return
	}
	if m := page / mapPageCovers; t.rel == b.s.accounts.rel && m < b.s.visibility.pages() {
		buf := b.read(b.s.visibility, m)
		b.dirtyUnlogged(buf)
		b.release(buf)
	}
}

// updateTeller is UPDATE tellers SET tbalance = tbalance + :delta WHERE tid = :tid.
func (b *backend) updateTeller() {
	s := b.s
	row := b.draw.Teller
	b.updateSmall(&s.tellers, s.tellerKey, &s.db.TellerKey, row, &b.tellersAt,
		pgbench.Tellers, s.db.TellerPage, s.db.MoveTeller)
}

// updateBranch is UPDATE branches SET bbalance = bbalance + :delta WHERE bid = :bid.
func (b *backend) updateBranch() {
	s := b.s
	row := b.draw.Branch
	b.updateSmall(&s.branches, s.branchKey, &s.db.BranchKey, row, &b.branchesAt,
		pgbench.Branches, s.db.BranchPage, s.db.MoveBranch)
}

// updateSmall updates a row of a small table, which is read whole or by its
// primary key.
func (b *backend) updateSmall(t *heapTable, key *relation, x *workload.Index, row int64, target *int64,
	table pgbench.Table, pageOf func(int64) int64, move func(row, page int64)) {
	leaf := int32(-1)
	if workload.BySeqScan(x.Rows(), t.heap.Pages()) {
		for page := range t.heap.Pages() {
			if page != pageOf(row) {
				b.release(b.visit(t, page))
			}
		}
	} else {
		leaf = b.descend(key, x, row)
	}
	buf := b.visit(t, pageOf(row))
	b.lockRow(rowOf(table, row))
	if moved := b.update(t, pageOf(row), &buf, target); moved >= 0 {
		move(row, moved)
		keyLeaf := leaf
		if keyLeaf < 0 {
			keyLeaf = b.read(key, x.Block(0, row))
		}
		b.insertKey(key, x, row, keyLeaf)
		if leaf < 0 {
			b.release(keyLeaf)
		}
	}
	b.release(buf)
	if leaf >= 0 {
		b.release(leaf)
	}
}

// insertHistory is INSERT INTO history.
func (b *backend) insertHistory() {
	s := b.s
	b.assignXid()
	t := &s.history
	page, buf, fresh := b.place(t, &b.historyAt)
	b.dirty(buf, s.wal.Record(b.p, s.wal.HeapInsert(t.tuple), b.imageOfPlaced(t, page, buf, fresh)))
	b.release(buf)
}
