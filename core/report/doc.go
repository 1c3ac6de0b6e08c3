// Package report turns the result of a run into the texts that a PostgreSQL
// user knows: pgbench's report, a psql record of pg_stat_bgwriter, the lines of
// log_checkpoints, vmstat and iostat, and into what only a simulation can tell:
// where each transaction's time went, and how close it came to the numbers
// that were published.
//
// # Rules
//
// A report is a function of a [result.Result] and of nothing else: no clock, no
// environment, no machine behind it. The same result gives the same bytes.
//
// A text that a program of the time printed has that program's form in that
// release, to the column. What the simulated machine does not know is left out;
// it is never filled in with zeros. The one invented thing is the date in
// stats_reset: see [Epoch].
package report
