package server

import (
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// walInserts are the locks of WAL insertion (access/transam/xlog.c): WALInsertLock
// up to 9.3; from 9.4 on a spinlock for the position in the log and eight locks, one
// of which a process holds while it copies its record. Both are held, too, while the
// process waits for room in the WAL buffers (AdvanceXLInsertBuffer).
type walInserts struct {
	locks    []*lock.LWLock
	position lock.Spinlock
	split    bool        // 9.4 and later
	by       []*inserter // by number of the process
}

// inserter is a process that puts records into the WAL buffers.
type inserter struct {
	c    *session // of a process that computes from access to access, else nil
	lock int      // which lock it tries first: its own number at first
	held *lock.LWLock
	ns   int64 // processor time of the copy under way
}

// insertLocks is NUM_XLOGINSERT_LOCKS.
const insertLocks = 8

const (
	// Up to 9.3 the lock covers the position, the page header, the list of blocks;
	// later only the position is shared.
	linesInsert   = 6
	linesPosition = 2
	// copyBytesPerLine is how many bytes are copied in the time of one transfer of a
	// cache line: about a gigabyte a second.
	copyBytesPerLine = 128
)

func newWALInserts(s *sim.Sim, sc *scenario.Scenario, wakeNs int64) *walInserts {
	w := &walInserts{split: sc.Since("9.4")}
	n := 1
	if w.split {
		n = insertLocks
	}
	for range n {
		if sc.Since("9.5") {
			w.locks = append(w.locks, lock.NewAtomicLWLock(s, wakeNs))
		} else {
			w.locks = append(w.locks, lock.NewLWLock(s, wakeNs))
		}
	}
	return w
}

// of returns what is kept about a process. It stays where it is when others come:
// a process waits between begin and end.
func (w *walInserts) of(p *sim.Proc) *inserter {
	for n := len(w.by); n <= int(p.ID()); n++ {
		w.by = append(w.by, &inserter{lock: n})
	}
	return w.by[p.ID()]
}

// begin lets process p take the lock for a record of n bytes. A process that had to
// wait tries the next one the next time. The copy takes time only if the process
// computes from access to access.
func (w *walInserts) begin(p *sim.Proc, n int64) {
	at := w.of(p)
	l := w.locks[at.lock%len(w.locks)]
	blocked := l.Stats.Blocked
	c := at.c
	if c == nil {
		l.Acquire(p, result.WaitLWLock)
	} else {
		c.catchUp()
		l.AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*c.locks.lineNs)
	}
	at.held = l
	if l.Stats.Blocked != blocked {
		at.lock++
	}
	if c == nil {
		return
	}
	line := c.locks.lineNs
	at.ns = n * line / copyBytesPerLine
	if w.split {
		at.ns += c.spin.Take(&w.position, 0, linesPosition*line)
	} else {
		at.ns += linesInsert * line
	}
	c.budget -= at.ns
}

// end gives the lock back.
func (w *walInserts) end(p *sim.Proc) {
	at := w.of(p)
	if at.c != nil {
		at.c.hold(at.held, at.ns)
	} else {
		at.held.Release()
	}
}
