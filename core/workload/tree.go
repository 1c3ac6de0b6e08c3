package workload

// Tree is a B-tree that grows: leaves that are full split in two, and the new
// one lies at the end of the file. Leaves are numbered: first those that the
// index build made, in the order of their keys, then the others in the order in
// which they came. The pages above the leaves never split, since a build leaves
// 30 % of them free.
//
// The rows of a built leaf and those inserted among them are its stretch: the
// leaf and what it was split into.
type Tree struct {
	Index
	Entry int64 // bytes of an entry
	item  int64 // and what it takes on a page
	full  int64 // entries that fit a leaf
	built int64 // leaves of the build

	count []uint16 // by leaf: entries
	dead  []uint16 // of these, entries of rows that have moved
	next  []int32  // the next leaf of the stretch, -1: none
	last  []int32  // by built leaf: the last one of its stretch
	block []int32  // by leaf beyond the built ones
	root  int64    // of a tree whose root was its only leaf once: block of the root, else 0
	// Keeps is the share, in per cent, of its entries that a leaf keeps at a
	// split where entries come in ascending order (_bt_findsplitloc of
	// access/nbtree/nbtsplitloc.c): 50, from 12 on nearly all.
	keeps int64
}

// newTree returns the index on rows rows with entries of the given length.
func newTree(l RowLayout, rows int64, key columns, since12 bool) Tree {
	t := Tree{Entry: l.entry(key), keeps: 50}
	if since12 {
		t.keeps = 90
	}
	t.item = t.Entry + linePointer
	shape := Layout{PageHeader: pageHeader}
	shape.LeafRows, shape.InnerRows = shape.built(t.item, leafReserve), shape.built(t.item, innerReserve)
	t.Index = shape.IndexOf(rows)
	t.full = (PageSize - pageHeader - btreeSpecial) / t.item
	t.built = t.Index.count[0]
	t.count = make([]uint16, t.built)
	t.dead = make([]uint16, t.built)
	t.next = make([]int32, t.built)
	t.last = make([]int32, t.built)
	left := rows
	for i := range t.count {
		n := min(left, t.leafRows)
		if int64(i) == t.built-1 {
			n = left
		}
		left -= n
		t.count[i] = uint16(n + 1) // and the high key
		t.next[i] = -1
		t.last[i] = int32(i)
	}
	return t
}

// Leaf returns the leaf that the build put row number row on.
func (t *Tree) Leaf(row int64) int32 { return int32(min(row/t.leafRows, t.built-1)) }

// Among returns the leaf of row's stretch that a key belongs to which lies
// somewhere in it: the number says where.
func (t *Tree) Among(row int64, where uint64) int32 {
	first := t.Leaf(row)
	if t.next[first] < 0 {
		return first
	}
	n := uint64(0)
	for i := first; i >= 0; i = t.next[i] {
		n++
	}
	leaf := first
	for range where % n {
		leaf = t.next[leaf]
	}
	return leaf
}

// Last returns the last leaf of row's stretch, where ascending keys go.
func (t *Tree) Last(row int64) int32 { return t.last[t.Leaf(row)] }

// Next returns the leaf to the right within the stretch, -1 at its end.
func (t *Tree) Next(leaf int32) int32 { return t.next[leaf] }

// LeafBlock returns a leaf's block.
func (t *Tree) LeafBlock(leaf int32) int64 {
	if int64(leaf) < t.built {
		return t.Block(0, int64(leaf)*t.leafRows)
	}
	return int64(t.block[int64(leaf)-t.built])
}

// Levels returns the number of pages on the way from the root to a leaf.
func (t *Tree) Levels() int {
	if t.root > 0 {
		return t.Height() + 1
	}
	return t.Height()
}

// Upper returns the block of the page on the given level above 0 on the way to
// row's stretch.
func (t *Tree) Upper(level int, row int64) int64 {
	if level == t.Height() {
		return t.root
	}
	return t.Block(level, row)
}

// Used returns the bytes of a leaf outside its hole.
func (t *Tree) Used(leaf int32) int64 {
	return pageHeader + btreeSpecial + int64(t.count[leaf])*t.item
}

// Insert adds an entry and reports whether it fitted; if it did not, nothing
// has changed. moved says that it points to the new place of a row, so that
// another entry is dead from now on.
func (t *Tree) Insert(leaf int32, moved bool) bool {
	if int64(t.count[leaf]) >= t.full {
		return false
	}
	t.count[leaf]++
	if moved {
		t.dead[leaf]++
	}
	return true
}

// Remove takes the dead entries off a leaf and returns their number
// (_bt_vacuum_one_page of access/nbtree/nbtinsert.c, 8.2 and later). That every
// one of them has been found out by a scan is assumed.
func (t *Tree) Remove(leaf int32) int64 {
	n := t.dead[leaf]
	t.count[leaf] -= n
	t.dead[leaf] = 0
	return int64(n)
}

// Single reports whether the root is the only leaf.
func (t *Tree) Single() bool { return t.Levels() == 1 }

// Raise puts a new root above the only leaf.
func (t *Tree) Raise(block int64) { t.root = block }

// Split moves entries of a full leaf to a new one, which lies in the given
// block, and returns it with the number of entries moved. ascending says that
// the entries come in ascending order.
func (t *Tree) Split(leaf int32, block int64, row int64, ascending bool) (right int32, moved int64) {
	right = int32(len(t.count))
	keep := int64(t.count[leaf]) / 2
	if ascending {
		keep = int64(t.count[leaf]) * t.keeps / 100
	}
	moved = int64(t.count[leaf]) - keep
	deadRight := t.dead[leaf] / 2
	t.count = append(t.count, uint16(moved))
	t.dead = append(t.dead, deadRight)
	t.dead[leaf] -= deadRight
	t.count[leaf] = uint16(keep + 1) // and the high key
	t.next = append(t.next, t.next[leaf])
	t.next[leaf] = right
	t.block = append(t.block, int32(block))
	if first := t.Leaf(row); t.last[first] == leaf {
		t.last[first] = right
	}
	return right, moved
}
