package server

import (
	"testing"

	"clocksweep/core/scenario"
)

// mostFuzzed is how many events of a fuzzed run are played: most end before.
const mostFuzzed = 200_000

// FuzzScenario plays whole scenarios: a sample with some of its settings replaced by
// those of a text. Whatever it is, the run panics nowhere, goes on in time, and breaks
// no law, at any stop on the way; under the tag "invariants" the engine checks itself at
// every step too. The corpus is a part of what fuzzing has found to reach code that
// others had not, chosen so that few scenarios have many values of the settings that
// are a choice of words: releases, workloads, devices, file systems, policies.
//
//	go test -tags invariants -run '^$' -fuzz FuzzScenario -fuzztime 5m ./core/server
func FuzzScenario(f *testing.F) {
	for n := range uint64(4) {
		f.Add(n, "")
	}
	f.Add(uint64(4), "release = 8.1\nwal_sync_method = fsync\n")
	f.Add(uint64(5), "workload = dbt-2\nscale = 2\n")
	f.Fuzz(func(t *testing.T, n uint64, text string) {
		file, errs := scenario.Parse(random(n).Text() + text)
		if len(errs) > 0 {
			return
		}
		sc := file.Runs()[0]
		if len(sc.Check()) > 0 || NeedOf(sc).Bytes > 64<<20 {
			return // not legal, or larger than a test may be
		}
		defer failWithLink(t, sc)
		r := start(t, sc)
		for before := r.Events(); r.Step(20_000) && r.Events() < mostFuzzed; before = r.Events() {
			if r.Events() == before {
				t.Fatalf("%s\nnothing happens any more", linkOf(sc))
			}
			if err := laws(r.Result()); err != nil {
				t.Fatalf("%s\nafter %d events: %v", linkOf(sc), r.Events(), err)
			}
		}
		r.Stop()
		if err := laws(r.Result()); err != nil {
			t.Fatalf("%s\nat the end: %v", linkOf(sc), err)
		}
	})
}
