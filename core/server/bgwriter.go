package server

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/checkpointer"
	"clocksweep/core/sim"
)

// bgwriterMain is the background writer process of 8.0 to 9.1, which cleans and
// runs the checkpoints too (BackgroundWriterMain of postmaster/bgwriter.c).
func (s *Server) bgwriterMain(p *sim.Proc) {
	c := &session{s: s, p: p}
	s.bgwriterAlarm = newAlarm(p)
	s.checkpointAlarm = s.bgwriterAlarm
	for {
		s.absorbFsyncs()
		timed := checkpointer.TimeDue(s.sim.Now(), s.lastCheckpoint, int(s.checkpointTimeoutS))
		examined := 1
		if s.checkpointWanted || timed {
			s.checkpoint(c, !s.checkpointWanted)
		} else {
			examined = s.cleanAny(c)
		}
		c.use(0)
		s.bgwriterNap(examined)
	}
}

// cleanAny is a cleaning round of up to 9.1. It returns how many buffers the
// round named, where that matters.
func (s *Server) cleanAny(c *session) (examined int) {
	switch s.cleaning {
	case cleansPercent:
		return s.cleanPercent(c)
	case cleansScans:
		s.cleanScans(c, !s.inCheckpoint)
	case cleansJustInTime:
		s.clean(c)
	case cleansReusable, cleansUsed:
		s.cleanAheadOfHand(c)
	}
	return 1
}

// bgwriterNap sleeps between two rounds, or between two writes of a checkpoint:
// for 10 s if the settings turn cleaning off and no checkpoint is under way, in 8.0
// if the round named no buffer. It sleeps a second at a time, empties the queue of
// fsync requests after each whole one, and ends early when a checkpoint is
// requested, unless one is under way (BgWriterNap).
func (s *Server) bgwriterNap(examined int) {
	delayMs := int(s.bgwriterDelay / sim.Millisecond)
	nap := 0
	if s.cleaning == cleansPercent {
		nap = bgwriter.Nap80(examined, delayMs)
	} else {
		nap = bgwriter.Nap81(s.cleaningOff() && !s.inCheckpoint, false, delayMs)
	}
	left := int64(nap) * sim.Millisecond
	for left >= sim.Second && !s.checkpointCalls() {
		s.bgwriterAlarm.sleep(sim.Second)
		s.absorbFsyncs()
		left -= sim.Second
	}
	if left > 0 && !s.checkpointCalls() {
		s.bgwriterAlarm.sleep(left)
	}
}

// checkpointCalls reports whether a checkpoint is due that could begin now.
func (s *Server) checkpointCalls() bool { return s.checkpointWanted && !s.inCheckpoint }

// startWriters starts the processes that write dirty pages.
func (s *Server) startWriters() {
	if !s.syncsSystem && !s.ownCheckpointer {
		s.sim.Go("bgwriter", s.bgwriterMain)
		return
	}
	if s.cleaning != cleansNothing {
		s.cleanerProc = s.sim.Go("bgwriter", s.cleanerMain)
	}
	if s.syncsSystem {
		s.sim.Go("postmaster", s.postmasterMain)
	} else {
		s.checkpointerProc = s.sim.Go("checkpointer", s.checkpointerMain)
	}
}

// cleanerMain is the background writer process of 9.2 and later, which only
// cleans. After two rounds without work it hibernates until a buffer is
// allocated (BackgroundWriterMain of postmaster/bgwriter.c).
func (s *Server) cleanerMain(p *sim.Proc) {
	c := &session{s: s, p: p, cleaner: true, flushAfter: s.bgwriterFlushAfter}
	s.bgwriterAlarm = newAlarm(p)
	for {
		idle := false
		if s.cleaning == cleansJustInTime {
			idle = s.clean(c)
		} else {
			s.cleanAny(c)
		}
		c.use(0)
		s.bgwriterAlarm.sleep(s.bgwriterDelay)
		if s.hibernation.After(idle, false) {
			s.hibernates = true
			s.bgwriterAlarm.sleep(bgwriter.HibernateFactor * s.bgwriterDelay)
			s.hibernates = false
		}
	}
}

