package observed_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/observed"
)

// seed adds the texts of testdata about one thing.
func seed(f *testing.F, command string) {
	f.Helper()
	t := &testing.T{}
	datadriven.RunTest(t, "testdata/texts/"+command, func(_ *testing.T, d *datadriven.TestData) string {
		f.Add(strings.ReplaceAll(d.Input, "\n~\n", "\n\n"))
		return d.Expected
	})
}

// checkUnread wants of each line that was not read its number, a text that can be
// shown, and what was expected.
func checkUnread(t *testing.T, text string, list []observed.Unread) {
	t.Helper()
	lines := 1 + strings.Count(text, "\n")
	for _, u := range list {
		if u.Line < 1 || u.Line > lines || u.Want == "" {
			t.Fatalf("line %d of %d, expected %q", u.Line, lines, u.Want)
		}
		if strings.IndexFunc(u.Text, unicode.IsControl) >= 0 || len(u.Text) > 400 {
			t.Fatalf("a text that can't be shown: %q", u.Text)
		}
	}
}

func FuzzSettings(f *testing.F) {
	seed(f, "settings")
	f.Fuzz(func(t *testing.T, text string) {
		list, unread := observed.Settings(text)
		checkUnread(t, text, unread)
		for _, s := range list {
			if s.Name == "" || s.Name != strings.ToLower(s.Name) || s.Line < 1 {
				t.Fatalf("%+v", s)
			}
		}
		seen := map[string]bool{}
		for _, s := range observed.Last(list) {
			if seen[s.Name] {
				t.Fatalf("%s twice", s.Name)
			}
			seen[s.Name] = true
		}
	})
}

func FuzzStatistics(f *testing.F) {
	seed(f, "statistics")
	f.Fuzz(func(t *testing.T, text string) {
		list, unread := observed.Statistics(text)
		checkUnread(t, text, unread)
		for _, s := range list {
			for figure := range observed.NumFigures {
				if n := s.Get(figure); n != 0 && !s.Has(figure) {
					t.Fatalf("%v is %d and unknown", figure, n)
				}
			}
		}
	})
}

func FuzzLog(f *testing.F) {
	seed(f, "log")
	f.Fuzz(func(t *testing.T, text string) {
		l, unread := observed.ReadLog(text)
		checkUnread(t, text, unread)
		if l.Because != "" && observed.Order(l.Oldest) > observed.Order(l.Youngest) {
			t.Fatalf("%s to %s", l.Oldest, l.Youngest)
		}
		if n := len(l.Checkpoints) + len(l.Starts) + len(l.TooOften) + len(unread); n > l.Lines {
			t.Fatalf("%d things in %d lines", n, l.Lines)
		}
	})
}

func FuzzSystem(f *testing.F) {
	seed(f, "system")
	f.Fuzz(func(t *testing.T, text string) {
		s, unread := observed.ReadSystem(text)
		checkUnread(t, text, unread)
		for _, r := range s.Iostat {
			for _, d := range r.Devices {
				if d.Reads < observed.Unknown || d.Util < observed.Unknown {
					t.Fatalf("%+v", d)
				}
			}
		}
	})
}
