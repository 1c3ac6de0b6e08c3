package workload

import "testing"

// The rows that pgbench of 15.18 picked with --random-seed=101 lay on 2829 leaves
// of the primary key at scale 20: with meta page, root and 20 inner pages the
// 2851 pages that the server read.
func TestRandomIsPgbenchs(t *testing.T) {
	db := NewTPCB(LayoutOf(64), 20, true)
	all := NewRandom(101)
	client := all.Client()
	leaves := map[int64]bool{}
	for range 4000 {
		d := db.DrawUpdate(&client)
		if d.Account < 0 || d.Account >= 2_000_000 || d.Teller < 0 || d.Teller >= 200 || d.Branch < 0 || d.Branch >= 20 {
			t.Fatalf("row out of range: %+v", d)
		}
		leaves[db.AccountKey.Block(0, d.Account)] = true
	}
	if len(leaves) != 2829 {
		t.Errorf("%d leaves, want 2829", len(leaves))
	}
}

// Every number of a range comes, and none beyond it.
func TestBelow(t *testing.T) {
	r := NewRandom(1)
	for _, n := range []int64{1, 2, 3, 7, 8, 9, 100} {
		seen := map[int64]bool{}
		for range 2000 {
			v := r.Below(n)
			if v < 0 || v >= n {
				t.Fatalf("Below(%d) = %d", n, v)
			}
			seen[v] = true
		}
		if int64(len(seen)) != n {
			t.Errorf("Below(%d) gave %d numbers", n, len(seen))
		}
	}
}
