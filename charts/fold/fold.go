// Package fold breaks texts into lines for pictures, whose fonts say what fits.
package fold

import (
	"sort"
	"strings"
)

// Lines breaks a text into at most so many lines, each as long as fits. What is more is
// cut, which an ellipsis tells.
func Lines(text string, most int, fits func(line string) bool) (lines []string) {
	words := strings.Fields(text)
	for len(words) > 0 && len(lines) < most {
		n := 1
		for n < len(words) && fits(strings.Join(words[:n+1], " ")) {
			n++
		}
		line := strings.Join(words[:n], " ")
		words = words[n:]
		if len(lines) == most-1 && len(words) > 0 || !fits(line) {
			line = cut(line, fits)
		}
		lines = append(lines, line)
	}
	return lines
}

// cut shortens a line to what fits with an ellipsis behind it.
func cut(line string, fits func(line string) bool) string {
	runes := []rune(line)
	tooLong := sort.Search(len(runes), func(n int) bool { return !fits(string(runes[:n+1]) + "…") })
	return strings.TrimRight(string(runes[:tooLong]), " ,.;:–") + "…"
}

// InFirst folds a text in the first font in which nothing of it has to be cut, or in
// the last.
func InFirst[Font any](fonts []Font, text string, most int, fits func(f Font, line string) bool) (f Font, lines []string) {
	for _, f = range fonts {
		lines = Lines(text, most, func(line string) bool { return fits(f, line) })
		if strings.Join(lines, " ") == strings.Join(strings.Fields(text), " ") {
			break
		}
	}
	return f, lines
}
