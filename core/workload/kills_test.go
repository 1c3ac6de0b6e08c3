package workload

import (
	"slices"
	"testing"

	"clocksweep/core/sim"
)

// TestKills compares with a list that is searched from end to end: transactions kill
// somewhat out of order, and what is too old to be seen is forgotten now and then.
func TestKills(t *testing.T) {
	const pages = 40
	var k kills
	var all []kill
	r := sim.NewRand(1, "kills")
	for xid := uint32(1); xid < 5000; xid++ {
		add := kill{int32(r.Intn(pages)), xid + uint32(r.Intn(12))}
		k.add(int64(add.page), add.xid)
		all = append(all, add)
		if r.Intn(7) != 0 {
			continue
		}
		oldest := xid - min(xid, uint32(r.Intn(30)))
		k.forget(oldest)
		all = slices.DeleteFunc(all, func(a kill) bool { return a.xid < oldest })
		if len(k.heap) != len(all) {
			t.Fatalf("at %d: %d kills are left, want %d", xid, len(k.heap), len(all))
		}
		for page := range int32(pages + 1) {
			want := 0
			for _, a := range all {
				if a.page == page {
					want++
				}
			}
			if got := k.on(int64(page)); int(got) != want {
				t.Fatalf("at %d: page %d has %d kills, want %d", xid, page, got, want)
			}
		}
	}
	if k.forget(1 << 31); len(k.heap) != 0 {
		t.Errorf("%d kills are left", len(k.heap))
	}
}
