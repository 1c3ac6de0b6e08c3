package server

import (
	"clocksweep/core/linux"
	"clocksweep/core/result"
)

// The fsync request queue: a backend that has written a page of a file asks the
// process that runs checkpoints to fsync the file before the next one is
// complete (register_dirty_segment, ForwardFsyncRequest of
// postmaster/bgwriter.c). The queue has one slot a buffer. From 9.1 on a full
// queue is first compacted; if that does not help, the backend calls fsync
// itself.

// forwardFsync queues a request for f on behalf of a backend.
func (s *Server) forwardFsync(c *session, f *linux.File) {
	if len(s.fsyncQueue) >= s.pool.Len() && !(s.compacts && s.compactFsyncs()) {
		s.n.BuffersBackendFsync++
		if s.fsync {
			outer := c.p.Enter(result.WaitDataFsync)
			s.os.Fsync(c.p, f)
			c.p.Enter(outer)
		}
		return
	}
	s.fsyncQueue = append(s.fsyncQueue, f)
}

// compactFsyncs drops requests that a later one repeats and reports whether
// there were any (CompactBgwriterRequestQueue, 9.1).
func (s *Server) compactFsyncs() bool {
	kept := s.fsyncQueue[:0]
	before := len(s.fsyncQueue)
	for i, f := range s.fsyncQueue {
		repeated := false
		for _, later := range s.fsyncQueue[i+1:] {
			if later == f {
				repeated = true
				break
			}
		}
		if !repeated {
			kept = append(kept, f)
		}
	}
	s.fsyncQueue = kept
	return len(kept) < before
}

// absorbFsyncs moves the queue to the list of files to fsync.
func (s *Server) absorbFsyncs() {
	for _, f := range s.fsyncQueue {
		s.rememberFsync(f)
	}
	s.fsyncQueue = s.fsyncQueue[:0]
}

// rememberFsync puts f on the list of files to fsync.
func (s *Server) rememberFsync(f *linux.File) {
	for _, have := range s.pending {
		if have == f {
			return
		}
	}
	s.pending = append(s.pending, f)
}
