// Package cpu is a machine's processors and their run queue.
//
// Runnable processes share the hardware threads first come, first served. A
// process keeps its thread until it blocks or until its time slice ends while
// others wait; PostgreSQL's bursts between two blocking calls are a few
// hundred microseconds, well inside a slice. A core with all its hardware
// threads busy yields SMTGain times what one thread yields alone; a slice runs
// at the rate in force when it starts.
package cpu
