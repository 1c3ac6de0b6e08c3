package workload

// KeyLeaves counts the entries on the leaves of the primary key of accounts, for
// the releases without heap-only tuples: each update adds one, and a leaf with no
// room left is split. The pages above have room for all the leaves that splits add
// here.
type KeyLeaves struct {
	x     *Index
	most  int64
	count []uint16 // entries of each leaf, marked ones included
	dead  []uint16 // of these, those marked as dead
	// A leaf that was split goes on in its next one, and so on, each beginning at a
	// row of its own. Leaves of the index build have the numbers up to built.
	built int64
	next  []int32
	first []int32 // of leaves made by splits: their first row
	block []int64 // likewise
}

func newKeyLeaves(l *Layout, x *Index) KeyLeaves {
	n := x.count[0]
	k := KeyLeaves{x: x, most: l.LeafMost, built: n, count: make([]uint16, n), dead: make([]uint16, n), next: make([]int32, n)}
	for i := range n {
		k.count[i] = uint16(l.LeafRows)
		k.next[i] = -1
	}
	k.count[n-1] = uint16(x.rows - (n-1)*l.LeafRows)
	return k
}

// Leaf returns the leaf with the entries of row that the index build made.
func (k *KeyLeaves) Leaf(row int64) int32 {
	leaf := int32(min(row/k.x.leafRows, k.built-1))
	for n := k.next[leaf]; n >= 0 && int64(k.first[int64(n)-k.built]) <= row; n = k.next[n] {
		leaf = n
	}
	return leaf
}

// Enter returns the leaf to which a search for row comes first: the one to the
// left, if the row is the first of its leaf, because that one's high key is equal.
func (k *KeyLeaves) Enter(row int64) int32 {
	if row == 0 {
		return 0
	}
	return k.Leaf(row - 1)
}

// Block returns the leaf's block.
func (k *KeyLeaves) Block(leaf int32) int64 {
	if n := int64(leaf) - k.built; n >= 0 {
		return k.block[n]
	}
	return k.x.Block(0, int64(leaf)*k.x.leafRows)
}

// Last reports whether the leaf is the rightmost one, which has no high key.
func (k *KeyLeaves) Last(leaf int32) bool { return k.Leaf(k.x.rows-1) == leaf }

// Right returns the leaf to the right of one that is not the last.
func (k *KeyLeaves) Right(leaf int32) int32 {
	_, to := k.rows(leaf)
	return k.Leaf(to)
}

// Full reports whether the leaf has no room for an entry.
func (k *KeyLeaves) Full(leaf int32) bool {
	n := int64(k.count[leaf])
	if !k.Last(leaf) {
		n++ // the high key
	}
	return n >= k.most
}

// Add puts an entry on the leaf.
func (k *KeyLeaves) Add(leaf int32) { k.count[leaf]++ }

// Kill marks an entry of the leaf as dead.
func (k *KeyLeaves) Kill(leaf int32) { k.dead[leaf]++ }

// RemoveDead takes marked entries off the leaf and returns their number.
func (k *KeyLeaves) RemoveDead(leaf int32) int64 {
	n := k.dead[leaf]
	k.count[leaf] -= n
	k.dead[leaf] = 0
	return int64(n)
}

// Split adds an entry to a full leaf and moves its right part to a new leaf with
// the given block. Its rows are taken to have as many entries each. It returns how
// many entries are on both.
func (k *KeyLeaves) Split(leaf int32, block int64) int64 {
	total := int64(k.count[leaf]) + 1
	left := int64(splitAt(int(total), int(k.most), k.Last(leaf)))
	from, to := k.rows(leaf)
	n := int32(len(k.count))
	k.count = append(k.count, uint16(total-left))
	k.dead = append(k.dead, 0)
	k.next = append(k.next, k.next[leaf])
	k.first = append(k.first, int32(from+(to-from)*left/total))
	k.block = append(k.block, block)
	k.count[leaf], k.dead[leaf], k.next[leaf] = uint16(left), 0, n
	return total
}

// rows returns the range of rows that a leaf is for.
func (k *KeyLeaves) rows(leaf int32) (from, to int64) {
	if n := int64(leaf) - k.built; n >= 0 {
		from = int64(k.first[n])
	} else {
		from = int64(leaf) * k.x.leafRows
	}
	if n := k.next[leaf]; n >= 0 {
		return from, int64(k.first[int64(n)-k.built])
	}
	if base := from / k.x.leafRows; base < k.built-1 {
		return from, (base + 1) * k.x.leafRows
	}
	return from, k.x.rows
}
