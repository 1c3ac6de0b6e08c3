package counterpart

import (
	"strings"

	"clocksweep/core/diagnose"
	"clocksweep/core/observed"
)

// Account is what a reader should know of texts and of what became of them, in words.
type Account struct {
	Found    []Found   // one for each text that is not empty
	Unread   []Unread  // lines that could not be read
	Settings []Setting // those that a reader should see, the unknown first
	Others   []Others  // all others, by what there is to say about them
	Problems []string  // of the reader's own choices
}

// Found says what was found in a text.
type Found struct{ Text, What string }

// Unread is a line of a text that could not be read.
type Unread struct {
	Text string // which
	observed.Unread
}

// Others are settings about which there is one thing to say.
type Others struct{ Why, Names string }

// mostUnread bounds what is listed of one text.
const mostUnread = 50

// The names of the texts.
const (
	TextSettings = "Settings"
	TextBefore   = "Statistics before"
	TextAfter    = "Statistics after"
	TextLog      = "Server log"
	TextSystem   = "vmstat and iostat"
)

// Account tells what was read and what became of it.
func (c *Counterpart) Account(f *observed.Facts) *Account {
	a := &Account{}
	a.found(f)
	for _, part := range []struct {
		name string
		list []observed.Unread
	}{
		{TextSettings, f.Unread.Settings}, {TextBefore, f.Unread.Before}, {TextAfter, f.Unread.After},
		{TextLog, f.Unread.Log}, {TextSystem, f.Unread.System},
	} {
		for i, u := range part.list {
			if i == mostUnread {
				u = observed.Unread{Line: u.Line, Text: "and more", Want: "only the first " + diagnose.Count(mostUnread) + " lines of a text are listed"}
			}
			if i <= mostUnread {
				a.Unread = append(a.Unread, Unread{part.name, u})
			}
		}
	}
	a.settings(c.Settings)
	for _, err := range c.Problems {
		a.Problems = append(a.Problems, strings.TrimSuffix(err.Error(), ".")+".")
	}
	return a
}

// plural writes a number and what it counts.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return diagnose.Count(int64(n)) + " " + many
}

func (a *Account) found(f *observed.Facts) {
	put := func(text, what string) { a.Found = append(a.Found, Found{text, what}) }
	if n := len(observed.Last(f.Settings)); n > 0 {
		put(TextSettings, plural(n, "setting", "settings"))
	}
	for i := range f.Snapshots {
		s := &f.Snapshots[i]
		known := 0
		for figure := range observed.NumFigures {
			if s.Has(figure) {
				known++
			}
		}
		name := "Snapshot " + diagnose.Count(int64(i+1))
		what := plural(known, "figure", "figures")
		if s.DatabaseBytes > 0 {
			what += ", a database of " + megabytes(float64(s.DatabaseBytes))
		}
		if !s.At.Known() {
			what += ", without a time"
		}
		put(name, what)
	}
	if l := &f.Log; l.Lines > 0 {
		put(TextLog, plural(len(l.Checkpoints), "checkpoint", "checkpoints")+" complete, "+diagnose.Count(int64(len(l.Starts)))+" begun, "+
			plural(len(l.TooOften), "warning", "warnings")+" that they are too frequent, in "+plural(l.Lines, "line", "lines"))
	}
	if n := len(f.System.Vmstat); n > 0 {
		put("vmstat", plural(n, "line", "lines"))
	}
	if n := len(f.System.Iostat); n > 0 {
		put("iostat", plural(n, "report", "reports")+" of "+plural(len(f.System.Iostat[0].Devices), "device", "devices"))
	}
}

// settings parts the settings into those to be seen and all others.
func (a *Account) settings(list []Setting) {
	for fate := range NumFates {
		for _, s := range list {
			switch {
			case s.Fate != fate:
			case fate <= Idle:
				s.Value = Shown(&s.Setting)
				s.Name = observed.Printable(s.Name)
				a.Settings = append(a.Settings, s)
			case fate == Standard:
				a.other("they are taken, and are the defaults of the release", s.Name)
			default:
				a.other(s.Why, s.Name)
			}
		}
	}
}

func (a *Account) other(why, name string) {
	name = observed.Printable(name)
	for i := range a.Others {
		if a.Others[i].Why == why {
			a.Others[i].Names += ", " + name
			return
		}
	}
	a.Others = append(a.Others, Others{why, name})
}

// Shown writes a value with the unit that pg_settings told.
func Shown(s *observed.Setting) string {
	text := observed.Printable(s.Value)
	if s.Unit != "" && text != "" {
		text += " × " + observed.Printable(s.Unit)
	}
	return text
}
