package diagnose

import (
	"slices"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// resultOf returns a run of a minute in which nothing is remarkable, with settings of
// a text "name=value ...".
func resultOf(t *testing.T, settings string) *result.Result {
	t.Helper()
	sc := scenario.New()
	for _, pair := range strings.Fields(settings) {
		name, value, _ := strings.Cut(pair, "=")
		if err := sc.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	r := &result.Result{
		Release: sc.Enum(scenario.Release), VirtualNs: 60 * sim.Second, Clients: sc.Int(scenario.Clients), Scale: sc.Int(scenario.Scale),
		Buffers: sc.Int(scenario.SharedBuffers), Transactions: 60000, LatencyNs: 60 * sim.Second,
	}
	for _, def := range scenario.Settings() {
		if sc.InForce(def.ID) {
			r.Settings = append(r.Settings, result.Setting{Name: def.Name, Value: sc.Show(def.ID)})
		}
	}
	r.Counters.BgwriterRound, r.Counters.BuffersClean = 300, 1
	r.Counters.BuffersAlloc = r.Buffers + r.Transactions // neither fits nor too small
	for w := range r.Waits {
		r.Waits[w] = r.LatencyNs / int64(len(r.Waits))
	}
	return r
}

// wait gives most of the time to one reason.
func wait(r *result.Result, w sim.Wait) {
	for i := range r.Waits {
		r.Waits[i] = 0
	}
	r.Waits[w] = r.LatencyNs
}

// checkpoints adds complete checkpoints that wrote for so long and synced for so long.
func checkpoints(r *result.Result, n int, k result.Checkpoint, writeNs, syncNs int64) {
	for i := range n {
		k.StartNs = int64(i) * 20 * sim.Second
		k.WriteEndNs = k.StartNs + writeNs
		k.SyncEndNs = k.WriteEndNs + syncNs
		k.EndNs = k.SyncEndNs
		r.Checkpoints = append(r.Checkpoints, k)
	}
}

// symptoms are results in which one rule, and it alone, finds something.
var symptoms = []struct {
	id, settings string
	result       func(r *result.Result)
	because, try string
}{
	{"nothing-wrong", "release=16", func(*result.Result) {}, "No limit was hit", ""},
	{"nothing-wrong", "release=16", func(r *result.Result) { r.Transactions, r.LatencyNs = 0, 0; r.Counters.BuffersAlloc *= 2 }, "No transaction ended", ""},
	{"bgwriter-ceiling", "release=16", func(r *result.Result) {
		r.Counters.MaxwrittenClean, r.Counters.BuffersClean, r.Counters.BuffersBackend = 299, 30000, 240000
	}, "stopped at its limit in 100 % of its rounds (maxwritten_clean). With bgwriter_lru_maxpages = 100 and bgwriter_delay = 200ms it can write 500 pages a second; 4,500 dirty", "bgwriter_lru_maxpages=1000 bgwriter_delay=110ms"},
	{"bgwriter-ceiling", "release=9.0", func(r *result.Result) {
		r.Counters.MaxwrittenClean, r.Counters.BuffersClean, r.Counters.BuffersBackend = 299, 30000, 2400000
	}, "40,500 dirty", "bgwriter_lru_maxpages=1000 bgwriter_delay=10ms"},
	{"all-scan", "release=8.1", func(r *result.Result) { r.Counters.BuffersClean, r.Counters.BuffersCheckpoint = 15000, 4000 },
		"bgwriter_all_percent = 0.333 and bgwriter_all_maxpages = 5", "bgwriter_all_maxpages=0 bgwriter_delay=4s"},
	{"pool-too-small", "release=16 shared_buffers=16MB", func(r *result.Result) {
		r.Counters.BuffersAlloc, r.Counters.BlksHit, r.Counters.BlksRead = 120000, 9, 1
		r.Relations = []result.Relation{{Pages: 20000}}
	}, "2 pages a transaction had to be brought in, and as many had to leave; 90 % of the accesses found their page in the pool. Tables and indexes have 156 MB.", "shared_buffers=256MB"},
	{"all-pinned", "release=16", func(r *result.Result) { r.Counters.BuffersRefused = 3 }, "ends the transaction with an error", "shared_buffers=256MB"},
	{"backend-fsync", "release=9.0", func(r *result.Result) { r.Counters.BuffersBackendFsync = 3 }, "as many entries as the pool has buffers (4,096)", "shared_buffers=128MB"},
	{"checkpoints-by-wal", "release=9.4", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{TooOften: 20}, 10*sim.Second, 0)
		r.Counters.WALBytes = 144 << 20
	}, "3 of 3 checkpoints were begun by the volume of WAL, not by checkpoint_timeout = 5min: with checkpoint_segments = 3 one begins every 48 MB, and 2.4 MB a second came, one every 20 s. The server logged 3 times", "checkpoint_segments=31"},
	{"checkpoints-by-wal", "release=14 checkpoint_completion_target=0.5", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{TooOften: -1}, 10*sim.Second, 0)
		r.Counters.WALBytes = 3 * 672 << 20
	}, "with max_wal_size = 1GB one begins every 672 MB", "max_wal_size=10GB"},
	{"full-page-images", "release=14", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1}, 10*sim.Second, 0)
		r.Counters.WALBytes, r.Counters.WALFPIBytes, r.Counters.DiskWriteByte, r.Counters.DiskUtilNs = 100, 90, 150, r.VirtualNs
	}, "The first change of a page after a checkpoint", "checkpoint_timeout=15min max_wal_size=3GB"},
	{"checkpoint-burst", "release=13", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1}, 4*sim.Second, 0)
		for i := range 60 {
			r.Series.LatencyP99 = append(r.Series.LatencyP99, 1e6)
			if i%20 < 4 {
				r.Series.LatencyP99[i] = 9e6
			}
		}
	}, "They write in 20 % of the time. The 99th percentile of latency is then 9 ms in a median second, and 1 ms in others.", "checkpoint_completion_target=0.9"},
	{"sync-storm", "release=9.6 checkpoint_flush_after=0 kernel=3.2", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1, SyncFiles: 5, LongestNs: 4 * sim.Second, SumSyncNs: 5 * sim.Second}, 10*sim.Second, 5*sim.Second)
		for range 60 {
			r.Series.OSDirty = append(r.Series.OSDirty, 1280)
		}
	}, "took 5 s for 5 files, of which one alone took 4 s. The kernel held 10 MB of dirty pages", "checkpoint_flush_after=256kB vm.dirty_background_bytes=67108864 filesystem=xfs"},
	{"ordered-journal wal-flush", "release=9.1", func(r *result.Result) {
		wait(r, result.WaitWALFlush)
		r.Counters.WALFlushes, r.Counters.JournalCommit, r.Counters.JournalData = 60000, 60, 6000
	}, "60 commits of the journal wrote 6,000 pages", "filesystem=ext3-writeback wal_device=own"},
	{"wal-flush", "release=16 clients=8 hardware=laptop-nvme", func(r *result.Result) {
		wait(r, result.WaitWALFlush)
		r.Counters.WALFlushes = 20000
	}, "It was flushed 20,000 times for 60,000 transactions, so that 3 shared a flush", "synchronous_commit=off wal_device=own"},
	{"row-lock", "release=16 clients=8", func(r *result.Result) { wait(r, result.WaitRowLock) }, "8 clients share 1.", "scale=8"},
	{"insert-lock", "release=8.3 clients=20", func(r *result.Result) { wait(r, result.WaitLWLock) }, "64kB of them. Who finds them full holds WALInsertLock", "wal_buffers=16MB"},
	{"buffer-lock", "release=9.4 clients=64", func(r *result.Result) {
		wait(r, result.WaitLWLock)
		r.Locks = []result.Lock{{Name: "BufFreelistLock", Blocked: 3}, {Name: result.WALInsertLock, Blocked: 2}, {Name: result.ContentLock, Blocked: 4}}
	}, "held by another of 64 clients", "shared_buffers=256MB"},
	{"cpu nothing-wrong", "release=16", func(r *result.Result) { wait(r, result.WaitCPU) }, "100 % of a transaction’s time it computes", ""},
	{"run-queue", "release=16 clients=64 cores=2", func(r *result.Result) { wait(r, result.WaitRunQueue) }, "64 clients share cores = 2: 100 %", "clients=4"},
	{"dirty-limit", "release=16 kernel=3.2", func(r *result.Result) { wait(r, result.WaitDirtyLimit) }, "more pages are dirty than vm.dirty_ratio = 20 allows", "vm.dirty_background_ratio=2"},
	{"disk-reads", "release=16 ram=2GB", func(r *result.Result) { wait(r, result.WaitDataRead); r.Counters.OSReads = 90000 }, "1.5 a transaction", "ram=4GB"},
	{"paced nothing-wrong", "release=16", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1, Written: 50}, 5*sim.Second, 0)
	}, "sleeps 100 ms after each page, so that 3 of 3 checkpoints", ""},
	{"paced nothing-wrong", "release=9.1 bgwriter_delay=50ms", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1, Written: 100}, 5*sim.Second, 0)
	}, "sleeps bgwriter_delay = 50ms after each page", ""},
	{"paced nothing-wrong", "release=9.1 checkpoint_timeout=30s", func(r *result.Result) {
		checkpoints(r, 3, result.Checkpoint{Timed: true, TooOften: -1, Written: 1000}, 15*sim.Second, 0)
	}, "checkpoint_completion_target = 0.5 times checkpoint_timeout = 30s, 15 s, as they are told", ""},
	{"hibernating nothing-wrong", "release=16", func(r *result.Result) { r.Counters.BgwriterRound, r.Counters.BuffersClean = 8, 0 },
		"ran 8 rounds where bgwriter_delay = 200ms allows 300", ""},
	{"fits nothing-wrong", "release=16", func(r *result.Result) { r.Counters.BuffersAlloc = 50 }, "Only 50 pages were read into 16,384 buffers", ""},
	{"fits nothing-wrong", "release=16 shared_buffers=1MB", func(r *result.Result) { r.Counters.BuffersAlloc = 500 }, "Only 500 pages were read for 60,000 transactions", ""},
}

