package report

import (
	"math"
	"slices"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
)

func TestSteadiness(t *testing.T) {
	r := &result.Result{Transactions: 950, Latency: result.Percentiles{Max: 2_500_000_000}}
	r.Counters = result.Counters{BuffersBackend: 30, BuffersClean: 50, BuffersCheckpoint: 20}
	r.Schedule = result.Schedule{Skipped: 50, Late: 45}
	for i := range 101 {
		r.Series.TPS = append(r.Series.TPS, float64(100-i)) // the last second is idle
		r.Series.WrittenClean = append(r.Series.WrittenClean, float64(2*min(i/50, 1)))
		r.Series.WrittenCkpt = append(r.Series.WrittenCkpt, float64(i/50))
		r.Series.WrittenBack = append(r.Series.WrittenBack, 0)
		r.Series.Alloc = append(r.Series.Alloc, 50)
	}
	for name, want := range map[string]float64{
		"tps_p50": 50, "tps_p1": 1, "idle_seconds_pct": 100.0 / 101, "max_latency_s": 2.5, "backend_share_pct": 30, "late_pct": 9.5,
		// 51 seconds with 50, 49, ... 0 transactions.
		"settled_tps": 25, "settled_clean_per_s": 2, "settled_alloc_per_tx": 2, "settled_writes_per_tx": (51*2 + 50 + 2) / 1275.0,
	} {
		if got, ok := metrics[name](r); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v (%v), want %v", name, got, ok, want)
		}
		if got, ok := metrics[name](&result.Result{}); ok {
			t.Errorf("%s of an empty run is %v", name, got)
		}
	}
}

func TestRelativeToAnotherRun(t *testing.T) {
	rs := []*result.Result{
		{Run: "a", Transactions: 10, Latency: result.Percentiles{Max: 4_000_000_000}},
		{Run: "b", Transactions: 20, Latency: result.Percentiles{Max: 1_000_000_000}},
	}
	if got, ok := Metric(rs, "b", "max_latency_s_to_a"); !ok || got != 0.25 {
		t.Errorf("the longest latency is %v (%v) of the other run's, want a quarter", got, ok)
	}
	for _, undefined := range []struct{ run, metric string }{
		{"b", "max_latency_s_to_c"}, {"c", "max_latency_s_to_a"}, // no such run
		{"b", "no-such-metric_to_a"},
		{"b", "tps_to_a"}, // nothing by nothing
	} {
		if got, ok := Metric(rs, undefined.run, undefined.metric); ok {
			t.Errorf("%s of run %s is %v", undefined.metric, undefined.run, got)
		}
	}
	rs[0].Counters = result.Counters{BuffersClean: 3, BuffersBackend: 2}
	if got, ok := Metric(rs, "a", "clean_to_backend"); !ok || got != 1.5 {
		t.Errorf("clean_to_backend is taken for a figure relative to a run: %v (%v)", got, ok)
	}
}

// A number relative to a run is left out if that run is.
func TestCompareRelativeToMissing(t *testing.T) {
	e := challenge(t)
	e.Published = append(e.Published, experiment.Published{Run: "512MB", Metric: "tps_to_32MB", Role: experiment.RoleContext, Tolerance: experiment.Tolerance{None: true}})
	if cells := Compare(e, []*result.Result{published(t, "512MB")}); len(cells) != 2 {
		t.Errorf("got %d cells, want the two of the run 512MB alone", len(cells))
	}
	if cells := Compare(e, []*result.Result{published(t, "32MB"), published(t, "512MB")}); len(cells) != 9 || math.Abs(cells[8].Simulated-7.869) > 1e-3 {
		t.Errorf("got %+v", cells)
	}
}

// Every published number of the gallery has a metric.
func TestPublishedMetricsExist(t *testing.T) {
	for _, e := range experiment.All() {
		for _, p := range e.Published {
			name, base, relative := relativeTo(p.Metric)
			if !relative {
				name = p.Metric
			}
			if metrics[name] == nil && name != "tps_ratio" || relative && !slices.Contains(e.Scenario.Names(), base) {
				t.Errorf("%s: run %q has no metric %s", e.Slug, p.Run, p.Metric)
			}
		}
	}
}
