package server

import "clocksweep/core/result"

// writeBurst is the write pass of 7.4 and of 8.1 and 8.2, and of the drafts of
// 2007 that mark nothing: once over the pool, whatever is dirty when it is reached
// (BufferSync of storage/buffer/bufmgr.c). In 7.4 each write of a page that nobody
// has pinned makes it the most recently used one.
//
// Progress is the share of the pool seen, for how many pages there will be to write
// is not known beforehand; a schedule is looked at after each buffer, written or not,
// so that the pass takes its share of the time however full the pool is. (The texts
// of the drafts are not known; their author wrote in April 2007 that the flow of a
// checkpoint stayed as it was and the naps were called from within it.)
func (s *Server) writeBurst(c *session, ckpt func() *result.Checkpoint) {
	n := s.pool.Len()
	s.burst.Begin(n, s.hand())
	pages := 0
	for b, ok := s.burst.Next(); ok; b, ok = s.burst.Next() {
		written, _ := s.syncOne(c, b, false)
		if written {
			pages++
			s.n.BuffersCheckpoint++
			ckpt().Written++
		}
		if written || s.pacing != pacesNothing {
			s.pace(c, float64(s.burst.Scanned())/float64(n), pages)
		}
	}
}