func TestSymptoms(t *testing.T) {
	for _, s := range symptoms {
		r := resultOf(t, s.settings)
		s.result(r)
		found := Diagnose(r)
		var ids []string
		for _, f := range found {
			ids = append(ids, f.ID)
			checkFinding(t, r, &f)
		}
		if got := strings.Join(ids, " "); got != s.id {
			t.Errorf("%s: found %s", s.id, got)
			continue
		}
		if first := found[0]; !strings.Contains(first.Because, s.because) {
			t.Errorf("%s: because %s", s.id, first.Because)
		} else if got := changesText(first.Try); got != s.try {
			t.Errorf("%s: try %s, want %s", s.id, got, s.try)
		}
	}
}

// TestEveryRuleHasASymptom compares with the rules' number: an id for each, one
// more for processors, which finds one of two things, and one for the end.
func TestEveryRuleHasASymptom(t *testing.T) {
	var ids []string
	for _, s := range symptoms {
		ids = append(ids, strings.Fields(s.id)...)
	}
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != len(rules)+2 {
		t.Errorf("%d findings for %d rules", n, len(rules))
	}
}

func changesText(changes []scenario.Change) string {
	var list []string
	for _, c := range changes {
		list = append(list, c.Name+"="+c.Value)
	}
	return strings.Join(list, " ")
}

