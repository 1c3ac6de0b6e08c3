package workload

import (
	"testing"

	"clocksweep/core/sim"
)

// Rows per page as measured on 64-bit servers: accounts 58 up to 8.2 and 61 in
// 8.3, tellers 157, branches 185, history 136 up to 8.2; 366 rows a leaf. 32-bit
// builds differ where alignment to 4 bytes makes rows shorter.
func TestLayoutsBefore83(t *testing.T) {
	for _, c := range []struct {
		name                                       string
		l                                          Layout
		accounts, tellers, branches, history, leaf int64
	}{
		{"7.4", LayoutBefore83(64, false, true), 58, 157, 185, 136, 366},
		{"8.0", LayoutBefore83(64, true, true), 58, 157, 185, 136, 366},
		{"8.1", LayoutBefore83(64, true, false), 58, 157, 185, 136, 366},
		{"8.0 of 32 bits", LayoutBefore83(32, true, true), 60, 170, 185, 136, 458},
		{"8.1 of 32 bits", LayoutBefore83(32, true, false), 61, 185, 204, 145, 458},
		{"June 2007", Layout83Devel(64), 61, 185, 227, 157, 366},
	} {
		l := &c.l
		if l.AccountsPerPage != c.accounts || l.TellersPerPage != c.tellers || l.BranchesPerPage != c.branches ||
			l.HistoryPerPage != c.history || l.LeafRows != c.leaf {
			t.Errorf("%s: %d accounts, %d tellers, %d branches, %d history rows a page, %d rows a leaf", c.name,
				l.AccountsPerPage, l.TellersPerPage, l.BranchesPerPage, l.HistoryPerPage, l.LeafRows)
		}
	}
	if db := NewTPCB(LayoutBefore83(64, true, true), 10, false); db.Accounts.Pages() != 17242 || db.AccountKey.Pages() != 2745 {
		t.Errorf("at scale 10 accounts has %d pages and its key %d, measured 17242 and 2745", db.Accounts.Pages(), db.AccountKey.Pages())
	}
}

// update is an update of a row with nobody else about: its entry goes to the first
// leaf, from where it may walk on, and the check for duplicates marks what is dead.
func update(v *Versions, row int64, xid uint32, onwards bool) (split bool) {
	page := v.Heap.Pages() - 1
	if v.Heap.Room(page) == 0 {
		page = v.Heap.Extend()
	}
	v.Heap.Place(page)
	n := v.Update(row, page, xid)
	leaf := v.Key.Find(row)
	for f := leaf; f != nil; f = f.Next(row) {
		for _, old := range f.Collect(row, nil) {
			if v.Dead(old, xid) {
				f.Kill(row, old)
			}
		}
	}
	for onwards && v.Key.Full(leaf) && leaf.Next(row) != nil {
		leaf = leaf.Next(row)
	}
	if v.Key.Full(leaf) {
		v.Key.Split(leaf, row, n, int64(100+v.Key.Leaves()))
		return true
	}
	v.Key.Insert(leaf, row, n)
	return false
}

// Recorded on 7.4 to 8.1 with one branch: the 408th entry splits the only leaf
// into 263 and 145, and one that is not the last into 191 and 216; afterwards the
// entries have lost their marks.
func TestSplitsAsRecorded(t *testing.T) {
	l := LayoutBefore83(64, true, true)
	v := NewBefore83(&TPCB{Layout: l, Scale: 1, Tellers: heapOf(10, 157, false), Branches: heapOf(1, 185, false), Accounts: heapOf(1, 58, false), AccountKey: l.IndexOf(100)}).BranchRows
	xid := uint32(1)
	for ; !update(v, 0, xid, false); xid++ {
	}
	first := v.Key.Find(0)
	if xid != 407 || len(first.items) != 263 || len(first.next.items) != 145 {
		t.Fatalf("update %d split the leaf into %d and %d", xid, len(first.items), len(first.next.items))
	}
	if n := len(first.Collect(0, nil)) + len(first.next.Collect(0, nil)); n != 408 {
		t.Errorf("%d entries are not marked after the split, want all 408", n)
	}
	for xid++; !update(v, 0, xid, false); xid++ {
	}
	if len(first.items) != 191 || len(first.next.items) != 216 || xid != 407+144 {
		t.Errorf("update %d split the left leaf into %d and %d", xid, len(first.items), len(first.next.items))
	}
	if !v.Key.Grows() {
		t.Error("three leaves need a root and have none")
	}
}

