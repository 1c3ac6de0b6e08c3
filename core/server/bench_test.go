package server

import (
	"testing"

	"clocksweep/core/scenario"
)

// BenchmarkChallenge plays the two runs of the shared buffers challenge, 120 s of
// virtual time each.
func BenchmarkChallenge(b *testing.B) {
	for _, buffers := range []string{"32MB", "512MB"} {
		b.Run(buffers, func(b *testing.B) {
			virtual, events := int64(0), uint64(0)
			for b.Loop() {
				sc := scenario.New()
				for _, set := range [][2]string{
					{"shared_buffers", buffers}, {"checkpoint_segments", "256"},
					{"scale", "20"}, {"clients", "4"}, {"duration", "120s"},
				} {
					if err := sc.Set(set[0], set[1]); err != nil {
						b.Fatal(err)
					}
				}
				r, err := New(sc)
				if err != nil {
					b.Fatal(err)
				}
				for r.Step(1 << 20) {
				}
				virtual += r.Result().VirtualNs
				events += r.Events()
			}
			b.ReportMetric(float64(virtual)/float64(b.Elapsed()), "virtual-s/s")
			b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
		})
	}
}

// benchScenario is DBT-2 with 100 warehouses and their thousand users.
func benchScenario(b *testing.B) *scenario.Scenario {
	sc := scenario.New()
	for _, set := range [][2]string{
		{"release", "8.3"}, {"workload", "dbt-2"}, {"scale", "100"}, {"clients", "20"}, {"duration", "300s"},
		{"shared_buffers", "1GB"}, {"ram", "16GB"}, {"checkpoint_segments", "100"},
	} {
		if err := sc.Set(set[0], set[1]); err != nil {
			b.Fatal(err)
		}
	}
	return sc
}
