package generate

import (
	"testing"

	"clocksweep/core/experiment"
)

// TestVaried checks that every embed has something to turn: what its runs differ
// in, or else one setting.
func TestVaried(t *testing.T) {
	for _, e := range experiment.All() {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		strip, _ := fields(&played{Experiment: e, scenarios: scenarios})
		list := varied(strip)
		if len(list) == 0 {
			t.Errorf("%s: the embed has no setting", e.Slug)
			continue
		}
		for _, f := range list {
			if len(f.Inputs) < 2 && len(list) > 1 {
				t.Errorf("%s: %s is the same in all runs", e.Slug, f.Name)
			}
		}
	}
}
