package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/sim"
)

// bgwriterMain is the background writer process of 8.3 to 9.1, which cleans and
// runs the checkpoints too (BackgroundWriterMain of postmaster/bgwriter.c).
func (s *Server) bgwriterMain(p *sim.Proc) {
	c := &session{s: s, p: p}
	s.bgwriterAlarm = newAlarm(p)
	for {
		s.absorbFsyncs()
		timed := checkpointer.TimeDue(s.sim.Now(), s.lastCheckpoint, int(s.checkpointTimeoutS))
		if s.checkpointWanted || timed {
			s.checkpoint(c, !s.checkpointWanted)
		} else {
			s.clean(c)
		}
		c.use(0)
		s.bgwriterNap()
	}
}

// bgwriterNap sleeps between two rounds, or between two writes of a checkpoint;
// with cleaning off and no checkpoint under way for 10 s. It sleeps a second at
// a time, empties the queue of fsync requests after each whole one, and ends
// early when a checkpoint is requested, unless one is under way (BgWriterNap).
func (s *Server) bgwriterNap() {
	left := s.bgwriterDelay
	if s.bgwriterSettings.MaxPages == 0 && !s.inCheckpoint {
		left = 10 * sim.Second
	}
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

// clean is one round of just-in-time cleaning.
func (s *Server) clean(c *session) {
	hand, passes, allocs := s.pool.StrategySync()
	s.allocated += int64(allocs)
	s.n.BuffersAlloc = s.allocated
	if !s.jit.Begin(s.pool.Len(), hand, passes, allocs, s.bgwriterSettings) {
		return
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
}

// syncOne writes the page in buffer b if it is dirty; with skipUsed only if the
// buffer is reusable (SyncOneBuffer).
func (s *Server) syncOne(c *session, b int32, skipUsed bool) (written, reusable bool) {
	reusable = s.pool.Reusable(b)
	if (!reusable && skipUsed) || !s.pool.IsDirty(b) {
		return false, reusable
	}
	s.pool.PinQuiet(b)
	s.writeBuffer(c, b)
	s.toFsync.Remember(s.fileOf(b))
	s.pool.Unpin(b)
	return true, reusable
}

// requestCheckpoint asks for a checkpoint because WAL segment number full is
// full.
func (s *Server) requestCheckpoint(full int64) {
	if !checkpointer.SegmentsDue(full, s.wal.Redo, int(s.checkpointSettings.Segments)) {
		return
	}
	s.checkpointWanted = true
	if !s.inCheckpoint {
		s.bgwriterAlarm.ring()
	}
}
