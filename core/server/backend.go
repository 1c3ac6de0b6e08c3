package server

import (
	"clocksweep/core/lock"
	"clocksweep/core/pgbench"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// backend is one client of pgbench with the server process that serves it.
type backend struct {
	session
	id      int
	rnd     sim.Rand
	random  workload.Random // pgbench's own, from 15 on
	draw    workload.Draw
	xid     uint32          // of the running transaction, 0 before its first change (up to 8.2: before its beginning)
	xmin    uint32          // the oldest transaction that ran when this one began: up to 8.2
	held    []rowKey        // the rows it has locked
	waitsOn *backend        // whose transaction's end this one waits for, or nil
	waiters sim.List        // transactions that wait for this one to end
	vars    *pgbench.Client // of a custom script
	changed bool            // the transaction has changed a row: in a custom script
	failed  bool            // pgbench has given this client up
	earlier bool            // this is the run before the one that counts

	// Where this backend puts new tuples: the target block of each table, -1
	// before the first.
	accountsAt, tellersAt, branchesAt, historyAt int64

	planned [3]bool // tables whose meta page this backend has in its cache: 8.2 and later

	// Up to 8.2: entries that a scan and a check for duplicates have found.
	entries, duplicates []int32

	// Of DBT-2: the transaction under way, the terminal it comes from, and target
	// blocks by table.
	input      workload.Input
	terminal   int64
	rolledBack bool
	targets    [numTables]int64

	pages int64 // that its statement on the large table has been through
}

// catalogPages is how many pages of system catalogs a new connection reads
// (80 reads and about 900 hits for four connections, measured on 15.18).
const (
	catalogPages = 80
	catalogHits  = 900 / 4
)

// connectCPU is the processor time of a connection: fork, authentication and
// the first look into the catalogs, with pgbench's side of it. 3 to 4 ms each
// were measured on 15.18 (13 to 14 ms for four connections).
const connectCPU = 3500 * sim.Microsecond

// mostTries is how often a transaction is tried. A pool that is much too small
// for its clients may never let one through; pgbench gives a client up at the
// first failure. Runs of 8.3 to 9.2 by duration do not count.
const mostTries = 200

// client is a client of pgbench, or of two runs of it.
func (b *backend) client(p *sim.Proc) {
	b.attach(p)
	if n := b.s.earlier.transactions; n > 0 {
		b.earlier = true
		through := b.play()
		b.earlier = false
		b.finishEarlier(through)
		if !through {
			b.s.clientDone()
			return
		}
	}
	b.play()
	b.s.clientDone()
}

// play connects and runs transactions as long as the run goes on. It returns false
// if pgbench gave the client up.
func (b *backend) play() bool {
	s, p := b.s, b.p
	for !b.try(b.connect) {
		b.startOver()
	}
	s.connected()
	for done := int64(0); ; done++ {
		scheduled, ok := b.next(&done)
		if !ok {
			break
		}
		began := s.sim.Now()
		s.samples.begins(began)
		before := *p.Booked()
		for tries := 1; !b.try(b.transaction); tries++ {
			b.startOver()
			if tries == mostTries || b.failed {
				return false
			}
		}
		s.ended(b, scheduled, began, &before, p.Booked())
	}
	return true
}

// next waits for this client's next transaction and returns when it was to begin.
// done is how many the client has done; it grows by those it skips.
func (b *backend) next(done *int64) (scheduled int64, ok bool) {
	s := b.s
	if s.terminals != nil {
		if !b.goesOn(*done) {
			return 0, false
		}
		return s.terminals.take(b)
	}
	scheduled, ok = b.nextStart(done)
	if ok && s.dbt2 != nil {
		kind := workload.DrawKind(&b.rnd)
		b.input = s.dbt2.Draw(&b.rnd, kind, b.rnd.Intn(s.dbt2.Warehouses*workload.Districts))
	}
	return scheduled, ok
}

// goesOn reports whether a client that has done so many transactions begins
// another one.
func (b *backend) goesOn(done int64) bool {
	if b.earlier {
		return done < b.s.earlier.transactions
	}
	return b.s.goesOn(done)
}

func (s *Server) goesOn(done int64) bool {
	if s.transactions > 0 {
		return done < s.transactions
	}
	return s.sim.Now() < s.started+s.planned
}

// connect reads the catalogs as a new connection does.
func (b *backend) connect() {
	b.startTransaction()
	b.use(connectCPU)
	if b.s.mapped {
		b.connect96()
		b.use(0)
		return
	}
	if !b.s.hasHOT {
		b.connect82()
		b.use(0)
		return
	}
	r := b.s.catalog
	for i := range int64(catalogPages + catalogHits) {
		b.release(b.read(r, i%catalogPages))
	}
	b.use(0)
}

// statement lets the processor time of a statement of the script pass: share per cent of a
// transaction's, varying by up to a quarter either way.
func (b *backend) statement(number int, share int64) {
	b.compute(number, b.s.transactionNs*share/100)
}

// compute lets ns of processor time of a statement pass, a quarter more or less: at
// once, or with locks that many share from page access to page access.
func (b *backend) compute(number int, ns int64) {
	ns = ns*3/4 + b.rnd.Intn(ns/2+1)
	if b.locks != nil {
		b.spread(number, ns)
		return
	}
	b.use(ns)
}

// attach makes the backend one that process p runs.
func (b *backend) attach(p *sim.Proc) {
	s := b.s
	b.p = p
	if s.inserts != nil {
		s.inserts.of(p).lock = b.id
	}
	if s.locks == nil {
		return
	}
	b.locks = s.locks
	b.task = s.cpu.Task(p)
	b.spin = lock.NewSpinner(&s.locks.rules, &b.task, sim.NewRand(s.seed+uint64(b.id)<<32, "spin"))
	if s.inserts != nil {
		s.inserts.of(p).c = &b.session
	}
}

// startTransaction begins a transaction for the pool: the lists of 8.0 tell two
// reads in one transaction from reads in two. (Up to 8.2 every transaction has a
// number from its start.)
func (b *backend) startTransaction() {
	b.s.begun++
	b.be.Xid = b.s.begun
}

// assignXid gives the transaction its number at its first change.
func (b *backend) assignXid() {
	if b.xid == 0 {
		b.s.nextXid++
		b.xid = b.s.nextXid
	}
}

// commit ends the transaction: its record is made safe before anyone can see
// it ended (RecordTransactionCommit of access/transam/xact.c).
func (b *backend) commit() {
	s := b.s
	end := b.commitRecord()
	if s.synchronousCommit {
		if !s.leaderDelays {
			s.delayCommit(b.p)
		}
		s.wal.Flush(b.p, end)
	} else {
		s.asyncCommit = end
	}
	b.use(0)
	b.end()
}

func (b *backend) commitRecord() int64 {
	w := b.s.wal
	if b.s.mapped {
		return w.Append(b.p, w.Format.Commit, 0, 0)
	}
	return w.Record(b.p, w.Commit(), 0)
}

// end makes the end of the transaction visible: its row locks are gone.
func (b *backend) end() {
	b.xid = 0
	b.unlockRows()
	b.changed = false
	b.waiters.WakeAll(b.s.sim)
}

// startOver ends a transaction that found every buffer pinned and waits before
// the next attempt. pgbench gives such a client up; here it goes on, so that a
// pool too small for its clients shows as a slow server, not as fewer clients.
func (b *backend) startOver() {
	b.end()
	outer := b.p.Enter(result.WaitBufferIO)
	b.p.Sleep(sim.Millisecond)
	b.p.Enter(outer)
}

// delayCommit sleeps for commit_delay if enough other transactions are under way
// to join. Up to 9.2 every commit does so before it flushes, from 9.3 on only the
// one that leads a flush (RecordTransactionCommit, XLogFlush).
func (s *Server) delayCommit(p *sim.Proc) {
	if s.commitDelay == 0 || !s.fsync || s.othersActive(p) < s.commitSiblings {
		return
	}
	outer := p.Enter(result.WaitDelay)
	p.Sleep(s.commitDelay)
	p.Enter(outer)
}

// othersActive counts the transactions of others than p that have a number.
func (s *Server) othersActive(p *sim.Proc) int64 {
	n := int64(0)
	for _, o := range s.backends {
		if o.p != p && o.xid != 0 {
			n++
		}
	}
	return n
}

// oldestXid returns the oldest running transaction.
func (s *Server) oldestXid() uint32 {
	oldest := s.nextXid + 1
	for _, o := range s.backends {
		if o.xid != 0 && o.xid < oldest {
			oldest = o.xid
		}
	}
	if s.job != nil && s.job.xid != 0 {
		oldest = min(oldest, s.job.xid)
	}
	return oldest
}
