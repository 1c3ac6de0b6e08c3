package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/linux"
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// The locks of the buffer manager, by era:
//
//	up to 8.1devel   BufMgrLock, for everything
//	8.1              one BufMappingLock for the table of buffers, BufFreelistLock over the choice of a victim
//	8.2 to 9.4       the same with 16 partitions of the table
//	9.5 and later    128 partitions, an atomic clock hand
//
// and a spinlock in the header of each buffer, or its atomic successor of 9.6.
//
// What is done under a lock is counted in transfers of cache lines: on a busy
// machine another processor has changed each of these lines last, and fetching
// them takes longer than anything done with them. The counts are read off the
// code of 9.4 (storage/buffer/bufmgr.c, buf_table.c, freelist.c, utils/hash/dynahash.c).
const (
	// A look-up: the bucket, the entry, one more entry of its chain, the lock.
	linesLookup = 5
	// The header of the buffer found: pinned, its content locked and unlocked,
	// unpinned. It comes over once or is found in place, so that this is the
	// least; a header that many want comes over each time.
	linesHeader = 1
	// Around the clock sweep: the lock taken, the hand, its statistics, the lock
	// given back to a line that others wait at.
	linesChoice = 4
	// One buffer that the hand looks at: its header, locked and unlocked.
	linesInspect = 2
	// Another page for a buffer: an insertion and a deletion with two lines of a
	// bucket and an entry each, and the list of unused entries, which all
	// partitions share up to 9.5; the header; the locks of two partitions. From 16 on
	// the deletion comes first, by itself.
	linesRemove = 6
	linesEnter  = 7
	linesChange = linesRemove + linesEnter
	// One entry of the lists of 7.4 and 8.0 moved: its neighbours at both places.
	linesListed = 4
)

// bufferLocks are the locks of the buffer manager.
type bufferLocks struct {
	s        *Server
	lineNs   int64
	single   *lock.LWLock   // BufMgrLock, or nil
	mapping  []*lock.LWLock // by partition
	freelist *lock.LWLock   // BufFreelistLock, or nil
	stepwise bool           // the hand moves under the spinlock strategy
	strategy lock.Spinlock
	headers  []lock.Spinlock // by buffer
	rules    lock.SpinRules
	reclaims bufmgr.Reclaimer // or nil: who else fills the freelist
}

// leastClients and leastThreads are where the locks of the buffer manager begin to
// matter: with fewer, a process nearly always finds them free.
const (
	leastClients = 16
	leastThreads = 8
)

// newBufferLocks returns the locks that a scenario asks for, or nil if accesses
// are not to wait for each other.
func (s *Server) newBufferLocks(sc *scenario.Scenario) *bufferLocks {
	scheme, detail := sc.Enum(scenario.BufferLocks), sc.Enum(scenario.LockDetail)
	many := sc.Int(scenario.Clients) >= leastClients && s.cpu.Threads() >= leastThreads
	if scheme == "off" || detail == "off" || detail == "auto" && !many {
		return nil
	}
	l := &bufferLocks{s: s, lineNs: s.lineNs}
	l.rules = lock.SpinRules{SpinNs: l.lineNs / 4, HandoverNs: l.lineNs, Adaptive: sc.Since("8.1")}
	l.reclaims, _ = s.policy.(bufmgr.Reclaimer)
	create := lock.NewLWLock
	if sc.Since("9.5") {
		create = lock.NewAtomicLWLock
	}
	if scheme == "bufmgrlock" {
		l.single = create(s.sim, s.wakeNs)
		return l
	}
	partitions := map[string]int{"1": 1, "16": 16, "32": 32, "64": 64, "128": 128}
	for range partitions[sc.Enum(scenario.BufferPartitions)] {
		l.mapping = append(l.mapping, create(s.sim, s.wakeNs))
	}
	switch sc.Enum(scenario.FreelistLock) {
	case "lwlock":
		l.freelist = create(s.sim, s.wakeNs)
	case "spinlock":
		l.stepwise = true
	}
	l.headers = make([]lock.Spinlock, s.pool.Len())
	return l
}

