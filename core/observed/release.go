package observed

import (
	"slices"
	"strings"
)

// Releases are the major releases whose texts are read, the oldest first.
var Releases = []string{
	"7.4", "8.0", "8.1", "8.2", "8.3", "8.4", "9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6",
	"10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
}

// Order returns where a release stands among all, the oldest at 0, or -1 if it is
// none of them.
func Order(release string) int { return slices.Index(Releases, release) }

// ReleaseOf finds the major release in what version() or server_version says:
// "PostgreSQL 9.1.24 on x86_64", "15.20 (Debian 15.20-0+deb12u1)", "18beta1". A later
// release counts as the last one that is known. It returns "" if there is none.
func ReleaseOf(text string) string {
	for word := range strings.FieldsSeq(text) {
		if word[0] < '0' || word[0] > '9' {
			continue
		}
		major, rest := leadingDigits(word)
		if len(major) < 2 && strings.HasPrefix(rest, ".") { // up to 9.6 two numbers
			minor, _ := leadingDigits(rest[1:])
			major += "." + minor
		}
		if Order(major) >= 0 {
			return major
		}
		if n, ok := whole(major); ok && n > 19 && n < 100 {
			return Releases[len(Releases)-1]
		}
		return ""
	}
	return ""
}

func leadingDigits(s string) (digits, rest string) {
	i := 0
	for i < len(s) && '0' <= s[i] && s[i] <= '9' {
		i++
	}
	return s[:i], s[i:]
}
