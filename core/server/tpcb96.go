package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/workload"
)

// The statements of pgbench's scripts from 9.3 on, as recorded on 9.6 and 15; what
// 9.4 reads and writes was counted. What is new since 8.3 (tpcb.go): the visibility
// map is pinned and cleared at the first change of a page; the free space map is
// asked at each new page; entries that a scan found dead are marked so; an update
// that leaves its page first locks the row, with a record of its own that carries the
// page's image (9.6, and a repair of July 2016 in the minor releases of 9.3 to 9.5).
// From 9.5 on an index scan drops its pin on the leaf once it has read it, so that
// the leaf is pinned anew at an insert (era.go). Not here: hint bits, because the
// pages that get them are pruned, and so dirtied, by the same visit.

// smallTable is a table that is read whole: tellers or branches.
type smallTable struct {
	*heapTable
	key     *relation
	index   *workload.Index
	lines   *workload.Lines
	number  int // in backend.planned
	pageOf  func(row int64) int64
	moveRow func(row, page int64)
}

// The numbers of the tables in backend.planned.
const (
	planAccounts = iota
	planTellers
	planBranches
)

// plan reads the meta page of an index, once in a backend's life: the planner
// wants the height of the tree.
func (b *backend) plan(table int, key *relation) {
	if !b.planned[table] {
		b.planned[table] = true
		b.release(b.read(key, 0))
	}
}

// noLeaf stands for a leaf that is not pinned.
const noLeaf int32 = -1

// walk pins and releases the pages from the root to the leaf that points to row. It
// returns the leaf, pinned, if the release's scans keep it, else noLeaf.
func (b *backend) walk(r *relation, x *workload.Index, row int64) (leaf int32) {
	leaf = b.descend(r, x, row)
	if b.s.keepsLeaf {
		return leaf
	}
	b.release(leaf)
	return noLeaf
}

func (b *backend) releaseLeaf(leaf int32) {
	if leaf != noLeaf {
		b.release(leaf)
	}
}

// visit96 is visit with the record of 9.5 and later.
func (b *backend) visit96(t *heapTable, page int64, small *smallTable) int32 {
	buf := b.read(t.rel, page)
	short := t.heap.Prunable(page) || small != nil && t.heap.Dead(page) && !small.lines.Left(page)
	if !short || b.s.pool.Refs(buf) != 1 {
		return buf
	}
	used := t.used(page)
	n := t.heap.Clean(page, b.s.oldestXid())
	if n == 0 {
		return buf
	}
	redirected := t.heap.Redirected(page, n)
	if small != nil {
		small.lines.Pruned(page)
		redirected = min(n, small.index.Rows())
	}
	b.dirty(buf, b.s.wal.Append(b.p, b.s.wal.Format.Prune(redirected, n), b.image(buf, used), 0))
	b.s.n.Prunes++
	return buf
}

// findAccount goes from the index to the row's current version and returns its
// buffer, pinned, and the leaf as walk does. The first entry leads to a dead
// version, once the row has moved, until somebody finds out and marks it.
func (b *backend) findAccount(row int64) (buf, leaf int32) {
	s := b.s
	b.plan(planAccounts, s.accountKey)
	leaf = b.walk(s.accountKey, &s.db.AccountKey, row)
	now, first := s.db.AccountPage(row)
	if first == now || s.db.EntryKilled(row) {
		return b.visit96(&s.accounts, now, nil), leaf
	}
	b.release(b.visit96(&s.accounts, first, nil))
	buf = b.visit96(&s.accounts, now, nil)
	if !b.holds(rowOf(pgbench.Accounts, row)) { // a row that this transaction has moved is not dead to others
		b.killEntry(row, leaf)
	}
	return buf, leaf
}

func (b *backend) killEntry(row int64, leaf int32) {
	s := b.s
	s.db.KillEntry(row)
	if leaf != noLeaf {
		b.hint(leaf)
		return
	}
	leaf = b.read(s.accountKey, s.db.AccountKey.Block(0, row))
	b.hint(leaf)
	b.release(leaf)
}

func (b *backend) selectAccount96() {
	buf, leaf := b.findAccount(b.draw.Account)
	b.release(buf)
	b.releaseLeaf(leaf)
}

func (b *backend) updateAccount96() {
	s := b.s
	row := b.draw.Account
	t := &s.accounts
	buf, leaf := b.findAccount(row)
	waited := b.lockRow(rowOf(pgbench.Accounts, row))
	page, first := s.db.AccountPage(row)
	buf = b.recheck(t, page, buf, waited, 1)
	if moved := b.update96(t, nil, row, page, buf, &b.accountsAt); moved >= 0 {
		s.db.MoveAccount(row, moved)
		dead := int64(-1)
		if first != page && !s.db.EntryKilled(row) {
			dead = first
		}
		b.insertKey96(s.accountKey, &s.db.AccountKey, row, t, page, dead)
	}
	b.release(buf)
	b.releaseLeaf(leaf)
}

// recheck follows the row to where another transaction, for whose end this one
// has waited, has taken it, and locks it there. The first attempt to update it was
// in vain, and so is the first to lock it; then come the versions made meanwhile,
// one by one, and the lock on the newest (heap_update, EvalPlanQual,
// heapam_tuple_lock).
func (b *backend) recheck(t *heapTable, page int64, buf int32, waited bool, versions uint32) int32 {
	if b.s.pool.PageOf(buf) != t.rel.page(page) {
		b.release(buf)
		buf = b.visit96(t, page, nil)
	}
	if !waited {
		return buf
	}
	b.assignXid()
	for range 4 + versions {
		b.release(b.read(t.rel, page))
	}
	b.dirty(buf, b.s.wal.Append(b.p, b.s.wal.Format.HeapLock, b.image(buf, t.used(page)), 0))
	return buf
}