// partition returns the number of the lock that guards a page's entry.
func (l *bufferLocks) partition(pg linux.Page) int {
	h := uint64(pg) * 0x9e3779b97f4a7c15
	h ^= h >> 32
	h *= 0xbf58476d1ce4e5b9
	return int(h >> 40 % uint64(len(l.mapping)))
}

// hold keeps a lock that was acquired at this very instant for the transfer of so
// many cache lines, and gives it back. The process goes on at once and spends the
// time later, unless its time slice might end before.
func (c *session) hold(l *lock.LWLock, ns int64) {
	if c.task.Cut(c.owed + ns) {
		c.owed += ns
		c.catchUp()
		l.Release()
		return
	}
	l.ReleaseAfter(c.task.Wall(c.owed + ns))
	c.owed += ns
}

// beforeLookup lets the processor time up to an access to page pg pass and takes
// the lock under which it is looked up.
func (c *session) beforeLookup(pg linux.Page) {
	l := c.locks
	c.spendPiece()
	if l.single != nil {
		l.single.AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*l.lineNs)
		return
	}
	l.mapping[l.partition(pg)].AcquireOn(&c.spin, lock.Shared, result.WaitLWLock, 2*l.lineNs)
}

// afterHit ends the access to page pg, which was found in buffer b and is pinned.
// The time of the locks themselves is part of what a statement takes.
func (c *session) afterHit(pg linux.Page, b int32) {
	l := c.locks
	if l.single != nil {
		ns := (linesLookup + linesHeader + linesListed) * l.lineNs
		c.budget -= ns
		c.hold(l.single, ns)
		return
	}
	c.budget -= (linesLookup + linesHeader) * l.lineNs
	c.hold(l.mapping[l.partition(pg)], linesLookup*l.lineNs)
	c.owed = c.spin.Take(&l.headers[b], c.owed, linesHeader*l.lineNs)
}

// afterMiss ends the look-up of page pg, which is not in the pool. BufMgrLock is
// kept for the choice of a victim.
func (c *session) afterMiss(pg linux.Page) {
	l := c.locks
	if l == nil {
		return
	}
	if l.single != nil {
		c.owed += linesLookup * l.lineNs
		return
	}
	c.hold(l.mapping[l.partition(pg)], linesLookup*l.lineNs)
}

// choose is the policy's choice of a victim under the lock of the era.
func (c *session) choose() (v int32, from bufmgr.Source, ok bool) {
	l := c.locks
	c.catchUp()
	if l.single != nil {
		v, from, ok = l.s.policy.Choose(&c.be)
		c.owed += (linesChoice + linesListed) * l.lineNs
		return v, from, ok
	}
	if l.reclaims != nil && l.reclaims.Listed() > 0 {
		c.owed = c.spin.Take(&l.strategy, c.owed, 2*l.lineNs) // the lock and the head of the list
	} else if l.freelist != nil {
		l.freelist.AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*l.lineNs)
		v, from, inspected, ok := c.inspect()
		c.hold(l.freelist, (linesChoice+linesInspect*inspected)*l.lineNs)
		return v, from, ok
	}
	v, from, inspected, ok := c.inspect()
	for range inspected {
		if l.stepwise {
			c.owed = c.spin.Take(&l.strategy, c.owed, l.lineNs)
		} else {
			c.owed += l.lineNs
		}
		c.owed += linesInspect * l.lineNs
	}
	return v, from, ok
}

// inspect is the policy's choice of a victim with the number of buffers that the
// hand passed on the way.
func (c *session) inspect() (v int32, from bufmgr.Source, inspected int64, ok bool) {
	s := c.s
	var before int64
	if s.clock != nil {
		before = int64(s.clock.Hand())
	}
	v, from, ok = s.policy.Choose(&c.be)
	if s.clock != nil && from == bufmgr.FromSweep {
		if inspected = int64(s.clock.Hand()) - before; inspected <= 0 {
			inspected += int64(s.pool.Len())
		}
	}
	return v, from, inspected, ok
}

