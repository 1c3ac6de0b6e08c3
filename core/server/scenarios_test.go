package server

import (
	"strings"
	"testing"

	"clocksweep/core/scenario"
	"clocksweep/core/scenario/sample"
)

// of returns a scenario with the settings of text, "name=value" separated by
// blanks.
func of(t *testing.T, text string) *scenario.Scenario {
	t.Helper()
	sc := scenario.New()
	for _, pair := range strings.Fields(text) {
		name, value, _ := strings.Cut(pair, "=")
		if err := sc.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

// start sets up a run.
func start(t *testing.T, sc *scenario.Scenario) *Run {
	t.Helper()
	r, err := New(sc)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// run plays a scenario to its end. If it panics or does not end, the test fails
// with the link that opens it.
func run(t *testing.T, sc *scenario.Scenario) *Run {
	t.Helper()
	defer failWithLink(t, sc)
	r := start(t, sc)
	for n := 0; r.Step(1 << 16); n++ {
		if n > 1000 {
			t.Fatalf("%s\nthe run does not end", linkOf(sc))
		}
	}
	return r
}

// failWithLink turns a panic into a failure that says in which scenario.
func failWithLink(t *testing.T, sc *scenario.Scenario) {
	t.Helper()
	if r := recover(); r != nil {
		t.Fatalf("%s\npanic: %v", linkOf(sc), r)
	}
}

// linkOf returns the link that opens a scenario.
func linkOf(sc *scenario.Scenario) string {
	var changes []scenario.Change
	for _, set := range scenario.Settings() {
		if !sc.IsDefault(set.ID) {
			changes = append(changes, scenario.Change{Name: set.Name, Value: sc.Show(set.ID)})
		}
	}
	return scenario.EncodeLink("", changes)
}

// random returns a scenario in which every setting has some legal value, small
// enough to be played in a fraction of a second.
func random(n uint64) *scenario.Scenario { return sample.Scenario(n) }

// randomOf is random for one release.
func randomOf(n uint64, release string) *scenario.Scenario { return sample.Of(n, release) }
