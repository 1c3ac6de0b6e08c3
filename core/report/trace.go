package report

import (
	"encoding/json"
	"strconv"
	"strings"

	"clocksweep/core/trace"
)

// TraceAccount tells in two lines what a trace holds, for instance
//
//	50,125 accesses to 4,625 pages of 66 relations by 27 processes
//	30,985 reads, 18,547 writes, 593 extends
func TraceAccount(r *trace.Result) (what, kinds string) {
	what = counted(r.Total(), "access") + " to " + counted(int64(r.Pages), "page")
	if r.Relations > 0 {
		what += " of " + counted(int64(r.Relations), "relation")
	}
	if r.Processes > 0 {
		what += " by " + counted(int64(r.Processes), "process")
	}
	return what, counted(r.Accesses[trace.Read], "read") + ", " + counted(r.Accesses[trace.Write], "write") + ", " +
		counted(r.Accesses[trace.Extend], "extend")
}

// counted writes a number with commas between its thousands, and what it
// counts.
func counted(n int64, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "s"):
		what += "es"
	default:
		what += "s"
	}
	return Thousands(n) + " " + what
}

// Thousands writes a number with commas between its thousands.
func Thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// traceJSON is a trace's result for programs to read. The names are stable.
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

// tracePools returns every pool, by policy and then by size.
func tracePools(r *trace.Result) []tracePool {
	var list []tracePool
	for _, p := range r.Played {
		for j, c := range p.Counts {
			list = append(list, tracePool{
				p.Policy, trace.SizeOf(r.Buffers[j]), r.Buffers[j],
				c.HitRatio(), c.Accesses, c.Hits, c.Misses, c.Extends, c.Writes, c.Dirty,
			})
		}
	}
	return list
}

// TraceJSON returns what playing a trace has shown as one indented JSON object.
// file is the trace's name.
func TraceJSON(file string, r *trace.Result) []byte {
	out, err := json.MarshalIndent(traceJSON{
		File: file, Format: r.Format.String(), Stopped: r.Stopped, Accesses: r.Total(),
		Reads: r.Accesses[trace.Read], Writes: r.Accesses[trace.Write], Extends: r.Accesses[trace.Extend],
		Pages: r.Pages, Relations: r.Relations, Processes: r.Processes, Pools: tracePools(r),
	}, "", "  ")
	if err != nil {
		panic("report: " + err.Error()) // every value is a string, bool, finite number or list
	}
	return append(out, '\n')
}

// TraceCSV returns the same as a table with a line for each pool (RFC 4180).
func TraceCSV(r *trace.Result) []byte {
	out := []byte("policy,size,buffers,hit_ratio,accesses,hits,misses,extends,writes,dirty_at_end\r\n")
	for _, p := range tracePools(r) {
		out = append(out, p.Policy+","+p.Size...)
		out = strconv.AppendInt(append(out, ','), int64(p.Buffers), 10)
		out = strconv.AppendFloat(append(out, ','), p.HitRatio, 'f', 6, 64)
		for _, n := range [...]int64{p.Accesses, p.Hits, p.Misses, p.Extends, p.Writes, p.Dirty} {
			out = strconv.AppendInt(append(out, ','), n, 10)
		}
		out = append(out, "\r\n"...)
	}
	return out
}