// lockChange takes the locks under which victim v gets page pg, in the order of
// their partitions, and lets the time of the change pass if it can't be told in
// advance that nothing will interrupt it.
func (c *session) lockChange(pg linux.Page, v int32) {
	l := c.locks
	if l == nil || l.single != nil {
		return
	}
	c.catchUp()
	c.low, c.high = -1, l.partition(pg)
	if old := c.s.pool.PageOf(v); old >= 0 && l.partition(old) != c.high {
		c.low = l.partition(old)
	}
	if c.low > c.high {
		c.low, c.high = c.high, c.low
	}
	if c.low >= 0 {
		l.mapping[c.low].AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*l.lineNs)
	}
	c.lockHigh(linesChange)
}

// lockEntry takes the lock under which page pg alone enters the table or leaves it.
func (c *session) lockEntry(pg linux.Page, lines int64) {
	l := c.locks
	if l == nil || l.single != nil {
		return
	}
	c.catchUp()
	c.low, c.high = -1, l.partition(pg)
	c.lockHigh(lines)
}

func (c *session) lockHigh(lines int64) {
	l := c.locks
	l.mapping[c.high].AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*l.lineNs)
	c.changeNs = lines * l.lineNs
	if c.task.Cut(c.changeNs) {
		c.task.Spend(c.changeNs)
		c.changeNs = 0
	}
}

// endChange gives back what lockChange took. If the change is not done, another
// victim is chosen next, for which BufMgrLock is kept.
func (c *session) endChange(done bool) {
	l := c.locks
	if l == nil || l.single != nil && !done {
		return
	}
	if l.single != nil {
		c.hold(l.single, linesChange*l.lineNs)
		return
	}
	c.unlockEntry()
}

// unlockEntry gives back the locks of partitions. BufMgrLock is kept, because a
// change goes on after it.
func (c *session) unlockEntry() {
	l := c.locks
	if l == nil || l.single != nil {
		return
	}
	wall := c.task.Wall(c.changeNs)
	l.mapping[c.high].ReleaseAfter(wall)
	if c.low >= 0 {
		l.mapping[c.low].ReleaseAfter(wall)
	}
	c.owed += c.changeNs
}

// dropSingle gives BufMgrLock back for the time of an I/O, and takeSingle gets it
// again.
func (c *session) dropSingle() {
	if c.locks != nil && c.locks.single != nil {
		c.catchUp()
		c.locks.single.Release()
	}
}

func (c *session) takeSingle() {
	if c.locks != nil && c.locks.single != nil {
		c.locks.single.AcquireOn(&c.spin, lock.Exclusive, result.WaitLWLock, 2*c.locks.lineNs)
	}
}

// listLocked lets a background process spend ns nanoseconds of processor time on its
// list of dirty buffers under BufMgrLock, which keeps every access out: 8.0
// (StrategyDirtyBufferList of storage/buffer/freelist.c).
func (s *Server) listLocked(c *session, ns int64) {
	if s.locks == nil || s.locks.single == nil {
		c.use(ns)
		return
	}
	l := s.locks.single
	l.Acquire(c.p, result.WaitLWLock)
	c.use(ns)
	l.Release()
}

// stats returns the counts of the locks since the server started.
func (l *bufferLocks) stats() []result.Lock {
	if l == nil {
		return nil
	}
	var rows []result.Lock
	add := func(name string, locks ...*lock.LWLock) {
		row := result.Lock{Name: name, Locks: int64(len(locks))}
		for _, k := range locks {
			row.Shared += k.Stats.Shared
			row.Exclusive += k.Stats.Exclusive
			row.Blocked += k.Stats.Blocked
			row.Busiest = max(row.Busiest, k.Stats.Blocked)
		}
		rows = append(rows, row)
	}
	if l.single != nil {
		add("BufMgrLock", l.single)
	} else {
		add("BufMappingLock", l.mapping...)
	}
	if l.freelist != nil {
		add("BufFreelistLock", l.freelist)
	}
	if l.s.content.on() {
		rows = append(rows, l.s.content.stats())
	}
	if l.s.inserts != nil {
		add(result.WALInsertLock, l.s.inserts.locks...)
	}
	return append(rows, result.Lock{Name: "spinlocks", Locks: int64(1 + len(l.headers)), Delays: l.rules.Delays})
}
