package server

import (
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// walInserts are the locks of WAL insertion (access/transam/xlog.c): WALInsertLock
// up to 9.3; from 9.4 on a spinlock for the position in the log and eight locks, one
// of which a process holds while it copies its record.
type walInserts struct {
	locks    []*lock.LWLock
	position lock.Spinlock
	split    bool // 9.4 and later
	by       map[uint32]*session
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
	w := &walInserts{split: sc.Since("9.4"), by: map[uint32]*session{}}
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

// insert lets process p insert a record of n bytes under the locks: it is
// wal.Log.BeforeInsert. A process that had to wait tries the next lock the next
// time.
func (w *walInserts) insert(p *sim.Proc, n int64) {
	c := w.by[p.ID()]
	if c == nil {
		return // it is alone in its kind
	}
	line := c.locks.lineNs
	c.catchUp()
	l := w.locks[c.insertLock%len(w.locks)]
	blocked := l.Stats.Blocked
	l.AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*line)
	if l.Stats.Blocked != blocked {
		c.insertLock++
	}
	ns := n * line / copyBytesPerLine
	if w.split {
		ns += c.spin.Take(&w.position, 0, linesPosition*line)
	} else {
		ns += linesInsert * line
	}
	c.budget -= ns
	c.hold(l, ns)
}
