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

// BenchmarkEviction plays a second of the buffer eviction of 2014, without the patch
// and with its fourth version.
func BenchmarkEviction(b *testing.B) {
	for _, c := range []struct{ name, replacement, freelist, partitions string }{
		{"unpatched", "clock83", "lwlock", "16"},
		{"v4", "reclaimer4", "spinlock", "64"},
	} {
		b.Run(c.name, func(b *testing.B) {
			virtual, events := int64(0), uint64(0)
			for b.Loop() {
				sc := scenario.New()
				for _, set := range [][2]string{
					{"release", "9.4"}, {"hardware", "power7-2014"}, {"shared_buffers", "8GB"}, {"scale", "3000"},
					{"workload", "select-only"}, {"after_init", "warm"}, {"clients", "64"}, {"duration", "1s"},
					{"replacement", c.replacement}, {"freelist_lock", c.freelist}, {"buffer_partitions", c.partitions},
				} {
					if err := sc.Set(set[0], set[1]); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				r, err := New(sc)
				if err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
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
