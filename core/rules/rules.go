package rules

import (
	"slices"
	"strings"
)

// Aspect is something that every release decides in some way.
type Aspect uint8

// The aspects, in the order in which they are told.
const (
	Replacement Aspect = iota
	Rings
	Cleaning
	Due
	Idle
	Order
	Pace
	Fsync
	Commit
	Records
	Buffers
	Recycling
	Warning
	aspects
)

// about tells of each aspect its name, which question its rules answer, and the
// quantity of a replay that shows them in recordings of real servers.
var about = [aspects]struct{ name, question, quantity string }{
	{"Replacement", "Which page is given up for another one", "victims"},
	{"Rings", "Which scans use a few buffers over and over", "ring slots"},
	{"Cleaning round", "Which pages the background writer cleans", "round buffers"},
	{"Checkpoint due", "When a checkpoint begins", ""},
	{"Idle server", "When a checkpoint that is due is skipped", ""},
	{"Checkpoint order", "Which pages a checkpoint writes, in which order", "checkpoint buffers"},
	{"Checkpoint pace", "How fast it writes them", "nap decisions"},
	{"Fsync", "Who makes written pages safe", ""},
	{"WAL flush", "How commits share a flush of the WAL", ""},
	{"WAL records", "How long the records and full-page images are", ""},
	{"WAL buffers", "How much WAL waits in memory", ""},
	{"WAL files", "How many old WAL files are kept for reuse", ""},
	{"Warning", "When the log says that checkpoints come too often", ""},
}

// String returns the name of the aspect.
func (a Aspect) String() string { return about[a].name }

// Question returns what the rules of the aspect decide, without a question mark.
func (a Aspect) Question() string { return about[a].question }

// Quantity returns the name of the quantity in a report of package replay that
// shows what the rules of the aspect decide, or "" if recordings do not tell.
func (a Aspect) Quantity() string { return about[a].quantity }

// Aspects returns all aspects in order.
func Aspects() []Aspect {
	list := make([]Aspect, aspects)
	for i := range list {
		list[i] = Aspect(i)
	}
	return list
}

// Rule is what some releases in a row do.
type Rule struct {
	ID          string // unique among all rules; for Replacement the name of its policy
	Aspect      Aspect
	First, Last string // releases in which it is in force
	Name        string // in a few words
	Says        string // one or two sentences
	Source      string // PostgreSQL's file and function, and the releases that were read
	File        string // here, from the root of the repository; empty: not simulated, or nothing to do
}

// releases are the lines of releases, oldest first.
var releases = strings.Fields("7.4 8.0.0 8.0.2 8.1 8.2 8.3 8.4 9.0 9.1 9.2 9.3 9.4 9.5 9.6 10 11 12 13 14 15 16 17 18 19")

// Releases returns the lines of releases, oldest first.
func Releases() []string { return slices.Clone(releases) }

// Line returns the line that a version belongs to, "9.6" for "9.6.24", or "" if
// there is none.
func Line(version string) string {
	parts := strings.Split(version, ".")
	switch {
	case version == "8.0.0" || version == "8.0.1":
		return "8.0.0"
	case strings.HasPrefix(version, "8.0."):
		return "8.0.2"
	case len(parts) > 1 && len(parts[0]) == 1: // up to 9.6 a release has two numbers
		version = parts[0] + "." + parts[1]
	default:
		version = parts[0]
	}
	if !slices.Contains(releases, version) {
		return ""
	}
	return version
}

// In reports whether the rule is in force in a line of releases.
func (r Rule) In(line string) bool {
	i := slices.Index(releases, line)
	return slices.Index(releases, r.First) <= i && i <= slices.Index(releases, r.Last)
}

// Span names the releases of the rule.
func (r Rule) Span() string {
	first, last := r.First, r.Last
	if last == "8.0.2" {
		last = "8.0"
	}
	switch {
	case r.First == r.Last && r.First == "8.0.0":
		return "8.0.0, 8.0.1"
	case r.First == r.Last && r.First == "8.0.2":
		return "8.0.2 and later 8.0"
	case r.First == r.Last:
		return first
	case first == "8.0.0":
		first = "8.0"
	}
	if first == last {
		return first
	}
	return first + " to " + last
}

// Nearest returns the release whose rules a development tree has, all or most of
// them, and any other line as it is.
func Nearest(line string) string {
	switch line {
	case "8.1devel":
		return "8.0.0"
	case "8.3devel":
		return "8.2"
	}
	return line
}

// All returns every rule, by aspect, and in each the oldest first.
func All() []Rule { return slices.Clone(table) }

// Of returns the rules of a line of releases, by aspect. Aspects that are not
// simulated for the release have none.
//
// A development tree has the rules of releases around it: that of February 2005,
// 8.1devel, those of 8.0.0; that of June 2007, 8.3devel, those of 8.2 and already
// 8.3's replacement, rings and naps.
func Of(line string) []Rule {
	var list []Rule
	for _, r := range table {
		in := Nearest(line)
		if line == "8.3devel" && (r.Aspect == Replacement || r.Aspect == Rings || r.Aspect == Pace) {
			in = "8.3"
		}
		if r.In(in) {
			list = append(list, r)
		}
	}
	return list
}
