package server

import (
	"errors"
	"strconv"
)

// books counts what no statistics view of PostgreSQL shows, to balance the ones
// it does show.
type books struct {
	assigned int64 // victims that took a page
	givenUp  int64 // victims that were given back
	fromRing int64 // victims that a process took from its own ring, which are no allocations
	refused  int64 // searches that found every buffer pinned
	cleaned  int64 // writes that made a page clean
	direct   int64 // new pages that did not pass through the pool
	inVain   int64 // writes that did not: changed meanwhile, or another process was faster
}

// check compares every counter with what it must add up to and returns the
// first that does not, or nil. It holds between any two events.
func (s *Server) check() error {
	if err := s.policy.Check(); err != nil {
		return err
	}
	if err := s.os.Check(); err != nil {
		return err
	}
	n := s.counters()
	k := &s.books
	grown := int64(0)
	for _, r := range s.relations {
		grown += r.pages() - r.initial
	}
	procs := int64(len(s.backends)) + 2 // with the background writer and the session beside the clients
	return errors.Join(
		between("pages dirtied but neither cleaned nor dirty", n.PagesDirtied-k.cleaned-n.StillDirty, 0, 0),
		// A round of 8.3 and later is counted when it is over, other writes of the
		// background writer and the checkpointer once they have asked for an fsync.
		between("writes of pages in no statistics", k.cleaned+k.inVain-
			(n.BuffersClean+n.BuffersCheckpoint+n.BuffersBackend-n.BuffersExtend), 0, int64(s.bgwriterSettings.MaxPages)+2),
		between("buffers allocated but not used", n.BuffersAlloc+k.fromRing-k.assigned-k.givenUp-k.refused, 0, procs),
		between("pages that came into the pool but were not counted as read", k.assigned-n.BlksRead, 0, 0),
		between("pages read neither from the file system nor new",
			n.BlksRead-n.OSReads-n.OSReadHits-(n.BuffersExtend-k.direct), 0, int64(len(s.relations))),
		between("new pages not counted as extensions", grown-n.BuffersExtend, 0, int64(len(s.relations))),
		between("bytes of WAL written ahead of the record's end", s.wal.Written-s.wal.Insert, -s.wal.Insert, 0),
		between("bytes of WAL flushed ahead of being written", s.wal.Flushed-s.wal.Written, -s.wal.Insert, 0),
	)
}

// between returns an error if n is not in its range.
func between(what string, n, least, most int64) error {
	if least <= n && n <= most {
		return nil
	}
	return errors.New("server: " + strconv.FormatInt(n, 10) + " " + what + ", must be " +
		strconv.FormatInt(least, 10) + " to " + strconv.FormatInt(most, 10))
}
