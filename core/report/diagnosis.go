package report

import (
	"math"
	"strings"

	"clocksweep/core/diagnose"
	"clocksweep/core/result"
)

// Diagnosis returns in plain sentences what a run shows and what to try: a
// paragraph a finding, what costs time first.
func Diagnosis(r *result.Result) string { return Findings(diagnose.Diagnose(r)) }

// Findings returns a diagnosis in the same form.
func Findings(list []diagnose.Finding) string {
	var b strings.Builder
	for i, f := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Title + ".\n" + wrap(f.Because, "  ", diagnosisWidth))
		for _, c := range f.Try {
			b.WriteString("  try " + c.Name + " = " + c.Value + "\n")
		}
	}
	return b.String()
}

const diagnosisWidth = 88 // characters of a line

// wrap breaks text at blanks into indented lines.
func wrap(text, indent string, width int) string {
	var b strings.Builder
	at := 0
	for i, word := range strings.Fields(text) {
		switch n := len([]rune(word)); {
		case i == 0:
			b.WriteString(indent)
			at = len(indent) + n
		case at+1+n > width:
			b.WriteString("\n" + indent)
			at = len(indent) + n
		default:
			b.WriteByte(' ')
			at += 1 + n
		}
		b.WriteString(word)
	}
	b.WriteByte('\n')
	return b.String()
}

// diagnosisJSON lists the findings of a run. An evidence's name carries its unit, as
// everywhere.
func diagnosisJSON(r *result.Result) []object {
	var list []object
	for _, f := range diagnose.Diagnose(r) {
		changes, evidence := object{}, object{}
		for _, c := range f.Try {
			changes = append(changes, member{c.Name, c.Value})
		}
		for _, n := range f.Evidence {
			evidence = append(evidence, member{n.Name + evidenceUnit[n.Unit], figureJSON(n.Value)})
		}
		list = append(list, object{
			{"id", f.ID}, {"title", f.Title}, {"because", f.Because}, {"harmless", f.Harmless}, {"try", changes}, {"evidence", evidence},
		})
	}
	return list
}

// evidenceUnit is what a unit makes of a name.
var evidenceUnit = map[string]string{
	"%": "_percent", "s": "_s", "ms": "_ms", "MB": "_mb", "1/s": "_per_s", "MB/s": "_mb_per_s",
}

// EvidenceText returns a figure that a finding rests on for a reader: what it is of,
// without underscores, and the number with its unit.
func EvidenceText(n *diagnose.Number) (name, value string) {
	value = figure(n.Value)
	if n.Value >= 10000 || n.Value == math.Trunc(n.Value) {
		value = Thousands(int64(math.Round(n.Value)))
	}
	if n.Unit != "" {
		value += " " + n.Unit
	}
	return strings.ReplaceAll(n.Name, "_", " "), value
}
