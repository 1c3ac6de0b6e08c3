package report

import "strings"

// field is one column of a record: its name and its value as psql prints it.
type field struct{ name, value string }

// record formats one row as psql does in its expanded mode (\x, or -x on the
// command line) with the default border, up to and without the empty line
// that ends a psql result. The rule over the record is as wide as the widest
// name and the widest value (psql 9.1, print.c, print_aligned_vertical).
func record(fields []field) string {
	nameWidth, valueWidth := 0, 0
	for _, f := range fields {
		nameWidth = max(nameWidth, len(f.name))
		valueWidth = max(valueWidth, len(f.value))
	}
	const label = "-[ RECORD 1 ]"
	var b strings.Builder
	b.WriteString(label)
	b.WriteString(strings.Repeat("-", max(nameWidth-len(label), 0)))
	b.WriteString("-+-")
	b.WriteString(strings.Repeat("-", valueWidth))
	b.WriteByte('\n')
	for _, f := range fields {
		b.WriteString(f.name)
		b.WriteString(strings.Repeat(" ", nameWidth-len(f.name)))
		b.WriteString(" | ")
		b.WriteString(f.value)
		b.WriteByte('\n')
	}
	return b.String()
}