// TestTreeAgainstAList makes random updates and keeps, beside the tree, a list of
// each row's versions, newest first.
func TestTreeAgainstAList(t *testing.T) {
	for seed := range uint64(6) {
		rnd := sim.NewRand(seed, "tree")
		rows := 1 + rnd.Intn(30)
		l := LayoutBefore83(64, true, true)
		v := newVersions(&l, heapOf(rows, 157, false), rows, 157)
		splits := 0
		for xid := uint32(1); xid < 4000; xid++ {
			row := rnd.Intn(rows)
			if update(v, row, xid, rnd.Intn(100) > 0) {
				splits++
				if v.Key.Grows() {
					v.Key.AddInner(int64(1000 + splits))
				}
			}
			if xid%500 == 0 && seed%2 == 1 {
				v.Vacuum(xid + 1)
			}
			if xid%100 == 0 {
				checkTree(t, v, rows)
			}
		}
		if splits == 0 {
			t.Errorf("seed %d: no split", seed)
		}
		before := v.Heap.Pages()
		v.Vacuum(5000)
		checkTree(t, v, rows)
		entries, room := 0, int64(0)
		for _, f := range v.Key.leaves {
			entries += len(f.items)
		}
		for page := range v.Heap.Pages() {
			room += v.Heap.Room(page)
		}
		if entries != int(rows) || room != before*157-rows {
			t.Errorf("seed %d: VACUUM left %d entries of %d rows and room for %d tuples on %d pages", seed, entries, rows, room, before)
		}
		if page := v.Space.Get(); page < 0 || v.Heap.Room(page) == 0 {
			t.Errorf("seed %d: the map offers page %d after VACUUM", seed, page)
		}
	}
}

// checkTree looks whether entries are in order, between the high keys, and every
// row's newest version is found.
func checkTree(t *testing.T, v *Versions, rows int64) {
	t.Helper()
	last := int32(0)
	for i, f := range v.Key.leaves {
		if len(f.items) > v.Key.most {
			t.Fatalf("leaf %d holds %d entries", i, len(f.items))
		}
		for _, e := range f.items {
			if e.row < last || f.next != nil && e.row > f.high {
				t.Fatalf("leaf %d: row %d after %d, high key %d", i, e.row, last, f.high)
			}
			last = e.row
		}
		if i+1 < len(v.Key.leaves) && f.next != v.Key.leaves[i+1] {
			t.Fatalf("leaf %d is not linked to the next", i)
		}
	}
	for row := range rows {
		found := false
		for f := v.Key.Find(row); f != nil && !found; f = f.Next(row) {
			for _, n := range f.Collect(row, nil) {
				found = found || n == v.Newest(row)
			}
		}
		if !found {
			t.Fatalf("the newest version of row %d cannot be found", row)
		}
	}
}

// The leaf of 8.2 gives room by removing what is marked: it need not be split.
func TestRemoveDead(t *testing.T) {
	l := LayoutBefore83(64, true, false)
	v := newVersions(&l, heapOf(10, 157, false), 10, 157)
	leaf := v.Key.Find(0)
	for xid := uint32(1); !v.Key.Full(leaf); xid++ {
		update(v, int64(xid)%10, xid, true)
	}
	if n := v.RemoveDead(leaf); n != 407-20 { // the newest of each row, and the one before it
		t.Errorf("%d entries were removed", n)
	}
	versions := len(v.page)
	update(v, 3, 1000, true)
	if len(v.page) != versions {
		t.Error("the number of a removed version was not used again")
	}
}

// Seen on 7.4 to 8.2: see Planner.
func TestPlannerBefore83(t *testing.T) {
	old, size, random := Planner{}, Planner{Sizes: true}, Planner{Sizes: true, RandomIndex: true}
	for _, c := range []struct {
		name        string
		p           Planner
		rows, pages int64
		want        bool
	}{
		{"7.4", old, 1, 100, true}, {"7.4", old, 10, 100, true},
		{"8.0", size, 10, 2, true}, {"8.0", size, 10, 3, false}, {"8.0", size, 1, 5, true}, {"8.0", size, 1, 6, false},
		{"8.2", random, 10, 7, true}, {"8.2", random, 10, 8, false}, {"8.2", random, 1, 7, true},
	} {
		l := LayoutBefore83(64, true, true)
		v := newVersions(&l, heapOf(c.rows, 157, false), c.rows, 157)
		for v.Heap.Pages() < c.pages {
			v.Heap.Extend()
		}
		if got := c.p.BySeqScan(v); got != c.want {
			t.Errorf("%s: %d rows on %d pages are read whole: %v", c.name, c.rows, c.pages, got)
		}
	}
}

