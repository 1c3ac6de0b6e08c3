//go:build !js

package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"clocksweep/core/observed"
)

// watchProgress tells how far a watch has come and what the server does: on one line
// of a terminal, or on a line for each look elsewhere.
type watchProgress struct {
	out      io.Writer
	terminal bool
	length   time.Duration
}

func newWatchProgress(out io.Writer, length time.Duration) *watchProgress {
	return &watchProgress{out, isTerminal(out), length}
}

// show tells of the last two snapshots.
func (p *watchProgress) show(w *watch) {
	line := watchLine(w, p.length)
	if p.terminal {
		fmt.Fprint(p.out, "\r", line, "\x1b[K")
		return
	}
	fmt.Fprintln(p.out, line)
}

// clear removes the line from the terminal.
func (p *watchProgress) clear() {
	if p.terminal {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// watchLine is for instance
//
//	30 of 600 s   transactions 297/s   alloc 410/s   clean 396/s   backend 5/s   checkpoint 0/s
//
// What the server does not tell is left out.
func watchLine(w *watch, length time.Duration) string {
	n := len(w.times)
	parts := []string{fmt.Sprintf("%.0f of %.0f s", w.span().Seconds(), length.Seconds())}
	if n < 2 {
		return parts[0]
	}
	counted, _ := w.facts.Snapshots[n-1].Since(&w.facts.Snapshots[n-2].Counters)
	seconds := max(w.times[n-1].Sub(w.times[n-2]).Seconds(), 1e-3)
	for _, c := range []struct {
		name string
		f    observed.Figure
	}{
		{"transactions", observed.Transactions}, {"alloc", observed.BuffersAlloc}, {"clean", observed.BuffersClean},
		{"backend", observed.BuffersBackend}, {"checkpoint", observed.BuffersCheckpoint},
	} {
		if counted.Has(c.f) {
			parts = append(parts, fmt.Sprintf("%s %.0f/s", c.name, float64(counted.Get(c.f))/seconds))
		}
	}
	return strings.Join(parts, "   ")
}
