package counterpart

import (
	"math"
	"strconv"
	"strings"

	"clocksweep/core/diagnose"
	"clocksweep/core/observed"
	"clocksweep/core/scenario"
	"clocksweep/core/workload"
)

const (
	pageBytes = 8192
	// What a database has before anybody puts something into it, catalogs and all: 7
	// to 8 MB since 9.0.
	emptyBytes = 7 << 20
	mostScale  = 5000
)

// workload says what the clients do: how much data there is, how many transactions a
// second, and what a transaction is like.
func (b *builder) workload() {
	b.set(scenario.LogCheckpoints, "on")
	b.set(scenario.AfterInit, "warm")
	b.size()
	b.sessions()
	b.demand()
}

// unitBytes returns what table and index of accounts take for each unit of scale.
func (b *builder) unitBytes() (table, whole int64) {
	bits := int64(64)
	if b.sc.Enum(scenario.Build) == "32-bit" {
		bits = 32
	}
	const rows = 100_000
	l := workload.LayoutOf(bits)
	index := l.IndexOf(rows)
	table = (rows + l.AccountsPerPage - 1) / l.AccountsPerPage * pageBytes
	return table, table + index.Pages()*pageBytes
}

// size sets scale: as large as the database, if a text tells how large that is.
func (b *builder) size() {
	table, unit := b.unitBytes()
	relations, bytes := b.sizes()
	accounts := int64(0)
	for _, r := range relations {
		if r.Name == "pgbench_accounts" || r.Name == "accounts" {
			accounts = r.Bytes
		}
	}
	var scale int64
	var known, assumed string
	switch {
	case accounts > 0:
		scale = quotient(accounts, table)
		known = "Data: " + megabytes(float64(accounts)) + " of pgbench’s accounts are scale = " + diagnose.Count(scale) + "."
	case bytes > 0:
		scale = quotient(max(bytes-emptyBytes, 0), unit)
		known = "Data: the database has " + megabytes(float64(bytes)) + ", as much as pgbench’s tables have at scale = " + diagnose.Count(scale) + "."
		assumed = "Every row is used as often as any other, as pgbench does it. If yours are not, more of them fit into the pool than in the lab."
	default:
		pool := pageBytes * b.sc.Int(scenario.SharedBuffers)
		scale = quotient(2*pool, unit)
		assumed = "Data: twice shared_buffers, scale = " + diagnose.Count(scale) + ", because no text tells the size of the database; add a column pg_database_size(current_database())."
	}
	if scale > mostScale {
		assumed = strings.TrimSpace(assumed + " The lab holds scale = " + diagnose.Count(mostScale) + " at most, which was taken.")
	}
	if !b.setInt(scenario.Scale, min(max(scale, 1), mostScale)) {
		return
	}
	if known != "" {
		b.known(known)
	}
	if assumed != "" {
		b.assumed(assumed)
	}
}

// sizes returns the relations and the size of the database that were told last.
func (b *builder) sizes() (relations []observed.Relation, bytes int64) {
	for _, s := range b.facts.Snapshots {
		if len(s.Relations) > 0 {
			relations = s.Relations
		}
		if s.DatabaseBytes > 0 {
			bytes = s.DatabaseBytes
		}
	}
	return relations, bytes
}

// quotient is a/b, rounded.
func quotient(a, b int64) int64 { return (a + b/2) / b }

// sessions sets clients.
func (b *builder) sessions() {
	var n int64
	for _, s := range b.facts.Snapshots {
		n = max(n, s.Backends)
	}
	if n > 1 {
		n = min(n-1, 1024) // one of them asked
		if b.setInt(scenario.Clients, n) {
			b.known("Sessions: " + diagnose.Count(n) + " beside the one that asked (numbackends), clients = " + diagnose.Count(n) + ".")
		}
		return
	}
	if b.setInt(scenario.Clients, 8) {
		b.assumed("Sessions: clients = 8, because no text tells how many there are.")
	}
}

