package server

import (
	"clocksweep/core/linux"
	"clocksweep/core/result"
)

// forwardFsync asks, on behalf of a process that has written a page of f, for an
// fsync before the next checkpoint is complete. If the queue is full the process
// calls fsync itself; only backends that have to do so are counted. 7.4 has no
// such requests.
func (s *Server) forwardFsync(c *session, f *linux.File) {
	if s.syncsSystem {
		return
	}
	if s.fsyncQueue.Forward(f) {
		if s.ownCheckpointer && s.fsyncQueue.HalfFull() && !s.inCheckpoint {
			s.checkpointAlarm.ring()
		}
		return
	}
	if !c.cleaner {
		s.n.BuffersBackendFsync++
	}
	if s.fsync {
		s.ioOf(c.p).fsyncs++
		outer := c.p.Enter(result.WaitDataFsync)
		s.os.Fsync(c.p, f)
		c.p.Enter(outer)
	}
}

// absorbFsyncs moves the backends' requests to the background writer's table.
func (s *Server) absorbFsyncs() { s.fsyncQueue.Absorb(&s.toFsync) }
