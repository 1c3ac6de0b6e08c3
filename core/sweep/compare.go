package sweep

import (
	"math"
	"strconv"

	"clocksweep/core/result"
)

// Comparison is one table of several runs, a column each.
type Comparison struct {
	Settings []Row // those in which the runs differ
	Figures  []Row // every measure that is defined in a run
}

// Row is one line of a comparison.
type Row struct {
	Label string // of a setting its name, of a measure what it is, with its unit
	Texts []string
	// Ratios are those to the first run, "" for that one and where there is none.
	// A row of settings has none.
	Ratios []string
}

// absent stands for a setting that has no say in a run.
const absent = "–"

// Compare puts runs side by side.
func Compare(rs []*result.Result) Comparison {
	c := Comparison{Settings: differences(rs)}
	for i := range measures {
		m := &measures[i]
		row := Row{Label: m.Label}
		if m.Unit != "" {
			row.Label += ", " + m.Unit
		}
		var first float64
		defined := false
		for at, r := range rs {
			v := m.Of(r)
			if at == 0 {
				first = v
			}
			defined = defined || !math.IsNaN(v)
			row.Texts = append(row.Texts, Figure(v))
			row.Ratios = append(row.Ratios, ratioText(at, v, first))
		}
		if defined {
			c.Figures = append(c.Figures, row)
		}
	}
	return c
}

func ratioText(at int, v, first float64) string {
	if at == 0 || math.IsNaN(v) || math.IsNaN(first) || first == 0 {
		return ""
	}
	ratio := v / first
	if ratio >= 1000 || ratio < 0.001 {
		return "× " + Figure(ratio)
	}
	return "× " + strconv.FormatFloat(ratio, 'g', 3, 64)
}

// differences are the settings that do not have the same value in all runs, in
// the order of the registry. The seed is one of them, and so is the engine.
func differences(rs []*result.Result) []Row {
	var rows []Row
	add := func(label string, of func(*result.Result) string) {
		row := Row{Label: label}
		differs := false
		for _, r := range rs {
			text := of(r)
			differs = differs || len(row.Texts) > 0 && text != row.Texts[0]
			row.Texts = append(row.Texts, text)
		}
		if differs {
			rows = append(rows, row)
		}
	}
	for _, name := range settingNames(rs) {
		add(name, func(r *result.Result) string {
			for _, s := range r.Settings {
				if s.Name == name {
					return s.Value
				}
			}
			return absent
		})
	}
	add("engine", func(r *result.Result) string { return r.Engine })
	add("ended early", func(r *result.Result) string {
		if !r.Stopped {
			return absent
		}
		return "after " + strconv.FormatInt(r.VirtualNs/1e9, 10) + " s"
	})
	return rows
}

// settingNames merges the settings of the runs, each once, in the order in which
// the runs have them.
func settingNames(rs []*result.Result) []string {
	var names []string
	place := func(name string) int {
		for i, n := range names {
			if n == name {
				return i
			}
		}
		return -1
	}
	for _, r := range rs {
		at := 0 // behind the setting before this one
		for _, s := range r.Settings {
			if i := place(s.Name); i >= 0 {
				at = i + 1
				continue
			}
			names = append(names, "")
			copy(names[at+1:], names[at:])
			names[at] = s.Name
			at++
		}
	}
	return names
}

// Told returns the changed settings of a run as "name = value", at most so many,
// with "and 3 more" for the others, or "all defaults".
func Told(r *result.Result, most int) string {
	text, n := "", 0
	for _, s := range r.Settings {
		if !s.Changed {
			continue
		}
		if n++; n > most {
			continue
		}
		if text != "" {
			text += ", "
		}
		text += s.Name + " = " + s.Value
	}
	switch {
	case n == 0:
		return "all defaults"
	case n > most:
		text += " and " + strconv.Itoa(n-most) + " more"
	}
	return text
}
