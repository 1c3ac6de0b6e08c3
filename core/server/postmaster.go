package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// postmasterMain is what 7.4's postmaster does about checkpoints. It has no
// background writer: it forks a process for each checkpoint, checkpoint_timeout
// after the end of the last one or at once if a backend asks for it. While that
// process runs, whoever asks is not heard, and not later either: the next request
// comes with the next WAL segment. (ServerLoop, reaper and sigusr1_handler of
// postmaster/postmaster.c, 7.4.) The postmaster has nothing else to do in this lab,
// so that one process plays both.
func (s *Server) postmasterMain(p *sim.Proc) {
	c := &session{s: s, p: p}
	s.checkpointAlarm = newAlarm(p)
	for {
		now := s.sim.Now()
		timed := checkpointer.TimeDue(now, s.lastEnd, int(s.checkpointTimeoutS))
		if !s.checkpointWanted && !timed {
			s.checkpointAlarm.sleep((s.checkpointTimeoutS - checkpointer.ElapsedS(now, s.lastEnd)) * sim.Second)
			continue
		}
		s.checkpoint(c, !s.checkpointWanted)
		c.use(0)
		s.lastEnd = s.sim.Now()
	}
}

// signalPostmaster is 7.4's request for a checkpoint.
func (s *Server) signalPostmaster() {
	warning := s.warner.Signaled(s.sim.Now())
	if s.inCheckpoint {
		return
	}
	s.tooOften = warning
	s.checkpointWanted = true
	s.checkpointAlarm.ring()
}

// syncSystem is the sync phase of 7.4, which does not know which files it has
// written: it asks the kernel to write everything of everybody, twice, whatever
// fsync says (mdsync of storage/smgr/md.c, 7.4; its recorded checkpoints pause for
// two seconds with fsync off).
func (s *Server) syncSystem(c *session) {
	c.use(0)
	outer := c.p.Enter(result.WaitDataFsync)
	for n := range checkpointer.SystemSyncs {
		if n > 0 {
			c.p.Sleep(checkpointer.SystemSyncPauseNs)
		}
		s.os.Sync(c.p)
	}
	c.p.Enter(outer)
}
