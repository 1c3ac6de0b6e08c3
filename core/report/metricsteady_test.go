package report

import (
	"math"
	"slices"
	"strings"
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
		"settled_written_per_alloc": (51*2 + 50 + 2) / 2550.0, "settled_backend_pct": 0,
		"settled_tps_peak": 48, "settled_tps_trough": 2, "settled_tps_ratio": 24,
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

func TestRatioOfRuns(t *testing.T) {
	rs := []*result.Result{
		{Run: "a", Transactions: 10, Latency: result.Percentiles{Max: 4_000_000_000}},
		{Run: "b", Transactions: 20, Latency: result.Percentiles{Max: 1_000_000_000}},
	}
	if got, ok := Metric(rs, "", "max_latency_s b/a"); !ok || got != 0.25 {
		t.Errorf("the longest latency is %v (%v) of the other run's, want a quarter", got, ok)
	}
	for _, undefined := range []struct{ run, metric string }{
		{"", "max_latency_s b/c"}, {"", "max_latency_s c/a"}, {"", "max_latency_s b"}, // no such run
		{"", "no-such-metric b/a"},
		{"", "tps b/a"}, // nothing by nothing
		{"b", "max_latency_s b/a"},
	} {
		if got, ok := Metric(rs, undefined.run, undefined.metric); ok {
			t.Errorf("%s of run %q is %v", undefined.metric, undefined.run, got)
		}
	}
}

// Every published number of the gallery has a metric.
func TestPublishedMetricsExist(t *testing.T) {
	for _, e := range experiment.All() {
		for _, p := range e.Published {
			name, pair, ratio := strings.Cut(p.Metric, " ")
			if metrics[name] == nil && p.Metric != "tps_ratio" {
				t.Errorf("%s: run %q has no metric %s", e.Slug, p.Run, p.Metric)
			}
			over, under, _ := strings.Cut(pair, "/")
			if ratio && (!slices.Contains(e.Scenario.Names(), over) || !slices.Contains(e.Scenario.Names(), under)) {
				t.Errorf("%s: %s is not of two runs", e.Slug, p.Metric)
			}
		}
	}
}
