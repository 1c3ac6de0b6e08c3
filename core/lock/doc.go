// Package lock holds PostgreSQL's locks as PostgreSQL implements them.
//
// What matters in a lock is what happens when it comes free. PostgreSQL's
// lightweight locks ([LWLock]) are not handed over: the releaser wakes one sleeper, and
// whoever comes by first takes the lock. With wake-ups slower than the time the
// lock is held, that makes a convoy: at most one wake-up is in flight, so
// throughput settles where one acquisition in r*wake is blocked, at
// r = 1/sqrt(hold*wake) acquisitions a second, for any number of clients.
//
// # Free locks cost no event
//
// Most holds are short and their length is known when they begin. Such a lock is
// acquired and at once given back in advance ([LWLock.ReleaseAfter]): it remembers the
// time until which it is taken. Nobody has to come back at that time, unless somebody
// has come meanwhile and waits; only then does the end of the hold become an
// event. The holder goes on computing and lets the time of the hold pass
// together with what it computes next. A spinlock ([Spinlock]) is nothing but such a
// time, and those who spin for it queue in it without an event of their own,
// up to the time after which s_lock.c sleeps.
//
// For this to be true to the order of time, a process must stand at its own time when it
// takes a lock: what it owes has to be spent first. Where it is a fraction of a
// microsecond ahead instead, it says so ([Spinner.Take]).
//
// # Not modeled
//
// The release of a lightweight lock takes its spinlock, too; here the acquisition
// takes it for both. The list of waiters of 9.5 and later has a lock of its own, which
// is free here.
package lock
