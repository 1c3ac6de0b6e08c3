package server

import (
	"testing"

	"clocksweep/core/result"
)

// oneTimed runs a nearly idle server until its first timed checkpoint is over
// and returns that one. The schedule leaves it far more time than it needs, so
// that it naps after every page.
func oneTimed(t *testing.T, settings string) result.Checkpoint {
	t.Helper()
	r := start(t, of(t, settings+" scale=1 clients=1 cpu_per_transaction=100ms checkpoint_timeout=1h "+
		"checkpoint_completion_target=0.9 filesystem=ext4 shared_buffers=128MB"))
	for r.Step(10_000) {
		if k := r.Result().Checkpoints; len(k) > 0 && k[0].EndNs > 0 {
			return k[0]
		}
	}
	t.Fatal("the run ended before its first checkpoint")
	return result.Checkpoint{}
}

// TestPacePerPage: while a checkpoint is ahead of its schedule, each page costs
// bgwriter_delay up to 9.1 and 100 ms from 9.2 on, whatever bgwriter_delay says.
// Users have read 0.20027 s a buffer off the log of an 8.4 to 9.1 server, and
// took it for a slow disk.
func TestPacePerPage(t *testing.T) {
	for _, c := range []struct {
		settings string
		ms       float64
	}{
		{"release=9.1 duration=5000s checkpoint_segments=1000", 200},
		{"release=9.1 duration=4600s checkpoint_segments=1000 bgwriter_delay=50ms", 50},
		{"release=8.3 duration=5000s checkpoint_segments=1000", 200},
		{"release=9.2 duration=4600s checkpoint_segments=1000", 100},
		{"release=9.2 duration=4600s checkpoint_segments=1000 bgwriter_delay=50ms", 100},
		{"release=15 duration=4600s max_wal_size=64GB", 100},
	} {
		k := oneTimed(t, c.settings)
		perPage := float64(k.WriteEndNs-k.StartNs) / 1e6 / float64(k.Written)
		if !k.Timed || k.Written < 500 || perPage < c.ms*0.98 || perPage > c.ms*1.03 {
			t.Errorf("%s: %d pages in %d ms, %.1f ms each, want %.0f", c.settings, k.Written,
				(k.WriteEndNs-k.StartNs)/1e6, perPage, c.ms)
		}
	}
}

// TestCleaningGoesOn: up to 9.1 one process cleans and runs checkpoints, and does
// not clean while it waits for fsync; from 9.2 on the background writer goes on
// by itself.
func TestCleaningGoesOn(t *testing.T) {
	during := func(release string) (clean float64) {
		r := start(t, of(t, "scale=10 clients=4 shared_buffers=4MB checkpoint_timeout=30s duration=60s vm.dirty_writeback_centisecs=0 "+
			"checkpoint_segments=1000 filesystem=ext4 barrier=off kernel=3.2 release="+release))
		for r.Step(10_000) {
		}
		x := r.Result()
		if len(x.Checkpoints) == 0 {
			t.Fatalf("%s: no checkpoint", release)
		}
		k := x.Checkpoints[0]
		if k.SyncEndNs-k.WriteEndNs < 4e9 {
			t.Fatalf("%s: the sync phase took %d ms only", release, (k.SyncEndNs-k.WriteEndNs)/1e6)
		}
		for i := k.WriteEndNs/1e9 + 1; i < k.SyncEndNs/1e9 && i < int64(len(x.Series.WrittenClean)); i++ {
			clean += x.Series.WrittenClean[i]
		}
		return clean
	}
	if old, own := during("9.1"), during("9.2"); old != 0 || own == 0 {
		t.Errorf("while a checkpoint waited for fsync, 9.1 cleaned %.0f pages and 9.2 %.0f", old, own)
	}
}

// TestHibernation: the background writer of 9.2 stops its rounds on an idle
// server, and begins again with the first allocation.
func TestHibernation(t *testing.T) {
	rounds := func(release string) int64 {
		r := start(t, of(t, "workload=select-only scale=1 clients=1 cpu_per_transaction=100ms shared_buffers=128MB "+
			"duration=400s release="+release))
		for r.Step(100_000) {
		}
		return r.Result().Counters.BgwriterRound
	}
	// All of accounts is in the pool after some minutes: 1,639 pages at 10 a
	// second. A round every 200 ms makes 2,000.
	if old := rounds("9.1"); old < 1990 {
		t.Errorf("9.1 made %d rounds in 400 s", old)
	}
	own := rounds("9.2")
	if own >= 1990 || own < 300 {
		t.Errorf("9.2 made %d rounds in 400 s", own)
	}
}

// TestOneFlushWakesAll: from 9.2 on, those who wait for a flush are woken
// together, so that more commits share the next one.
func TestOneFlushWakesAll(t *testing.T) {
	perCommit := func(release string) float64 {
		r := start(t, of(t, "scale=40 clients=32 cores=16 duration=20s disk_write_cache=off filesystem=ext3-writeback "+
			"checkpoint_segments=1000 shared_buffers=512MB ram=4GB release="+release))
		for r.Step(100_000) {
		}
		x := r.Result()
		return float64(x.Counters.WALFlushes) / float64(x.Transactions)
	}
	if old, own := perCommit("9.1"), perCommit("9.2"); own > old*1.02 {
		t.Errorf("a commit of 9.1 takes %.3f flushes, one of 9.2 %.3f", old, own)
	}
}
