package counterpart

import (
	"strings"
	"unicode/utf8"

	"clocksweep/core/scenario"
)

// Changes returns the scenario as what differs from the defaults.
func (c *Counterpart) Changes() []scenario.Change {
	var list []scenario.Change
	for _, s := range scenario.Settings() {
		if !c.Scenario.IsDefault(s.ID) {
			list = append(list, scenario.Change{Name: s.Name, Value: c.Scenario.Show(s.ID)})
		}
	}
	return list
}

// File returns the scenario as a file that [scenario.Parse] reads, with what is
// known and what is assumed as comments.
func (c *Counterpart) File() string {
	var b strings.Builder
	for _, part := range []struct {
		head  string
		lines []string
	}{{"Known:", c.Known}, {"Assumed:", c.Assumed}} {
		if len(part.lines) == 0 {
			continue
		}
		b.WriteString("# " + part.head + "\n")
		for _, line := range part.lines {
			b.WriteString("#   " + line + "\n")
		}
	}
	b.WriteString(c.Scenario.Text())
	return b.String()
}

// TableText writes rows as a table of plain text.
func TableText(rows []Row) string {
	var b strings.Builder
	table := [][]string{{"", "measured", "simulated", "ratio"}}
	groups := []string{""}
	for i := range rows {
		name, measured, simulated, ratio := rows[i].Texts()
		table = append(table, []string{name, dash(measured), dash(simulated), dash(ratio)})
		groups = append(groups, rows[i].Group)
	}
	width := make([]int, 4)
	for _, row := range table {
		for i, text := range row {
			width[i] = max(width[i], utf8.RuneCountInString(text))
		}
	}
	for i, row := range table {
		if i > 0 && groups[i] != groups[i-1] {
			b.WriteString(groups[i] + "\n")
		}
		line := "  " + pad(row[0], width[0], false)
		for j := 1; j < len(row); j++ {
			line += "  " + pad(row[j], width[j], true)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return b.String()
}

func dash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

func pad(text string, width int, right bool) string {
	blank := strings.Repeat(" ", width-utf8.RuneCountInString(text))
	if right {
		return blank + text
	}
	return text + blank
}

// TableCSV writes rows as CSV, with all their digits.
func TableCSV(rows []Row) string {
	var b strings.Builder
	b.WriteString("group,figure,unit,measured,simulated,ratio\r\n")
	for i := range rows {
		r := &rows[i]
		b.WriteString(r.Group + "," + quoted(r.Name) + "," + r.Unit + "," + exact(r.Measured) + "," + exact(r.Simulated) + "," + exact(r.Ratio()) + "\r\n")
	}
	return b.String()
}

func quoted(text string) string {
	if strings.ContainsAny(text, `,"`) {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}
