package server

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/wal"
)

// begun is what a checkpoint found when it began.
type begun struct {
	redo  int64 // bytes
	dirty int64 // buffers
}

// watched plays a scenario to its end and notes what each checkpoint found.
func watched(t *testing.T, sc *scenario.Scenario) (*Run, []begun) {
	r := start(t, sc)
	var found []begun
	for n := 0; r.Step(1); {
		if len(r.s.checkpoints) > n {
			n++
			// The event in which it began has written some pages already.
			found = append(found, begun{r.s.redo, r.s.pool.DirtyCount() + r.s.checkpoints[n-1].Written})
		}
	}
	return r, found
}

// slow is a load that no checkpoint by segments interrupts, on a pool that holds
// everything: nobody but the checkpoints writes pages.
const slow = "clients=1 cores=1 cpu_per_transaction=15ms shared_buffers=64MB checkpoint_segments=256 " +
	"checkpoint_timeout=30s filesystem=ext4 bgwriter_lru_maxpages=0 bgwriter_delay=200ms "

// TestTimedCheckpoints looks at checkpoints by time. The writes spread over
// checkpoint_completion_target of checkpoint_timeout, less up to a second,
// because the schedule begins with the whole second.
func TestTimedCheckpoints(t *testing.T) {
	for _, c := range []struct {
		settings    string
		least, most float64 // s from the first to the last write
	}{
		{"release=8.3", 13.5, 15.2},
		{"release=8.4", 13.5, 15.2},
		{"release=9.0", 13.5, 15.2},
		{"release=9.1", 13.5, 15.2},
		{"checkpoint_completion_target=0.9", 25.5, 27.2},
		{"checkpoint_completion_target=0", 0, 1},
	} {
		r, found := watched(t, of(t, slow+"duration=121s "+c.settings))
		x := r.Result()
		n := &x.Counters
		if n.CheckpointsReq != 0 || n.CheckpointsTimed < 3 || n.CheckpointsTimed > 4 || int64(len(x.Checkpoints)) != n.CheckpointsTimed {
			t.Fatalf("%s: %d checkpoints by time, %d by WAL, %d in the log, in 121 s", c.settings,
				n.CheckpointsTimed, n.CheckpointsReq, len(x.Checkpoints))
		}
		for i, k := range x.Checkpoints {
			if k.EndNs == 0 {
				continue
			}
			if took := float64(k.WriteEndNs-k.StartNs) / 1e9; took < c.least || took > c.most {
				t.Errorf("%s: the writes of checkpoint %d took %.1f s, must be %.1f to %.1f", c.settings, i+1, took, c.least, c.most)
			}
			if k.Written != found[i].dirty || k.Written < 500 {
				t.Errorf("%s: checkpoint %d wrote %d buffers, %d were dirty at its start", c.settings, i+1, k.Written, found[i].dirty)
			}
			// With cleaning off the server looks at its clock every 10 s.
			if at := float64(k.StartNs) / 1e9; at < float64(30*(i+1)) || at > float64(30*(i+1)+11*(i+1)) {
				t.Errorf("%s: checkpoint %d began at %.1f s", c.settings, i+1, at)
			}
			if !k.Timed || k.TooOften != -1 || k.SyncFiles < 4 || k.SumSyncNs == 0 {
				t.Errorf("%s: the log of checkpoint %d is %+v", c.settings, i+1, k)
			}
		}
	}
}

// TestProgressFlaw has backends write pages that a checkpoint has marked. Up to
// 9.5 such a page does not count as progress: the checkpoint believes to be
// late, hurries, and is through the pool early and with fewer pages than it had
// marked.
func TestProgressFlaw(t *testing.T) {
	r, found := watched(t, of(t, slow+"duration=60s shared_buffers=4MB scale=5 cpu_per_transaction=6ms checkpoint_completion_target=0.9"))
	k := r.Result().Checkpoints[0]
	if k.EndNs == 0 {
		t.Fatal("the checkpoint did not end")
	}
	if took := float64(k.WriteEndNs-k.StartNs) / 1e9; took > 20 || k.Written > found[0].dirty*9/10 {
		t.Errorf("the checkpoint wrote %d of %d pages in %.1f s, although others wrote many of them", k.Written, found[0].dirty, took)
	}
}

