package workload

import (
	"testing"

	"clocksweep/core/sim"
)

// TestTreeKeepsItsEntries inserts at random and in order, splitting where a leaf
// is full: no entry is lost, no leaf overflows, every leaf is in its stretch once.
func TestTreeKeepsItsEntries(t *testing.T) {
	for _, since12 := range []bool{false, true} {
		for _, ascending := range []bool{false, true} {
			const rows = 10_000
			tree := newTree(RowLayoutOf(64, true), rows, threeKeys, since12)
			rnd := sim.NewRand(9, "tree")
			built, splits := len(tree.count), 0
			entries := func() (n int64) {
				for _, c := range tree.count {
					n += int64(c) - 1 // without the high key
				}
				return n
			}
			have := entries()
			block := tree.Pages()
			for range 30_000 {
				row, leaf := int64(rows/2), int32(0)
				if ascending {
					leaf = tree.Last(row)
				} else {
					row = rnd.Intn(rows)
					leaf = tree.Among(row, rnd.Uint64())
				}
				for !tree.Insert(leaf, false) {
					right, moved := tree.Split(leaf, block, row, ascending)
					if moved <= 0 || tree.LeafBlock(right) != block {
						t.Fatalf("a split moved %d entries to block %d, want it at %d", moved, tree.LeafBlock(right), block)
					}
					block++
					splits++
					if ascending {
						leaf = right
					}
				}
				if tree.Used(leaf) > PageSize {
					t.Fatalf("leaf %d holds %d bytes", leaf, tree.Used(leaf))
				}
			}
			// A split gives the left leaf a high key; the right one keeps the old.
			if got := entries(); got != have+30_000 {
				t.Errorf("since12 %v, ascending %v: %d entries, want %d", since12, ascending, got, have+30_000)
			}
			if len(tree.count) != built+splits {
				t.Errorf("%d leaves after %d splits of %d", len(tree.count), splits, built)
			}
			seen := make([]bool, len(tree.count))
			for first := range int32(built) {
				last := first
				for leaf := first; leaf >= 0; leaf = tree.Next(leaf) {
					if seen[leaf] {
						t.Fatalf("leaf %d is in two stretches", leaf)
					}
					seen[leaf], last = true, leaf
				}
				if row := int64(first) * tree.leafRows; tree.Leaf(row) == first && tree.Last(row) != last {
					t.Errorf("the last leaf of stretch %d is %d, want %d", first, tree.Last(row), last)
				}
			}
			for leaf, ok := range seen {
				if !ok {
					t.Errorf("leaf %d is in no stretch", leaf)
				}
			}
			perLeaf := float64(30_000) / float64(splits)
			full := float64(tree.full)
			if ascending && !since12 && (perLeaf < 0.4*full || perLeaf > 0.6*full) {
				t.Errorf("ascending entries fill leaves to %.2f, want half", perLeaf/full)
			}
			if ascending && since12 && perLeaf < 0.85*full {
				t.Errorf("from 12 on, ascending entries fill leaves to %.2f, want nearly all", perLeaf/full)
			}
		}
	}
}

// TestTreeOfMovedRows: with the dead entries removed, an index on rows that move
// again and again does not grow.
func TestTreeOfMovedRows(t *testing.T) {
	tree := newTree(RowLayoutOf(64, true), 5000, threeKeys, true)
	rnd := sim.NewRand(9, "tree")
	removed := int64(0)
	for range 100_000 {
		leaf := tree.Leaf(rnd.Intn(5000))
		if !tree.Insert(leaf, true) {
			n := tree.Remove(leaf)
			removed += n
			if n == 0 || !tree.Insert(leaf, true) {
				t.Fatalf("leaf %d is full of live entries", leaf)
			}
		}
	}
	if removed < 90_000 {
		t.Errorf("%d dead entries were removed of 100000", removed)
	}
}

func TestRootOfASingleLeaf(t *testing.T) {
	tree := newTree(RowLayoutOf(64, true), 10, oneKey, true)
	if !tree.Single() || tree.Levels() != 1 {
		t.Fatalf("ten rows make %d levels", tree.Levels())
	}
	tree.Raise(7)
	if tree.Single() || tree.Levels() != 2 || tree.Upper(1, 3) != 7 {
		t.Errorf("raised, the tree has %d levels and its root on block %d", tree.Levels(), tree.Upper(1, 3))
	}
}
