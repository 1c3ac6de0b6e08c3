package server

import (
	"slices"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// TestPercentRounds: a round of 8.0 names a percentage of the dirty buffers,
// rounded up, and at most bgwriter_maxpages.
func TestPercentRounds(t *testing.T) {
	for _, c := range []struct {
		settings          string
		percent, maxPages int
	}{
		{"release=8.0.0", 1, 100},
		{"release=8.0.2 bgwriter_percent=10", 10, 100},
		{"release=8.1devel bgwriter_percent=50 bgwriter_maxpages=20", 50, 20},
		{"release=8.0.0 bgwriter_percent=100 bgwriter_maxpages=1000", 100, 1000},
		{"release=8.0.2 replacement=lru bgwriter_percent=10", 10, 100},
	} {
		r := start(t, of(t, c.settings+" clients=4 scale=2 shared_buffers=4MB duration=25s checkpoint_timeout=1h fsync=off cpu_per_transaction=5ms"))
		rounds, limited := int64(0), int64(0)
		for r.Step(1) {
			s := r.s
			if s.n.BgwriterRound == rounds {
				continue
			}
			rounds = s.n.BgwriterRound
			n := len(s.roundList.buffers)
			want := min((n*c.percent+99)/100, c.maxPages)
			if got := s.percent.Examined(); got != want {
				t.Fatalf("%s: a round names %d of %d dirty buffers, want %d", c.settings, got, n, want)
			}
			if want == c.maxPages {
				limited++
			}
		}
		x := &r.Result().Counters
		if rounds < 20 || x.BuffersClean < rounds-5 || x.BuffersClean > rounds*int64(c.maxPages) || x.MaxwrittenClean != limited {
			t.Errorf("%s: %d rounds wrote %d pages, %d of them to their limit, counted are %d", c.settings, rounds, x.BuffersClean, limited, x.MaxwrittenClean)
		}
	}
}

// TestLongNaps: a round of 8.0 that finds nothing dirty is followed by ten seconds
// without cleaning, at the start and after each checkpoint.
func TestLongNaps(t *testing.T) {
	for _, release := range []string{"8.0.0", "8.0.2", "8.1devel"} {
		quiet(t, "checkpoint_timeout=1h fsync=off shared_buffers=4MB release="+release, func(s *Server, x *session) {
			for block := range int64(200) {
				x.touch(block, true)
			}
			at := func(when int64) int64 {
				x.p.Sleep(when - s.sim.Now())
				return s.n.BuffersClean
			}
			// The first round was at 0 s, the next ones are at 10.0, 10.2, 10.4, ...
			if early, late := at(9900*sim.Millisecond), at(11100*sim.Millisecond); early != 0 || late != 12 {
				t.Errorf("%s: %d pages cleaned in 9.9 s, %d in 11.1 s, want 0 and 12", release, early, late)
			}
			at(12100 * sim.Millisecond)
			cleaned := s.n.BuffersClean
			s.ask() // ends the nap; another one of 200 ms, a round, and the long one
			if !s.await(x.p, 1) || s.checkpoints[0].Written+cleaned != 200 {
				t.Fatalf("%s: the checkpoint is missing or has not written what %d rounds left", release, s.n.BgwriterRound)
			}
			at(12500 * sim.Millisecond)
			for block := range int64(200) {
				x.touch(block, true)
			}
			if got := at(22 * sim.Second); got != cleaned {
				t.Errorf("%s: %d pages cleaned in the ten seconds after a checkpoint", release, got-cleaned)
			}
			if got := at(23 * sim.Second); got == cleaned {
				t.Errorf("%s: no page cleaned later either", release)
			}
		})
	}
}

// TestListedCheckpoint: a checkpoint of 8.0 writes what was dirty at its start,
// those of T1 and T2 by turns from the least recently used end, and leaves the
// lists as they are.
func TestListedCheckpoint(t *testing.T) {
	for _, release := range []string{"8.0.0", "8.0.2", "8.1devel"} {
		quiet(t, "release="+release+" bgwriter_percent=0 fsync=off shared_buffers=2900kB checkpoint_timeout=1h", func(s *Server, x *session) {
			// Beside the catalogs, which are in T2 mostly, 120 pages in T1 and as
			// many in T2.
			for xid := range uint32(2) {
				x.be.Xid = 100 + xid
				for i := range int64(240) {
					if block := (i * 37) % 240; xid == 0 || block%2 == 1 {
						x.touch(block, block%3 == 0)
					}
				}
			}
			t1, t2 := s.lists()
			if len(t1) == 0 || len(t2) == 0 {
				t.Fatalf("%s: T1 and T2 have %d and %d pages", release, len(t1), len(t2))
			}
			dirty := s.pool.DirtyCount()
			var want []bufmgr.Page
			for i := range max(len(t1), len(t2)) {
				for _, l := range [][]bufmgr.Page{t1, t2} {
					if i < len(l) && s.pool.IsDirty(s.pool.Lookup(l[i])) {
						want = append(want, l[i])
					}
				}
			}
			turns := 0
			for i := 1; i < len(want); i++ {
				if slices.Contains(t1, want[i]) != slices.Contains(t1, want[i-1]) {
					turns++
				}
			}
			if turns < 10 {
				t.Errorf("%s: the lists take turns %d times only, which proves little", release, turns)
			}
			s.ask()
			s.await(x.p, 1)
			if got := s.writeList.pages; !slices.Equal(got, want) {
				t.Errorf("%s: the list is %v, want %v", release, got, want)
			}
			after1, after2 := s.lists()
			if !slices.Equal(t1, after1) || !slices.Equal(t2, after2) || s.checkpoints[0].Written != dirty {
				t.Errorf("%s: the checkpoint wrote %d of %d pages, T1 %v became %v, T2 %v became %v", release,
					s.checkpoints[0].Written, dirty, t1, after1, t2, after2)
			}
		})
	}
}

// TestLaterPagesWait: pages dirtied after the start of a checkpoint are not in the
// list of 8.0. In 8.1 they are written if the pass has yet to come by.
func TestLaterPagesWait(t *testing.T) {
	extra := func(release string) (more int64) {
		r := start(t, of(t, "clients=8 scale=20 cores=4 shared_buffers=64MB checkpoint_timeout=30s checkpoint_segments=256 "+
			"kernel=2.6.18 vm.dirty_ratio=2 vm.dirty_background_ratio=1 ram=512MB filesystem=ext4 duration=60s release="+release))
		dirty := int64(0)
		for r.Step(1) {
			s := r.s
			if !s.inCheckpoint && len(s.checkpoints) == 0 {
				dirty = s.pool.DirtyCount()
			} else if len(s.checkpoints) > 0 && s.checkpoints[0].WriteEndNs > 0 {
				break
			}
		}
		return r.s.checkpoints[0].Written - dirty
	}
	// While the list is made, each of the 8 clients may still make a page dirty.
	if more := extra("8.0.0"); more > 8 {
		t.Errorf("8.0 writes %d pages more than were dirty at the start", more)
	}
	if more := extra("8.1"); more < 20 {
		t.Errorf("8.1 writes only %d pages more than were dirty at the start", more)
	}
}

// TestPatch2005: in the patch of February 2005 bgwriter_percent is a share of all
// buffers, so that 100 rounds of 1 % see the whole pool, whatever is used.
func TestPatch2005(t *testing.T) {
	quiet(t, "release=8.1devel replacement=bit2005 fsync=off shared_buffers=1600 checkpoint_timeout=1h", func(s *Server, x *session) {
		for block := range int64(1500) {
			x.touch(block, true)
		}
		rounds, cleaned := s.n.BgwriterRound, s.n.BuffersClean
		begun := s.sim.Now()
		x.p.Sleep(10*sim.Second + 100*sim.Millisecond)
		if r, n := s.n.BgwriterRound-rounds, s.n.BuffersClean-cleaned; r < 50 || r > 51 || n < r*16-100 || n > r*16 {
			t.Errorf("%d rounds wrote %d pages in 10 s, want 16 pages each of those that are dirty", r, n)
		}
		x.p.Sleep(20*sim.Second + 500*sim.Millisecond - (s.sim.Now() - begun))
		if left := s.pool.DirtyCount(); left != 0 {
			t.Errorf("%d pages are dirty after 100 rounds", left)
		}
	})
}

// TestRequestsDuringWrites: up to 8.1 a checkpoint does not empty the queue of
// fsync requests while it writes, 8.2 does after every 1000 pages.
func TestRequestsDuringWrites(t *testing.T) {
	for _, c := range []struct {
		release string
		waiting int
	}{{"8.0.0", 1}, {"8.1devel", 1}, {"8.1", 1}, {"8.2", 0}} {
		off := "bgwriter_lru_maxpages=0 bgwriter_all_maxpages=0"
		if c.release < "8.1" || c.release == "8.1devel" {
			off = "bgwriter_percent=0"
		}
		s := boot(of(t, "release="+c.release+" clients=1 duration=1h scale=2 shared_buffers=3000 checkpoint_timeout=1h "+off))
		s.planned = 0
		s.clients++
		s.sim.Go("test", func(p *sim.Proc) {
			x := &session{s: s, p: p}
			for block := range int64(2500) {
				x.touch(block, true)
			}
			s.ask()
		})
		queued := false
		for len(s.checkpoints) == 0 || s.checkpoints[0].Written < 1500 {
			s.sim.Step(1)
			if s.inCheckpoint && !queued {
				s.fsyncQueue.Forward(s.history.rel.files[0])
				queued = true
			}
		}
		if got := s.fsyncQueue.Len(); got != c.waiting {
			t.Errorf("%s: %d fsync requests wait after %d writes, want %d", c.release, got, s.checkpoints[0].Written, c.waiting)
		}
	}
}

// TestListedPageGone: a listed buffer that has got another page meanwhile is left
// alone, even if that one is dirty.
func TestListedPageGone(t *testing.T) {
	quiet(t, "release=8.0.2 bgwriter_percent=0 fsync=off shared_buffers=128kB", func(s *Server, x *session) {
		for block := range int64(16) {
			x.touch(block, true)
		}
		var l dirtyList
		l.make(x)
		if len(l.buffers) != 16 {
			t.Fatalf("%d buffers are listed, want 16", len(l.buffers))
		}
		x.touch(100, true)
		gone := 0
		for i, b := range l.buffers {
			if !l.holds(s, i, b) {
				gone++
			}
		}
		if gone != 1 {
			t.Errorf("%d of the listed pages are gone, want 1", gone)
		}
	})
}
