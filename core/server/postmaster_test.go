package server

import (
	"slices"
	"strings"
	"testing"

	"clocksweep/core/sim"
)

// TestTimerFromEnd: 7.4 counts checkpoint_timeout from the end of a checkpoint,
// 8.0 and later from its start.
func TestTimerFromEnd(t *testing.T) {
	for _, c := range []struct {
		release string
		fromEnd bool
	}{{"7.4", true}, {"8.0.0", false}, {"8.0.2", false}, {"8.1devel", false}, {"8.1", false}, {"8.2", false}, {"8.3devel", false}} {
		r := run(t, of(t, "clients=2 cpu_per_transaction=10ms shared_buffers=16MB checkpoint_segments=256 "+
			"checkpoint_timeout=30s duration=140s release="+c.release))
		x := r.Result()
		n := 0
		for i, k := range x.Checkpoints {
			if i == 0 || k.EndNs == 0 {
				continue
			}
			n++
			last := x.Checkpoints[i-1]
			from := last.StartNs
			if c.fromEnd {
				from = last.EndNs
				if k.StartNs-last.StartNs < 32*sim.Second {
					t.Errorf("%s: checkpoint %d begins %.1f s after the start of the last one, which took 2 s and more",
						c.release, i+1, float64(k.StartNs-last.StartNs)/1e9)
				}
			}
			// Both clocks are read in whole seconds, and a round of 200 ms may be
			// under way.
			if d := float64(k.StartNs-from) / 1e9; d < 29 || d > 31.3 || !k.Timed {
				t.Errorf("%s: checkpoint %d begins after %.1f s", c.release, i+1, d)
			}
		}
		if n < 2 {
			t.Errorf("%s: %d checkpoints to compare", c.release, n)
		}
	}
}

// TestSystemSync: a checkpoint of 7.4 calls sync() twice and pauses for two
// seconds, even with fsync off (as recorded); afterwards the kernel has no dirty
// page of the database. Later releases with fsync off leave all to the kernel.
func TestSystemSync(t *testing.T) {
	for _, c := range []struct {
		settings    string
		least, most int64
		left        bool // dirty pages in the kernel
	}{
		{"release=7.4 fsync=off", 2 * sim.Second, 4 * sim.Second, false},
		{"release=7.4 fsync=on", 2 * sim.Second, 4 * sim.Second, false},
		// The time of the writes' system calls is spent here.
		{"release=8.0.0 fsync=off bgwriter_percent=0", 0, 3 * sim.Millisecond, true},
		{"release=8.1 fsync=off bgwriter_all_maxpages=0 bgwriter_lru_maxpages=0", 0, 3 * sim.Millisecond, true},
	} {
		quiet(t, c.settings+" shared_buffers=8MB filesystem=ext4", func(s *Server, x *session) {
			for block := range int64(300) {
				x.touch(block, true)
			}
			s.ask()
			if !s.await(x.p, 1) {
				t.Fatalf("%s: no checkpoint", c.settings)
			}
			k := &s.checkpoints[0]
			took := k.SyncEndNs - k.WriteEndNs
			if k.Written != 300 || took < c.least || took > c.most || k.SyncFiles != 0 {
				t.Errorf("%s: %d pages written, then %d ms of syncs of %d files", c.settings, k.Written, took/1e6, k.SyncFiles)
			}
			// With fsync off a few pages of WAL may be dirty.
			if left := s.os.Dirty(); (left > 10) != c.left || c.left && left < 300 {
				t.Errorf("%s: %d pages are dirty in the kernel", c.settings, left)
			}
		})
	}
}

