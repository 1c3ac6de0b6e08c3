package report

import (
	"fmt"
	"strconv"
	"strings"

	"clocksweep/core/result"
)

// pgbenchType is what pgbench called its scripts up to 9.5, and pgbenchBuiltin since
// 9.6 (pgbench.c, printResults and builtin_script).
var (
	pgbenchType = map[string]string{
		"tpc-b":         "TPC-B (sort of)",
		"select-only":   "SELECT only",
		"simple-update": "Update only pgbench_accounts",
		"custom":        "Custom query",
	}
	pgbenchBuiltin = map[string]string{
		"tpc-b":         "<builtin: TPC-B (sort of)>",
		"select-only":   "<builtin: select only>",
		"simple-update": "<builtin: simple update>",
		"custom":        ScriptFile,
	}
)

// ScriptFile is the name of the file with a custom script, which the reports of 9.6
// and later show.
const ScriptFile = "script.sql"

// PgBench returns what pgbench prints to its standard output, in the form of the
// release (printResults of contrib/pgbench/pgbench.c, from 9.5 on
// src/bin/pgbench/pgbench.c):
//
//   - Up to 8.3 there is neither -T nor a query mode. The report of a run that
//     has a length in seconds names the smallest -t that the run stays within,
//     and how much of it was done.
//   - 8.4 adds the query mode and the duration.
//   - 9.0 adds the number of threads (the lab's pgbench runs in one).
//   - 9.4 adds the latency average and says nothing more if no transaction was
//     completed. 9.4 and 9.5 divide the length that was asked for, later
//     releases the time that passed.
//   - 9.6 has other names for scripts and "=" for ":" after the latency.
//   - 14 begins with its version and leaves connecting out of the time.
//   - 15 adds the number of tries and of failed transactions: one and none, the
//     scripts fail only if retries are asked for.
func PgBench(r *result.Result) string {
	var b strings.Builder
	pgbenchParameters(&b, r)
	if r.Transactions <= 0 && atLeast(r.Release, "9.4") {
		return b.String()
	}
	if atLeast(r.Release, "15") {
		b.WriteString("number of failed transactions: 0 (0.000%)\n")
	}
	pgbenchLatency(&b, r)
	if atLeast(r.Release, "14") {
		fmt.Fprintf(&b, "initial connection time = %.3f ms\n", float64(r.ConnectNs)/1e6)
		fmt.Fprintf(&b, "tps = %f (without initial connection time)\n", r.TPSExcluding())
	} else {
		fmt.Fprintf(&b, "tps = %f (including connections establishing)\n", r.TPSIncluding())
		fmt.Fprintf(&b, "tps = %f (excluding connections establishing)\n", r.TPSExcluding())
	}
	return b.String()
}

// pgbenchParameters writes the first part: what was run, and how much of it.
func pgbenchParameters(b *strings.Builder, r *result.Result) {
	since := func(release string) bool { return atLeast(r.Release, release) }
	if since("14") {
		fmt.Fprintf(b, "pgbench (%s)\n", r.Release)
	}
	names := pgbenchType
	if since("9.6") {
		names = pgbenchBuiltin
	}
	name := names[setting(r, "workload")]
	if !since("8.4") { // when the tables got their prefix
		name = strings.Replace(name, "pgbench_", "", 1)
	}
	fmt.Fprintf(b, "transaction type: %s\n", name)
	fmt.Fprintf(b, "scaling factor: %d\n", r.Scale)
	if since("8.4") {
		b.WriteString("query mode: simple\n")
	}
	fmt.Fprintf(b, "number of clients: %d\n", r.Clients)
	if since("9.0") {
		b.WriteString("number of threads: 1\n")
	}
	if since("15") {
		b.WriteString("maximum number of tries: 1\n")
	}
	if since("8.4") && r.PlannedNs > 0 {
		fmt.Fprintf(b, "duration: %d s\n", r.PlannedNs/1e9)
		fmt.Fprintf(b, "number of transactions actually processed: %d\n", r.Transactions)
	} else {
		each := (r.Transactions + r.Clients - 1) / r.Clients
		if n, err := strconv.ParseInt(setting(r, "transactions"), 10, 64); err == nil {
			each = n
		}
		fmt.Fprintf(b, "number of transactions per client: %d\n", each)
		fmt.Fprintf(b, "number of transactions actually processed: %d/%d\n", r.Transactions, each*r.Clients)
	}
}

// pgbenchLatency writes the latency average, which is that of a closed loop: the
// clients' time divided by the number of transactions.
func pgbenchLatency(b *strings.Builder, r *result.Result) {
	sign, ns := " =", r.VirtualNs
	switch {
	case !atLeast(r.Release, "9.4"):
		return
	case !atLeast(r.Release, "9.6"):
		if sign = ":"; r.PlannedNs > 0 {
			ns = r.PlannedNs
		}
	case atLeast(r.Release, "14"):
		ns -= r.ConnectNs
	}
	fmt.Fprintf(b, "latency average%s %.3f ms\n", sign, float64(ns)/1e6*float64(r.Clients)/float64(r.Transactions))
}
