// Package diagnose says in plain sentences what a result shows: what is slow, by
// which figures one sees it, and which settings to try. It also says what looks odd
// and is not: a checkpoint that writes 50 pages in five seconds is paced on purpose.
//
// [Diagnose] reads nothing but the [result.Result]: counters, waits, checkpoints,
// stalls and the settings in force. It could be made of the views and the log of a
// real server as well.
//
// # Rules
//
// Each rule is a function that looks at the facts and finds one thing or nothing.
// Rules do not know each other: a background writer at its ceiling and a pool that is
// too small are two findings. What costs time comes before what is harmless, and if
// nothing costs time, that is a finding too, so that a diagnosis is never empty.
//
// A rule speaks when what it is about is most of something: most of a transaction's
// time, most rounds, most pages written. That is a half, unless the rule has a reason
// for another threshold beside it. No rule looks at the machine's name or at an
// experiment.
//
// What a finding proposes to try is legal in the run's release, on its kernel and its
// machine, and differs from what is in force; what is not is left out.
package diagnose