// TestKeyLeaves adds entries of random rows and looks whether each lands on a leaf
// that is for its row, within bounds.
func TestKeyLeaves(t *testing.T) {
	l := LayoutBefore83(64, true, true)
	x := l.IndexOf(20_000)
	k := newKeyLeaves(&l, &x)
	rnd := sim.NewRand(1, "leaves")
	added, blocks := int64(0), x.Pages()
	for range 60_000 {
		row := rnd.Intn(20_000)
		leaf := k.Enter(row)
		if k.Full(leaf) {
			k.Split(leaf, blocks)
			blocks++
		} else {
			k.Add(leaf)
		}
		added++
		from, to := k.rows(k.Leaf(row))
		if row < from || row >= to || row > 0 && k.Enter(row) != k.Leaf(row-1) {
			t.Fatalf("row %d is on a leaf for %d to %d", row, from, to)
		}
	}
	total, seen := int64(0), map[int64]bool{}
	for leaf, n := range k.count {
		total += int64(n)
		if int64(n) > l.LeafMost || seen[k.Block(int32(leaf))] {
			t.Fatalf("leaf %d holds %d entries in block %d", leaf, n, k.Block(int32(leaf)))
		}
		seen[k.Block(int32(leaf))] = true
	}
	if total != 20_000+added {
		t.Errorf("%d entries, want %d", total, 20_000+added)
	}
	// A page that was split in two halves is 0.5 to 1 full.
	if n := int64(len(k.count)); n < total/407 || n > total/180 {
		t.Errorf("%d leaves for %d entries", n, total)
	}
	if !k.Last(k.Leaf(19_999)) || k.Last(0) {
		t.Error("the last leaf is not the last")
	}
	if r := k.Right(0); k.Leaf(0) != 0 || r != k.Leaf(func() int64 { _, to := k.rows(0); return to }()) {
		t.Errorf("leaf %d is to the right of the first", r)
	}
	k.Kill(0)
	was := k.count[0]
	if k.RemoveDead(0) != 1 || k.count[0] != was-1 || k.RemoveDead(0) != 0 {
		t.Error("a marked entry was not removed once")
	}
}

func TestTrailAgainstAMap(t *testing.T) {
	rnd := sim.NewRand(3, "trail")
	var m Trail
	want := make(map[int64]Step)
	for range 30000 {
		row := rnd.Intn(5000)
		switch s, ok := want[row]; {
		case !ok || rnd.Intn(3) == 0:
			s = Step{Page: rnd.Intn(1 << 30), Before: rnd.Intn(1 << 30)}
			m.Move(row, s.Page, s.Before)
			want[row] = s
		case rnd.Intn(2) == 0:
			m.See(row)
			s.Seen = true
			want[row] = s
		default:
			m.Kill(row)
			s.Before = -1
			want[row] = s
		}
		row = rnd.Intn(5000)
		s, ok := m.At(row)
		if w, wantOK := want[row]; ok != wantOK || s != w {
			t.Fatalf("row %d: %+v, %v; want %+v, %v", row, s, ok, w, wantOK)
		}
	}
}

// The map hands out pages in turn, each as often as it has room.
func TestFreeSpaceInTurn(t *testing.T) {
	var f FreeSpace
	if f.Get() != -1 || f.Full(7) != -1 {
		t.Error("an empty map offers a page")
	}
	f.Record(3, 2)
	f.Record(5, 1)
	f.Record(9, 3)
	got := []int64{f.Get(), f.Get(), f.Get(), f.Get(), f.Full(9), f.Get()}
	for i, want := range []int64{3, 5, 9, 3, -1, -1} {
		if got[i] != want {
			t.Errorf("call %d gave page %d, want %d", i, got[i], want)
		}
	}
	f.Forget()
	if f.Get() != -1 {
		t.Error("a forgotten page is offered")
	}
}
