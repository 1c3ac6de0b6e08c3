package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/lock"
	"clocksweep/core/sim"
)

// reclaimer is the process that fills the freelist in the patches of 2014: the
// background writer in their third and fourth version, a process of its own in the
// ninth. It sleeps until the list is shorter than the low mark, looks at buffers
// until it has reached the high mark, and sleeps again. How the earlier versions
// were woken is not on record: by the allocation that finds the list too short, or
// never, so that the background writer found out at its next round.
type reclaimer struct {
	list   bufmgr.Reclaimer
	alarm  *alarm
	asleep bool
	// inRounds says that it comes once a bgwriter_delay instead of being woken.
	inRounds bool
}

// reclaimBatch is how many buffers the process looks at before others see what it
// has done: about ten microseconds.
const reclaimBatch = 16

// reclaimerMain is the process.
func (s *Server) reclaimerMain(p *sim.Proc) {
	c := &session{s: s, p: p, cleaner: s.ownCheckpointer, flushAfter: s.bgwriterFlushAfter}
	c.task = s.cpu.Task(p)
	rules := lock.SpinRules{SpinNs: s.lineNs / 4, HandoverNs: s.lineNs, Adaptive: true}
	c.spin = lock.NewSpinner(&rules, &c.task, sim.NewRand(s.seed, "reclaimer"))
	r := &s.reclaim
	r.alarm = newAlarm(p)
	for {
		for more := r.list.Wanted(); more; {
			more = s.reclaimSome(c)
			c.catchUp()
		}
		c.task.Leave()
		switch {
		case r.inRounds:
			r.alarm.sleep(s.bgwriterDelay)
		case !r.list.Wanted():
			r.asleep = true
			r.alarm.sleep(sim.Second)
			r.asleep = false
			p.Sleep(s.wakeNs)
		}
	}
}

// reclaimSome looks at a few buffers and reports whether the pass goes on. Buffers
// are listed under a spinlock, and under the same or another one the hand moves.
func (s *Server) reclaimSome(c *session) (more bool) {
	for range reclaimBatch {
		listed := s.reclaim.list.Listed()
		b, write, ok := s.reclaim.list.Reclaim()
		if !ok {
			return false
		}
		c.owed += linesInspect * s.lineNs
		if s.locks != nil && s.reclaim.list.Listed() > listed {
			c.owed = c.spin.Take(&s.locks.strategy, c.owed, 2*s.lineNs)
		}
		if write {
			c.catchUp()
			if written, _ := s.syncOne(c, b, true); written {
				s.n.BuffersClean++
			}
		}
	}
	return true
}

// wakeReclaimer wakes the process if the freelist has become too short.
func (s *Server) wakeReclaimer() {
	if s.reclaim.asleep && s.reclaim.list.Wanted() {
		s.reclaim.asleep = false
		s.reclaim.alarm.ring()
	}
}