// wakeCleaner ends the background writer's hibernation: a buffer was allocated.
func (s *Server) wakeCleaner() {
	if s.hibernates {
		s.hibernates = false
		s.bgwriterAlarm.ring()
	}
}

// checkpointerMain is the checkpointer process of 9.2 and later. It sleeps until
// checkpoint_timeout is over, a checkpoint is requested, or the queue of fsync
// requests is half full (CheckpointerMain of postmaster/checkpointer.c).
func (s *Server) checkpointerMain(p *sim.Proc) {
	c := &session{s: s, p: p, flushAfter: s.checkpointFlushAfter}
	s.checkpointAlarm = newAlarm(p)
	for {
		s.absorbFsyncs()
		now := s.sim.Now()
		if timed := checkpointer.TimeDue(now, s.lastCheckpoint, int(s.checkpointTimeoutS)); s.checkpointWanted || timed {
			s.checkpoint(c, !s.checkpointWanted)
			c.use(0)
			continue
		}
		s.checkpointAlarm.sleep((s.checkpointTimeoutS - checkpointer.ElapsedS(now, s.lastCheckpoint)) * sim.Second)
	}
}

// clean is one round of just-in-time cleaning. It reports whether the round
// found no work and expects none.
func (s *Server) clean(c *session) (idle bool) {
	if s.clock == nil { // nothing to follow: the rules of replacement are foreign to the release
		return true
	}
	hand, passes, allocs := s.clock.StrategySync()
	s.allocated += int64(allocs)
	s.n.BuffersAlloc = s.allocated
	if !s.jit.Begin(s.pool.Len(), hand, passes, allocs, s.bgwriterSettings) {
		return true
	}
	s.n.BgwriterRound++
	for b, ok := s.jit.Next(); ok; b, ok = s.jit.Next() {
		s.jit.Note(s.syncOne(c, b, true))
	}
	r := s.jit.End()
	s.n.BuffersClean += int64(r.Written)
	if r.MaxWritten {
		s.n.MaxwrittenClean++
	}
	return r.Hibernate
}

// cleanAheadOfHand is one round of a proposal of 2007, which needs a clock hand to
// follow.
func (s *Server) cleanAheadOfHand(c *session) {
	if s.clock == nil {
		return
	}
	hand, passes, allocs := s.clock.StrategySync()
	s.allocated += int64(allocs)
	s.n.BuffersAlloc = s.allocated
	if s.cleaning == cleansReusable {
		s.cleanAhead.BeginAll(s.pool.Len(), hand, passes)
	} else {
		s.cleanAhead.BeginUsed(s.pool.Len(), hand, passes, allocs)
	}
	s.n.BgwriterRound++
	for b, ok := s.cleanAhead.Next(); ok; b, ok = s.cleanAhead.Next() {
		written, reusable := s.syncOne(c, b, true)
		s.cleanAhead.Note(reusable)
		if written {
			s.n.BuffersClean++
		}
	}
}

// syncOne writes the page in buffer b if it is dirty; with skipUsed only if the
// buffer is reusable (SyncOneBuffer).
func (s *Server) syncOne(c *session, b int32, skipUsed bool) (written, reusable bool) {
	reusable = s.pool.Reusable(b)
	if (!reusable && skipUsed) || !s.pool.IsDirty(b) {
		return false, reusable
	}
	s.policy.PinQuiet(b)
	s.writeBuffer(c, b)
	switch f := s.fileOf(b); {
	case s.syncsSystem:
	case c.cleaner:
		s.forwardFsync(c, f) // the cleaner of 9.2 leaves the fsync to the checkpointer
	default:
		s.toFsync.Remember(f)
	}
	c.written(b)
	s.policy.Unpin(b)
	return true, reusable
}

// requestCheckpoint asks for a checkpoint because WAL segment number full is
// full.
func (s *Server) requestCheckpoint(full int64) {
	if !checkpointer.SegmentsDue(full, s.wal.Redo, int(s.checkpointSettings.Segments)) {
		return
	}
	if s.syncsSystem {
		s.signalPostmaster()
		return
	}
	s.checkpointWanted = true
	if !s.inCheckpoint {
		s.checkpointAlarm.ring()
	}
}
