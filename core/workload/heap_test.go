package workload

import (
	"math"
	"slices"
	"testing"

	"clocksweep/core/sim"
)

// accountsOnly updates random rows of accounts as one client does, and tells
// which updates were not HOT.
type accountsOnly struct {
	db     *TPCB
	rnd    sim.Rand
	xid    uint32
	target int64
}

func newAccountsOnly(scale int64) *accountsOnly {
	db := NewTPCB(LayoutOf(64), scale, true)
	return &accountsOnly{db: db, rnd: sim.NewRand(101, "client"), target: db.Accounts.Pages() - 1}
}

func (a *accountsOnly) update() (hot bool) {
	h := a.db.Accounts
	a.xid++
	row := a.db.Draw(&a.rnd).Account
	page, first := a.db.AccountPage(row)
	h.Prune(first, a.xid)
	h.Prune(page, a.xid)
	h.Kill(page, a.xid)
	if h.Room(page) > 0 {
		h.Place(page)
		return true
	}
	if h.Room(a.target) == 0 {
		a.target = h.Extend()
	}
	h.Place(a.target)
	a.db.MoveAccount(row, a.target)
	return false
}

// TestHOTRule: the first update of a full page finds no room, the later ones do,
// so an update is not HOT with the probability exp(-k/A) after k updates of a
// table of A pages.
func TestHOTRule(t *testing.T) {
	a := newAccountsOnly(2)
	pages := float64(a.db.Accounts.Pages())
	k := 0
	for k < 20000 {
		const window = 2000
		begin, moved := k, 0
		for range window {
			if !a.update() {
				moved++
			}
			k++
		}
		want := pages * (math.Exp(-float64(begin)/pages) - math.Exp(-float64(k)/pages))
		if sigma := math.Sqrt(want); math.Abs(float64(moved)-want) > 4*sigma+10 {
			t.Errorf("updates %d to %d: %d not HOT, the rule says %.0f", begin, k, moved, want)
		}
	}
}

// TestMovedRowsAsMeasured compares with servers whose pgbench_accounts was
// freshly vacuumed: the updates that were not HOT, and the pages they added.
func TestMovedRowsAsMeasured(t *testing.T) {
	for _, test := range []struct {
		server         string
		scale, updates int64
		notHOT         int64 // 0: not measured
		before, after  int64 // pages
		tolerance      float64
	}{
		{"15, one client", 10, 300000, 16700, 16394, 16669, 0.03},
		{"15.18, four clients, 32MB", 20, 136198, 136198 - 103394, 32787, 33327, 0.03},
	} {
		a := newAccountsOnly(test.scale)
		if a.db.Accounts.Pages() != test.before {
			t.Errorf("%s: %d pages before, measured %d", test.server, a.db.Accounts.Pages(), test.before)
		}
		moved := int64(0)
		for range test.updates {
			if !a.update() {
				moved++
			}
		}
		near := func(what string, got, want int64) {
			t.Logf("%s: %s %d, measured %d", test.server, what, got, want)
			if math.Abs(float64(got)/float64(want)-1) > test.tolerance {
				t.Errorf("%s: %s %d, measured %d", test.server, what, got, want)
			}
		}
		near("updates not HOT", moved, test.notHOT)
		near("pages added", a.db.Accounts.Pages()-test.before, test.after-test.before)
	}
}

// TestHeapAgainstTuples keeps every tuple with the transaction that killed it:
// of a page short of room, just those go that no running transaction can see.
func TestHeapAgainstTuples(t *testing.T) {
	pruned, spared := int64(0), 0
	for seed := range uint64(50) {
		rnd := sim.NewRand(seed, "heap")
		perPage := 5 + rnd.Intn(100)
		room := rnd.Intn(perPage)
		h := NewHeap(perPage, 1, room, false)
		live := perPage - room
		var killers []uint32
		var running []uint32
		next := uint32(1)
		for range 3000 {
			if len(running) < 8 && rnd.Intn(2) == 0 {
				running = append(running, next)
				next++
			}
			if len(running) == 0 {
				continue
			}
			i := rnd.Intn(int64(len(running)))
			switch rnd.Intn(3) {
			case 0: // any of them updates
				if h.Room(0) > 0 {
					h.Place(0)
					h.Kill(0, running[i])
					killers = append(killers, running[i])
				}
			case 1: // it ends
				running = append(running[:i], running[i+1:]...)
			case 2:
				oldest := next
				for _, xid := range running {
					oldest = min(oldest, xid)
				}
				removable := int64(0)
				for _, xid := range killers {
					if xid < oldest {
						removable++
					}
				}
				if h.Room(0) >= (perPage+9)/10 {
					removable = 0 // not short of room
				}
				n := h.Prune(0, oldest)
				if n != removable {
					t.Fatalf("seed %d: %d tuples were pruned, %d are out of everyone's sight", seed, n, removable)
				}
				pruned += n
				if n > 0 && n < int64(len(killers)) {
					spared++
				}
				if n > 0 {
					killers = slices.DeleteFunc(killers, func(xid uint32) bool { return xid < oldest })
				}
			}
			if got := h.Filled(0); got != live+int64(len(killers)) {
				t.Fatalf("seed %d: the page holds %d tuples, want %d and %d dead", seed, got, live, len(killers))
			}
		}
	}
	if pruned < 10000 || spared < 100 {
		t.Errorf("%d tuples were pruned, %d times some were spared: the test is too mild", pruned, spared)
	}
}

// TestHotPageStaysSmall: with several clients there is always a dead tuple on
// the page of branches that somebody still sees. It is pruned nevertheless: the
// table had 1 or 2 pages after some 150,000 transactions of four clients on
// 15.18.
func TestHotPageStaysSmall(t *testing.T) {
	for _, clients := range []int64{2, 4, 8, 16} {
		h := NewTPCB(LayoutOf(64), 20, true).Branches
		rnd := sim.NewRand(uint64(clients), "branches")
		running := make([]uint32, clients)
		for i := range running {
			running[i] = uint32(i + 1)
		}
		next := uint32(clients + 1)
		for range 150_000 {
			i := rnd.Intn(clients)
			oldest := next
			for _, xid := range running {
				oldest = min(oldest, xid)
			}
			page := rnd.Intn(h.Pages())
			h.Prune(page, oldest)
			h.Kill(page, running[i])
			for page = 0; page < h.Pages() && h.Room(page) == 0; page++ {
			}
			if page == h.Pages() {
				h.Extend()
			}
			h.Place(page)
			running[i] = next // commits, and begins the next one
			next++
		}
		if h.Pages() > 2 {
			t.Errorf("%d clients: branches grew to %d pages", clients, h.Pages())
		}
	}
}
