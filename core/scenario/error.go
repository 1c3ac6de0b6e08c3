package scenario

import (
	"strconv"
	"strings"
)

// Error says what is wrong with one setting. Its text is one sentence.
type Error struct {
	Setting string // name as the user wrote it, or the setting's own
	Value   string // value as the user wrote it
	Problem string // what is wrong with it: "is not a size"
	Legal   string // what is legal instead; empty if nothing is
	Line    int    // line of a configuration file, counted from 1; 0 elsewhere
}

// Error returns for instance
//
//	shared_buffers: "12XB" is not a size; legal is 128kB to 128GB, for instance 32MB
func (e *Error) Error() string {
	var b strings.Builder
	if e.Line > 0 {
		b.WriteString("line ")
		b.WriteString(strconv.Itoa(e.Line))
		b.WriteString(": ")
	}
	if e.Setting != "" {
		b.WriteString(printable(e.Setting))
		b.WriteString(": ")
	}
	if e.Value != "" {
		b.WriteString(strconv.Quote(shorten(e.Value)))
		b.WriteByte(' ')
	}
	b.WriteString(e.Problem)
	if e.Legal != "" {
		b.WriteString("; legal is ")
		b.WriteString(e.Legal)
	}
	return b.String()
}

// shorten cuts a text that is too long to be repeated in a sentence.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "..."
}

// printable returns a name that may come from outside without control
// characters and quotes.
func printable(s string) string {
	q := strconv.Quote(shorten(s))
	return q[1 : len(q)-1]
}

// unknown returns the error of a name that is no setting: with the releases
// that have it, with the name that may have been meant, or with examples.
func unknown(name string) *Error {
	e := &Error{Setting: name}
	if other, ok := elsewhere(name); ok {
		e.Problem = "this setting exists in PostgreSQL " + other.releases + ", and the lab does not have it"
		if other.instead != "" {
			e.Problem += "; " + other.instead + " does its work"
		}
		return e
	}
	if near := nearest(name); near != "" {
		e.Problem = "there is no such setting; did you mean " + near + "?"
	} else {
		e.Problem = "there is no such setting in the lab"
	}
	return e
}

// nearest returns the setting whose name needs the fewest changed letters to
// become name, or nothing if all are too far away.
func nearest(name string) string {
	const longest = 64
	if len(name) > longest {
		return ""
	}
	name = strings.ToLower(name)
	best, least := "", max(2, len(name)/3)+1
	for i := range settings {
		if d := distance(name, settings[i].Name); d < least {
			best, least = settings[i].Name, d
		}
	}
	return best
}

// distance is the Levenshtein distance: how many letters have to be inserted,
// removed or replaced to make b out of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1) // row[j]: distance of a[:i] and b[:j]
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
