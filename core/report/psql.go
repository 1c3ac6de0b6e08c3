package report

import (
	"fmt"
	"strconv"
	"strings"
)

// field is one column of a record: its name and its value as psql prints it.
// NULL is the empty text.
type field struct{ name, value string }

func count(name string, n int64) field { return field{name, strconv.FormatInt(n, 10)} }

// records formats rows as psql does in its expanded mode (\x, or -x on the
// command line) with the default border, up to and without the empty line that
// ends a psql result. All rows have the same columns. The rule over each record
// is as wide as the widest name and the widest value of all rows (psql, print.c,
// print_aligned_vertical; the form is the same from 8.3 to 19).
func records(rows ...[]field) string {
	if len(rows) == 0 {
		return "(0 rows)\n"
	}
	nameWidth, valueWidth := 0, 0
	for _, fields := range rows {
		for _, f := range fields {
			nameWidth = max(nameWidth, len(f.name))
			valueWidth = max(valueWidth, len(f.value))
		}
	}
	var b strings.Builder
	for i, fields := range rows {
		b.WriteString(recordRule(i+1, nameWidth, valueWidth))
		for _, f := range fields {
			fmt.Fprintf(&b, "%-*s | %s\n", nameWidth, f.name, f.value)
		}
	}
	return b.String()
}

// recordRule is the line over a record. A label that is wider than the names
// takes the place of the crossing.
func recordRule(number, nameWidth, valueWidth int) string {
	label := fmt.Sprintf("-[ RECORD %d ]", number)
	rule := []byte(strings.Repeat("-", nameWidth) + "-+-" + strings.Repeat("-", valueWidth))
	if len(label) >= len(rule) {
		return label + "\n"
	}
	copy(rule, label)
	return string(rule) + "\n"
}

// aligned formats rows as psql does by default, the number of rows included
// (psql, print.c, print_aligned_text): names are centered, the last column is a
// number and stands to the right, the others to the left.
func aligned(head []string, rows [][]string) string {
	last := len(head) - 1
	width := make([]int, len(head))
	for i, name := range head {
		width[i] = len(name)
		for _, row := range rows {
			width[i] = max(width[i], len(row[i]))
		}
	}
	var b strings.Builder
	for i, name := range head {
		room := width[i] - len(name)
		b.WriteString(" " + strings.Repeat(" ", room/2) + name + strings.Repeat(" ", room-room/2) + " ")
		if i < last {
			b.WriteString("|")
		}
	}
	b.WriteString("\n")
	for i := range head {
		b.WriteString(strings.Repeat("-", width[i]+2))
		if i < last {
			b.WriteString("+")
		}
	}
	b.WriteString("\n")
	for _, row := range rows {
		for i, cell := range row {
			if i < last {
				fmt.Fprintf(&b, " %-*s |", width[i], cell)
			} else {
				fmt.Fprintf(&b, " %*s\n", width[i], cell)
			}
		}
	}
	if len(rows) == 1 {
		return b.String() + "(1 row)\n"
	}
	return b.String() + fmt.Sprintf("(%d rows)\n", len(rows))
}
