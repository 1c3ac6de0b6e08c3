package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"clocksweep/core/report"
	"clocksweep/core/trace"
)

// printTrace writes what was played, and a table with a row for each policy and a
// column for each size.
func printTrace(w io.Writer, name string, r *trace.Result) {
	partial := ""
	if r.Stopped {
		partial = " (PARTIAL: stopped)"
	}
	what, kinds := report.TraceAccount(r)
	fmt.Fprintf(w, "%s (%s)%s: %s\n%s\n\n", name, r.Format, partial, what, kinds)

	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "%-10s\t", "policy")
	for _, n := range r.Buffers {
		fmt.Fprintf(tab, "%s hits\twrites\t", trace.SizeOf(n))
	}
	fmt.Fprintln(tab)
	for _, p := range r.Played {
		fmt.Fprintf(tab, "%-10s\t", p.Policy)
		for _, c := range p.Counts {
			fmt.Fprintf(tab, "%.3f %%\t%s\t", 100*c.HitRatio(), report.Thousands(c.Writes))
		}
		fmt.Fprintln(tab)
	}
	tab.Flush()
	fmt.Fprintln(w)
	for _, p := range r.Played {
		fmt.Fprintf(w, "%-10s  %s\n", p.Policy, p.About)
	}
}

// traceProgress shows on one line of a terminal how far the pass has come. A nil
// one shows nothing.
type traceProgress struct {
	out   io.Writer
	file  *traceFile
	drawn time.Time
}

func newTraceProgress(w io.Writer, f *traceFile) *traceProgress {
	if !isTerminal(w) {
		return nil
	}
	return &traceProgress{out: w, file: f}
}

// show redraws the line, at most ten times a second.
func (p *traceProgress) show(accesses int64) {
	if p == nil || time.Since(p.drawn) < 100*time.Millisecond {
		return
	}
	p.drawn = time.Now()
	fmt.Fprintf(p.out, "\r%s\x1b[K", traceProgressLine(p.file.read, p.file.size, accesses))
}

func (p *traceProgress) clear() {
	if p != nil {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}

// traceProgressLine is for instance
//
//	[#####...............] 12 of 48 MB, 1,638,400 accesses
func traceProgressLine(read, size, accesses int64) string {
	const width, mega = 20, 1_000_000
	done := 0
	if size > 0 { // what is no plain file has none
		done = int(min(read, size) * width / size)
	}
	return fmt.Sprintf("[%s%s] %s of %s MB, %s accesses", strings.Repeat("#", done), strings.Repeat(".", width-done),
		report.Thousands(read/mega), report.Thousands(size/mega), report.Thousands(accesses))
}
