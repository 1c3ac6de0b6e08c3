package link

import (
	"cmp"
	"strconv"
	"strings"
)

// CompareVersions tells by its sign which of two engines is older: -1 if x is. Parts
// between dots are compared as numbers where both are, else as texts.
func CompareVersions(x, y string) int {
	for x != "" || y != "" {
		var a, b string
		a, x, _ = strings.Cut(x, ".")
		b, y, _ = strings.Cut(y, ".")
		m, errM := strconv.Atoi(a)
		n, errN := strconv.Atoi(b)
		order := cmp.Compare(m, n)
		if errM != nil || errN != nil {
			order = cmp.Compare(a, b)
		}
		if order != 0 {
			return order
		}
	}
	return 0
}
