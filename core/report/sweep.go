package report

import (
	"fmt"
	"math"
	"strings"

	"clocksweep/core/sweep"
)

// SweepText is a sweep as tables: for one setting mean, extremes and the mean's 95 %
// interval by value, for two the means as a grid. What has no result is told below
// with the reason.
func SweepText(o *sweep.Outcome, measure int) string {
	m := sweep.Measures()[measure]
	var b strings.Builder
	unit := ""
	if m.Unit != "" {
		unit = ", " + m.Unit
	}
	fmt.Fprintf(&b, "%s%s; %s\n", m.Label, unit, seedsOf(o))
	if len(o.Axes) == 1 {
		b.WriteString(sweepLine(o, measure))
	} else {
		b.WriteString(sweepGrid(o, measure))
	}
	for cell := range o.Cells {
		if why := o.Trouble(cell); why != "" {
			fmt.Fprintf(&b, "%s: %s\n", strings.Join(cellName(o, cell), ", "), why)
		}
	}
	return b.String()
}

// seedsOf tells the repeats.
func seedsOf(o *sweep.Outcome) string {
	if n := len(o.Seeds); n > 1 {
		return fmt.Sprintf("%d seeds, %d to %d", n, o.Seeds[0], o.Seeds[n-1])
	}
	return fmt.Sprintf("seed %d", o.Seeds[0])
}

// cellName is the values of a cell as settings.
func cellName(o *sweep.Outcome, cell int) []string {
	values := o.Values(cell)
	for i := range values {
		values[i] = o.Axes[i].Setting.Name + " = " + values[i]
	}
	return values
}

func sweepLine(o *sweep.Outcome, measure int) string {
	rows := [][]string{{o.Axes[0].Setting.Name, "mean", "lowest", "highest", "95 % of mean", "runs"}}
	for cell := range o.Cells {
		s := o.Stat(cell, measure)
		rows = append(rows, []string{o.Values(cell)[0], sweep.Figure(s.Mean), sweep.Figure(s.Low), sweep.Figure(s.High), HalfText(s), fmt.Sprint(s.N)})
	}
	return table(rows, "lrrrrr")
}

func sweepGrid(o *sweep.Outcome, measure int) string {
	rows := [][]string{append([]string{o.Axes[1].Setting.Name + " \\ " + o.Axes[0].Setting.Name}, o.Axes[0].Values...)}
	for y, value := range o.Axes[1].Values {
		row := []string{value}
		for x := range o.Columns() {
			row = append(row, sweep.Figure(o.Stat(y*o.Columns()+x, measure).Mean))
		}
		rows = append(rows, row)
	}
	return table(rows, "l"+strings.Repeat("r", o.Columns()))
}

// HalfText writes half of the interval of a mean: "± 3.2", "–" for a single run.
func HalfText(s sweep.Stat) string {
	if math.IsNaN(s.Half) {
		return "–"
	}
	return "± " + sweep.Figure(s.Half)
}

// SweepJSON returns a sweep for programs to read, in the manner of [JSON]. base
// are the settings that all runs share and that are not the defaults.
func SweepJSON(engine, base string, o *sweep.Outcome) []byte {
	axes := []object{}
	for i := range o.Axes {
		axes = append(axes, object{{"setting", o.Axes[i].Setting.Name}, {"values", o.Axes[i].Values}})
	}
	cells := []object{}
	for cell := range o.Cells {
		var values object
		for i, v := range o.Values(cell) {
			values = append(values, member{o.Axes[i].Setting.Name, v})
		}
		hashes := make([]string, len(o.Seeds))
		for i := range hashes {
			hashes[i] = o.Hash(sweep.Job{Cell: cell, Seed: i})
		}
		c := object{{"settings", values}, {"trouble", o.Trouble(cell)}, {"hashes", hashes}}
		for i, m := range sweep.Measures() {
			s := o.Stat(cell, i)
			c = append(c, member{m.Name, object{
				{"runs", s.N}, {"mean", figureJSON(s.Mean)}, {"low", figureJSON(s.Low)}, {"high", figureJSON(s.High)},
				{"half_95", figureJSON(s.Half)}, {"by_seed", numbers(o.Figures(cell, i))},
			}})
		}
		cells = append(cells, c)
	}
	return marshalled(object{{"engine", engine}, {"settings", base}, {"axes", axes}, {"seeds", o.Seeds}, {"cells", cells}})
}
