package charts

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

// sweptBy is an outcome of made-up results over settings written name=values;
// only the first runs have ended, and the last of those failed.
func sweptBy(t *testing.T, seeds, runs int, settings ...string) *sweep.Outcome {
	t.Helper()
	var axes []sweep.Axis
	for _, s := range settings {
		name, values, _ := strings.Cut(s, "=")
		a, err := sweep.ReadAxis(scenario.New(), name, values)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, a)
	}
	file, _ := scenario.Parse("")
	p, err := sweep.New(func(changes []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := file.With(changes)
		return list[0], errs
	}, axes, seeds)
	if err != nil {
		t.Fatal(err)
	}
	o := sweep.NewOutcome(p)
	for i, j := range p.Jobs() {
		switch {
		case i == runs-1:
			o.Fail(j, "the worker ended")
		case i < runs:
			r := &result.Result{Engine: "test", VirtualNs: 10e9, Transactions: int64(1000*(j.Cell+1) + 150*j.Seed)}
			r.Latency = result.Percentiles{Avg: 1e6, P50: 1e6, P90: 3e6, P95: 4e6, P99: int64(5e6 * (j.Cell + 1)), Max: 9e9}
			o.Put(j, r)
		}
	}
	return o
}

// sweeps are the outcomes that the tests draw.
func sweeps(t *testing.T) map[string]*sweep.Outcome {
	return map[string]*sweep.Outcome{
		"line":    sweptBy(t, 3, 99, "shared_buffers=32MB..256MB"),
		"choices": sweptBy(t, 2, 99, "filesystem=ext3-ordered,ext4,xfs"),
		"map":     sweptBy(t, 2, 99, "shared_buffers=32MB,64MB,128MB,16GB", "full_page_writes=all"),
		"partial": sweptBy(t, 1, 3, "clients=1,2,4,8"),
		"nothing": sweptBy(t, 2, 0, "clients=1,2"),
		"bare":    sweptBy(t, 2, 0, "clients=1,2", "scale=1,2"),
		"one":     sweptBy(t, 1, 9, "clients=4"),
	}
}

// TestSweepGolden compares the pictures with testdata/sweep; -rewrite renews them.
func TestSweepGolden(t *testing.T) {
	all := sweeps(t)
	datadriven.RunTest(t, "testdata/sweep", func(t *testing.T, d *datadriven.TestData) string {
		var name, measure string
		d.ScanArgs(t, "of", &name)
		d.ScanArgs(t, "measure", &measure)
		m, ok := sweep.MeasureByName(measure)
		if !ok || all[name] == nil {
			d.Fatalf(t, "no such sweep")
		}
		p := Sweep(all[name], m, Light)
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

// TestEverySweep checks what holds for any outcome, measure and theme.
func TestEverySweep(t *testing.T) {
	for name, o := range sweeps(t) {
		for m := range sweep.Measures() {
			for theme, colors := range map[string]Theme{"light": Light, "dark": Dark, "static": Static} {
				p := Sweep(o, m, colors)
				checkPicture(t, p)
				checkColors(t, p, theme, colors)
				if strings.Contains(string(p.Option), "NaN") || p.Height < 60 {
					t.Errorf("%s: %s", name, p.Option)
				}
				if names := `"data":["` + strings.Join(o.Axes[0].Values, `","`) + `"]`; !strings.Contains(string(p.Option), names) {
					t.Errorf("%s: the axis lacks the values: %s", name, p.Option)
				}
				if len(p.Table.Rows) != len(o.Cells) {
					t.Errorf("%s: the table has %d rows", name, len(p.Table.Rows))
				}
			}
		}
	}
}

// TestCellContrast holds for text on the strongest cell of a heat map.
func TestCellContrast(t *testing.T) {
	for name, theme := range map[string]Theme{"light": Light, "dark": Dark} {
		var color, paper, cell [3]float64
		for text, c := range map[string]*[3]float64{theme.Checkpointer: &color, theme.Paper: &paper} {
			for i := range c {
				v, err := strconv.ParseUint(text[1+2*i:3+2*i], 16, 8)
				if err != nil {
					t.Fatal(err)
				}
				c[i] = float64(v)
			}
		}
		for i := range cell {
			cell[i] = strongest*color[i] + (1-strongest)*paper[i]
		}
		shown := fmt.Sprintf("#%02x%02x%02x", int(cell[0]), int(cell[1]), int(cell[2]))
		if ratio := contrast(t, theme.Text, shown); ratio < 4.5 {
			t.Errorf("%s: text on the strongest cell has a contrast of %.2f", name, ratio)
		}
	}
}
