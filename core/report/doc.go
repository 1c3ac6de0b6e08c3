// Package report turns the result of a run into the texts that a PostgreSQL
// user knows: pgbench's report, psql records of pg_stat_bgwriter and the views
// that took over from it, the lines of log_checkpoints, vmstat and iostat, a look
// into pg_stat_activity once a second, and into what only a simulation can tell:
// where each transaction's time went, and how close it came to the numbers that
// were published. What package diagnose finds is told as text and in the JSON
// (diagnosis.go). What playing a reader's own
// trace has shown is told as text, JSON and CSV (trace.go).
//
// # Rules
//
// A report is a function of a [result.Result] and of nothing else: no clock, no
// environment, no machine behind it. The same result gives the same bytes. The page
// of an experiment shows those of [Kinds]; the command line has all of them.
//
// A text that a program of the time printed has that program's form in that
// release, to the column, for every release from 7.4 to 19. A later one gets the
// form of 19. A view that the release does not have is a sentence that says so.
//
// What the simulated machine does not know is left out; it is never filled in
// with zeros. Two things are invented because the form asks for them: the date,
// see [Epoch], and in the log of 10 and later the process id.
package report
