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