// insertKey96 adds the entry of a row that has moved away from page of t. The
// check for duplicates goes to the pages that the row's other entries point to:
// page and, unless -1, dead.
func (b *backend) insertKey96(r *relation, x *workload.Index, row int64, t *heapTable, page, dead int64) {
	for level := x.Height() - 1; level > 0; level-- {
		b.release(b.read(r, x.Block(level, row)))
	}
	leaf := b.read(r, x.Block(0, row))
	if dead >= 0 {
		b.release(b.read(t.rel, dead))
	}
	b.release(b.read(t.rel, page))
	b.dirty(leaf, b.s.wal.Append(b.p, b.s.wal.Format.IndexInsert(b.s.db.IndexEntry), b.image(leaf, b.s.db.LeafUsed), 0))
	b.release(leaf)
}

// update96 writes a new version of the row on its page in buf, or on another one
// if there is no room, which it returns, else -1.
func (b *backend) update96(t *heapTable, small *smallTable, row, page int64, buf int32, target *int64) (moved int64) {
	s := b.s
	b.assignXid()
	if s.rereads { // for the columns that do not change
		b.release(b.read(t.rel, page))
	}
	b.release(b.read(t.rel, page))
	h := t.heap
	if s.hot && h.Room(page) > 0 && (small == nil || small.lines.Left(page)) {
		b.clearVisible96(t, page)
		used := t.used(page)
		h.Place(page)
		h.KillHOT(page, b.xid)
		if small != nil {
			small.lines.Stay(row, page)
		}
		b.dirty(buf, s.wal.Append(b.p, s.wal.Format.HOTUpdate(t.tuple), b.image(buf, used+t.item), 0))
		s.n.HOTUpdates++
		return -1
	}
	b.clearVisible96(t, page)
	b.dirty(buf, s.wal.Append(b.p, s.wal.Format.HeapLock, b.image(buf, t.used(page)), 0))
	to, dest, fresh := b.place96(t, target)
	b.clearVisible96(t, to)
	h.Kill(page, b.xid)
	if small != nil {
		small.lines.Move(row, page, to)
	}
	b.lockBoth(buf, dest)
	image := b.imageOfPlaced(t, to, dest, fresh)
	lsn := s.wal.Append(b.p, s.wal.Format.HeapUpdate(t.tuple), image, b.image(buf, t.used(page))) // a checkpoint may have begun
	b.dirty(buf, lsn)
	b.dirty(dest, lsn)
	b.release(dest)
	s.n.ColdUpdates++
	return to
}

// place96 takes room for one tuple on a page of t and returns the page, its
// buffer, pinned, and whether it is new (RelationGetBufferForTuple of
// access/heap/hio.c).
func (b *backend) place96(t *heapTable, target *int64) (page int64, buf int32, fresh bool) {
	h := t.heap
	if *target < 0 {
		*target = b.firstTarget(t)
	}
	for page = *target; page >= 0; page = b.nextTarget(t, page) {
		buf = b.read(t.rel, page)
		if h.Room(page) > 0 {
			*target = page
			h.Place(page)
			return page, buf, false
		}
		b.release(buf)
	}
	page, buf = b.placeOnNew(t)
	*target = page
	return page, buf, true
}

func (b *backend) updateTeller96() {
	s := b.s
	row := b.draw.Teller
	t := smallTable{
		&s.tellers, s.tellerKey, &s.db.TellerKey, &s.db.TellerLines, planTellers, s.db.TellerPage, s.db.MoveTeller,
	}
	b.updateSmall96(&t, row, &b.tellersAt, pgbench.Tellers)
}

func (b *backend) updateBranch96() {
	s := b.s
	row := b.draw.Branch
	t := smallTable{
		&s.branches, s.branchKey, &s.db.BranchKey, &s.db.BranchLines, planBranches, s.db.BranchPage, s.db.MoveBranch,
	}
	b.updateSmall96(&t, row, &b.branchesAt, pgbench.Branches)
}

// updateSmall96 updates a row of a table that is read whole while it is small,
// by its primary key when it is not.
func (b *backend) updateSmall96(t *smallTable, row int64, target *int64, table pgbench.Table) {
	b.plan(t.number, t.key)
	leaf := noLeaf
	page := t.pageOf(row)
	if workload.BySeqScan96(t.index.Rows(), t.rel.initial, t.heap.Pages()) {
		for other := range t.heap.Pages() {
			if other != page {
				b.release(b.visit96(t.heapTable, other, t))
			}
		}
	} else {
		leaf = b.walk(t.key, t.index, row)
	}
	buf := b.visit96(t.heapTable, page, t)
	before := t.lines.Versions(row)
	waited := b.lockRow(rowOf(table, row))
	page = t.pageOf(row)
	buf = b.recheck(t.heapTable, page, buf, waited, t.lines.Versions(row)-before)
	if moved := b.update96(t.heapTable, t, row, page, buf, target); moved >= 0 {
		t.moveRow(row, moved)
		b.insertKey96(t.key, t.index, row, t.heapTable, page, -1)
	}
	b.release(buf)
	b.releaseLeaf(leaf)
}

func (b *backend) insertHistory96() {
	s := b.s
	b.assignXid()
	t := &s.history
	page, buf, fresh := b.place96(t, &b.historyAt)
	b.dirty(buf, s.wal.Append(b.p, s.wal.Format.HeapInsert(t.tuple), b.imageOfPlaced(t, page, buf, fresh), 0))
	b.release(buf)
}