// TestWhoIsHeard requests a checkpoint while one runs: 7.4 forgets it, all others
// do it right afterwards.
func TestWhoIsHeard(t *testing.T) {
	for _, c := range []struct {
		release string // and settings
		heard   bool
	}{{"7.4", false}, {"8.0.0", true}, {"8.0.2", true}, {"8.1devel", true}, {"8.1", true}, {"8.2", true}, {"8.3devel checkpoint_write_percent=0", true}, {"8.3", true}} {
		quiet(t, "checkpoint_timeout=1h shared_buffers=4MB release="+c.release, func(s *Server, x *session) {
			for block := range int64(100) {
				x.touch(block, true)
			}
			s.ask()
			for !s.inCheckpoint {
				x.p.Sleep(sim.Millisecond)
			}
			x.touch(500, true)
			s.ask()
			if !s.await(x.p, 1) {
				t.Fatalf("%s: no checkpoint", c.release)
			}
			x.p.Sleep(500 * sim.Millisecond)
			if heard := len(s.checkpoints) == 2; heard != c.heard {
				t.Errorf("%s: %d checkpoints after two requests", c.release, len(s.checkpoints))
			}
		})
	}
}

// TestLoggedTooFrequent: what a server holds against checkpoint_warning. 7.4 warns
// about requests, heard or not; 8.0 about checkpoints of any kind, timed ones too;
// 8.1 and later about those by WAL.
func TestLoggedTooFrequent(t *testing.T) {
	for _, c := range []struct {
		release string
		timed   bool
	}{{"7.4", false}, {"8.0.0", true}, {"8.1", false}, {"8.2", false}} {
		quiet(t, "checkpoint_timeout=30s checkpoint_warning=40s fsync=off shared_buffers=4MB release="+c.release, func(s *Server, x *session) {
			s.ask()
			x.touch(1, true)
			s.await(x.p, 1)
			x.p.Sleep(2 * sim.Second)
			x.touch(2, true)
			s.ask()
			s.await(x.p, 2)
			x.touch(3, true)
			s.await(x.p, 3)
			if len(s.checkpoints) != 3 || !s.checkpoints[2].Timed {
				t.Fatalf("%s: %d checkpoints, want two by request and one by time", c.release, len(s.checkpoints))
			}
			// 7.4 has no request before the first one to hold it against.
			first, second, third := s.checkpoints[0].TooOften, s.checkpoints[1].TooOften, s.checkpoints[2].TooOften
			if (first >= 0) == (c.release == "7.4") || second < 2 || second > 5 || (third >= 0) != c.timed {
				t.Errorf("%s: the warnings are %d, %d and %d s", c.release, first, second, third)
			}
		})
	}
}

// TestWritesMakeRecent: a page that 7.4's checkpoint writes becomes the most
// recently used one unless somebody has it pinned. The checkpoint goes through the
// pool from buffer 0, so that the end of the list is in that order.
func TestWritesMakeRecent(t *testing.T) {
	quiet(t, "release=7.4 fsync=off shared_buffers=1MB", func(s *Server, x *session) {
		var changed []int32
		for block := range int64(100) {
			if b := x.touch((block*37)%100, block%3 == 0); block%3 == 0 {
				changed = append(changed, b)
			}
		}
		pinned := x.read(s.accounts.rel, 0)
		before := s.leastRecentFirst()
		s.ask()
		s.await(x.p, 1)
		slices.Sort(changed)
		changed = slices.DeleteFunc(changed, func(b int32) bool { return b == pinned })
		want := slices.DeleteFunc(slices.Clone(before), func(b int32) bool { return slices.Contains(changed, b) })
		want = append(want, changed...)
		if got := s.leastRecentFirst(); !slices.Equal(got, want) {
			t.Errorf("the list is\n%v after a checkpoint, want\n%v", got, want)
		}
		x.release(pinned)
		if s.checkpoints[0].Written != 34 {
			t.Errorf("%d pages written, want 34", s.checkpoints[0].Written)
		}
	})
}

// TestNobodyCleans: 7.4 has neither background writer nor fsync requests.
func TestNobodyCleans(t *testing.T) {
	x := run(t, of(t, "release=7.4 clients=4 duration=70s shared_buffers=1MB checkpoint_timeout=30s")).Result()
	n := &x.Counters
	if n.BgwriterRound != 0 || n.BuffersClean != 0 || n.BuffersBackendFsync != 0 || n.BuffersBackend == 0 || n.BuffersCheckpoint == 0 || n.CheckpointsTimed != 2 {
		t.Errorf("the counters are %+v", *n)
	}
	for _, set := range x.Settings {
		if strings.HasPrefix(set.Name, "bgwriter_") {
			t.Errorf("%s is in force", set.Name)
		}
	}
}
