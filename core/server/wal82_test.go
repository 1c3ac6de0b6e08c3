package server

import (
	"math"
	"testing"
)

// walMeasured are bytes of WAL per transaction of one client, measured on 64-bit
// servers, over transactions from to to of a run on a fresh database.
var walMeasured = []struct {
	what, settings string
	from, to       int64
	bytes          map[string]float64 // by release
}{
	{"the first 1,000 after a checkpoint", "scale=10 transactions=1000", 0, 1000,
		map[string]float64{"8.0.0": 15807, "8.1": 14716, "8.2": 14945}},
	{"the first 10,000 after a checkpoint", "scale=10 transactions=10000", 0, 10000,
		map[string]float64{"8.0.0": 9182, "8.1": 8924, "8.2": 8880}},
	{"full_page_writes=off", "scale=10 transactions=10000 full_page_writes=off", 0, 10000,
		map[string]float64{"8.1": 730, "8.2": 687}},
	// The record does not say over which transactions. While the leaves of accounts'
	// key, which are built with a tenth of their room left, are split one after the
	// other (the 8,000th to 14,000th update at scale 1), there is more, later less.
	{"no page images, scale 1", "scale=1 transactions=30000", 10000, 30000,
		map[string]float64{"8.0.0": 797, "8.1": 795, "8.2": 766}},
}

func TestWALBefore83AsMeasured(t *testing.T) {
	for _, m := range walMeasured {
		for _, release := range []string{"8.0.0", "8.1", "8.2"} {
			want, ok := m.bytes[release]
			if !ok {
				continue
			}
			s := start(t, of(t, "release="+release+" build=64-bit clients=1 fsync=off shared_buffers=80000kB"+
				" checkpoint_timeout=3600s checkpoint_segments=200 "+m.settings)).s
			for s.samples.total.Count < m.from {
				s.sim.Step(1)
			}
			before := s.walBytes()
			toEnd(s)
			got := float64(s.walBytes()-before) / float64(m.to-m.from)
			s.sim.Halt()
			t.Logf("%s, %s: %.0f bytes of WAL, measured %.0f", release, m.what, got, want)
			if math.Abs(got/want-1) > 0.05 {
				t.Errorf("%s, %s: %.0f bytes of WAL a transaction, measured %.0f", release, m.what, got, want)
			}
		}
	}
}
