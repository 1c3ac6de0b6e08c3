// Package server is a PostgreSQL server of one release on one simulated
// machine: it puts the pool, the cleaning round, the checkpoint's pacing, the
// WAL, the kernel and the disk together and adds processes, waits and I/O.
//
// Every process reads like PostgreSQL's: a backend is a straight-line function
// over page accesses, the background writer and its checkpoints are loops with
// naps (bgwriter.go, checkpoint.go): one process from 8.0 to 9.1, two from 9.2 on,
// none but a child of the postmaster at times in 7.4 (postmaster.go). What does not
// block takes no event: a buffer hit is a table look-up.
//
// # Eras
//
// What differs by release is chosen once at the start. era.go and writers.go list
// it; what needs code has a file of its own: the statements up to the tree of June
// 2007 (tpcb82.go, small82.go, insert82.go, vacuum82.go, catalogs74.go), up to 9.2
// (tpcb.go) and from 9.3 on (tpcb96.go, forks.go, catalogs96.go); the rounds and the
// checkpoint's write pass over the list of dirty buffers (dirtylist.go, 8.0), over the
// pool as it is reached (scans.go, burst.go, 8.1 and 8.2, and drafts.go, 2007), over
// marked pages in the order of the pool (checkpoint.go, 8.3) and of the files
// (sorted.go, 9.6); pg_stat_io (statio.go). The lengths of WAL records are in package
// wal.
//
// No release before 8.3 shows what its processes wrote; here all of it is counted
// for all releases under the names of later ones. The pages of both scans of 8.1 are
// buffers_clean.
//
// What pgbench -i leaves is in server.go (the caches) and initwal.go (WAL files that
// can be used again, up to 8.3).
//
// DBT-2 (dbt2.go) and the statements on a large table (largetable.go) are the same
// code in every release: what a release changes about reading and writing a row is
// a flag there (rows.go).
//
// # Who begins a transaction
//
// A client begins one when it has done the last, unless there is a rate, a burst
// or a terminal to wait for (pace.go, terminals.go). With a rate or with terminals
// the latency counts from the time at which the transaction was to begin, and what
// it waited for a free client is booked as such. A session beside the clients
// (background_job) counts in no transaction; when the last client is done, it is
// left where it stands.
//
// # Time
//
// A transaction's processor time is spent at the beginning of each statement,
// before its page accesses; system calls made meanwhile add to the processor
// time of the next statement. All other time passes in waits, each booked
// under its reason, so that the parts of a transaction add up to its latency.
//
// # What was before
//
// A run finds what pgbench -i has left: tables and keys in the page cache as far as
// they fit, and up to 8.2 WAL files to overwrite (initwal.go). If a run of pgbench came
// before it on the same server, that one is played, too, and its counts are taken off
// (earlier.go).
//
// # What a run takes
//
// Who has little memory or time refuses a scenario before it begins, and names the
// nearest value that fits (admission.go): need.go bounds both from below, without a
// machine, and forecast.go reckons the events of the whole from a rehearsal of the
// beginning. What a run takes in the end is counted while it runs ([Run.Events]), and it
// can be stopped at any step.
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
// With few clients the locks of the buffer manager are nearly always free, and a
// statement computes at one go. With many (scenario.LockDetail), it computes from page
// access to page access (pieces.go), so that each of these locks is held at its time and for its time (locks.go by era, inserts.go): a backend that
// finds one taken waits for it as PostgreSQL does, and convoys come about by
// themselves. The time of a hold is counted in transfers of cache lines. For the
// replacement patches of 2014 there is one more process (reclaim.go).
//
// The content lock of a page (content.go) and WALInsertLock (inserts.go) are taken by
// everybody: what counts with few clients is that they are held while their holder
// waits, for room in the WAL buffers or for a write of the page.
//
// # What is left out
//
// Deadlocks: orders lock the rows of stock in ascending order. The rows of a
// transaction that is rolled back stay where it put them. COPY writes WAL and no
// index; VACUUM has memory for all dead rows and truncates nothing.
//
// pgbench's own single thread is not a bottleneck here: its share is in the
// processor time of a transaction. Nobody waits for ProcArrayLock or the lock manager. Statements on large tables and
// connections compute at one go even if others wait for locks, and what a ring
// gives takes BufFreelistLock as well. Nothing but statements on large tables reads a table from end to end
// but tellers, branches and the catalogs, and each read is of one page, as before
// the asynchronous and combined reads of 17 and later; a table grows by one page at a time. There is no autovacuum. A client
// whose transaction fails because every buffer is pinned starts it over, where pgbench
// would give the client up; it does so after many failures in a row only.
package server
