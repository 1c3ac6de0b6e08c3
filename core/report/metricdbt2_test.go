package report

import (
	"math"
	"testing"

	"clocksweep/core/result"
)

func TestResponseTimes(t *testing.T) {
	r := &result.Result{Transactions: 3, Latency: result.Percentiles{Avg: 1_120_000_000, P90: 4_380_000_000, Max: 12_130_000_000}}
	for name, want := range map[string]float64{"response_avg_s": 1.12, "response_p90_s": 4.38, "response_max_s": 12.13} {
		if got, ok := metrics[name](r); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v (%v), want %v", name, got, ok, want)
		}
		if got, ok := metrics[name](&result.Result{}); ok {
			t.Errorf("%s of an empty run is %v", name, got)
		}
	}
}

// TestCycleTPS: seconds before the first checkpoint and from the last one on do not
// count, nor does the second in which the first one begins.
func TestCycleTPS(t *testing.T) {
	const s = 1_000_000_000
	at := func(starts ...int64) *result.Result {
		r := &result.Result{}
		for _, start := range starts {
			r.Checkpoints = append(r.Checkpoints, result.Checkpoint{StartNs: start})
		}
		for i := range 10 {
			r.Series.TPS = append(r.Series.TPS, float64(i*i))
		}
		return r
	}
	for _, c := range []struct {
		r    *result.Result
		want float64
		ok   bool
	}{
		{at(2*s+1, 5*s+s/2), (9.0 + 16) / 2, true},
		{at(2*s, 5*s), (4 + 9.0 + 16) / 3, true},
		{at(2*s, 3*s, 5*s), (4 + 9.0 + 16) / 3, true},
		{at(8*s, 20*s), (64 + 81.0) / 2, true}, // the last seconds are not on record
		{at(2 * s), 0, false},
		{at(), 0, false},
		{at(2*s+1, 3*s), 0, false},
	} {
		got, ok := metrics["cycle_tps"](c.r)
		if ok != c.ok || ok && math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%v: %v (%v), want %v (%v)", c.r.Checkpoints, got, ok, c.want, c.ok)
		}
	}
}
