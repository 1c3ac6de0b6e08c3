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
		"copy":          "Custom query",
		"scan":          "Custom query",
		"vacuum":        "Custom query",
	}
	pgbenchBuiltin = map[string]string{
		"tpc-b":         "<builtin: TPC-B (sort of)>",
		"select-only":   "<builtin: select only>",
		"simple-update": "<builtin: simple update>",
		"custom":        ScriptFile,
		"copy":          "copy.sql",
		"scan":          "scan.sql",
		"vacuum":        "vacuum.sql",
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
//   - With a rate (-R) or a latency limit (-L) the latencies are measured, and
//     there is a line for their standard deviation, for the lag behind the
//     schedule, and for what was skipped and what was late. 9.4 had -R only, and
//     earlier releases neither: the lines have the form of the first that had them.
//     From 11 on what was late is a share of what was executed; 9.6 and 10 repeat
//     what was skipped at the end.
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
	pgbenchLimit(&b, r)
	pgbenchLatency(&b, r)
	pgbenchLag(&b, r)
	if atLeast(r.Release, "14") {
		fmt.Fprintf(&b, "initial connection time = %.3f ms\n", float64(r.ConnectNs)/1e6)
		fmt.Fprintf(&b, "tps = %f (without initial connection time)\n", r.TPSExcluding())
	} else {
		fmt.Fprintf(&b, "tps = %f (including connections establishing)\n", r.TPSIncluding())
		fmt.Fprintf(&b, "tps = %f (excluding connections establishing)\n", r.TPSExcluding())
	}
	if measured(r) && setting(r, "latency_limit") != "" && atLeast(r.Release, "9.6") && !atLeast(r.Release, "11") {
		n := r.Schedule.Skipped
		fmt.Fprintf(&b, "script statistics:\n - number of transactions skipped: %d (%.3f%%)\n", n, perCent(n, n+r.Transactions))
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

// measured tells whether pgbench measures each transaction: with a rate or a
// latency limit.
func measured(r *result.Result) bool {
	return setting(r, "rate") != "" || setting(r, "latency_limit") != ""
}

func perCent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

// pgbenchLimit writes what was skipped because of the latency limit, and what was
// above it.
func pgbenchLimit(b *strings.Builder, r *result.Result) {
	text := setting(r, "latency_limit")
	if text == "" {
		return
	}
	limit := milliseconds(text)
	s := &r.Schedule
	space := " "
	if atLeast(r.Release, "15") {
		space = ""
	}
	all := s.Skipped + r.Transactions
	if setting(r, "rate") != "" {
		fmt.Fprintf(b, "number of transactions skipped: %d (%.3f%s%%)\n", s.Skipped, perCent(s.Skipped, all), space)
	}
	if atLeast(r.Release, "11") {
		fmt.Fprintf(b, "number of transactions above the %.1f ms latency limit: %d/%d (%.3f%s%%)\n",
			limit, s.Late, r.Transactions, perCent(s.Late, r.Transactions), space)
	} else {
		fmt.Fprintf(b, "number of transactions above the %.1f ms latency limit: %d (%.3f %%)\n",
			limit, s.Late, perCent(s.Late, all))
	}
}

// milliseconds reads a setting that is a time as SHOW prints it.
func milliseconds(text string) float64 {
	digits := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz")
	n, _ := strconv.ParseInt(digits, 10, 64)
	switch text[len(digits):] {
	case "s":
		n *= 1000
	case "min":
		n *= 60_000
	case "h":
		n *= 3_600_000
	}
	return float64(n)
}

// pgbenchLag writes how late transactions began. From 11 to 14 those that were
// skipped count in the average.
func pgbenchLag(b *strings.Builder, r *result.Result) {
	if setting(r, "rate") == "" {
		return
	}
	n := r.Transactions
	if atLeast(r.Release, "11") && !atLeast(r.Release, "15") {
		n += r.Schedule.Skipped
	}
	fmt.Fprintf(b, "rate limit schedule lag: avg %.3f (max %.3f) ms\n",
		float64(r.Schedule.LagNs)/1e6/float64(n), float64(r.Schedule.LagMaxNs)/1e6)
}

// pgbenchLatency writes the latency average. Where pgbench does not measure, it is
// that of a closed loop: the clients' time divided by the number of transactions.
func pgbenchLatency(b *strings.Builder, r *result.Result) {
	sign, ns := " =", r.VirtualNs
	if measured(r) {
		if !atLeast(r.Release, "9.6") {
			sign = ":"
		}
		fmt.Fprintf(b, "latency average%s %.3f ms\nlatency stddev%s %.3f ms\n",
			sign, float64(r.Latency.Avg)/1e6, sign, float64(r.StddevNs)/1e6)
		return
	}
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
