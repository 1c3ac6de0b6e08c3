package server

import (
	"runtime"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// TestNeedIsALowerBound plays random scenarios: none may take less than what it
// would be refused for.
func TestNeedIsALowerBound(t *testing.T) {
	played := 0
	for n := uint64(0); n < 60; n++ {
		sc := random(n)
		if len(sc.Check()) > 0 {
			continue
		}
		played++
		r := run(t, sc)
		if need := NeedOf(sc); r.Events() < uint64(need.Events) {
			t.Errorf("%s\n%d events, at least %d were expected", linkOf(sc), r.Events(), need.Events)
		}
	}
	if played < 20 {
		t.Errorf("only %d scenarios were possible", played)
	}
}

// TestNeedOfMemory: the bound holds, and it is not far below the truth, or it
// would refuse too little.
func TestNeedOfMemory(t *testing.T) {
	for _, text := range []string{
		"scale=200 shared_buffers=1MB",
		"release=7.4 scale=200",
		"release=8.2 scale=200",
		"release=16 scale=300 shared_buffers=8MB",
		"release=16 scale=1 shared_buffers=4GB ram=16GB",
		"release=7.4 scale=1 shared_buffers=1GB ram=16GB",
		"release=8.3 scale=40 workload=dbt-2",
		"release=16 scale=1 table_size=2GB workload=scan",
	} {
		sc := of(t, text)
		used := heapOf(t, sc)
		need := NeedOf(sc).Bytes
		if used < need || used > 3*need {
			t.Errorf("%s: %d bytes in use, the bound is %d; want one to three times that", text, used, need)
		}
	}
}

// heapOf returns the memory of a machine that has been set up.
func heapOf(t *testing.T, sc *scenario.Scenario) int64 {
	t.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	r := start(t, sc)
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(r)
	return int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

// TestFits: what is told as legal is the nearest that fits.
func TestFits(t *testing.T) {
	budget := Budget{Bytes: 32e6, Events: 1e6}
	for _, c := range []struct{ settings, setting, legal string }{
		{"scale=1", "", ""},
		{"shared_buffers=64GB ram=256GB scale=1", "shared_buffers", "128kB to 27737MB"},
		{"scale=5000 disk=inline-nvme-2022", "scale", ""},
		{"transactions=200000 clients=10", "transactions", "1 to 100000"},
		{"transactions=2000 clients=1000", "transactions", "1 to 1000"},
		{"earlier_transactions=100000000 clients=4", "earlier_transactions", ""},
		{"workload=scan table_size=16GB", "table_size", ""},
		{"workload=scan table_size=1GB transactions=100 clients=10", "table_size", "64kB to 125MB"},
		{"workload=scan table_size=1MB transactions=100000000 clients=10", "transactions", "1 to 12500"},
		{"workload=copy table_size=1GB transactions=1000 clients=1", "table_size", "64kB to 125MB"},
	} {
		sc := scenario.New()
		for _, pair := range strings.Fields(c.settings) {
			name, value, _ := strings.Cut(pair, "=")
			if err := sc.Set(name, value); err != nil && name != "disk" {
				t.Fatal(err)
			}
		}
		err := Fits(sc, budget)
		if c.setting == "" {
			if err != nil {
				t.Errorf("%s: %v", c.settings, err)
			}
			continue
		}
		if err == nil || err.Setting != c.setting || err.Legal == "" || c.legal != "" && err.Legal != c.legal {
			t.Errorf("%s: %v, want one about %s", c.settings, err, c.setting)
			continue
		}
		checkNearest(t, sc, budget, err)
	}
}

// checkNearest tries the largest legal value, and one beyond it.
func checkNearest(t *testing.T, sc *scenario.Scenario, b Budget, e *scenario.Error) {
	t.Helper()
	_, most, _ := strings.Cut(e.Legal, " to ")
	set, _ := scenario.Lookup(e.Setting)
	trial := *sc
	if err := trial.Set(e.Setting, most); err != nil {
		t.Fatal(err)
	}
	if err := Fits(&trial, b); err != nil {
		t.Errorf("%s = %s is told to be legal: %v", e.Setting, most, err)
	}
	step := int64(1)
	if set.Unit == scenario.UnitPages {
		step = 128
	}
	if err := trial.Set(e.Setting, set.Show(trial.Int(set.ID)+step)); err != nil {
		t.Fatal(err)
	}
	if Fits(&trial, b) == nil {
		t.Errorf("%s = %s fits too", e.Setting, trial.Show(set.ID))
	}
}

func TestFitsWithoutBudget(t *testing.T) {
	if err := Fits(of(t, "scale=5000 shared_buffers=16GB ram=64GB"), Budget{}); err != nil {
		t.Error(err)
	}
}

// TestStopAtAnyStep: wherever a run is stopped, it has a result that says so and
// takes no further step.
func TestStopAtAnyStep(t *testing.T) {
	for _, events := range []int{0, 1, 7, 100, 5000} {
		r := start(t, of(t, "release=16 scale=1 duration=20s clients=3"))
		r.Step(events)
		r.Stop()
		if r.Step(1) {
			t.Errorf("the run goes on after it was stopped at event %d", events)
		}
		if got := r.Result(); !got.Stopped {
			t.Errorf("stopped at event %d, the result does not tell", events)
		}
	}
}
