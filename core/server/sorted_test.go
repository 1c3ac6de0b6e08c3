package server

import (
	"testing"

	"clocksweep/core/checkpointer"
	"clocksweep/core/linux"
)

const calm = "fsync=off max_wal_size=16GB checkpoint_timeout=1d shared_buffers=256MB ram=4GB "

// A checkpoint comes early enough for WAL to stay below max_wal_size: after 33
// segments of 16 MB at the default of 14 and later; after 4 with 128MB on 15, where
// a real server logged distances of 65512 to 65555 kB.
// Here more WAL comes in each nap of 100 ms, in which a checkpoint does not see
// that the next one is due.
func TestCheckpointsByMaxWALSize(t *testing.T) {
	for _, c := range []struct {
		settings string
		segments int64
	}{
		{"release=15 max_wal_size=128MB transactions=5000", 4},
		{"release=10 max_wal_size=128MB transactions=5000", 3},
		{"release=9.6 max_wal_size=256MB transactions=5000", 6},
		{"release=9.5 max_wal_size=256MB transactions=5000", 6},
		{"release=19 max_wal_size=128MB transactions=5000", 4},
		{"release=15 transactions=15000", 33},
	} {
		x := run(t, of(t, c.settings+" clients=4 cpu_per_transaction=300us fsync=off filesystem=ext4 ram=24GB shared_buffers=512MB scale=100 cores=8")).Result()
		if len(x.Checkpoints) == 0 || x.Counters.CheckpointsTimed != 0 {
			t.Fatalf("%s: %d checkpoints, %d by time, %d MB of WAL", c.settings, len(x.Checkpoints), x.Counters.CheckpointsTimed, x.Counters.WALBytes>>20)
		}
		before := int64(checkpointer.SegmentBytes)
		for i, k := range x.Checkpoints {
			if k.EndNs == 0 {
				continue
			}
			if want := c.segments * checkpointer.SegmentBytes; k.Distance < want-1<<20 || k.Distance > want+8<<20 {
				t.Errorf("%s: %d kB to the redo point of checkpoint %d, want %d", c.settings, k.Distance>>10, i+1, want>>10)
			}
			if k.RedoLSN-before != k.Distance || k.Estimate < k.Distance || k.LSN < k.RedoLSN {
				t.Errorf("%s: the log of checkpoint %d is %+v", c.settings, i+1, k)
			}
			before = k.RedoLSN
		}
	}
}

// From 9.6 on progress counts the pages that others wrote, too, so that a
// checkpoint keeps to its schedule ([TestProgressFlaw] is 9.1), and the pages
// written are those that were dirty when it began, in the order of the files.
func TestSortedCheckpoint(t *testing.T) {
	r := start(t, of(t, "release=15 clients=1 cores=1 scale=5 cpu_per_transaction=6ms shared_buffers=4MB checkpoint_timeout=30s "+
		"bgwriter_lru_maxpages=0 filesystem=ext4 max_wal_size=16GB duration=62s"))
	order := []checkpointer.Item{}
	for r.Step(1) {
		if s := r.s; s.inCheckpoint && len(s.items) > 0 {
			order = append(order[:0], s.items...)
		}
	}
	k := r.Result().Checkpoints[0]
	if took := float64(k.WriteEndNs-k.StartNs) / 1e9; took < 25.5 || took > 27.3 {
		t.Errorf("the writes took %.1f s, want 0.9 of 30", took)
	}
	if k.Written >= int64(len(order)) || k.Written < 10 {
		t.Errorf("%d of %d pages written, although backends wrote many of them", k.Written, len(order))
	}
	for i := 1; i < len(order); i++ {
		a, b := &order[i-1], &order[i]
		if a.Rel > b.Rel || a.Rel == b.Rel && (a.Fork > b.Fork || a.Fork == b.Fork && a.Block >= b.Block) {
			t.Fatalf("%+v comes before %+v", *a, *b)
		}
	}
}

// Every buffer knows its place in the files, in each segment of them.
func TestItemOf(t *testing.T) {
	r := start(t, of(t, "release=15 scale=100"))
	s := r.s
	for _, block := range []int64{0, 1, segmentPagesMask, segmentPagesMask + 1, s.accounts.rel.pages() - 1} {
		b, _, _ := s.pool.Victim()
		s.pool.Assign(b, linux.Page(s.accounts.rel.page(block)))
		if it := s.itemOf(b); int64(it.Block) != block || it.Rel != s.accounts.rel.number || it.Fork != mainFork || it.Buf != b {
			t.Errorf("block %d is %+v", block, it)
		}
	}
	b, _, _ := s.pool.Victim()
	s.pool.Assign(b, s.accounts.visibility.page(2))
	if it := s.itemOf(b); it.Block != 2 || it.Rel != s.accounts.rel.number || it.Fork != visibilityFork {
		t.Errorf("block 2 of the visibility map is %+v", it)
	}
}

