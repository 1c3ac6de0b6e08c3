package server

import (
	"clocksweep/core/wal"
	"clocksweep/core/workload"
)

// Rows of tables with any number of indexes, which grow: how DBT-2 reads and
// changes them, in every release. The statements of pgbench, which were recorded
// page by page, are in tpcb.go and tpcb96.go; what those recordings show of
// pinning and logging holds here too.

// table is a table with its indexes.
type table struct {
	heapTable
	rows   *workload.Table
	keys   []*index
	number int       // among the tables, for row locks and target blocks
	vm     *relation // visibility map: 8.4 and later
}

// index is an index on a table.
type index struct {
	rel  *relation
	tree *workload.Tree
	at   func(row int64) int64 // place of a row in the order of the index, nil: the row itself
}

func (x *index) place(row int64) int64 {
	if x.at == nil {
		return row
	}
	return x.at(row)
}

// leafOf returns the leaf of a row that lies somewhere in its stretch.
func (x *index) leafOf(row int64) int32 {
	return x.tree.Among(x.place(row), uint64(row)*0x9e3779b97f4a7c15>>40)
}

// seek goes down the index to the leaf, on the way to row, and returns it, pinned.
// Up to 8.1 a scan reads the meta page, which a backend remembers later.
func (b *backend) seek(x *index, row int64, leaf int32) int32 {
	if b.s.readsMeta {
		b.release(b.read(x.rel, 0))
	}
	for level := x.tree.Levels() - 1; level > 0; level-- {
		b.release(b.read(x.rel, x.tree.Upper(level, row)))
	}
	return b.read(x.rel, x.tree.LeafBlock(leaf))
}

// scan is seek for a read, which up to 9.4 keeps its pin on the leaf until it is
// done with it and from 9.5 on drops it at once: then it returns noLeaf.
func (b *backend) scan(x *index, row int64, leaf int32) int32 {
	buf := b.seek(x, row, leaf)
	if b.s.keepsLeaf {
		return buf
	}
	b.release(buf)
	return noLeaf
}

// visitRow pins a page of a table for a read and prunes it if that pays (8.3 and
// later).
func (b *backend) visitRow(t *table, page int64) int32 {
	if b.s.mapped {
		return b.visit96(&t.heapTable, page, nil)
	}
	return b.visit(&t.heapTable, page)
}

// find goes by the first index to the current version of a row and returns its
// buffer and the leaf, pinned. The first time somebody finds the version the row
// was loaded with dead, its entry is marked so.
func (b *backend) find(t *table, row int64) (buf, leaf int32) {
	x := t.keys[0]
	page, first := t.rows.At(row)
	leaf = noLeaf
	if workload.BySeqScan(x.tree.Rows(), t.heap.Pages()) {
		for other := range t.heap.Pages() {
			if other != page {
				b.release(b.visitRow(t, other))
			}
		}
	} else {
		leaf = b.scan(x, row, x.leafOf(row))
	}
	if first != page && leaf >= 0 && t.rows.FindDead(row) {
		b.release(b.visitRow(t, first))
		b.hint(leaf)
	}
	return b.visitRow(t, page), leaf
}

// get is SELECT of a row by primary key.
func (b *backend) get(t *table, row int64) {
	buf, leaf := b.find(t, row)
	b.release(buf)
	b.releaseLeaf(leaf)
}

// getForUpdate is SELECT ... FOR UPDATE. From 8.1 on the lock on the row is
// logged.
func (b *backend) getForUpdate(t *table, row int64) {
	s := b.s
	buf, leaf := b.find(t, row)
	b.lockRow(t.rowOf(row))
	b.assignXid()
	page, _ := t.rows.At(row)
	buf = b.follow(t, page, buf)
	if s.logsLocks {
		b.dirty(buf, b.append(s.wal.HeapLock(), s.wal.Format.HeapLock, b.imageOf(buf, t.used(page)), 0))
	} else {
		b.dirtyUnlogged(buf)
	}
	b.release(buf)
	b.releaseLeaf(leaf)
}

