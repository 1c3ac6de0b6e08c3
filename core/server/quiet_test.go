package server

import (
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// quiet boots a server that nobody uses and lets body do what it likes as one more
// process of it.
func quiet(t *testing.T, settings string, body func(s *Server, c *session)) {
	t.Helper()
	s := boot(of(t, "clients=1 duration=1h scale=1 "+settings))
	s.planned = 0 // the scenario's own client connects and leaves
	s.before83.vacuums = false
	s.clients++
	over := false
	s.sim.Go("test", func(p *sim.Proc) {
		for s.clients > 1 {
			p.Sleep(10 * sim.Millisecond)
		}
		body(s, &session{s: s, p: p})
		over = true
		s.sim.Quit()
	})
	for !over {
		s.sim.Step(1)
	}
	if err := s.check(); err != nil {
		t.Errorf("%s: %v", settings, err)
	}
}

// touch reads a page of accounts and, if so asked, changes it. It returns its
// buffer.
func (c *session) touch(block int64, change bool) int32 {
	b := c.read(c.s.accounts.rel, block)
	if change {
		c.dirty(b, c.s.wal.Record(c.p, 100, 0))
	}
	c.release(b)
	return b
}

// ask requests a checkpoint as a process does that has filled the newest of many
// WAL segments.
func (s *Server) ask() { s.requestCheckpoint(s.wal.Redo/(16<<20) + 1<<20) }

// await sleeps until so many checkpoints are complete, for at most 100 s, and
// reports whether they are.
func (s *Server) await(p *sim.Proc, n int) bool {
	for range 100_000 {
		if len(s.checkpoints) >= n && s.checkpoints[n-1].EndNs > 0 {
			return true
		}
		p.Sleep(sim.Millisecond)
	}
	return false
}

// leastRecentFirst returns the buffers that 7.4 lists.
func (s *Server) leastRecentFirst() (list []int32) {
	s.policy.(bufmgr.Unpinned).Unpinned(func(b int32) { list = append(list, b) })
	return list
}

// lists returns the pages of T1 and T2.
func (s *Server) lists() (t1, t2 []bufmgr.Page) {
	d := s.policy.(bufmgr.Directory)
	d.Entries(bufmgr.ListT1, func(e bufmgr.Entry) { t1 = append(t1, e.Page) })
	d.Entries(bufmgr.ListT2, func(e bufmgr.Entry) { t2 = append(t2, e.Page) })
	return t1, t2
}
