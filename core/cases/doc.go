// Package cases holds what users and developers of PostgreSQL reported about their
// own servers (mailing lists, issue trackers, published benchmark logs), each as one
// block of testdata: the setup in the lab's settings, and what must come out. Its
// tests run whole simulated servers and judge them. There is nothing to import.
//
// # A case
//
// A block begins with "case" and its name and ends at the next. Its lines are
//
//	about  what was asked, in a sentence
//	scaled how the setup was made smaller, and by which law what was observed follows
//	all    settings of all runs, name=value,
//	       and pause=TIME for a script that updates one account, then sleeps
//	run    the name of a run and its own settings; without such a line there is one run
//	LAW    a check: L1 to L6 (below), or law, counter, shape, feature
//	found  RUN: the finding of package diagnose that says what the case's answer said,
//	       or "not" and a finding that would be wrong; "tried:" and a check of the runs
//	       "before" and "after" what the finding proposes
//	not    what of the case is not run, and why
//
// A law follows from PostgreSQL's source and holds tightly; a counter holds within
// its tolerance; a shape is a direction or a ratio; a feature is text that
// package report prints. A case that has no run has a "not" line for all of it.
//
// A check is an expression (+ and - between blanks) compared with others: "=" with a tolerance ("± 2%" or
// "± 0.1"), "<", ">", "<=", ">=" also in chains, "in a..b". Names are figures of a
// run (figures_test.go), "RUN:name" in a case of several runs; a check without the
// name of a run is made for each of them. Figures that begin with "ckpt." are those
// of the log line of each complete checkpoint, as package report prints it, "later."
// leaves the first one out, and "first.", "last.", "sum.", "mean." and "max." are of
// all of them. A feature has the form "log has TEXT", "log lacks TEXT" or "views are
// NAME NAME".
//
// # Misses
//
// What does not come out is not tuned until it does. The check then ends with
// "missed: FIGURE ± TOLERANCE because ...", and the test fails if the figure
// moves, for better or worse.
//
// # The laws
//
//	L1  up to 9.1, a checkpoint ahead of its schedule takes bgwriter_delay a buffer
//	L2  from 9.2 on it takes 100 ms a buffer
//	L3  the write phase of a timed checkpoint ends within checkpoint_completion_target
//	    times checkpoint_timeout, and reaches that if there are more buffers than
//	    naps fit in
//	L4  a checkpoint begins every floor(max_wal_size / 16 MB / (k + target)) segments of
//	    WAL, k being 2 for 9.5 to 10 and 1 since
//	L5  the background writer cleans at most bgwriter_lru_maxpages in bgwriter_delay,
//	    and when every round stops there, exactly that many for each count of
//	    maxwritten_clean
//	L6  the log line's percent is of shared_buffers, its sync time the sum of the
//	    fsyncs, its average that sum by the number of files
package cases
