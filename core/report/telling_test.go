package report

import "testing"

// TestTelling: the metric of a card is the one with most runs, then the one that is
// judged, then throughput.
func TestTelling(t *testing.T) {
	cell := func(run, metric string, judged bool) Cell {
		return Cell{Run: run, Metric: metric, Judged: judged}
	}
	for _, c := range []struct {
		want  string
		cells []Cell
	}{
		{"late", []Cell{cell("a", "tps", true), cell("a", "late", false), cell("b", "late", false)}},
		{"cycle", []Cell{cell("a", "tps", false), cell("b", "tps", false), cell("a", "cycle", true), cell("b", "cycle", true)}},
		{"tps", []Cell{cell("a", "alloc", true), cell("b", "alloc", true), cell("a", "tps", true), cell("b", "tps", true)}},
		{"alloc", []Cell{cell("a", "alloc", true), cell("a", "clean", true), cell("", "tps", true)}},
	} {
		if got := Telling(c.cells); got != c.want {
			t.Errorf("the metric is %s, want %s", got, c.want)
		}
	}
}
