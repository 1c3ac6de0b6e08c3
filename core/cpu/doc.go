// Package cpu is a machine's processors and their run queue.
//
// Runnable processes share the hardware threads first come, first served. A
// process keeps its thread until it blocks or until its time slice ends while
// others wait; PostgreSQL's bursts between two blocking calls are a few
// hundred microseconds, well inside a slice. A core with all its hardware
// threads busy yields SMTGain times what one thread yields alone; a slice runs
// at the rate in force when it starts.
//
// [CPU.Use] is for a process that computes at one go between two waits. A [Task]
// computes in pieces with something to do between them, which others must see at its
// time, and keeps its thread all the while: whatever it blocks in, the thread is given
// up by itself. That is how a process can lose its thread while it holds a lock: at
// the end of a slice, in the middle of a piece.
//
// There is one run queue for the machine and no preference for the thread a process
// ran on last. A process that wakes up never displaces one that runs.
package cpu
