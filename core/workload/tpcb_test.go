package workload

import (
	"testing"

	"clocksweep/core/sim"
)

func TestDatabaseIsFull(t *testing.T) {
	for _, bits := range []int64{32, 64} {
		l := LayoutOf(bits)
		for _, scale := range []int64{1, 7, 100} {
			db := NewTPCB(l, scale, true)
			for _, test := range []struct {
				name string
				h    *Heap
				rows int64
			}{{"accounts", db.Accounts, scale * 100_000}, {"tellers", db.Tellers, scale * 10}, {"branches", db.Branches, scale}, {"history", db.History, 0}} {
				tuples := int64(0)
				for page := range test.h.Pages() {
					tuples += test.h.Filled(page)
					if page < test.h.Pages()-1 && test.h.Room(page) != 0 {
						t.Errorf("scale %d: page %d of %s has room", scale, page, test.name)
					}
				}
				if tuples != test.rows {
					t.Errorf("scale %d: %s holds %d rows, want %d", scale, test.name, tuples, test.rows)
				}
			}
			for row := range scale * TellersPerScale {
				if page := db.TellerPage(row); page != row/l.TellersPerPage {
					t.Errorf("scale %d: teller %d is on page %d", scale, row, page)
				}
			}
			if now, first := db.AccountPage(scale*100_000 - 1); now != db.Accounts.Pages()-1 || first != now {
				t.Errorf("scale %d: the last account is on page %d, first on %d", scale, now, first)
			}
		}
	}
}

func TestRowsThatMove(t *testing.T) {
	db := NewTPCB(LayoutOf(64), 30, true)
	db.MoveAccount(61, 49180)
	db.MoveTeller(299, 5)
	db.MoveBranch(29, 3)
	if now, first := db.AccountPage(61); now != 49180 || first != 1 {
		t.Errorf("account 61 is on page %d, first on %d; want 49180 and 1", now, first)
	}
	if now, first := db.AccountPage(62); now != 1 || first != 1 {
		t.Errorf("account 62 is on page %d, first on %d; want 1 and 1", now, first)
	}
	if db.TellerPage(299) != 5 || db.TellerPage(298) != 1 || db.BranchPage(29) != 3 || db.BranchPage(28) != 0 {
		t.Error("tellers or branches are not where they moved, or others moved, too")
	}
}

// TestDrawIsUniform checks the ranges and the means of what transactions pick.
func TestDrawIsUniform(t *testing.T) {
	const scale, draws = 3, 200_000
	db := NewTPCB(LayoutOf(64), scale, true)
	rnd := sim.NewRand(4, "draw")
	var sum Draw
	branches := make(map[int64]int)
	for range draws {
		d := db.Draw(&rnd)
		if d.Account < 0 || d.Account >= scale*100_000 || d.Teller < 0 || d.Teller >= scale*10 || d.Branch < 0 || d.Branch >= scale {
			t.Fatalf("drew %+v at scale %d", d, scale)
		}
		sum.Account += d.Account
		sum.Teller += d.Teller
		branches[d.Branch]++
	}
	if mean := float64(sum.Account) / draws; mean < 149_000 || mean > 151_000 { // 5 sigma
		t.Errorf("accounts have the mean %.0f, want 150,000", mean)
	}
	if mean := float64(sum.Teller) / draws; mean < 14.4 || mean > 14.6 {
		t.Errorf("tellers have the mean %.2f, want 14.5", mean)
	}
	for b, n := range branches {
		if n < draws/scale-1100 || n > draws/scale+1100 {
			t.Errorf("branch %d was drawn %d times of %d", b, n, draws)
		}
	}
}

// TestSeqScan: on servers of 8.3 and later, tellers are read whole at scale 20
// (200 rows, 2 pages) and by their primary key from about scale 50.
func TestSeqScan(t *testing.T) {
	for _, test := range []struct {
		rows, pages int64
		want        bool
	}{{1, 1, true}, {200, 2, true}, {499, 2, true}, {500, 3, false}, {500, 2, false}, {200, 3, false}} {
		if got := BySeqScan(test.rows, test.pages); got != test.want {
			t.Errorf("%d rows on %d pages: read whole %v, want %v", test.rows, test.pages, got, test.want)
		}
	}
}

// Seen on 15.18: one branch on 8 pages is still read whole, 200 tellers on 3
// pages are, on 6 pages mostly not.
func TestBySeqScan96(t *testing.T) {
	for _, c := range []struct {
		rows, built, pages int64
		want               bool
	}{
		{1, 1, 8, true}, {1, 1, 9, false}, {200, 2, 2, true}, {200, 2, 6, false}, {500, 3, 3, false}, {10, 1, 6, true},
	} {
		if got := BySeqScan96(c.rows, c.built, c.pages); got != c.want {
			t.Errorf("%d rows built on %d pages, now %d: %v, want %v", c.rows, c.built, c.pages, got, c.want)
		}
	}
}
