package report

import (
	"math"
	"testing"

	"clocksweep/core/result"
)

func TestPausesAndFreezes(t *testing.T) {
	const s = 1_000_000_000
	r := &result.Result{Stalls: []result.Stall{
		{StartNs: 1 * s, LengthNs: s / 2}, // too short to be one
		{StartNs: 2 * s, LengthNs: 2 * s},
		{StartNs: 7 * s, LengthNs: 3 * s},
		{StartNs: 12*s + 1, LengthNs: 6 * s},
		{StartNs: 19 * s, LengthNs: 5*s + 5}, // the second freeze
	}}
	for i := range 20 {
		r.Series.TPS = append(r.Series.TPS, 0)
		r.Series.DiskReadB = append(r.Series.DiskReadB, float64(1024*i))
		r.Series.DiskWriteB = append(r.Series.DiskWriteB, 2048)
	}
	none := &result.Result{}
	for name, want := range map[string]float64{
		"pauses": 4, "pause_s": 16.000000005 / 4, "pause_every_s": 17.0 / 3, "longest_pause_s": 6, "freeze_s": 6,
		"working_bi_kb_s": 6,  // seconds 0 to 12
		"frozen_bi_kb_s":  15, // seconds 13 to 17
		"working_bo_kb_s": 2, "frozen_bo_kb_s": 2,
	} {
		if got, ok := metrics[name](r); !ok || math.Abs(got-want) > 1e-9 {
			t.Errorf("%s is %v (%v), want %v", name, got, ok, want)
		}
		got, ok := metrics[name](none)
		if counts := name == "pauses" || name == "longest_pause_s"; ok != counts || ok && got != 0 {
			t.Errorf("%s of an empty run is %v (%v)", name, got, ok)
		}
	}
}
