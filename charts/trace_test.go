package charts

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/trace"
)

// playedTrace is a result made by hand, with sizes in disorder.
func playedTrace() *trace.Result {
	r := &trace.Result{Format: trace.CSV, Accesses: [3]int64{900, 90, 10}, Pages: 700, Buffers: []int{1024, 128, 256}}
	for i, name := range []string{"lru", "arc", "2q", "bit2005", "clock81", "clock83", "reclaimer3", "reclaimer4", "reclaimer9", "clock95"} {
		p := trace.Played{Policy: name, As: name}
		if strings.HasPrefix(name, "clock") {
			p.As = "clock81"
		}
		for j := range r.Buffers {
			hits := int64(900 - 100*((j+2)%3) - 7*i)
			p.Counts = append(p.Counts, trace.Count{Accesses: 1000, Extends: 10, Hits: hits, Misses: 1000 - hits, Writes: int64(1000 * (3 - j) * (i + 1))})
		}
		r.Played = append(r.Played, p)
	}
	return r
}

// TestTraceGolden compares caption, table and option of the pictures of a trace
// with testdata/trace; -rewrite renews them.
func TestTraceGolden(t *testing.T) {
	pictures := Trace(playedTrace(), Light)
	datadriven.RunTest(t, "testdata/trace", func(t *testing.T, d *datadriven.TestData) string {
		var id string
		d.ScanArgs(t, "id", &id)
		p := byID(t, pictures, id)
		switch d.Cmd {
		case "caption":
			return fmt.Sprintf("%s: %s\n%d px, narrow %d px\n", p.Title, p.Caption, p.Height, p.NarrowHeight)
		case "table":
			rows := []string{strings.Join(p.Table.Head, " | ")}
			for _, row := range p.Table.Rows {
				rows = append(rows, strings.Join(row, " | "))
			}
			return strings.Join(rows, "\n") + "\n"
		case "option":
			return readable(t, p.Option)
		}
		d.Fatalf(t, "unknown command %q", d.Cmd)
		return ""
	})
}

// TestTraceOfFew draws what leaves little to draw.
func TestTraceOfFew(t *testing.T) {
	none := func(r *trace.Result) { r.Played = nil }
	oneSize := func(r *trace.Result) {
		r.Buffers = r.Buffers[:1]
		for i := range r.Played {
			r.Played[i].Counts = r.Played[i].Counts[:1]
		}
	}
	for name, test := range map[string]struct {
		change func(*trace.Result)
		panels int
	}{
		"no policy":     {none, 0},
		"one size":      {oneSize, 2},
		"releases only": {func(r *trace.Result) { r.Played = r.Played[:3] }, 1},
		"patches only":  {func(r *trace.Result) { r.Played = r.Played[6:7] }, 1},
		"no accesses": {func(r *trace.Result) {
			for i := range r.Played {
				clear(r.Played[i].Counts)
			}
		}, 2},
	} {
		r := playedTrace()
		test.change(r)
		pictures := Trace(r, Dark)
		if test.panels == 0 {
			if pictures != nil {
				t.Errorf("%s: %d pictures", name, len(pictures))
			}
			continue
		}
		for _, p := range pictures {
			o := parse(t, p)
			if len(o.Base.XAxis) != test.panels || len(o.Base.YAxis) != test.panels {
				t.Errorf("%s: %s has %d plots, want %d", name, p.ID, len(o.Base.XAxis), test.panels)
			}
			for _, x := range o.Base.XAxis {
				if *x.Min <= 0 || *x.Min >= *x.Max {
					t.Errorf("%s: %s has an axis from %v to %v", name, p.ID, *x.Min, *x.Max)
				}
			}
			if p.Caption == "" || !strings.HasSuffix(p.Caption, ".") {
				t.Errorf("%s: %s says %q", name, p.ID, p.Caption)
			}
		}
	}
}

func spanOfHits(r *trace.Result) (from, to, interval float64) {
	s := newTraceScene(r, Light)
	return s.span(traceMetric{percent: true, of: func(c trace.Count) float64 { return 100 * c.HitRatio() }}, s.lines)
}

// TestTraceAxisOfHits begins where the values do, and never beyond 100 %.
func TestTraceAxisOfHits(t *testing.T) {
	for _, test := range []struct{ low, high, from, to float64 }{
		{0.577, 0.706, 55, 75}, {0.90, 0.925, 90, 93}, {0.99, 1, 99, 100}, {1, 1, 99, 100}, {0, 0, 0, 1}, {0, 1, 0, 100}, {0.31, 0.98, 0, 100},
	} {
		r := &trace.Result{Buffers: []int{16, 32}, Played: []trace.Played{{Policy: "lru", As: "lru", Counts: []trace.Count{
			{Accesses: 1e6, Hits: int64(test.low * 1e6)}, {Accesses: 1e6, Hits: int64(test.high * 1e6)},
		}}}}
		from, to, interval := spanOfHits(r)
		if from != test.from || to != test.to || interval <= 0 || (to-from)/interval > 10 {
			t.Errorf("%v to %v: the axis goes from %v to %v by %v, want %v to %v", test.low, test.high, from, to, interval, test.from, test.to)
		}
	}
}
