package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// rowLock is a row that a transaction has updated: others that want to update it
// wait until that transaction has ended.
type rowLock struct {
	table pgbench.Table
	row   int64
}

// deadlockTimeout is after how long a wait PostgreSQL looks for a deadlock
// (deadlock_timeout, 1s in all releases).
const deadlockTimeout = sim.Second

// deadlock is what a process panics with when its transaction is one of several
// that wait for each other: "deadlock detected" of storage/lmgr/deadlock.c, an
// ERROR that leaves the transaction wherever it stands.
type deadlock struct{}

func (b *backend) holds(l rowLock) bool {
	for _, h := range b.held {
		if h == l {
			return true
		}
	}
	return false
}

// lockRow waits until no other transaction holds the row and takes it. Row locks
// last until the holder's transaction has ended. It reports whether it had to
// wait.
func (b *backend) lockRow(table pgbench.Table, row int64) (waited bool) {
	l := rowLock{table, row}
	if b.holds(l) {
		return false
	}
	if b.s.rowLocks {
		waited = b.waitForRow(l)
	}
	b.held = append(b.held, l)
	return waited
}

func (b *backend) waitForRow(l rowLock) (waited bool) {
	outer := b.p.Enter(result.WaitRowLock)
again:
	for _, o := range b.s.backends {
		if o == b || !o.holds(l) {
			continue
		}
		b.waitsOn = o
		if b.inCircle() {
			b.p.Sleep(deadlockTimeout)
			b.waitsOn = nil
			b.p.Enter(outer)
			panic(deadlock{})
		}
		o.waiters.Wait(b.p)
		b.waitsOn = nil
		waited = true
		goto again
	}
	b.p.Enter(outer)
	return waited
}

// inCircle reports whether those who wait for each other, from b on, end with b: not
// if they end with others, one of whom will give up. It is b that gives up; in
// PostgreSQL it is the one whose deadlock_timeout is over first.
func (b *backend) inCircle() bool {
	o := b.waitsOn
	for range b.s.backends {
		if o == nil || o == b {
			break
		}
		o = o.waitsOn
	}
	return o == b
}
