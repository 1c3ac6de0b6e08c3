package server

import (
	"slices"
	"testing"

	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

const draft = "release=8.3devel clients=1 cores=1 cpu_per_transaction=15ms shared_buffers=64MB checkpoint_segments=256 " +
	"checkpoint_timeout=30s filesystem=ext4 bgwriter_lru_maxpages=0 bgwriter_all_maxpages=0 duration=62s "

// TestDraftPhases: in the drafts of 2007 the writes of a checkpoint take their
// percentage of checkpoint_timeout, then comes a pause, then the fsyncs are
// spread; each may be turned off.
func TestDraftPhases(t *testing.T) {
	for _, c := range []struct {
		settings          string
		write, pause, sum float64 // s, from the start
	}{
		{"", 15, 15, 15},
		{"checkpoint_needed_flag=on", 15, 15, 15},
		{"checkpoint_sorted=on", 15, 15, 15},
		{"checkpoint_needed_flag=on checkpoint_sorted=on", 15, 15, 15},
		{"checkpoint_write_percent=20", 6, 6, 6},
		{"checkpoint_write_percent=0", 0, 0, 0},
		{"checkpoint_nap_percent=10", 15, 18, 18},
		{"checkpoint_nap_percent=10 checkpoint_sync_percent=20", 15, 18, 24},
		{"checkpoint_sync_percent=20", 15, 15, 21},
		{"checkpoint_write_percent=0 checkpoint_nap_percent=30", 0, 9, 9},
	} {
		x := run(t, of(t, draft+c.settings)).Result()
		if len(x.Checkpoints) == 0 || x.Checkpoints[0].EndNs == 0 {
			t.Fatalf("%s: no checkpoint in 62 s", c.settings)
		}
		k := x.Checkpoints[0]
		// The schedule begins with the whole second, and a nap takes 200 ms. The
		// kernel needs some time for the fsyncs themselves.
		write, all := float64(k.WriteEndNs-k.StartNs)/1e9, float64(k.SyncEndNs-k.StartNs)/1e9
		if write < c.write-1.1 || write > c.write+0.6 || all < c.sum-1.1 || all > c.sum+3 || k.Written < 500 {
			t.Errorf("%s: %d pages written in %.1f s, synced after %.1f s; want %.0f and %.0f", c.settings, k.Written, write, all, c.write, c.sum)
		}
		if files := float64(k.SumSyncNs) / 1e9; k.SyncFiles < 4 || files > all-write+0.001 {
			t.Errorf("%s: %d files, %.1f s", c.settings, k.SyncFiles, files)
		}
	}
}

// TestDraftNaps: like 8.3, the drafts sleep bgwriter_delay a page while they are
// ahead of their schedule.
func TestDraftNaps(t *testing.T) {
	for _, c := range []struct {
		settings string
		ms       float64
	}{{"", 200}, {"bgwriter_delay=50ms", 50}, {"checkpoint_sorted=on", 200}} {
		r := start(t, of(t, "release=8.3devel scale=1 clients=1 cpu_per_transaction=100ms checkpoint_timeout=1h checkpoint_write_percent=90 "+
			"filesystem=ext4 shared_buffers=128MB checkpoint_segments=1000 bgwriter_lru_maxpages=0 bgwriter_all_maxpages=0 checkpoint_needed_flag=on duration=5000s "+c.settings))
		k := result.Checkpoint{}
		for k.Written < 1000 && k.EndNs == 0 && r.Step(100) {
			if len(r.s.checkpoints) > 0 {
				k = r.s.checkpoints[0]
			}
		}
		took := float64(r.s.sim.Now()-k.StartNs) / 1e6 / float64(k.Written)
		if k.EndNs > 0 {
			took = float64(k.WriteEndNs-k.StartNs) / 1e6 / float64(k.Written)
		}
		if k.Written < 500 || took < c.ms*0.98 || took > c.ms*1.05 {
			t.Errorf("%s: %d pages, %.1f ms each, want %.0f", c.settings, k.Written, took, c.ms)
		}
	}
}

// TestNeededFlag: with the mark a checkpoint writes what was dirty at its start;
// without it, what is dirty when it comes by. That is more under load, and among it
// are pages that the next checkpoint must write again.
func TestNeededFlag(t *testing.T) {
	more := func(settings string) (dirty, written int64) {
		r := start(t, of(t, "release=8.3devel scale=5 clients=4 cores=2 cpu_per_transaction=10ms shared_buffers=128MB checkpoint_segments=256 "+
			"checkpoint_timeout=30s fsync=off bgwriter_lru_maxpages=0 bgwriter_all_maxpages=0 duration=62s "+settings))
		for r.Step(1) {
			if len(r.s.checkpoints) == 0 {
				dirty = r.s.pool.DirtyCount()
			} else if k := r.s.checkpoints[0]; k.WriteEndNs > 0 {
				return dirty, k.Written
			}
		}
		t.Fatalf("%s: no checkpoint", settings)
		return 0, 0
	}
	for _, settings := range []string{"checkpoint_needed_flag=on", "checkpoint_sorted=on", "checkpoint_needed_flag=on checkpoint_sorted=on"} {
		// Some are dirtied between the last look and the start.
		if dirty, written := more(settings); written > dirty+5 || written < dirty-5 {
			t.Errorf("%s: %d pages written, %d were dirty at the start", settings, written, dirty)
		}
	}
	if dirty, written := more("checkpoint_needed_flag=off"); written < dirty*11/10 {
		t.Errorf("without the flag %d pages are written, %d were dirty at the start", written, dirty)
	}
}

// TestPassOrder follows a paced checkpoint from page to page: it goes around the
// pool from the clock hand, or in the order of the files.
func TestPassOrder(t *testing.T) {
	for _, c := range []struct {
		settings string
		sorted   bool
	}{
		{"checkpoint_needed_flag=off", false}, {"checkpoint_needed_flag=on", false},
		{"checkpoint_sorted=on", true}, {"checkpoint_sorted=on checkpoint_needed_flag=on", true},
	} {
		quiet(t, "release=8.3devel bgwriter_lru_maxpages=0 bgwriter_all_maxpages=0 fsync=off shared_buffers=800kB checkpoint_timeout=1h "+
			c.settings, func(s *Server, x *session) {
			for block := range int64(350) {
				x.touch((block*37)%350, block > 290)
			}
			n, hand := int32(s.pool.Len()), s.clock.Hand()
			if hand == 0 {
				t.Fatal("the hand is at 0: the order proves little")
			}
			var dirty []int32
			for i := range n {
				if b := (hand + i) % n; s.pool.IsDirty(b) {
					dirty = append(dirty, b)
				}
			}
			if c.sorted {
				slices.SortFunc(dirty, func(a, b int32) int { return int(s.itemOf(a).Block) - int(s.itemOf(b).Block) })
			}
			s.ask()
			for i := 0; i < len(dirty); {
				x.p.Sleep(20 * sim.Millisecond) // a tenth of a nap
				for i < len(dirty) && !s.pool.IsDirty(dirty[i]) {
					i++
				}
				for _, b := range dirty[i:] {
					if !s.pool.IsDirty(b) {
						t.Fatalf("%s: after %d pages, buffer %d is written out of turn", c.settings, i, b)
					}
				}
				if s.sim.Now() > 1000*sim.Second {
					t.Fatalf("%s: %d of %d pages written in 1000 s", c.settings, i, len(dirty))
				}
			}
		})
	}
}

// TestSortedPatchSkips: the sorted writes of 2007 leave out a buffer that has got
// another page since the start.
func TestSortedPatchSkips(t *testing.T) {
	quiet(t, "release=8.3devel fsync=off shared_buffers=1MB checkpoint_sorted=on", func(s *Server, x *session) {
		s.marks = false
		b := x.touch(5, true)
		it := s.itemOf(b)
		if !s.stillDue(&it) {
			t.Error("a page in its place is not due")
		}
		var other checkpointer.Item = it
		other.Block++
		if s.stillDue(&other) {
			t.Error("a page in the place of another is due")
		}
		empty := checkpointer.Item{Buf: int32(s.pool.Len()) - 1, Rel: it.Rel}
		if s.stillDue(&empty) {
			t.Error("an empty buffer is due")
		}
	})
}