// checkFinding checks what holds for every finding.
func checkFinding(t *testing.T, r *result.Result, f *Finding) {
	t.Helper()
	if f.Title == "" || strings.HasSuffix(f.Title, ".") || !strings.HasSuffix(f.Because, ".") || strings.Contains(f.Because, "..") {
		t.Errorf("%s: %q, %q are no sentences", f.ID, f.Title, f.Because)
	}
	if len(f.Evidence) == 0 {
		t.Errorf("%s: no evidence", f.ID)
	}
	if f.Harmless && len(f.Try) > 0 {
		t.Errorf("%s is harmless, and yet there is something to try", f.ID)
	}
	facts, names := newFacts(r), map[string]bool{}
	for _, c := range f.Try {
		changed := *facts.sc
		if err := changed.Set(c.Name, c.Value); err != nil {
			t.Errorf("%s: %v", f.ID, err)
		}
		if names[c.Name] {
			t.Errorf("%s: two values of %s", f.ID, c.Name)
		}
		names[c.Name] = true
	}
}

// TestEmptyResult: nothing divides by zero and a finding comes out.
func TestEmptyResult(t *testing.T) {
	if found := Diagnose(&result.Result{}); len(found) == 0 || found[len(found)-1].ID != "nothing-wrong" {
		t.Errorf("found %v", found)
	}
}

// TestForeignSettings: what this version does not know is left out.
func TestForeignSettings(t *testing.T) {
	r := &result.Result{Release: "23", Settings: []result.Setting{{Name: "no_such_setting", Value: "1"}, {Name: "shared_buffers", Value: "a lot"}}}
	if found := Diagnose(r); len(found) == 0 {
		t.Error("nothing found")
	}
}

func TestWords(t *testing.T) {
	for got, want := range map[string]string{
		Count(0): "0", Count(999): "999", Count(1000): "1,000", Count(12345678): "12,345,678", Count(-1005): "-1,005",
		digits(0.0123): "0.012", digits(1.66): "1.7", digits(99): "99", digits(12345.6): "12,346", percent(.975): "98 %",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