// Bytes of WAL per transaction of one client as measured on 9.6.24 and 15.18, as
// distances in the log.
func TestWALPerTransaction(t *testing.T) {
	for _, c := range []struct {
		settings  string
		real      map[string]float64
		warm, all int64 // transactions not counted, and in all
	}{
		{"scale=1 transactions=30000 full_page_writes=off", map[string]float64{"9.6": 413, "15": 411}, 20000, 30000},
		{"scale=10 transactions=10000 full_page_writes=off", map[string]float64{"9.6": 530, "15": 531}, 0, 10000},
		{"scale=10 transactions=1000", map[string]float64{"9.6": 14816, "15": 14836}, 0, 1000},
		{"scale=10 transactions=10000", map[string]float64{"9.6": 8525, "15": 8531}, 0, 10000},
	} {
		for _, release := range []string{"9.6", "15"} {
			r := start(t, of(t, "release="+release+" "+calm+c.settings))
			from := r.s.wal.Insert
			for r.Step(1 << 6) {
				if r.s.samples.total.Count <= c.warm {
					from = r.s.wal.Insert
				}
			}
			got := float64(r.s.wal.Insert-from) / float64(c.all-c.warm)
			if want := c.real[release]; got < want*0.95 || got > want*1.05 {
				t.Errorf("%s, %s: %.0f bytes per transaction, measured were %.0f", release, c.settings, got, want)
			}
		}
	}
}

// Misses per transaction of ten clients at scale 10 in a warm pool, of heap and
// of index pages, as measured on 9.6.24 and 15.18.
func TestMissesPerTransaction(t *testing.T) {
	for _, c := range []struct {
		release, buffers string
		heap, index      float64
	}{
		{"9.6", "1000", 0.999, 0.827}, {"9.6", "10000", 0.601, 0.010},
		{"15", "1000", 1.002, 0.824}, {"15", "10000", 0.606, 0.011},
	} {
		r := start(t, of(t, "release="+c.release+" "+calm+"scale=10 clients=10 transactions=2000 shared_buffers="+c.buffers))
		misses := func() (heap, index float64) {
			for _, x := range r.Result().Relations {
				switch x.Name {
				case "pgbench_accounts_pkey", "pgbench_tellers_pkey", "pgbench_branches_pkey":
					index += float64(x.BlksRead)
				case "pgbench_accounts", "pgbench_tellers", "pgbench_branches", "pgbench_history":
					heap += float64(x.BlksRead)
				}
			}
			return heap, index
		}
		for r.s.samples.total.Count < 10000 {
			r.Step(1 << 8)
		}
		n := float64(20000 - r.s.samples.total.Count)
		heap0, index0 := misses()
		for r.Step(1 << 12) {
		}
		heap, index := misses()
		if heap, index = (heap-heap0)/n, (index-index0)/n; heap < c.heap-0.03 || heap > c.heap+0.03 || index < c.index-0.03 || index > c.index+0.03 {
			t.Errorf("%s, %s buffers: %.3f and %.3f misses per transaction, measured were %.3f and %.3f", c.release, c.buffers, heap, index, c.heap, c.index)
		}
	}
}

// With checkpoint_flush_after the kernel has written nearly everything when the
// checkpoint comes to fsync; without, fsync has to.
func TestCheckpointFlushAfter(t *testing.T) {
	first := func(settings string) (syncMs, early int64) {
		r := start(t, of(t, "release=15 clients=1 cores=1 scale=5 cpu_per_transaction=10ms shared_buffers=64MB checkpoint_timeout=30s "+
			"bgwriter_lru_maxpages=0 filesystem=xfs kernel=3.2 vm.dirty_writeback_centisecs=0 synchronous_commit=off max_wal_size=16GB duration=90s "+settings))
		for r.Step(1 << 8) {
			if x := r.Result(); len(x.Checkpoints) > 0 && x.Checkpoints[0].EndNs > 0 {
				return x.Checkpoints[0].SumSyncNs / 1e6, x.Counters.FlusherPages
			}
		}
		t.Fatalf("%s: the checkpoint did not end", settings)
		return 0, 0
	}
	with, early := first("")
	without, none := first("checkpoint_flush_after=0")
	if none != 0 || early < 1000 || with > without/4 {
		t.Errorf("fsync took %d ms after %d early pages, %d ms after %d without the setting", with, early, without, none)
	}
}
