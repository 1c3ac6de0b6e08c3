package server

// cleanScans is one round of 8.1 and 8.2: a part of the whole pool, and what lies
// just ahead of the clock hand (BgBufferSync of storage/buffer/bufmgr.c). Without
// a clock hand there is no second part.
//
// In the naps of a checkpoint, which only the drafts of 2007 have, the first part
// is left out: what it writes was meant to spare a checkpoint the work (the author
// of the drafts on pgsql-patches, 2007-04-19).
func (s *Server) cleanScans(c *session, all bool) {
	if s.scanSettings.Off() {
		return
	}
	s.n.BgwriterRound++
	if all && s.scans.BeginAll(s.pool.Len(), s.scanSettings) {
		s.scan(c, false)
	}
	if s.clock != nil && s.scans.BeginLRU(s.pool.Len(), s.clock.Hand(), s.scanSettings) {
		s.scan(c, true)
	}
}

// scan does the scan that has begun; skipUsed leaves out what the clock hand would
// pass over.
func (s *Server) scan(c *session, skipUsed bool) {
	for b, ok := s.scans.Next(); ok; b, ok = s.scans.Next() {
		written, _ := s.syncOne(c, b, skipUsed)
		s.scans.Note(written)
		if written {
			s.n.BuffersClean++
		}
	}
	if s.scans.MaxWritten() {
		s.n.MaxwrittenClean++
	}
}