// TestCheckpointsBySegments looks at checkpoints that WAL volume asks for: their
// redo points are checkpoint_segments apart, and as many files are recycled. Each
// redo point lies a little behind the beginning of a segment, by what was
// written until the server reacted.
func TestCheckpointsBySegments(t *testing.T) {
	for _, segments := range []int64{1, 3, 5} {
		r, found := watched(t, of(t, "clients=4 cpu_per_transaction=300us fsync=off filesystem=ext4 ram=24GB shared_buffers=512MB duration=15s scale=5 "+
			"checkpoint_segments="+scenario.Settings()[scenario.CheckpointSegments].Show(segments)))
		x := r.Result()
		if n := &x.Counters; n.CheckpointsTimed != 0 || n.CheckpointsReq < 2 {
			t.Fatalf("%d checkpoints by time, %d by WAL", n.CheckpointsTimed, n.CheckpointsReq)
		}
		before := int64(wal.SegmentBytes)
		removed, added := int64(0), int64(0)
		for i, k := range x.Checkpoints {
			distance := found[i].redo - before
			before = found[i].redo
			if distance < segments*wal.SegmentBytes-64<<10 || distance > segments*wal.SegmentBytes+2<<20 {
				t.Errorf("checkpoint_segments=%d: %d kB between redo points of checkpoints %d and %d", segments, distance>>10, i, i+1)
			}
			if k.EndNs == 0 {
				continue
			}
			removed += k.SegRemoved
			added += k.SegAdded
			if i > 0 && k.SegRecycle+k.SegRemoved != segments {
				t.Errorf("checkpoint_segments=%d: checkpoint %d recycled %d and removed %d files", segments, i+1, k.SegRecycle, k.SegRemoved)
			}
			if k.Timed || k.SyncFiles != 0 || k.TooOften < 0 || k.TooOften > 15 {
				t.Errorf("checkpoint_segments=%d: the log of checkpoint %d is %+v", segments, i+1, k)
			}
		}
		oldest, newest := r.s.wal.Segments()
		if created := x.Counters.WALInits; 1+created != newest-oldest+1+removed || added > created {
			t.Errorf("%d segments were created, %d of them ahead, and %d removed, but %d to %d exist", created, added, removed, oldest, newest)
		}
	}
}

// TestIdleCheckpoints lets time pass without WAL: a checkpoint is counted and
// skipped.
func TestIdleCheckpoints(t *testing.T) {
	x := run(t, of(t, "workload=select-only clients=1 cpu_per_transaction=100ms checkpoint_timeout=30s duration=95s")).Result()
	if x.Counters.CheckpointsTimed != 3 || len(x.Checkpoints) != 0 {
		t.Errorf("%d checkpoints were counted and %d are in the log, want 3 and 0", x.Counters.CheckpointsTimed, len(x.Checkpoints))
	}
}

// TestQuietCheckpoint changes pages up to a checkpoint and nothing during it: the
// next one has nothing to do. A record that comes while the checkpoint is
// under way makes the next one necessary.
func TestQuietCheckpoint(t *testing.T) {
	for _, busy := range []bool{false, true} {
		s := boot(of(t, "workload=select-only clients=1 duration=1h shared_buffers=1MB filesystem=ext4"))
		c := &session{s: s}
		record := func(p *sim.Proc) {
			b := c.read(s.accounts.rel, 0)
			c.dirty(b, s.wal.Record(p, 100, 0))
			c.release(b)
		}
		s.sim.Go("test", func(p *sim.Proc) {
			c.p = p
			record(p)
			s.checkpointWanted = true
			s.bgwriterAlarm.ring()
			for !s.inCheckpoint {
				p.Sleep(sim.Microsecond)
			}
			if busy {
				record(p)
			}
			for s.inCheckpoint {
				p.Sleep(sim.Microsecond)
			}
			s.checkpointWanted = true
			s.bgwriterAlarm.ring()
			p.Sleep(sim.Second)
			s.sim.Quit()
		})
		for len(s.checkpoints) == 0 || s.sim.Now() < s.checkpoints[0].StartNs+2*sim.Second {
			s.sim.Step(1)
		}
		want := 1
		if busy {
			want = 2
		}
		if len(s.checkpoints) != want || s.n.CheckpointsReq != 2 {
			t.Errorf("%d checkpoints were requested and %d done, want %d (WAL during the first one: %v)",
				s.n.CheckpointsReq, len(s.checkpoints), want, busy)
		}
	}
}

// TestCleaningDuringCheckpoint: between two writes of a checkpoint the same
// process cleans as usual.
func TestCleaningDuringCheckpoint(t *testing.T) {
	r := start(t, of(t, "clients=2 cpu_per_transaction=8ms shared_buffers=2MB checkpoint_segments=256 "+
		"checkpoint_timeout=30s filesystem=ext4 duration=45s"))
	cleaned := func() int64 { return r.s.n.BuffersClean }
	for len(r.s.checkpoints) == 0 && r.Step(1) {
	}
	before, rounds := cleaned(), r.s.n.BgwriterRound
	for r.s.inCheckpoint && r.Step(1) {
	}
	var k result.Checkpoint
	if len(r.s.checkpoints) > 0 {
		k = r.s.checkpoints[0]
	}
	naps := float64(k.WriteEndNs-k.StartNs) / 2e8
	if got := float64(r.s.n.BgwriterRound - rounds); cleaned() == before || got < naps*0.5 || got > naps+2 {
		t.Errorf("during a checkpoint with %.0f naps there were %.0f rounds, which wrote %d pages", naps, got, cleaned()-before)
	}
}
