package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"clocksweep/core/result"
)

// mostStalls bounds the stalls that are listed.
const mostStalls = 20

// Latency returns what pgbench leaves out: percentiles of the latencies, in
// milliseconds, of each kind of transaction too if there are several, and the
// stalls, in which no transaction ended for half a second or more although clients
// were waiting.
func Latency(r *result.Result) string {
	if r.Transactions == 0 {
		return "no transaction was completed\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s%10s%11s%11s%11s%11s%11s\n", "latency, ms", "count", "average", "50 %", "90 %", "99 %", "largest")
	line := func(name string, n int64, p *result.Percentiles) {
		fmt.Fprintf(&b, "%-16s%10d%11.3f%11.3f%11.3f%11.3f%11.3f\n", name, n,
			inMs(p.Avg), inMs(p.P50), inMs(p.P90), inMs(p.P99), inMs(p.Max))
	}
	for i := range r.Types {
		k := &r.Types[i]
		line(k.Name, k.Count-k.Rollbacks, &k.Latency)
	}
	line("all", r.Transactions, &r.Latency)
	fmt.Fprintf(&b, "95 %% end within %.3f ms; standard deviation %.3f ms\n\n", inMs(r.Latency.P95), inMs(r.StddevNs))
	writeStalls(&b, r)
	return b.String()
}

// writeStalls lists the longest stalls in the order of time.
func writeStalls(b *strings.Builder, r *result.Result) {
	if len(r.Stalls) == 0 {
		b.WriteString("no stall of half a second or more\n")
		return
	}
	shown := slices.Clone(r.Stalls)
	slices.SortStableFunc(shown, func(x, y result.Stall) int { return cmp.Compare(y.LengthNs, x.LengthNs) })
	shown = shown[:min(len(shown), mostStalls)]
	slices.SortStableFunc(shown, func(x, y result.Stall) int { return cmp.Compare(x.StartNs, y.StartNs) })
	fmt.Fprintf(b, "%-16s%10s\n", "stall at, s", "for, s")
	for _, v := range shown {
		fmt.Fprintf(b, "%11.3f%15.3f\n", inSeconds(v.StartNs), inSeconds(v.LengthNs))
	}
	if more := len(r.Stalls) - len(shown); more > 0 {
		fmt.Fprintf(b, "and %d shorter ones\n", more)
	}
	total := int64(0)
	for _, v := range r.Stalls {
		total += v.LengthNs
	}
	fmt.Fprintf(b, "together %.3f s, %.1f %% of the run\n", inSeconds(total), perCent(total, r.VirtualNs))
}
