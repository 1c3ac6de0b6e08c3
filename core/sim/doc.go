// Package sim is the discrete-event kernel under the simulated machine:
// a virtual clock, an event queue, processes, random numbers and latency
// histograms.
//
// # Rules
//
// Virtual time is an int64 count of nanoseconds and only moves forward.
// Events are ordered by (time, priority, sequence): two events of the same
// instant fire in the order of their priorities, and within one priority in
// the order in which they were scheduled. Nothing else (no map iteration, no
// wall clock, no goroutine scheduling) decides an order, so a seed and a
// scenario give the same history on every platform.
//
// A process ([Proc]) is a coroutine: a plain Go function that blocks in
// [Proc.Park], [Proc.Sleep] or in something built on them. Between two such
// calls it runs alone and takes no virtual time. All virtual time that a
// process spends is spent inside Park and is booked there under the reason
// the process has entered ([Proc.Enter]), which is why the parts of a
// transaction's latency add up to the latency exactly.
package sim
