package server

import "clocksweep/core/workload"

// Entries of the primary keys, up to the tree of June 2007 (access/nbtree/nbtinsert.c).

// insertAccount82 adds the entry of the new version of a row of accounts. The check
// for duplicates goes to the version that it replaces, on page, and to the one
// before that, whose entry it marks as dead; -1 if that has been done.
func (b *backend) insertAccount82(row, page, before int64) {
	s := b.s
	k := &s.before83.Leaves
	rel := s.accountKey
	leaf, buf := b.enterKey(row)
	b.lockPage(buf)
	if own := k.Leaf(row); own != leaf {
		b.release(b.read(rel, k.Block(own)))
	}
	b.release(b.read(s.accounts.rel, page))
	if before >= 0 {
		seen := b.read(s.accounts.rel, before)
		b.hint(seen) // notes the end of the transaction that replaced it
		b.release(seen)
		b.dirtyUnlogged(buf)
		k.Kill(leaf)
	}
	leaf = k.Enter(row)
	if k.Full(leaf) && s.removesDead {
		if n := k.RemoveDead(leaf); n > 0 {
			b.dirty(buf, s.wal.Record(b.p, s.wal.DeleteEntries(n), b.change(buf, s.db.LeafUsed)))
		}
	}
	if k.Full(leaf) {
		b.splitAccountLeaf(row, leaf, buf)
	} else {
		k.Add(leaf)
		b.dirty(buf, s.wal.Record(b.p, s.wal.IndexInsert(s.db.IndexEntry), b.change(buf, s.db.LeafUsed)))
	}
	b.release(buf)
}

// splitAccountLeaf adds an entry to a full leaf of the key of accounts.
func (b *backend) splitAccountLeaf(row int64, leaf, buf int32) {
	s := b.s
	k := &s.before83.Leaves
	b.lockContent(buf)
	block, right := b.extend(s.accountKey)
	last := k.Last(leaf)
	beyond := int64(-1)
	if !last {
		beyond = k.Block(k.Right(leaf))
	}
	n := k.Split(leaf, block)
	b.logSplit(s.accountKey, buf, right, beyond, n)
	b.release(right)
	if h := s.db.AccountKey.Height(); h > 1 {
		b.linkLeaf(s.accountKey, s.db.AccountKey.Block(1, max(row-1, 0)))
	}
}

// logSplit writes the record of a split of the page in buffer left, whose new page
// is in right, and changes the left link of the page to the right of both, block
// beyond, -1 for none.
func (b *backend) logSplit(key *relation, left, right int32, beyond, entries int64) {
	s := b.s
	b.lockPage(right)
	lsn := s.wal.Record(b.p, s.wal.Split(entries, s.db.IndexEntry), 0)
	b.dirty(right, lsn)
	b.dirty(left, lsn)
	if beyond >= 0 {
		buf := b.read(key, beyond)
		b.lockPage(buf)
		b.dirty(buf, lsn)
		b.release(buf)
	}
}

// linkLeaf adds the entry of a new leaf to the page above, block.
func (b *backend) linkLeaf(key *relation, block int64) {
	s := b.s
	buf := b.read(key, block)
	b.lockPage(buf)
	b.dirty(buf, s.wal.Record(b.p, s.wal.IndexInsert(s.db.IndexEntry), b.change(buf, s.db.LeafUsed)))
	b.release(buf)
}

// insertSmall82 adds the entry of a new version of a row of tellers or branches.
func (b *backend) insertSmall82(t *smallTable82, row int64, version int32) {
	s := b.s
	leaf, buf := b.enterSmall(t, row)
	b.lockPage(buf)
	b.checkUnique(t, row, leaf, buf)
	tree := &t.rows.Key
	for tree.Full(leaf) {
		if s.removesDead {
			if n := t.rows.RemoveDead(leaf); n > 0 {
				b.dirty(buf, s.wal.Record(b.p, s.wal.DeleteEntries(n), b.change(buf, s.db.LeafUsed)))
				continue
			}
		}
		next := leaf.Next(row)
		if next == nil || b.rnd.Intn(100) == 0 { // 1 % split here rather than walk on
			break
		}
		right := b.read(t.key, next.Block)
		b.lockPage(right)
		b.release(buf)
		leaf, buf = next, right
	}
	if tree.Full(leaf) {
		b.splitSmallLeaf(t, row, version, leaf, buf)
	} else {
		tree.Insert(leaf, row, version)
		b.dirty(buf, s.wal.Record(b.p, s.wal.IndexInsert(s.db.IndexEntry), b.change(buf, s.db.LeafUsed)))
	}
	b.release(buf)
}

// checkUnique goes to every version of row whose entry is not marked dead, from
// leaf, in buffer buf, to the right, and marks the entries of those that nobody can
// see any more (_bt_check_unique).
func (b *backend) checkUnique(t *smallTable82, row int64, leaf *workload.Leaf, buf int32) {
	at := buf
	for {
		b.duplicates = leaf.Collect(row, b.duplicates[:0])
		for _, version := range b.duplicates {
			page := t.rows.Page(version)
			if page < 0 {
				continue // removed while this process was reading another page
			}
			heap := b.read(t.rel, page)
			b.note82(t, page, heap)
			if t.rows.Dead(version, b.s.oldestXmin()) {
				leaf.Kill(row, version)
				b.dirtyUnlogged(at)
			}
			b.release(heap)
		}
		next := leaf.Next(row)
		if next == nil {
			break
		}
		if at != buf {
			b.release(at)
		}
		leaf, at = next, b.read(t.key, next.Block)
	}
	if at != buf {
		b.release(at)
	}
}

// splitSmallLeaf adds an entry to a full leaf of the key of tellers or branches.
func (b *backend) splitSmallLeaf(t *smallTable82, row int64, version int32, leaf *workload.Leaf, buf int32) {
	s := b.s
	tree := &t.rows.Key
	b.lockContent(buf)
	block, right := b.extend(t.key)
	beyond := int64(-1)
	if r := leaf.After(); r != nil {
		beyond = r.Block
	}
	n := tree.Split(leaf, row, version, block)
	b.logSplit(t.key, buf, right, beyond, n)
	b.release(right)
	if !tree.Grows() {
		b.linkLeaf(t.key, tree.Above(tree.Levels()-1, row))
		return
	}
	block, root := b.extend(t.key)
	tree.AddInner(block)
	b.lockPage(root)
	b.dirty(root, s.wal.Record(b.p, s.wal.IndexInsert(2*s.db.IndexEntry), 0))
	b.release(root)
	meta := b.read(t.key, 0)
	b.lockPage(meta)
	b.dirtyUnlogged(meta)
	b.release(meta)
}
