package server

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestContentLockTable: a lock belongs to a buffer while somebody uses it, goes to
// another one later, and there are no more of them than are used at once.
func TestContentLockTable(t *testing.T) {
	s := start(t, of(t, "shared_buffers=16MB")).s
	table := &s.content
	a, b := session{s: s}, session{s: s}
	s.sim.Go("test", func(p *sim.Proc) {
		a.p, b.p = p, p
		for buf := int32(0); buf < 1000; buf++ {
			a.lockBoth(buf+1, buf)
			a.lockContent(buf)
			if !table.changing(buf) || !table.changing(buf+1) || table.changing(buf+2) || len(a.locked) != 2 {
				t.Fatalf("buffers %v are locked, want %d and %d", a.locked, buf, buf+1)
			}
			a.unlockContent(buf + 1)
			b.lockContent(buf + 1)
			a.unlockContent(buf + 1) // is not its own
			if !table.changing(buf + 1) {
				t.Fatal("a process gave back what another one holds")
			}
			a.unlockContent(buf)
			b.letGo()
		}
		s.sim.Quit()
	})
	s.sim.Step(10)
	if n := len(table.locks); n == 0 || n > 4 {
		t.Errorf("%d locks were made for two at a time", n)
	}
	if row := table.stats(); row.Exclusive != 3000 || row.Blocked != 0 || row.Locks != 2048 {
		t.Errorf("the locks count %+v, want 3000 acquisitions", row)
	}
}

// TestChangeWaitsForWrite: who wants to change a page that is being written waits for
// its content lock, and with content_locks = off nobody does.
func TestChangeWaitsForWrite(t *testing.T) {
	for _, release := range []string{"8.3", "9.1"} {
		text := "scale=1 clients=8 duration=20s checkpoint_timeout=30s shared_buffers=1MB checkpoint_segments=1 release=" + release
		r := run(t, of(t, text))
		checkRun(t, r)
		if r.Result().Waits[result.WaitContent] == 0 {
			t.Errorf("%s: nobody waited for a content lock", text)
		}
		off := run(t, of(t, text+" content_locks=off"))
		checkRun(t, off)
		if ns := off.Result().Waits[result.WaitContent]; ns != 0 {
			t.Errorf("%s: %d ns were waited for content locks that are off", text, ns)
		}
	}
}

// TestHotPage: all clients add their rows of history to the same page and change the
// same branch. With locks held for their time, they wait for each other's changes.
func TestHotPage(t *testing.T) {
	const text = "hardware=power7-2014 release=9.4 scale=1 clients=30 fsync=off row_locks=off shared_buffers=64MB duration=1s lock_detail=on"
	r := run(t, of(t, text))
	checkRun(t, r)
	x := r.Result()
	row := lockOf(t, x, "BufferContent")
	if row.Locks != 8192 || row.Blocked == 0 || row.Exclusive < 4*x.Transactions || row.Shared < 4*x.Transactions ||
		x.Waits[result.WaitContent] == 0 {
		t.Errorf("%d transactions took %+v and waited %d ns", x.Transactions, row, x.Waits[result.WaitContent])
	}
	off := run(t, of(t, text+" content_locks=off")).Result()
	if off.Transactions <= x.Transactions {
		t.Errorf("%d transactions with content locks, %d without", x.Transactions, off.Transactions)
	}
	for _, l := range off.Locks {
		if l.Name == row.Name {
			t.Errorf("with content_locks = off there is %+v", l)
		}
	}
}

// TestInsertLockIsHeldForRoom: with few WAL buffers and long flushes, who waits for
// room keeps everybody else from inserting.
func TestInsertLockIsHeldForRoom(t *testing.T) {
	for _, release := range []string{"8.1", "8.3", "9.3", "9.4", "15"} {
		text := "scale=10 clients=20 duration=20s shared_buffers=256MB wal_buffers=32kB release=" + release
		on := run(t, of(t, text))
		checkRun(t, on)
		off := run(t, of(t, text+" wal_insert_lock=off"))
		checkRun(t, off)
		if a, b := on.Result().Waits[result.WaitLWLock], off.Result().Waits[result.WaitLWLock]; a == 0 || b != 0 {
			t.Errorf("%s: %d ns were waited for WALInsertLock, %d ns with wal_insert_lock = off", text, a, b)
		}
	}
}
