package server

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
	"clocksweep/core/linux"
	"clocksweep/core/result"
)

// Cleaning and checkpoints of 8.0: both write from a list of the dirty buffers
// that the replacement policy makes (BufferSync of storage/buffer/bufmgr.c, one
// function for both, and StrategyDirtyBufferList of storage/buffer/freelist.c).

// dirtyList is such a list: buffers, and the pages that they held when it was
// made.
type dirtyList struct {
	buffers []int32
	pages   []linux.Page
	t1, t2  []int32 // memory
}

// listStepNs is the time to look at one buffer while the list is made: an entry of
// a chain that does not fit into a processor cache, one trip to main memory. On the
// Opterons of 2005 that took about 60 ns.
const listStepNs = 60

// make lists the dirty buffers in the order in which the pool would give them up:
// T1 and T2 by turns under ARC and 2Q. A pool of another release, which 8.0 did
// not have, is taken from the least recently used end of its list or from its
// clock hand on.
//
// In 8.0 all of it happens under BufMgrLock, however few pages are then written.
func (l *dirtyList) make(c *session) {
	s := c.s
	s.listLocked(c, listStepNs*int64(s.pool.Len()))
	l.t1, l.t2 = l.t1[:0], l.t2[:0]
	switch pool := s.policy.(type) {
	case bufmgr.Directory:
		pool.Entries(bufmgr.ListT1, func(e bufmgr.Entry) { l.t1 = append(l.t1, e.Buf) })
		pool.Entries(bufmgr.ListT2, func(e bufmgr.Entry) { l.t2 = append(l.t2, e.Buf) })
	case bufmgr.Unpinned:
		pool.Unpinned(func(b int32) { l.t1 = append(l.t1, b) })
		for b := range int32(s.pool.Len()) {
			if s.pool.Refs(b) > 0 {
				l.t1 = append(l.t1, b)
			}
		}
	default:
		hand, n := s.hand(), int32(s.pool.Len())
		for i := range n {
			l.t1 = append(l.t1, (hand+i)%n)
		}
	}
	l.buffers = bgwriter.Alternate(l.buffers[:0], l.t1, l.t2, s.pool.IsDirty)
	l.pages = l.pages[:0]
	for _, b := range l.buffers {
		l.pages = append(l.pages, s.pool.PageOf(b))
	}
}

// holds reports whether buffer b, number i of the list, still has the page that it
// was listed for.
func (l *dirtyList) holds(s *Server, i int, b int32) bool { return s.pool.PageOf(b) == l.pages[i] }

// cleanPercent is one round of 8.0. It returns how many buffers it named: after
// none the process naps for long.
func (s *Server) cleanPercent(c *session) (examined int) {
	if s.clock != nil {
		return s.scanPercent(c)
	}
	l := &s.roundList
	if s.percentSettings.Percent <= 0 || s.percentSettings.MaxPages <= 0 {
		return 0
	}
	l.make(c)
	s.n.BgwriterRound++
	s.percent.Begin(l.buffers, s.percentSettings)
	i := 0
	for b, ok := s.percent.Next(); ok; b, ok = s.percent.Next() {
		if l.holds(s, i, b) {
			if written, _ := s.syncOne(c, b, false); written {
				s.n.BuffersClean++
			}
		}
		i++
	}
	if s.percent.Examined() == s.percentSettings.MaxPages {
		s.n.MaxwrittenClean++
	}
	return s.percent.Examined()
}

// scanPercent is a round with the settings of 8.0 over a pool that has a clock
// hand and no list: the patch of February 2005 in its first form, in which
// bgwriter_percent is a share of all buffers, so that the whole pool is seen once
// in 100 rounds of 1 %. That its scan goes on where it stopped, used pages
// included, is a reconstruction from what its author wrote about it.
func (s *Server) scanPercent(c *session) (examined int) {
	set := bgwriter.ScanSettings{AllPercent: float64(s.percentSettings.Percent), AllMaxPages: s.percentSettings.MaxPages}
	if !s.scans.BeginAll(s.pool.Len(), set) {
		return 0
	}
	s.n.BgwriterRound++
	s.scan(c, false)
	return s.scans.Scanned()
}

// writeListed is the write pass of 8.0's checkpoint: the list of what was dirty
// at its start, at full speed.
func (s *Server) writeListed(c *session, ckpt func() *result.Checkpoint) {
	l := &s.writeList
	l.make(c)
	s.list.Begin(l.buffers)
	i := 0
	for b, ok := s.list.Next(); ok; b, ok = s.list.Next() {
		if l.holds(s, i, b) {
			if written, _ := s.syncOne(c, b, false); written {
				s.n.BuffersCheckpoint++
				ckpt().Written++
			}
		}
		i++
		s.pace(c, float64(i)/float64(len(l.buffers)), i)
	}
}