// follow returns the buffer of the page to which a row has gone while its lock
// was waited for, in place of buf.
func (b *backend) follow(t *table, page int64, buf int32) int32 {
	if b.s.pool.PageOf(buf) == t.rel.page(page) {
		return buf
	}
	b.release(buf)
	return b.visitRow(t, page)
}

// set is UPDATE of a row by primary key. indexed says that an indexed column
// changes, so that the update is not heap-only whatever the room.
func (b *backend) set(t *table, row int64, indexed bool) {
	buf, leaf := b.find(t, row)
	b.lockRow(t.rowOf(row))
	page, _ := t.rows.At(row)
	buf = b.follow(t, page, buf)
	to := b.newVersion(t, page, buf)
	if to >= 0 {
		t.rows.Move(row, to)
	}
	if to >= 0 || indexed || !b.s.hot {
		for _, x := range t.keys {
			b.insertEntry(x, x.place(row), x.leafOf(row), true, false)
		}
		b.s.n.ColdUpdates++
	} else {
		b.s.n.HOTUpdates++
	}
	b.release(buf)
	b.releaseLeaf(leaf)
}

// newVersion writes a new version of a row on page, which is in buf, and returns
// -1, or, if there is no room, on another page, which it returns (heap_update of
// access/heap/heapam.c).
func (b *backend) newVersion(t *table, page int64, buf int32) (to int64) {
	s := b.s
	b.assignXid()
	h := t.heap
	old := s.wal.HeapUpdate(t.tuple)
	if h.Room(page) > 0 {
		h.Place(page)
		b.uncover(t, page)
		b.kill(t, page)
		b.dirty(buf, b.append(old, s.wal.Format.HOTUpdate(t.tuple), b.imageOf(buf, t.used(page)), 0))
		return -1
	}
	b.uncover(t, page)
	if s.mapped {
		b.dirty(buf, s.wal.Append(b.p, s.wal.Format.HeapLock, b.image(buf, t.used(page)), 0))
	}
	to, dest, fresh := b.room(t)
	b.uncover(t, to)
	b.kill(t, page)
	b.lockBoth(buf, dest)
	image := b.imageOfPlaced(&t.heapTable, to, dest, fresh)
	lsn := b.append(old, s.wal.Format.HeapUpdate(t.tuple), image, b.imageOf(buf, t.used(page))) // a checkpoint may have begun
	b.dirty(buf, lsn)
	b.dirty(dest, lsn)
	b.release(dest)
	return to
}

// add is INSERT of a row and returns its page; the entries are the caller's.
func (b *backend) add(t *table) (page int64) {
	b.assignXid()
	page, buf, fresh := b.room(t)
	b.uncover(t, page)
	image := b.imageOfPlaced(&t.heapTable, page, buf, fresh)
	b.dirty(buf, b.append(b.s.wal.HeapInsert(t.tuple), b.s.wal.Format.HeapInsert(t.tuple), image, 0))
	b.release(buf)
	return page
}

// remove marks a row on a page as deleted.
func (b *backend) remove(t *table, page int64) {
	b.assignXid()
	buf := b.visitRow(t, page)
	b.uncover(t, page)
	b.kill(t, page)
	b.dirty(buf, b.append(b.s.wal.HeapLock(), b.s.wal.Format.HeapLock, b.imageOf(buf, t.used(page)), 0))
	b.release(buf)
}

// kill counts a dead row, if the release can do anything about it short of
// VACUUM. An order's lines may lie on more pages than are remembered, so that
// there may be none left on this one.
func (b *backend) kill(t *table, page int64) {
	if b.s.hasHOT && t.heap.Live(page) > 0 {
		t.heap.Kill(page, b.xid)
	}
}

