package workload

import "slices"

// VersionTree is the B-tree of a small table in the releases without heap-only tuples:
// each version of a row has an entry, and the entries of a row lie side by side,
// the newest first, over as many leaves as it takes (access/nbtree/nbtinsert.c).
// Pages above the leaves are counted, not modeled: a page more for each LeafMost
// leaves.
type VersionTree struct {
	most   int // entries that fit a leaf, high key included
	leaves []*Leaf
	inner  []int64 // blocks above the leaves, the root last if there are several
}

// Leaf is a leaf of a VersionTree.
type Leaf struct {
	Block int64
	next  *Leaf
	high  int32 // row of the high key; the rightmost leaf has none
	items []item
}

// item is an entry: a version of a row. A dead entry has been marked so by
// somebody who found out that nobody can see the version any more.
type item struct {
	row, version int32
	dead         bool
}

// newVersionTree returns the tree of rows rows on one leaf or, as an index build leaves
// it, on several: row and version have the same number.
func newVersionTree(l *Layout, rows int64) VersionTree {
	t := VersionTree{most: int(l.LeafMost)}
	x := l.IndexOf(rows)
	var last *Leaf
	for row := range rows {
		if block := x.Block(0, row); last == nil || last.Block != block {
			leaf := &Leaf{Block: block}
			if last != nil {
				last.next, last.high = leaf, int32(row)
			}
			t.leaves = append(t.leaves, leaf)
			last = leaf
		}
		last.items = append(last.items, item{row: int32(row), version: int32(row)})
	}
	for level := 1; level < x.Height(); level++ {
		for row := int64(0); row < rows; row++ {
			if b := x.Block(level, row); !slices.Contains(t.inner, b) {
				t.inner = append(t.inner, b)
			}
		}
	}
	return t
}

// Leaves returns the number of leaves.
func (t *VersionTree) Leaves() int64 { return int64(len(t.leaves)) }

// find returns the number of the first leaf on which entries of row may lie.
func (t *VersionTree) find(row int64) int {
	lo, hi := 0, len(t.leaves)-1
	for lo < hi {
		if m := (lo + hi) / 2; int64(t.leaves[m].high) < row {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// Find returns the first leaf on which entries of row may lie.
func (t *VersionTree) Find(row int64) *Leaf { return t.leaves[t.find(row)] }

// Levels returns how many pages are on the way down to a leaf.
func (t *VersionTree) Levels() int { return min(len(t.inner), 2) }

// Above returns the block of the level-th of them, the root being 0.
func (t *VersionTree) Above(level int, row int64) int64 {
	n := len(t.inner)
	if level == 0 {
		return t.inner[n-1]
	}
	return t.inner[t.find(row)*(n-1)/len(t.leaves)]
}

// Grows reports whether the pages above have no room for a leaf more.
func (t *VersionTree) Grows() bool {
	return len(t.leaves) > t.most*max(len(t.inner)-1, min(len(t.inner), 1))
}

// AddInner adds a page above the leaves. It becomes the root, if there is none yet
// or one only.
func (t *VersionTree) AddInner(block int64) {
	if n := len(t.inner); n > 1 {
		t.inner = append(t.inner[:n-1], block, t.inner[n-1])
		return
	}
	t.inner = append(t.inner, block)
}

// Next returns the leaf on which entries of row may go on, or nil.
func (f *Leaf) Next(row int64) *Leaf {
	if f.next != nil && int64(f.high) == row {
		return f.next
	}
	return nil
}

// After returns the leaf to the right, or nil.
func (f *Leaf) After() *Leaf { return f.next }

// start returns the place of the first entry that is not less than row.
func (f *Leaf) start(row int64) int {
	lo, hi := 0, len(f.items)
	for lo < hi {
		if m := (lo + hi) / 2; int64(f.items[m].row) < row {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo
}

// Ends reports whether a scan for row comes to the end of the leaf without meeting
// an entry of a later row, so that it goes on to the next leaf.
func (f *Leaf) Ends(row int64) bool {
	n := len(f.items)
	return f.next != nil && (n == 0 || int64(f.items[n-1].row) <= row)
}

// Collect appends the versions of row on this leaf whose entries are not dead.
func (f *Leaf) Collect(row int64, to []int32) []int32 {
	for i := f.start(row); i < len(f.items) && int64(f.items[i].row) == row; i++ {
		if !f.items[i].dead {
			to = append(to, f.items[i].version)
		}
	}
	return to
}

// Kill marks the entry of a version of row as dead, if it is still on the leaf.
func (f *Leaf) Kill(row int64, version int32) {
	for i := f.start(row); i < len(f.items) && int64(f.items[i].row) == row; i++ {
		if f.items[i].version == version {
			f.items[i].dead = true
			return
		}
	}
}

// Full reports whether the leaf has no room for an entry.
func (t *VersionTree) Full(f *Leaf) bool {
	n := len(f.items)
	if f.next != nil {
		n++ // the high key
	}
	return n >= t.most
}

// Insert puts an entry before all others of its row.
func (t *VersionTree) Insert(f *Leaf, row int64, version int32) {
	f.items = slices.Insert(f.items, f.start(row), item{row: int32(row), version: version})
}

// dropEmpty takes leaves without entries out of the tree. The rightmost one stays
// (_bt_pagedel of access/nbtree/nbtpage.c).
func (t *VersionTree) dropEmpty() {
	kept := t.leaves[:0]
	for _, f := range t.leaves {
		if len(f.items) == 0 && f.next != nil {
			continue
		}
		if n := len(kept); n > 0 {
			kept[n-1].next = f
		}
		kept = append(kept, f)
	}
	t.leaves = kept
}

// Split moves the right part of a full leaf to a new leaf with the given block and
// inserts the entry. The marks of dead entries are lost, as PageAddItem copies
// entries without them. It returns how many entries are on both pages.
func (t *VersionTree) Split(f *Leaf, row int64, version int32, block int64) int64 {
	t.Insert(f, row, version)
	total := len(f.items)
	for i := range f.items {
		f.items[i].dead = false
	}
	left := splitAt(total, t.most, f.next == nil)
	right := &Leaf{Block: block, next: f.next, high: f.high}
	right.items = append(make([]item, 0, t.most), f.items[left:]...)
	f.items = f.items[:left]
	f.next, f.high = right, right.items[0].row
	at := t.find(int64(f.items[0].row))
	for t.leaves[at] != f {
		at++
	}
	t.leaves = slices.Insert(t.leaves, at+1, right)
	return int64(total)
}

// splitAt returns how many of total entries stay on the left page. In the middle of
// an index both pages get the same room, at its right end the left one half the
// other's. The search goes from left to right and takes the first place at which
// the two differ by a sixteenth of a page at most (_bt_findsplitloc of
// access/nbtree/nbtinsert.c, 7.4 to 8.1).
func splitAt(total, most int, rightmost bool) int {
	tolerance := most / 16
	for left := 1; left < total; left++ {
		leftRoom := most - left - 1 // and its high key
		rightRoom := most - (total - left)
		if rightmost {
			leftRoom *= 2
		} else {
			rightRoom-- // its high key
		}
		if d := leftRoom - rightRoom; d <= tolerance && d >= -tolerance {
			return left
		}
	}
	return total / 2
}
