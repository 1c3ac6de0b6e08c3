package server

import "clocksweep/core/result"

// writeBurst is the write pass of 7.4 and of 8.1 and 8.2, and of the drafts of
// 2007 that mark nothing: once over the pool, whatever is dirty when it is reached
// (BufferSync of storage/buffer/bufmgr.c). In 7.4 each write of a page that nobody
// has pinned makes it the most recently used one.
//
// Progress is the share of the pool seen: how many pages there will be to write is
// not known beforehand.
func (s *Server) writeBurst(c *session, ckpt func() *result.Checkpoint) {
	n := s.pool.Len()
	s.burst.Begin(n, s.hand())
	pages := 0
	for b, ok := s.burst.Next(); ok; b, ok = s.burst.Next() {
		if written, _ := s.syncOne(c, b, false); !written {
			continue
		}
		pages++
		s.n.BuffersCheckpoint++
		ckpt().Written++
		s.pace(c, float64(s.burst.Scanned())/float64(n), pages)
	}
}
