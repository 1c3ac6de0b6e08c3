package server

import (
	"testing"

	"clocksweep/core/result"
)

// TestEarlierRun plays runs that come after another one on the same server: only what
// happens in the run itself is counted, and the pool is warm.
func TestEarlierRun(t *testing.T) {
	const machine = " clients=4 cpu_per_transaction=400us cores=2 shared_buffers=16MB scale=2"
	for _, settings := range []string{
		"release=7.4 checkpoint_segments=1", "release=8.1 checkpoint_segments=1", "release=8.0.0",
		"release=9.1 checkpoint_segments=1", "release=9.6", "release=18 max_wal_size=32MB",
	} {
		cold := run(t, of(t, settings+machine+" transactions=300")).Result()
		r := run(t, of(t, settings+machine+" transactions=300 earlier_transactions=200"))
		checkRun(t, r)
		warm := r.Result()
		if warm.Transactions != 1200 || cold.Transactions != 1200 {
			t.Errorf("%s: %d transactions are counted, %d without an earlier run", settings, warm.Transactions, cold.Transactions)
		}
		if 3*warm.Counters.BuffersAlloc > 2*cold.Counters.BuffersAlloc {
			t.Errorf("%s: %d buffers allocated, %d in a cold pool", settings, warm.Counters.BuffersAlloc, cold.Counters.BuffersAlloc)
		}
		for i, rel := range warm.Relations {
			before := cold.Relations[i]
			fromDisk := func(r *result.Relation) int64 { return r.BlksRead - (r.Pages - r.PagesInit) }
			if fromDisk(&rel) > fromDisk(&before)+1 || (rel.BlksHit > 0) != (before.BlksHit > 0) || rel.PagesInit < before.PagesInit {
				t.Errorf("%s: %s is counted as %+v, without an earlier run as %+v", settings, rel.Name, rel, before)
			}
		}
		for _, k := range warm.Checkpoints {
			if k.StartNs < 0 || k.EndNs < 0 || k.EndNs > warm.VirtualNs {
				t.Errorf("%s: a checkpoint from %d to %d ns of %d", settings, k.StartNs, k.EndNs, warm.VirtualNs)
			}
		}
		hits := int64(0)
		for _, io := range warm.IO {
			if io.Reads < 0 || io.Writes < 0 || io.Extends < 0 || io.Hits < 0 || io.Fsyncs < 0 || io.Writebacks < 0 {
				t.Errorf("%s: less than nothing: %+v", settings, io)
			}
			hits += io.Hits
		}
		if len(warm.IO) > 0 && hits != warm.Counters.BlksHit {
			t.Errorf("%s: %d hits in pg_stat_io, %d counted", settings, hits, warm.Counters.BlksHit)
		}
	}
}

// TestEarlierSeries: the seconds of the run begin where the earlier one has ended.
func TestEarlierSeries(t *testing.T) {
	r := start(t, of(t, "shared_buffers=1MB clients=4 duration=3s checkpoint_segments=1 earlier_transactions=150"))
	if at, of := r.Progress(); at != 0 || of != 3e9 {
		t.Errorf("before the start the run stands at %d of %d ns", at, of)
	}
	samples, started := 0, false
	for r.Step(1) {
		if !started {
			if started = r.s.earlier.left == 0; started {
				samples = 0
				if x := r.Result(); x.Transactions != 0 || x.Counters.WALBytes != 0 || x.Waits != [result.NumWaits]int64{} || x.VirtualNs != 0 {
					t.Errorf("at its start the run has %d transactions, %d bytes of WAL and is %d ns old", x.Transactions, x.Counters.WALBytes, x.VirtualNs)
				}
			}
			continue
		}
		if len(r.s.samples.series.TPS) > samples {
			samples++
			addUp(t, r.Result(), samples)
		}
	}
	if samples < 3 {
		t.Errorf("only %d samples in 3 s", samples)
	}
}
