package server

import (
	"testing"

	"clocksweep/core/sim"
)

// TestScanCeiling: a round of 8.1 and 8.2 writes at most bgwriter_lru_maxpages and
// bgwriter_all_maxpages, 50 pages a second by default whatever the load; a round
// that stops at its limit has written just as many.
func TestScanCeiling(t *testing.T) {
	for _, c := range []struct {
		settings     string
		lru, all     int64
		least, limit float64 // pages a second
	}{
		{"release=8.1", 5, 5, 20, 50},
		{"release=8.2", 5, 5, 20, 50},
		{"release=8.3devel", 5, 5, 20, 50},
		{"release=8.2 bgwriter_lru_maxpages=0 bgwriter_all_percent=100", 0, 5, 20, 25},
		{"release=8.1 bgwriter_all_maxpages=0", 5, 0, 0.5, 25},
		{"release=8.2 bgwriter_all_percent=100 bgwriter_all_maxpages=40 bgwriter_lru_maxpages=0", 0, 40, 100, 200},
		{"release=8.1 bgwriter_all_percent=100 bgwriter_lru_maxpages=0 bgwriter_delay=50ms", 0, 5, 60, 100},
	} {
		x := run(t, of(t, c.settings+" clients=8 cores=4 scale=5 shared_buffers=16MB checkpoint_timeout=1h checkpoint_segments=256 "+
			"fsync=off duration=30s cpu_per_transaction=20ms")).Result()
		n := &x.Counters
		perSecond := float64(n.BuffersClean) / (float64(x.VirtualNs) / 1e9)
		if perSecond < c.least || perSecond > c.limit || n.BuffersClean > n.BgwriterRound*(c.lru+c.all) {
			t.Errorf("%s: %d rounds cleaned %.1f pages a second, want %.1f to %.1f", c.settings, n.BgwriterRound, perSecond, c.least, c.limit)
		}
		if c.lru == 0 && n.MaxwrittenClean == n.BgwriterRound && n.BuffersClean != n.MaxwrittenClean*c.all {
			t.Errorf("%s: %d pages in %d rounds that stopped at %d", c.settings, n.BuffersClean, n.MaxwrittenClean, c.all)
		}
	}
}

// TestScansOff: with both scans off the process naps for ten seconds, also if a
// checkpoint is due by time, but not if one is requested.
func TestScansOff(t *testing.T) {
	for _, release := range []string{"8.1", "8.2", "8.3devel"} {
		off := "release=" + release + " bgwriter_lru_percent=0 bgwriter_all_maxpages=0 checkpoint_timeout=35s fsync=off shared_buffers=4MB"
		quiet(t, off, func(s *Server, x *session) {
			for block := range int64(200) {
				x.touch(block, true)
			}
			x.p.Sleep(34*sim.Second - s.sim.Now())
			if s.n.BgwriterRound != 0 || s.n.BuffersClean != 0 || s.pool.DirtyCount() != 200 {
				t.Errorf("%s: %d rounds wrote %d pages", release, s.n.BgwriterRound, s.n.BuffersClean)
			}
			if !s.await(x.p, 1) || s.checkpoints[0].StartNs < 39*sim.Second || s.checkpoints[0].StartNs > 41*sim.Second {
				t.Errorf("%s: the checkpoint due at 35 s, which a process should see that looks at its clock every 10 s, is %+v", release, s.checkpoints)
			}
			x.p.Sleep(sim.Second)
			x.touch(1, true)
			asked := s.sim.Now()
			s.ask()
			if !s.await(x.p, 2) || s.checkpoints[1].StartNs != asked {
				t.Errorf("%s: the checkpoint asked for at %d ns is %+v", release, asked, s.checkpoints)
			}
		})
	}
}

// TestScansAreNoUse: what the scans and the checkpoint write keeps its usage count,
// and the clock hand stays where it is. The scan ahead of the hand leaves used
// pages alone.
func TestScansAreNoUse(t *testing.T) {
	for _, c := range []struct {
		settings string
		unused   bool // only unused pages are cleaned
	}{
		{"release=8.1 bgwriter_all_maxpages=0 bgwriter_lru_percent=100 bgwriter_lru_maxpages=1000", true},
		{"release=8.2 bgwriter_all_percent=100 bgwriter_all_maxpages=1000 bgwriter_lru_maxpages=0", false},
	} {
		quiet(t, c.settings+" fsync=off shared_buffers=1600kB checkpoint_timeout=1h", func(s *Server, x *session) {
			for block := range int64(500) { // the hand goes round and takes usage away
				x.touch(block, true)
			}
			for block := range int64(50) {
				x.touch(450+block, false)
			}
			var usage []uint8
			used := int64(0)
			for b := range int32(s.pool.Len()) {
				usage = append(usage, s.pool.Usage(b))
				if s.pool.IsDirty(b) && !s.pool.Reusable(b) {
					used++
				}
			}
			hand, dirty := s.clock.Hand(), s.pool.DirtyCount()
			x.p.Sleep(sim.Second)
			want := int64(0)
			if c.unused {
				want = used
			}
			if left := s.pool.DirtyCount(); left != want || used == 0 || used == dirty {
				t.Errorf("%s: %d of %d dirty pages are left, %d were used", c.settings, left, dirty, used)
			}
			x.touch(499, true)
			s.ask()
			s.await(x.p, 1)
			usage[s.pool.Lookup(s.accounts.rel.page(499))] = s.pool.Usage(s.pool.Lookup(s.accounts.rel.page(499)))
			for b, u := range usage {
				if got := s.pool.Usage(int32(b)); got != u {
					t.Fatalf("%s: the usage count of buffer %d was %d and is %d", c.settings, b, u, got)
				}
			}
			if s.clock.Hand() != hand || s.pool.DirtyCount() != 0 || s.checkpoints[0].Written == 0 {
				t.Errorf("%s: the hand went from %d to %d, %d pages are dirty", c.settings, hand, s.clock.Hand(), s.pool.DirtyCount())
			}
		})
	}
}
