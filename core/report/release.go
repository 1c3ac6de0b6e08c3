package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// atLeast tells whether release is the given one ("9.1", "8.0.2") or a later
// one. What follows the digits of a part does not count: 19beta1 has the forms
// of 19; but 8.3devel, the tree of 8.3 half a year before, is not yet 8.3.
func atLeast(release, than string) bool {
	name := release
	for than != "" {
		var have, want int
		have, release = leading(release)
		want, than = leading(than)
		if have != want {
			return have > want
		}
	}
	return !strings.HasSuffix(name, "devel")
}

// leading reads the number before the first dot, 0 if there is none, and
// returns what follows the dot.
func leading(release string) (n int, rest string) {
	part, rest, _ := strings.Cut(release, ".")
	for _, c := range part {
		if c < '0' || c > '9' {
			break
		}
		n = 10*n + int(c-'0')
	}
	return n, rest
}

// absent is the report of a view that the release does not have.
func absent(view, since, release string) string {
	return fmt.Sprintf("PostgreSQL %s has no %s: the view came with %s.\n", release, view, since)
}

// setting returns the value of a setting in force as SHOW prints it, or "" if
// the run has no such setting.
func setting(r *result.Result, name string) string {
	for _, s := range r.Settings {
		if s.Name == name {
			return s.Value
		}
	}
	return ""
}
