package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
)

// beginPacing starts the schedule of a checkpoint that begins at now.
func (s *Server) beginPacing(now int64) {
	s.sinceAbsorb = 0
	s.pacer.Begin(s.wal.Insert, now, s.checkpointSettings)
	s.draft.Begin(s.wal.Insert, now, s.draftSettings)
}

// pace is what follows a write of a checkpoint, with the share progress of its
// work done and so many pages seen: a nap if it is ahead of its schedule, else on it
// goes, with a look at the fsync requests now and then (from 8.2 on).
func (s *Server) pace(c *session, progress float64, pages int) {
	if s.ahead(progress, pages) {
		s.checkpointNap(c)
		s.sinceAbsorb = 0
		return
	}
	if s.sinceAbsorb++; s.sinceAbsorb < checkpointer.WritesPerAbsorb {
		return
	}
	if s.absorbs {
		s.absorbFsyncs()
	}
	c.use(0)
	s.sinceAbsorb = 0
}

func (s *Server) ahead(progress float64, pages int) bool {
	switch s.pacing {
	case pacesTarget:
		return s.pacer.OnSchedule(progress, s.wal.Insert, s.sim.Now())
	case pacesDraft:
		return s.draftSettings.WritePercent > 0 && s.draft.Write(progress, pages, s.wal.Insert, s.sim.Now())
	}
	return false
}

// pauseBeforeSync is the pause of the drafts of 2007 in which the kernel was hoped
// to write some of what it had been given: checkpoint_nap_percent.
func (s *Server) pauseBeforeSync(c *session) {
	if s.pacing != pacesDraft || s.draftSettings.NapPercent == 0 {
		return
	}
	for s.draft.Pause(s.wal.Insert, s.sim.Now()) {
		s.checkpointNap(c)
	}
}

// pauseInSync spreads the fsyncs of those drafts, done of all files being
// through: checkpoint_sync_percent.
func (s *Server) pauseInSync(c *session, done, all int64) {
	if s.pacing != pacesDraft || s.draftSettings.SyncPercent == 0 {
		return
	}
	outer := c.p.Enter(result.WaitIdle)
	for s.draft.Sync(float64(done)/float64(all), s.wal.Insert, s.sim.Now()) {
		s.checkpointNap(c)
	}
	c.p.Enter(outer)
}
