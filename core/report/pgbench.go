package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// pgbenchType is what pgbench called its built-in scripts up to 9.5
// (pgbench.c, printResults).
var pgbenchType = map[string]string{
	"tpc-b":       "TPC-B (sort of)",
	"select-only": "SELECT only",
}

// PgBench returns pgbench's report in the form of the release, as
// printResults of contrib/pgbench/pgbench.c wrote it:
//
//   - 8.3 has neither -T nor a query mode. A run of the lab always has a
//     length in seconds, so the report names the smallest -t that the run
//     stays within, and how much of it was done.
//   - 8.4 adds the query mode and the duration.
//   - 9.0 adds the number of threads (the lab's pgbench runs in one).
func PgBench(r *result.Result) string {
	var b strings.Builder
	fmt.Fprintf(&b, "transaction type: %s\n", pgbenchType[setting(r, "workload")])
	fmt.Fprintf(&b, "scaling factor: %d\n", r.Scale)
	if atLeast(r.Release, "8.4") {
		b.WriteString("query mode: simple\n")
	}
	fmt.Fprintf(&b, "number of clients: %d\n", r.Clients)
	if atLeast(r.Release, "9.0") {
		b.WriteString("number of threads: 1\n")
	}
	if atLeast(r.Release, "8.4") {
		fmt.Fprintf(&b, "duration: %d s\n", r.PlannedNs/1e9)
		fmt.Fprintf(&b, "number of transactions actually processed: %d\n", r.Transactions)
	} else {
		each := (r.Transactions + r.Clients - 1) / r.Clients
		fmt.Fprintf(&b, "number of transactions per client: %d\n", each)
		fmt.Fprintf(&b, "number of transactions actually processed: %d/%d\n", r.Transactions, each*r.Clients)
	}
	fmt.Fprintf(&b, "tps = %f (including connections establishing)\n", r.TPSIncluding())
	fmt.Fprintf(&b, "tps = %f (excluding connections establishing)\n", r.TPSExcluding())
	return b.String()
}
