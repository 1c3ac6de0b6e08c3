package report

import (
	"strconv"
	"strings"

	"clocksweep/core/result"
)

// atLeast tells whether release is the given major release ("9.1") or a later
// one. The form of a report changes with major releases only.
func atLeast(release, than string) bool {
	a, b := strings.Split(release, "."), strings.Split(than, ".")
	for i, part := range b {
		want, _ := strconv.Atoi(part)
		have := 0
		if i < len(a) {
			have, _ = strconv.Atoi(a[i])
		}
		if have != want {
			return have > want
		}
	}
	return true
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
