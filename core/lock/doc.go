// Package lock holds PostgreSQL's locks as PostgreSQL implements them.
//
// What matters in a lock is what happens when it comes free. PostgreSQL's
// lightweight locks are not handed over: the releaser wakes one sleeper, and
// whoever comes by first takes the lock. With wake-ups slower than the time the
// lock is held, that makes a convoy: at most one wake-up is in flight, so
// throughput settles where one acquisition in r*wake is blocked, at
// r = 1/sqrt(hold*wake) acquisitions a second, for any number of clients.
package lock
