package server

import (
	"clocksweep/core/linux"
	"clocksweep/core/result"
)

// forwardFsync asks, on behalf of a backend that has written a page of f, for an
// fsync before the next checkpoint is complete. If the queue is full the backend
// calls fsync itself.
func (s *Server) forwardFsync(c *session, f *linux.File) {
	if s.fsyncQueue.Forward(f) {
		return
	}
	s.n.BuffersBackendFsync++
	if s.fsync {
		outer := c.p.Enter(result.WaitDataFsync)
		s.os.Fsync(c.p, f)
		c.p.Enter(outer)
	}
}

// absorbFsyncs moves the backends' requests to the background writer's table.
func (s *Server) absorbFsyncs() { s.fsyncQueue.Absorb(&s.toFsync) }
