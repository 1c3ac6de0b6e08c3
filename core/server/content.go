package server

import (
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// The content lock of a buffer (cntx_lock up to 8.0, content_lock since,
// storage/buffer/bufmgr.c): who reads the page shares it, who changes the page has it
// for itself from before the change until the WAL record of the change is in the
// buffers, and who writes the page shares it until the write is over. A victim is
// written only if its lock can be shared at once.
//
// A process that changes two pages in one record takes both locks in the order of
// their buffers. While a process has a page for itself it reads no other one, with
// one exception: a split extends the index. So nobody waits for a content lock in a
// circle: who looks for a victim waits for none.
//
// If statements compute at one go, time passes under the lock only while its holder
// waits for room in the WAL buffers, extends the index or writes the page; what is
// done without a wait costs no event and keeps nobody out.

const (
	// A page read under its lock: its header, the line pointer, the tuple. A search
	// in a page of an index touches more lines, but those nobody has changed.
	linesLook = 3
	// A page changed under its lock: its header, the line pointer, the old tuple and
	// the new one, the header of the buffer.
	linesModify = 5
)

// contentLocks are the content locks of a pool. There are as many lock.LWLocks as
// are in use at once, not one for each buffer: a buffer whose lock is free has none.
type contentLocks struct {
	s       *sim.Sim
	create  func(s *sim.Sim, wakeNs int64) *lock.LWLock
	wakeNs  int64
	slots   []int32 // by buffer: number of its lock in locks plus 1, 0 if it is free; nil if nobody waits
	locks   []*contentLock
	inUse   []int32 // locks that belong to a buffer, in the order in which they are looked at again
	next    int     // where in inUse
	buffers int64
	busiest int64
}

// contentLock is one of them.
type contentLock struct {
	*lock.LWLock
	buf   int32
	users int32 // processes that hold the lock until they release it, or wait for it
	base  int64 // Stats.Blocked when it came to the buffer
}

func (s *Server) newContentLocks(sc *scenario.Scenario) contentLocks {
	t := contentLocks{s: s.sim, create: lock.NewLWLock, wakeNs: s.wakeNs, buffers: int64(s.pool.Len())}
	if sc.Since("9.5") {
		t.create = lock.NewAtomicLWLock
	}
	if sc.Bool(scenario.ContentLocks) {
		t.slots = make([]int32, s.pool.Len())
	}
	return t
}

func (t *contentLocks) on() bool { return t.slots != nil }

// of returns the lock of buffer b.
func (t *contentLocks) of(b int32) *contentLock {
	if i := t.slots[b]; i > 0 {
		return t.locks[i-1]
	}
	i := t.unused()
	t.slots[b] = i + 1
	l := t.locks[i]
	l.buf, l.base = b, l.Stats.Blocked
	return l
}

// triesReuse is how many locks are looked at for one that has come free before
// another one is made.
const triesReuse = 4

// unused returns the number of a lock that belongs to no buffer: one that nobody
// uses any more, if it is soon found, else a new one.
func (t *contentLocks) unused() int32 {
	for range min(triesReuse, len(t.inUse)) {
		i := t.inUse[t.next]
		if t.next++; t.next == len(t.inUse) {
			t.next = 0
		}
		if l := t.locks[i]; l.users == 0 && l.Idle() {
			t.leave(l)
			return i
		}
	}
	i := int32(len(t.locks))
	t.locks = append(t.locks, &contentLock{LWLock: t.create(t.s, t.wakeNs)})
	t.inUse = append(t.inUse, i)
	return i
}

// leave takes the lock from its buffer.
func (t *contentLocks) leave(l *contentLock) {
	t.slots[l.buf] = 0
	t.busiest = max(t.busiest, l.Stats.Blocked-l.base)
}

// changing reports whether a process has buffer b for itself.
func (t *contentLocks) changing(b int32) bool {
	return t.slots != nil && t.slots[b] > 0 && t.locks[t.slots[b]-1].Exclusive()
}

// share takes the lock of buffer b in shared mode for process p, until unshare.
func (t *contentLocks) share(p *sim.Proc, b int32) {
	if t.slots == nil {
		return
	}
	l := t.of(b)
	l.users++
	l.AcquireIn(p, lock.Shared, result.WaitContent)
}

func (t *contentLocks) unshare(b int32) {
	if t.slots == nil {
		return
	}
	l := t.of(b)
	l.Release()
	l.users--
}

// stats returns the counts of all of them.
func (t *contentLocks) stats() result.Lock {
	row := result.Lock{Name: result.ContentLock, Locks: t.buffers, Busiest: t.busiest}
	for _, l := range t.locks {
		row.Shared += l.Stats.Shared
		row.Exclusive += l.Stats.Exclusive
		row.Blocked += l.Stats.Blocked
		row.Busiest = max(row.Busiest, l.Stats.Blocked-l.base)
	}
	return row
}

// look reads the page in buffer b, which is pinned, under its lock.
func (c *session) look(b int32) {
	t := &c.s.content
	if c.locks == nil {
		if t.changing(b) {
			t.share(c.p, b)
			t.unshare(b)
		}
		return
	}
	line := c.locks.lineNs
	l := t.of(b)
	l.users++
	ok := false
	c.budget -= linesLook * line
	if c.owed, ok = l.Pass(&c.spin, c.owed, linesLook*line, 2*line); !ok {
		c.catchUp()
		l.AcquireOn(&c.spin, lock.Shared, result.WaitContent, 2*line)
		c.hold(l.LWLock, linesLook*line)
	}
	l.users--
}

// lockContent takes the lock of buffer b, which is pinned, for this process alone, unless
// it has it.
func (c *session) lockContent(b int32) {
	t := &c.s.content
	if !t.on() {
		return
	}
	for _, held := range c.locked {
		if held == b {
			return
		}
	}
	l := t.of(b)
	l.users++
	if c.locks == nil {
		l.Acquire(c.p, result.WaitContent)
	} else {
		c.catchUp()
		l.AcquireOn(&c.spin, lock.Exclusive, result.WaitContent, 2*c.locks.lineNs)
	}
	c.locked = append(c.locked, b)
}

// lockBoth takes the locks of two buffers in their order.
func (c *session) lockBoth(a, b int32) {
	c.lockContent(min(a, b))
	c.lockContent(max(a, b))
}

// unlockContent gives the lock of buffer b back if this process has it for itself.
func (c *session) unlockContent(b int32) {
	for i, held := range c.locked {
		if held != b {
			continue
		}
		c.locked = append(c.locked[:i], c.locked[i+1:]...)
		l := c.s.content.of(b)
		if c.locks == nil {
			l.Release()
		} else {
			c.budget -= linesModify * c.locks.lineNs
			c.hold(l.LWLock, linesModify*c.locks.lineNs)
		}
		l.users--
		return
	}
}
