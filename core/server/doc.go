// Package server is a PostgreSQL server of one release on one simulated
// machine: it puts the pool, the cleaning round, the checkpoint's pacing, the
// WAL, the kernel and the disk together and adds processes, waits and I/O.
//
// Every process reads like PostgreSQL's: a backend is a straight-line function
// over page accesses, the background writer and its checkpoints are loops with
// naps (bgwriter.go, checkpoint.go): one process up to 9.1, two from 9.2 on. What
// does not block takes no event: a buffer hit is a table look-up.
//
// # Eras
//
// What differs by release has a file of its own, chosen once at the start: the
// statements up to 9.2 (tpcb.go) and from 9.6 on (tpcb96.go, forks.go,
// catalogs96.go), the checkpoint's write pass in the order of the pool
// (checkpoint.go) and, from 9.6 on, of the files (sorted.go).
//
// # Time
//
// A transaction's processor time is spent at the beginning of each statement,
// before its page accesses; system calls made meanwhile add to the processor
// time of the next statement. All other time passes in waits, each booked
// under its reason, so that the parts of a transaction add up to its latency.
//
// # Books
//
// books.go counts what must balance: pages dirtied against pages written and
// pages still dirty, buffers allocated against pages that came in, pages read
// against the kernel's counts. The tests check it in every run; a program built
// with -tags invariants checks it at every sampled second.
//
// # Locks
//
// With few clients the locks of the buffer manager and of WAL insertion are nearly
// always free, and a statement computes at one go. With many (scenario.LockDetail),
// it computes from page access to page access (pieces.go), so that each of these locks is
// held at its time and for its time (locks.go by era, inserts.go): a backend that
// finds one taken waits for it as PostgreSQL does, and convoys come about by
// themselves. The time of a hold is counted in transfers of cache lines. For the
// replacement patches of 2014 there is one more process (reclaim.go).
//
// # What is left out
//
// pgbench's own single thread is not a bottleneck here: its share is in the
// processor time of a transaction. Nobody waits for a content lock but behind a
// write, nor for ProcArrayLock or the lock manager. There is no autovacuum. A client
// whose transaction fails because every buffer is pinned starts it over, where pgbench
// would give the client up; it does so after many failures in a row only.
package server
