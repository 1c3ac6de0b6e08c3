package report

import (
	"testing"

	"clocksweep/core/result"
)

var lockedRuns = []*result.Result{
	{Run: "a", Transactions: 1000, VirtualNs: 1e9, Locks: []result.Lock{
		{Name: "BufMappingLock", Locks: 16, Shared: 6000, Exclusive: 2000, Blocked: 160, Busiest: 90},
		{Name: "BufFreelistLock", Locks: 1, Exclusive: 1200, Blocked: 137, Busiest: 137},
		{Name: "spinlocks", Locks: 4097, Delays: 3},
	}},
	{Run: "b", Transactions: 3000, VirtualNs: 1e9},
}

func TestLocks(t *testing.T) {
	const want = `lock                     count       shacq       exacq         blk   blocked   spindelay
BufMappingLock              16        6000        2000         160     2.0 %           0
BufFreelistLock              1           0        1200         137    11.4 %           0
spinlocks                 4097           0           0           0     0.0 %           3
`
	if got := Locks(lockedRuns[0]); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := Locks(lockedRuns[1]); got != "" {
		t.Errorf("a run without counts has %q", got)
	}
}

func TestMetricsOfLocksAndRatios(t *testing.T) {
	for _, test := range []struct {
		run, metric string
		want        float64
		defined     bool
	}{
		{"a", "freelist_blocked", 137.0 / 1200, true},
		{"b", "freelist_blocked", 0, false},
		{"", "tps b/a", 3, true},
		{"", "tps a/b", 1.0 / 3, true},
		{"", "tps a/c", 0, false},
		{"", "tps c/a", 0, false},
	} {
		if got, defined := Metric(lockedRuns, test.run, test.metric); got != test.want || defined != test.defined {
			t.Errorf("%s %s: %v, %v; want %v, %v", test.run, test.metric, got, defined, test.want, test.defined)
		}
	}
}
