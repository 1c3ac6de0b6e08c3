package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// Client returns what the client program prints about the run: DBT-2's report of
// a mix of transactions, else that of pgbench.
func Client(r *result.Result) string {
	if setting(r, "workload") == "dbt-2" {
		return DBT2(r)
	}
	return PgBench(r)
}

// DBT2 returns the report of DBT-2 0.37 (mix_analyzer.pl): response times of the
// transactions that were not rolled back, in seconds, and new orders a minute.
// The mean and the maximum over all kinds, which threads quote beside it, follow
// in a line of the lab's own. The lab's terminals are all there when the run
// begins, so there is no time of ramping up.
func DBT2(r *result.Result) string {
	var b strings.Builder
	b.WriteString("                         Response Time (s)\n")
	b.WriteString(" Transaction      %    Average :    90th %        Total        Rollbacks      %\n")
	b.WriteString("------------  -----  ---------------------  -----------  ---------------  -----\n")
	seconds := func(ns int64) float64 { return float64(ns) / 1e9 }
	newOrders := int64(0)
	for i := range r.Types {
		k := &r.Types[i]
		if k.Name == "New Order" {
			newOrders = k.Count - k.Rollbacks
		}
		if k.Count == k.Rollbacks {
			fmt.Fprintf(&b, "%12s   0.00          N/A                      0                0   0.00\n", k.Name)
			continue
		}
		fmt.Fprintf(&b, "%12s  %5.2f  %9.3f : %9.3f  %11d  %15d  %5.2f\n", k.Name,
			100*float64(k.Count)/float64(r.Transactions), seconds(k.Latency.Avg), seconds(k.Latency.P90),
			k.Count, k.Rollbacks, 100*float64(k.Rollbacks)/float64(k.Count))
	}
	minutes := seconds(r.VirtualNs) / 60
	notpm := 0.0
	if minutes > 0 {
		notpm = float64(newOrders) / minutes
	}
	fmt.Fprintf(&b, "\n%0.2f new-order transactions per minute (NOTPM)\n", notpm)
	fmt.Fprintf(&b, "%0.1f minute duration\n0 total unknown errors\n0 second(s) ramping up\n", minutes)
	fmt.Fprintf(&b, "\nall transactions: average %.3f s, 90th %% %.3f s, maximum %.3f s\n",
		seconds(r.Latency.Avg), seconds(r.Latency.P90), seconds(r.Latency.Max))
	for i := range r.Types {
		if k := &r.Types[i]; k.Count > k.Rollbacks {
			fmt.Fprintf(&b, "%12s: maximum %.3f s\n", k.Name, seconds(k.Latency.Max))
		}
	}
	return b.String()
}

// Jobs returns how long the statements of the session beside the clients took, or
// "" if there was none.
func Jobs(r *result.Result) string {
	var b strings.Builder
	for _, j := range r.Jobs {
		start := float64(j.StartNs) / 1e9
		if j.EndNs == 0 {
			fmt.Fprintf(&b, "%s began at %.1f s and was not done at the end of the run\n", j.Name, start)
			continue
		}
		took := float64(j.EndNs-j.StartNs) / 1e9
		fmt.Fprintf(&b, "%s began at %.1f s and took %.2f s: %d pages, %.1f MB/s\n", j.Name, start, took,
			j.Pages, float64(j.Pages)*8192/1e6/max(took, 1e-9))
	}
	return b.String()
}
