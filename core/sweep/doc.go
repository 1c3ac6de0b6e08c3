// Package sweep repeats a scenario over the values of one setting or of two, and
// over seeds, and says what came out: means, extremes and confidence.
//
// The idea: a [Plan] is the list of runs, an [Outcome] what is known of them so
// far. Who carries the runs out, a pool of workers in a page or the processors of
// a command line, takes them in the order of [Plan.Jobs], which goes through all
// cells with the first seed before any with the second, and puts results in as
// they come. Everything that is told of a sweep can be told at any time.
//
// Rules:
//
//   - Values are written as in postgresql.conf, in a list or as a range with steps
//     ([ReadAxis]). What is not legal is an error; a combination of legal values
//     that the machine refuses is a cell with the reason.
//   - A measure is a function of a result. Where it is not defined it is NaN, and
//     such runs do not count in a mean.
//   - The band of a line, as the interval beside a mean, is Student's at 95 %: half
//     of it is given, and it is not defined for a single run. The lowest and the
//     highest of the seeds are told beside it.
//   - Who carries a sweep out elsewhere sends figures and a hash for each run
//     ([Outcome.PutFigures]) and can be told which runs have come ([RunSet]).
//   - A result may be kept and used again. Its key ([Key]) is of engine, scenario
//     and seed; [Same] proves that a result is of a scenario, so that a wrong
//     entry is never shown.
//   - Runs side by side are put into one table by [Compare]: the settings in which
//     they differ, then the measures with their ratio to the first run's.
package sweep
