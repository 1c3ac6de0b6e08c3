package experiment_test

import (
	"testing"
	"time"

	"clocksweep/core/experiment"
	"clocksweep/core/server"
)

// benchedEvents are played of a run, for some runs take half a minute. That they are
// counted and not timed makes it the same piece of the run everywhere.
const benchedEvents = 1 << 20

// BenchmarkExperiments plays the beginning of the first run of each experiment, or
// all of a short one, and reports what an event takes of a processor, the virtual
// seconds of the piece, and its events. The machine is put together outside the time.
func BenchmarkExperiments(b *testing.B) {
	for _, e := range experiment.All() {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			b.Fatal(e.Slug, errs)
		}
		b.Run(e.Slug, func(b *testing.B) {
			var virtual, took time.Duration
			var events uint64
			for range b.N {
				run, err := server.New(scenarios[0])
				if err != nil {
					b.Fatal(err)
				}
				began := processorTime()
				run.Step(benchedEvents)
				took += processorTime() - began
				run.Stop()
				virtual += time.Duration(run.Result().VirtualNs)
				events += run.Events()
			}
			b.ReportMetric(float64(took)/float64(events), "ns/event")
			b.ReportMetric(virtual.Seconds()/float64(b.N), "virtual-s") // of a piece
			b.ReportMetric(float64(events)/float64(b.N), "events")
		})
	}
}

// BenchmarkSetUp puts together the machine of the first run of each experiment, with
// the database that the run finds.
func BenchmarkSetUp(b *testing.B) {
	for _, e := range experiment.All() {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			b.Fatal(e.Slug, errs)
		}
		b.Run(e.Slug, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				run, err := server.New(scenarios[0])
				if err != nil {
					b.Fatal(err)
				}
				run.Stop()
			}
		})
	}
}
