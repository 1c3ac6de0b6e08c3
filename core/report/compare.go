package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
)

// Cell is one published number beside the simulated one.
type Cell struct {
	Run    string // "" for a figure over all runs
	Metric string
	Unit   string

	Published float64
	Simulated float64 // NaN if the runs don't define the metric
	// Difference is relative to the published number: -0.1 is 10 % too low.
	// If zero was published it is 0 (met) or infinite.
	Difference float64

	Role      string // one of the Role constants of package experiment
	Tolerance string // what the simulated number may be: "±10 %", "7 to 9", or "" if nothing is asked of it
	Judged    bool   // a tolerance was set
	OK        bool   // the simulated number is within it; true if not judged
}

// Compare puts the published numbers of e beside those of rs. Numbers of runs
// that rs does not hold, and figures over all runs if any of them is missing,
// are left out.
func Compare(e *experiment.Experiment, rs []*result.Result) []Cell {
	var cells []Cell
	for _, p := range e.Published {
		if !simulated(e, rs, p.Run) {
			continue
		}
		c := Cell{
			Run: p.Run, Metric: p.Metric, Unit: p.Unit, Published: p.Value, Role: p.Role,
			Tolerance: p.Tolerance.String(), Judged: !p.Tolerance.None,
		}
		value, defined := Metric(rs, p.Run, p.Metric)
		if defined {
			c.Simulated, c.Difference = value, difference(p.Value, value)
			c.OK = !c.Judged || p.Tolerance.OK(p.Value, value)
		} else {
			c.Simulated, c.Difference = math.NaN(), math.NaN()
			c.OK = !c.Judged
		}
		cells = append(cells, c)
	}
	return cells
}

// simulated tells whether rs holds the run, or all runs of e if run is "".
func simulated(e *experiment.Experiment, rs []*result.Result, run string) bool {
	if run != "" {
		return byRun(rs, run) != nil
	}
	for _, name := range e.Scenario.Names() {
		if byRun(rs, name) == nil {
			return false
		}
	}
	return true
}

func difference(published, simulated float64) float64 {
	if published == simulated {
		return 0
	}
	return (simulated - published) / math.Abs(published)
}

// RunText returns the name of the run, "all" for a figure over all of them.
func (c *Cell) RunText() string {
	if c.Run == "" {
		return "all"
	}
	return c.Run
}

// PublishedText returns the published number for a reader.
func (c *Cell) PublishedText() string { return figure(c.Published) }

// SimulatedText returns the simulated number for a reader, "-" if there is none.
func (c *Cell) SimulatedText() string { return figure(c.Simulated) }

// DifferenceText returns the relative difference, "" if it can't be told in
// percent (zero or nothing on one side only).
func (c *Cell) DifferenceText() string {
	if math.IsNaN(c.Difference) || math.IsInf(c.Difference, 0) {
		return ""
	}
	s := fmt.Sprintf("%+.1f %%", 100*c.Difference)
	if s == "+0.0 %" || s == "-0.0 %" {
		return "0.0 %"
	}
	return s
}

// Verdict returns "ok" or "MISS", or "" if the cell is not judged.
func (c *Cell) Verdict() string {
	switch {
	case !c.Judged:
		return ""
	case c.OK:
		return "ok"
	}
	return "MISS"
}

// Note puts into one line what a table without room for all its columns leaves
// out: "-17.7 %, predicted, ±8 %". It breaks after its commas only.
func (c *Cell) Note() string {
	var parts []string
	for _, part := range []string{c.DifferenceText(), c.Role, c.Tolerance} {
		if part != "" {
			parts = append(parts, strings.ReplaceAll(part, " ", "\u00a0"))
		}
	}
	return strings.Join(parts, ", ")
}

// figure prints whole numbers in full and all others to four significant digits.
func figure(v float64) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	// The exponent of the scientific form tells how many decimals make four
	// significant digits.
	scientific := strconv.FormatFloat(v, 'e', 3, 64)
	_, exponent, _ := strings.Cut(scientific, "e")
	n, _ := strconv.Atoi(exponent)
	return strconv.FormatFloat(v, 'f', max(3-n, 0), 64)
}

// CompareText returns the cells as a table of plain text.
func CompareText(cells []Cell) string {
	rows := [][]string{{"run", "metric", "published", "simulated", "difference", "tolerance", "role", ""}}
	for i := range cells {
		c := &cells[i]
		rows = append(rows, []string{c.RunText(), c.Metric, c.PublishedText(), c.SimulatedText(),
			c.DifferenceText(), c.Tolerance, c.Role, c.Verdict()})
	}
	return table(rows, "llrrrlll")
}

// table lays out rows in columns two blanks apart, each aligned to the left (l)
// or right (r).
func table(rows [][]string, align string) string {
	width := make([]int, len(align))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if align[i] == 'r' {
				cell = pad + cell
			} else {
				cell += pad
			}
			if i > 0 {
				line.WriteString("  ")
			}
			line.WriteString(cell)
		}
		b.WriteString(strings.TrimRight(line.String(), " "))
		b.WriteByte('\n')
	}
	return b.String()
}
