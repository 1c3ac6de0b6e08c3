package server

import (
	"clocksweep/core/pgbench"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// Row locks: a row that a transaction has updated, deleted or locked is its own
// until it has ended, and others that want to do the same wait until then.

// rowKey names a row of one of the tables. A server has pgbench's tables or those
// of DBT-2, which are numbered alike.
type rowKey int64

// tableShift leaves 40 bits for the number of the row.
const tableShift = 40

func rowOf(table pgbench.Table, row int64) rowKey { return rowKey(int64(table)<<tableShift | row) }

func (t *table) rowOf(row int64) rowKey { return rowKey(int64(t.number)<<tableShift | row) }

// deadlockTimeout is after how long a wait PostgreSQL looks for a deadlock
// (deadlock_timeout, 1s in all releases).
const deadlockTimeout = sim.Second

// deadlock is what a process panics with when its transaction is one of several
// that wait for each other: "deadlock detected" of storage/lmgr/deadlock.c, an
// ERROR that leaves the transaction wherever it stands.
type deadlock struct{}

// holds reports whether the transaction has locked the row, whether or not others
// would wait for it.
func (b *backend) holds(row rowKey) bool {
	for _, h := range b.held {
		if h == row {
			return true
		}
	}
	return false
}

// lockRow waits until no other transaction holds the row and takes it, to the end
// of the transaction. It reports whether it had to wait.
func (b *backend) lockRow(row rowKey) (waited bool) {
	if b.holds(row) {
		return false
	}
	if b.s.rowLocks {
		waited = b.waitForRow(row)
		b.s.lockedRows.put(row, b)
	}
	b.held = append(b.held, row)
	return waited
}

func (b *backend) waitForRow(row rowKey) (waited bool) {
	outer := b.p.Enter(result.WaitRowLock)
	for {
		o := b.s.lockedRows.get(row)
		if o == nil {
			break
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
	}
	b.p.Enter(outer)
	return waited
}

// unlockRows frees the rows that b has locked.
func (b *backend) unlockRows() {
	if b.s.rowLocks {
		for _, row := range b.held {
			b.s.lockedRows.drop(row)
		}
	}
	b.held = b.held[:0]
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

// lockTable tells by row who has locked it: an open-addressing table.
type lockTable struct {
	key    []rowKey // row+1, 0 is empty
	holder []*backend
	n      int
}

func (l *lockTable) slot(key rowKey) int {
	mask := len(l.key) - 1
	i := int(uint64(key)*0x9e3779b97f4a7c15>>32) & mask
	for l.key[i] != 0 && l.key[i] != key {
		i = (i + 1) & mask
	}
	return i
}

// get returns who holds the row, or nil.
func (l *lockTable) get(row rowKey) *backend {
	if l.n == 0 {
		return nil
	}
	return l.holder[l.slot(row+1)]
}

// put gives the row to b.
func (l *lockTable) put(row rowKey, b *backend) {
	if 2*l.n >= len(l.key) {
		old := *l
		size := max(256, 2*len(old.key))
		l.key, l.holder = make([]rowKey, size), make([]*backend, size)
		for i, key := range old.key {
			if key != 0 {
				j := l.slot(key)
				l.key[j], l.holder[j] = key, old.holder[i]
			}
		}
	}
	i := l.slot(row + 1)
	if l.key[i] == 0 {
		l.n++
	}
	l.key[i], l.holder[i] = row+1, b
}

// drop frees the row. Those behind it in the table move up, so that none is
// found beyond an empty place.
func (l *lockTable) drop(row rowKey) {
	mask := len(l.key) - 1
	i := l.slot(row + 1)
	l.n--
	for {
		l.key[i], l.holder[i] = 0, nil
		for j := (i + 1) & mask; ; j = (j + 1) & mask {
			key := l.key[j]
			if key == 0 {
				return
			}
			holder := l.holder[j]
			l.key[j] = 0
			to := l.slot(key)
			l.key[j] = key
			if to != j {
				l.key[to], l.holder[to] = key, holder
				i = j
				break
			}
		}
	}
}