// room takes room for a row on this backend's target block.
func (b *backend) room(t *table) (page int64, buf int32, fresh bool) {
	if b.s.mapped {
		return b.place96(&t.heapTable, &b.targets[t.number])
	}
	return b.place(&t.heapTable, &b.targets[t.number])
}

// uncover clears a page's bits in the visibility map.
func (b *backend) uncover(t *table, page int64) {
	if !t.heap.ClearVisible(page) || t.vm == nil {
		return
	}
	buf := b.read(t.vm, page/b.s.coverage)
	b.dirtyUnlogged(buf)
	b.release(buf)
}

// insertEntry adds an entry to an index: a descent, and at a full leaf the
// removal of dead entries or a split. It returns the leaf. row says where among
// the rows of the build the entry belongs; moved that another entry of its row
// is dead from now on; ascending that entries come in the order of their keys.
func (b *backend) insertEntry(x *index, row int64, leaf int32, moved, ascending bool) int32 {
	s := b.s
	buf := b.seek(x, row, leaf)
	for !x.tree.Insert(leaf, moved) {
		if n := int64(0); s.removesDead {
			if n = x.tree.Remove(leaf); n > 0 {
				b.dirty(buf, b.append(s.wal.DeleteEntries(n), s.wal.Format.DeleteEntries(n), b.imageOf(buf, x.tree.Used(leaf)), 0))
				continue
			}
		}
		leaf, buf = b.split(x, row, leaf, buf, ascending)
	}
	b.dirty(buf, b.append(s.wal.IndexInsert(x.tree.Entry), s.wal.Format.IndexInsert(x.tree.Entry),
		b.imageOf(buf, x.tree.Used(leaf)), 0))
	b.release(buf)
	return leaf
}

// split splits the leaf in buf and returns the one of the two that the entry goes
// to, with its buffer (_bt_split of access/nbtree/nbtinsert.c). The record holds
// what has moved.
func (b *backend) split(x *index, row int64, leaf, buf int32, ascending bool) (int32, int32) {
	s := b.s
	b.lockContent(buf)
	block, right := b.extend(x.rel)
	image := b.imageOf(buf, x.tree.Used(leaf))
	newLeaf, n := x.tree.Split(leaf, block, row, ascending)
	lsn := b.append(s.wal.Split(2*n, x.tree.Entry), s.wal.Format.IndexSplit(n*x.tree.Entry), image, 0)
	b.dirty(buf, lsn)
	b.dirty(right, lsn)
	if x.tree.Single() {
		rootBlock, root := b.extend(x.rel)
		if x.tree.Single() { // nobody else did so meanwhile
			x.tree.Raise(rootBlock)
		}
		b.dirty(root, b.append(s.wal.IndexInsert(x.tree.Entry), s.wal.Format.IndexInsert(x.tree.Entry), 0, 0))
		b.release(root)
	} else {
		upper := b.read(x.rel, x.tree.Upper(1, row))
		b.dirty(upper, b.append(s.wal.IndexInsert(x.tree.Entry), s.wal.Format.IndexInsert(x.tree.Entry),
			b.imageOf(upper, upperUsed), 0))
		b.release(upper)
	}
	if ascending || uint64(row)&1 != 0 {
		b.release(buf)
		return newLeaf, right
	}
	b.release(right)
	return leaf, buf
}

// upperUsed is how full a page above the leaves is: 70 %.
const upperUsed = workload.PageSize * 7 / 10

// append appends a record of the length old up to 9.2, else r, with the images of
// its page and of another one.
func (b *backend) append(old int64, r wal.Record, image, other int64) (end int64) {
	if b.s.mapped {
		return b.s.wal.Append(b.p, r, image, other)
	}
	return b.s.wal.Record(b.p, old, image+other)
}

// imageOf is change or image, whichever the release's records need.
func (b *backend) imageOf(buf int32, used int64) int64 {
	if b.s.mapped {
		return b.image(buf, used)
	}
	return b.change(buf, used)
}
