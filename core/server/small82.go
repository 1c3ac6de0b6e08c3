package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/workload"
)

// Tellers and branches up to the tree of June 2007. Both tables grow by a version
// with every transaction; the planner reads them whole while they are small and by
// their keys when they are not.

// smallTable82 is tellers or branches.
type smallTable82 struct {
	*heapTable
	key    *relation
	rows   *workload.Versions
	number int // in backend.planned
}

func (b *backend) updateTeller82() {
	row := b.draw.Teller
	b.updateSmall82(&b.s.before83.small[0], row, &b.tellersAt, pgbench.Tellers)
}

func (b *backend) updateBranch82() {
	row := b.draw.Branch
	b.updateSmall82(&b.s.before83.small[1], row, &b.branchesAt, pgbench.Branches)
}

// rowUpdate is an update of a row of a small table.
type rowUpdate struct {
	t       *smallTable82
	row     int64
	version int32 // the one that the transaction sees
	page    int64
	target  *int64
	table   pgbench.Table
}

func (b *backend) updateSmall82(t *smallTable82, row int64, target *int64, table pgbench.Table) {
	u := rowUpdate{t: t, row: row, target: target, table: table}
	u.version = b.visible82(t, row)
	u.page = t.rows.Page(u.version)
	if b.s.before83.planner.BySeqScan(t.rows) {
		b.scanWhole82(&u)
	} else {
		b.lookUp82(&u)
	}
}

// visible82 returns the version of row that a statement of this transaction sees:
// the newest one whose maker has ended.
func (b *backend) visible82(t *smallTable82, row int64) int32 {
	v := t.rows.Newest(row)
	for m := t.rows.Maker(v); m != b.xid && b.s.running(m); m = t.rows.Maker(v) {
		v = t.rows.Before(v)
	}
	return v
}

// note82 notes on a page that the transaction that changed it last has ended, if it
// has: hint bits, which make the page dirty without WAL.
func (b *backend) note82(t *smallTable82, page int64, buf int32) {
	if x := t.rows.Unnoted(page); x != 0 && x != b.xid && !b.s.running(x) {
		t.rows.Note(page)
		b.hint(buf)
	}
}

// scanWhole82 reads every page that the table had when the scan began, and updates
// the row on its way.
func (b *backend) scanWhole82(u *rowUpdate) {
	t := u.t
	for page := range t.heap.Pages() {
		buf := b.read(t.rel, page)
		b.note82(t, page, buf)
		if page == u.page {
			b.updateRow82(u)
		}
		b.release(buf)
	}
}

// enterSmall goes down the key to the first leaf on which entries of row may lie.
func (b *backend) enterSmall(t *smallTable82, row int64) (leaf *workload.Leaf, buf int32) {
	b.meta(t.number, t.key)
	tree := &t.rows.Key
	for level := 0; level < tree.Levels(); level++ {
		b.release(b.read(t.key, tree.Above(level, row)))
	}
	for {
		leaf = tree.Find(row)
		buf = b.read(t.key, leaf.Block)
		if tree.Find(row) == leaf { // not split meanwhile
			return leaf, buf
		}
		b.release(buf)
	}
}

// lookUp82 goes to the row by its key. Entries are read newest first; those of dead
// versions that nobody has marked yet are in the way.
func (b *backend) lookUp82(u *rowUpdate) {
	t := u.t
	leaf, leafBuf := b.enterSmall(t, u.row)
	heap := int32(-1)
	for {
		b.entries = leaf.Collect(u.row, b.entries[:0])
		for i, version := range b.entries {
			heap = b.fetch82(t, version, heap)
			if version != u.version {
				if t.rows.Dead(version, b.s.oldestXmin()) {
					leaf.Kill(u.row, version)
					b.hint(leafBuf)
				}
				continue
			}
			b.updateRow82(u)
			if !b.s.before83.uniqueStops {
				heap = b.fetchRest82(t, leaf, u.row, i+1, heap)
			}
			b.letGo82(leafBuf, heap)
			return
		}
		next := leaf.After()
		if next == nil || !leaf.Ends(u.row) {
			break // the version's entry has gone to another leaf meanwhile
		}
		b.release(leafBuf)
		leaf, leafBuf = next, b.read(t.key, next.Block)
	}
	if heap >= 0 {
		b.release(heap)
	}
	heap = b.read(t.rel, u.page)
	b.updateRow82(u)
	b.letGo82(leafBuf, heap)
}

// fetch82 goes from the version in buffer heap, -1 for none, to another one.
func (b *backend) fetch82(t *smallTable82, version, heap int32) int32 {
	page := t.rows.Page(version)
	if page < 0 {
		return heap // removed while this process was reading another page
	}
	if heap >= 0 {
		if b.s.before83.samePage && b.s.pool.PageOf(heap) == t.rel.page(page) {
			return heap
		}
		b.release(heap)
	}
	heap = b.read(t.rel, page)
	b.note82(t, page, heap)
	return heap
}

// fetchRest82 goes on with the entries that the scan has read from its leaf, from
// the i-th on, and to the next leaf if the row's entries may go on there.
func (b *backend) fetchRest82(t *smallTable82, leaf *workload.Leaf, row int64, i int, heap int32) int32 {
	for ; i < len(b.entries); i++ {
		heap = b.fetch82(t, b.entries[i], heap)
	}
	if next := leaf.After(); next != nil && leaf.Ends(row) {
		b.release(b.read(t.key, next.Block))
	}
	return heap
}

// updateRow82 writes a new version of the row, whose visible one is in a page that
// the scan has pinned, and adds its entry to the key.
func (b *backend) updateRow82(u *rowUpdate) {
	t := u.t
	b.lockRow(rowOf(u.table, u.row))
	newest := t.rows.Newest(u.row)
	page := t.rows.Page(newest)
	if newest != u.version { // another transaction was faster: EvalPlanQual fetches its version
		b.release(b.read(t.rel, page))
	}
	buf := b.read(t.rel, page) // heap_update looks its page up again
	to := b.update82(t.heapTable, &t.rows.Space, page, buf, u.target)
	version := t.rows.Update(u.row, to, b.xid)
	b.release(buf)
	b.insertSmall82(t, u.row, version)
}
