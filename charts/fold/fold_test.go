package fold

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func upTo(n int) func(string) bool {
	return func(line string) bool { return utf8.RuneCountInString(line) <= n }
}

func TestLines(t *testing.T) {
	for _, c := range []struct {
		text        string
		width, most int
		want        []string
	}{
		{"", 5, 2, nil},
		{"  a  b ", 5, 2, []string{"a b"}},
		{"one two three", 7, 2, []string{"one two", "three"}},
		{"one two three", 7, 1, []string{"one tw…"}},
		{"one, two", 5, 1, []string{"one…"}}, // no comma before the ellipsis
		{"größer", 4, 1, []string{"grö…"}},
		{"immeasurable thing", 6, 2, []string{"immea…", "thing"}},
		{"wide", 0, 1, []string{"…"}}, // not even the ellipsis fits
	} {
		if got := Lines(c.text, c.most, upTo(c.width)); !slices.Equal(got, c.want) {
			t.Errorf("%q in %d lines of %d: got %q, want %q", c.text, c.most, c.width, got, c.want)
		}
	}
}

func TestInFirst(t *testing.T) {
	fits := func(width int, line string) bool { return upTo(width)(line) }
	for _, c := range []struct {
		text string
		font int
		want []string
	}{
		{"a b", 4, []string{"a b"}},
		{"eight of", 8, []string{"eight of"}},
		{"too long for all", 8, []string{"too lon…"}},
	} {
		if font, got := InFirst([]int{4, 8}, c.text, 1, fits); font != c.font || !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q in %d, want %q in %d", c.text, got, font, c.want, c.font)
		}
	}
}
