package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"clocksweep/core/scenario"
)

// progressBar shows on one line of a terminal how far each run has come. Runs
// report from goroutines of their own. A nil progressBar shows nothing.
type progressBar struct {
	out   io.Writer
	mu    sync.Mutex
	runs  []runProgress
	drawn time.Time
}

type runProgress struct {
	name         string
	now, planned int64 // ns of virtual time
}

// newProgressBar returns a bar for the runs, or nil if w is not a terminal.
func newProgressBar(w io.Writer, scenarios []*scenario.Scenario) *progressBar {
	if !isTerminal(w) {
		return nil
	}
	bar := &progressBar{out: w}
	for _, sc := range scenarios {
		bar.runs = append(bar.runs, runProgress{sc.Run, 0, sc.Int(scenario.Duration) * 1e9})
	}
	return bar
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// set notes how far run i has come and redraws the line, at most ten times a
// second.
func (p *progressBar) set(i int, now, planned int64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.runs[i].now, p.runs[i].planned = now, planned
	if time.Since(p.drawn) < 100*time.Millisecond {
		return
	}
	p.drawn = time.Now()
	fmt.Fprint(p.out, "\r", progressLine(p.runs), "\x1b[K")
}

// clear removes the line from the terminal.
func (p *progressBar) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprint(p.out, "\r\x1b[K")
}

// progressLine is for instance
//
//	32MB [#####...............] 30 of 120 s   512MB [##..................] 12 of 120 s
//
// A line for more runs than fit on a terminal tells their sum.
func progressLine(runs []runProgress) string {
	const mostRuns = 2
	if len(runs) > mostRuns {
		sum := runProgress{name: fmt.Sprintf("%d runs", len(runs))}
		for _, r := range runs {
			sum.now += r.now
			sum.planned += r.planned
		}
		runs = []runProgress{sum}
	}
	var parts []string
	for _, r := range runs {
		const width = 20
		done := int(min(r.now, r.planned) * width / r.planned)
		part := fmt.Sprintf("[%s%s] %d of %d s", strings.Repeat("#", done), strings.Repeat(".", width-done), r.now/1e9, r.planned/1e9)
		if r.name != "" {
			part = r.name + " " + part
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, "   ")
}