// demand sets what a transaction is and how many there are a second.
func (b *builder) demand() {
	m := &b.Measured
	if m.Seconds == 0 || !m.Counters.Any() {
		b.assumed("Transactions: those of pgbench, as fast as the lab’s machine can, because no text tells how many there were in which time.")
		return
	}
	rate := func(list ...observed.Figure) (sum float64) {
		for _, f := range list {
			sum += float64(m.Counters.Get(f)) / m.Seconds
		}
		return sum
	}
	transactions := rate(observed.Transactions)
	written := rate(observed.BuffersCheckpoint, observed.BuffersClean, observed.BuffersBackend)
	switch {
	case !m.Counters.Has(observed.Transactions):
		b.demandOfPages(written, rate(observed.BuffersAlloc))
	case !m.Counters.HasAll(observed.RowsUpdated, observed.RowsInserted, observed.RowsDeleted):
		b.rate("tpc-b", transactions)
		b.known("Transactions: " + figure(transactions) + " a second.")
		b.assumed("Each is one of pgbench’s, because no text tells how many rows they change.")
	default:
		b.demandOfRows(transactions, rate(observed.RowsUpdated, observed.RowsDeleted), rate(observed.RowsInserted))
	}
}

// rate sets what a transaction is, and how many of them there are a second.
func (b *builder) rate(kind string, aSecond float64) {
	b.set(scenario.Workload, kind)
	b.setInt(scenario.Rate, int64(max(1, math.Floor(aSecond+.5))))
}

// demandOfRows knows how many transactions there are and how many rows they change.
func (b *builder) demandOfRows(transactions, updated, inserted float64) {
	changed := max(updated, inserted)
	b.known("Transactions: " + figure(transactions) + " a second, which update or delete " + figure(updated) + " rows and insert " + figure(inserted) + ".")
	switch {
	case changed < transactions/100:
		b.rate("select-only", transactions)
		b.assumed("Each reads one row, because next to none changes any.")
	case updated >= 2*transactions:
		b.rate("tpc-b", updated/3)
		b.assumed("They are pgbench’s, of three updates and one insertion each: " + figure(updated/3) + " a second.")
	case transactions < 1.5*changed:
		b.rate("simple-update", changed)
		b.assumed("They are those of pgbench -N, of one update and one insertion each: " + figure(changed) + " a second.")
	default:
		b.mixed(transactions, changed)
	}
}

// mixed sets a script of one change and some reads.
func (b *builder) mixed(transactions, changed float64) {
	const most = 20
	reads := math.Floor((transactions-changed)/changed + .5)
	text := "For each row that is changed, " + figure(reads) + " transactions only read one row: "
	if reads > most {
		reads = most
		text = "For each row that is changed, only " + figure(most) + " transactions read one row, though there are more: "
	}
	var script strings.Builder
	script.WriteString(`\set aid random(1, 100000 * :scale); UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = :aid; `)
	for range int(reads) {
		script.WriteString(`\set aid random(1, 100000 * :scale); SELECT abalance FROM pgbench_accounts WHERE aid = :aid; `)
	}
	if !b.choice[scenario.Workload] {
		b.set(scenario.Script, strings.TrimSpace(script.String()))
	}
	b.rate("custom", changed)
	b.scripted = 1 + reads
	b.assumed(text + "one script does both, " + figure(changed) + " times a second.")
}

// demandOfPages knows only how many pages went in and out.
func (b *builder) demandOfPages(written, allocated float64) {
	if written*10 < allocated {
		b.rate("select-only", allocated)
		b.assumed("Transactions: " + figure(allocated) + " a second that read one row each, as many as buffers were allocated, because hardly any page was written and no text tells how many transactions there were (xact_commit of pg_stat_database).")
		return
	}
	b.rate("simple-update", written)
	b.assumed("Transactions: " + figure(written) + " a second of one update each, as many as pages were written, because no text tells how many there were (xact_commit of pg_stat_database). That is an order of magnitude.")
}

// Bounds of what the lab is to run.
const (
	leastSeconds     = 60
	mostSeconds      = 3600
	mostTransactions = 3_000_000
)

// length sets how long the run is: two intervals between checkpoints at least, so
// that figures by the minute are of checkpoints too.
func (b *builder) length() {
	if b.choice[scenario.Duration] || b.choice[scenario.Transactions] {
		return
	}
	n := max(int64(b.Measured.Seconds+.5), 2*b.sc.Int(scenario.CheckpointTimeout), leastSeconds)
	n = min(n, mostSeconds)
	if rate := b.sc.Int(scenario.Rate); rate > 0 && n*rate > mostTransactions {
		n = max(leastSeconds, mostTransactions/rate)
		if n < b.sc.Int(scenario.CheckpointTimeout) {
			b.assumed("The run is only " + strconv.FormatInt(n, 10) + " s long, so as not to take minutes; no timed checkpoint falls into it. Set duration for a longer one.")
		}
	}
	b.setInt(scenario.Duration, n)
}
