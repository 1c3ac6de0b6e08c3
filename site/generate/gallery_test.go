package generate

import (
	"slices"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/scenario"
)

func TestEraOf(t *testing.T) {
	for release, want := range map[string]string{
		"7.4": "lists", "8.0.2": "lists", "8.1devel": "sweep", "8.2": "sweep", "8.3devel": "spread", "9.5": "spread", "9.6": "sorted", "19": "sorted",
	} {
		sc := scenario.New()
		if err := sc.Set("release", release); err != nil {
			t.Fatal(err)
		}
		if got := eraOf(sc).id; got != want {
			t.Errorf("%s is of the era %s, want %s", release, got, want)
		}
	}
}

// TestTurned: what an experiment is about are mechanisms in play that its runs or
// variants change.
func TestTurned(t *testing.T) {
	for slug, want := range map[string]string{
		"write-barriers-2011": "barriers", "sorted-checkpoint-2007": "checkpoint-order", "checkpoint-flushing-2017": "checkpoint-flush",
	} {
		e, ok := experiment.BySlug(slug)
		if !ok {
			t.Fatalf("there is no experiment %s", slug)
		}
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		list := turned(e, scenarios)
		if !slices.ContainsFunc(list, func(m experiment.Mechanism) bool { return m.Name == want }) {
			t.Errorf("%s is not about %s but %v", slug, want, list)
		}
		for _, m := range list {
			if !slices.ContainsFunc(m.Without, func(c scenario.Change) bool { return turns(e, scenarios, c.Name) }) {
				t.Errorf("%s does not turn %s", slug, m.Name)
			}
		}
	}
}
