package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"clocksweep/core/scenario"
	"clocksweep/core/trace"
)

// print writes what was played, and a table with a row for each policy and a
// column for each size.
func (t *tracePass) print(w io.Writer) {
	r := t.reader
	fmt.Fprintf(w, "%s (%s)%s: %s to %s", t.name, r.Format, t.partial(), plural(t.player.Accesses(), "access"), plural(int64(r.Pages()), "page"))
	if n := r.Relations(); n > 0 {
		fmt.Fprintf(w, " of %s", plural(int64(n), "relation"))
	}
	if n := r.Processes(); n > 0 {
		fmt.Fprintf(w, " by %s", plural(int64(n), "process"))
	}
	fmt.Fprintf(w, "\n%s, %s, %s\n\n", plural(r.Accesses[trace.Read], "read"), plural(r.Accesses[trace.Write], "write"), plural(r.Accesses[trace.Extend], "extend"))

	tab := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(tab, "%-10s\t", "policy")
	for _, n := range t.config.Buffers {
		fmt.Fprintf(tab, "%s hits\twrites\t", showSize(n))
	}
	fmt.Fprintln(tab)
	for i, p := range t.config.Policies {
		fmt.Fprintf(tab, "%-10s\t", p.Name)
		for j := range t.config.Buffers {
			c := t.player.Count(i, j)
			fmt.Fprintf(tab, "%.3f %%\t%s\t", 100*c.HitRatio(), grouped(c.Writes))
		}
		fmt.Fprintln(tab)
	}
	tab.Flush()
	fmt.Fprintln(w)
	for _, p := range t.config.Policies {
		fmt.Fprintf(w, "%-10s  %s\n", p.Name, p.About)
	}
}

func (t *tracePass) partial() string {
	if !t.stopped {
		return ""
	}
	return " (PARTIAL: stopped)"
}

// showSize writes a number of buffers as SHOW shared_buffers does.
func showSize(buffers int) string {
	shared, _ := scenario.Lookup(scenario.SharedBuffers.String())
	return shared.Show(int64(buffers))
}

// grouped writes a number with commas between its thousands.
func grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func plural(n int64, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return grouped(n) + " " + what
}

// traceJSON is the answer to -json.
type traceJSON struct {
	File      string      `json:"file"`
	Format    string      `json:"format"`
	Stopped   bool        `json:"stopped"`
	Accesses  int64       `json:"accesses"`
	Reads     int64       `json:"read"`
	Writes    int64       `json:"write"`
	Extends   int64       `json:"extend"`
	Pages     int         `json:"pages"`
	Relations int         `json:"relations"`
	Processes int         `json:"processes"`
	Pools     []tracePool `json:"pools"`
}

// tracePool is what happened in one pool.
type tracePool struct {
	Policy   string  `json:"policy"`
	Size     string  `json:"size"`
	Buffers  int     `json:"buffers"`
	HitRatio float64 `json:"hit_ratio"`
	Accesses int64   `json:"accesses"`
	Hits     int64   `json:"hits"`
	Misses   int64   `json:"misses"`
	Extends  int64   `json:"extends"`
	Writes   int64   `json:"writes"`
	Dirty    int64   `json:"dirty_at_end"`
}

func (t *tracePass) printJSON(w io.Writer) {
	r := t.reader
	answer := traceJSON{
		File: t.name, Format: r.Format.String(), Stopped: t.stopped, Accesses: t.player.Accesses(),
		Reads: r.Accesses[trace.Read], Writes: r.Accesses[trace.Write], Extends: r.Accesses[trace.Extend],
		Pages: r.Pages(), Relations: r.Relations(), Processes: r.Processes(),
	}
	for i, p := range t.config.Policies {
		for j, n := range t.config.Buffers {
			c := t.player.Count(i, j)
			answer.Pools = append(answer.Pools, tracePool{
				p.Name, showSize(n), n, c.HitRatio(), c.Accesses, c.Hits, c.Misses, c.Extends, c.Writes, c.Dirty,
			})
		}
	}
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.Encode(answer)
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
		grouped(read/mega), grouped(size/mega), grouped(accesses))
}
