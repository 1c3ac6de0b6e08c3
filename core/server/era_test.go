package server

import (
	"math"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// modern are the releases whose servers era.go describes.
func modern(t *testing.T) []string {
	t.Helper()
	release, _ := scenario.Lookup("release")
	return release.Enum[slices.Index(release.Enum, "9.3"):]
}

// TestEveryRelease plays random scenarios on every release from 9.3 on, and one
// with many checkpoints in a small pool.
func TestEveryRelease(t *testing.T) {
	for i, release := range modern(t) {
		for n := range uint64(6) {
			sc := random(5000 + 10*uint64(i) + n)
			for _, set := range scenario.Settings() { // what another release takes may be nothing for this one
				if !sc.IsDefault(set.ID) && set.Group == scenario.GroupPostgreSQL {
					sc = withDefault(t, sc, set.ID)
				}
			}
			if err := sc.Set("release", release); err != nil {
				t.Fatal(err)
			}
			if len(sc.Check()) == 0 {
				checkRun(t, run(t, sc))
			}
		}
		trigger := " max_wal_size=32MB"
		if number := noCheckpoint(release); strings.Contains(number, "segments") {
			trigger = " checkpoint_segments=1"
		}
		r := run(t, of(t, "release="+release+trigger+" clients=12 cores=2 cpu_per_transaction=200us duration=3s scale=4 shared_buffers=1MB build=64-bit"))
		checkRun(t, r)
		if x := r.Result(); len(x.Checkpoints) == 0 || (len(x.IO) > 0) != slices.Contains([]string{"16", "17", "18", "19"}, release) {
			t.Errorf("%s: %d checkpoints, %d rows of pg_stat_io", release, len(x.Checkpoints), len(x.IO))
		}
	}
}

// withDefault returns the scenario with one setting at its default.
func withDefault(t *testing.T, sc *scenario.Scenario, id scenario.ID) *scenario.Scenario {
	t.Helper()
	out := scenario.New()
	for _, set := range scenario.Settings() {
		if set.ID != id && !sc.IsDefault(set.ID) {
			_ = out.Set(set.Name, sc.Show(set.ID))
		}
	}
	return out
}

// TestMeasuredAccesses compares the accesses of a transaction to each table with
// what real servers counted just after VACUUM at scale 10: heap with its maps, and
// index.
func TestMeasuredAccesses(t *testing.T) {
	for _, m := range []struct {
		release  string
		accesses map[string]float64
	}{
		{"9.4", map[string]float64{"accounts": 7.02, "accounts_pkey": 9, "tellers": 2, "branches": 2, "history": 1}},
		{"9.6", map[string]float64{"accounts": 7.02, "accounts_pkey": 9, "tellers": 2, "branches": 2, "history": 1}},
		{"15", map[string]float64{"accounts": 8.05, "accounts_pkey": 8.98, "tellers": 3, "branches": 3, "history": 1}},
	} {
		const transactions = 1000
		r := run(t, of(t, "release="+m.release+noCheckpoint(m.release)+" build=64-bit scale=10 fsync=off shared_buffers=256MB filesystem=ext4 transactions=1000")).Result()
		for _, rel := range r.Relations {
			want, ok := m.accesses[strings.TrimPrefix(rel.Name, "pgbench_")]
			if got := float64(rel.BlksRead+rel.BlksHit) / transactions; ok && math.Abs(got-want) > 0.2 {
				t.Errorf("%s: %.2f accesses to %s, measured %.2f", m.release, got, rel.Name, want)
			}
		}
	}
}

// TestLeafPin: up to 9.4 the leaf is still pinned while the row's page is read.
func TestLeafPin(t *testing.T) {
	for release, want := range map[string]int{"9.3": 2, "9.4": 2, "9.5": 1, "15": 1} {
		r := start(t, of(t, "release="+release+" workload=select-only build=64-bit shared_buffers=256kB after_init=reboot"))
		most := 0
		for range 20000 {
			r.Step(1)
			for _, b := range r.s.backends {
				if r.s.connecting == 0 {
					most = max(most, len(b.pins))
				}
			}
		}
		r.Stop()
		if most != want {
			t.Errorf("%s: up to %d pins, want %d", release, most, want)
		}
	}
}

// TestStatIOContexts: what goes through a ring is told in a row of its own, and all rows
// together are what the other counters tell.
func TestStatIOContexts(t *testing.T) {
	for _, release := range []string{"16", "17", "18"} {
		for job, context := range map[string]string{"scan": "bulkread", "copy": "bulkwrite", "vacuum": "vacuum"} {
			text := "release=" + release + " clients=4 duration=10s shared_buffers=8MB scale=2 table_size=64MB dead_pages=30 after_init=warm background_start=5s background_job=" + job
			r := run(t, of(t, text))
			checkRun(t, r)
			x := r.Result()
			var sum, ring result.IO
			temp := false
			for _, v := range x.IO {
				temp = temp || v.Object == "temp relation" && v.Reads+v.Writes+v.Extends == 0
				if v.Backend != "client backend" || v.Object != "relation" {
					continue
				}
				sum.Reads, sum.Hits, sum.Writes, sum.Extends = sum.Reads+v.Reads, sum.Hits+v.Hits, sum.Writes+v.Writes, sum.Extends+v.Extends
				if v.Context == context {
					ring = v
				} else if v.Context != "normal" && v.Reads+v.Hits+v.Writes+v.Extends+v.Evictions+v.Reuses != 0 {
					t.Errorf("%s: nobody has such a ring: %+v", text, v)
				}
			}
			n := &x.Counters
			if between("", sum.Reads+sum.Extends-n.BlksRead, 0, mapPages) != nil || sum.Hits != n.BlksHit || sum.Writes+sum.Extends != n.BuffersBackend || !temp {
				t.Errorf("%s: all contexts have %+v, counters %+v; row of temporary relations %v", text, sum, n, temp)
			}
			if pages := ring.Reads + ring.Extends; pages == 0 || ring.Evictions == 0 || ring.Reuses == 0 || ring.Evictions+ring.Reuses > pages+n.BuffersAlloc ||
				(ring.Extends > 0) != (job == "copy") || ring.ReadBytes != ring.Reads*8192 {
				t.Errorf("%s: the ring has %+v", text, ring)
			}
		}
	}
}

// TestStatIO: the rows tell what the other counters tell, and 18 tells of WAL, too.
func TestStatIO(t *testing.T) {
	for _, release := range []string{"16", "18"} {
		r := run(t, of(t, "release="+release+" clients=12 cores=2 duration=15s cpu_per_transaction=200us scale=4 shared_buffers=8MB max_wal_size=32MB checkpoint_completion_target=0.1")).Result()
		n := &r.Counters
		row := func(backend, object, context string) (v result.IO) {
			for _, v := range r.IO {
				if v.Backend == backend && v.Object == object && v.Context == context {
					return v
				}
			}
			return v
		}
		client := row("client backend", "relation", "normal")
		cleaner := row("background writer", "relation", "normal")
		checkpointer := row("checkpointer", "relation", "normal")
		if between("", client.Reads+client.Extends-n.BlksRead, 0, mapPages) != nil || client.Hits != n.BlksHit || client.Writes+client.Extends != n.BuffersBackend ||
			cleaner.Writes != n.BuffersClean || checkpointer.Writes != n.BuffersCheckpoint || checkpointer.Writes == 0 {
			t.Errorf("%s: %+v, %+v, %+v; counters %+v", release, client, cleaner, checkpointer, n)
		}
		if client.Evictions == 0 || client.Evictions > n.BuffersAlloc || checkpointer.Writebacks == 0 || checkpointer.Fsyncs == 0 || client.Writebacks != 0 {
			t.Errorf("%s: evictions %d, writebacks %d, fsyncs %d", release, client.Evictions, checkpointer.Writebacks, checkpointer.Fsyncs)
		}
		flushes, inits := int64(0), int64(0)
		for _, v := range r.IO {
			if v.Object == "wal" && v.Context == "normal" {
				flushes += v.Fsyncs
			} else if v.Object == "wal" {
				inits += v.Writes
			}
		}
		if release == "16" {
			if flushes+inits != 0 {
				t.Error("16 has rows of WAL")
			}
		} else if flushes != n.WALFlushes || inits != n.WALInits || flushes == 0 {
			t.Errorf("%s: %d flushes of %d, %d segments of %d", release, flushes, n.WALFlushes, inits, n.WALInits)
		}
	}
}

// TestPoolOrderBefore96: 9.5 has max_wal_size already, but its checkpoints write in
// the order of the pool and do not count what others write for them, so that they
// are through early; 9.6 keeps to its schedule, 0.5 of 30 s.
func TestPoolOrderBefore96(t *testing.T) {
	took := func(release string) (seconds float64, sorted bool) {
		r := run(t, of(t, "release="+release+strings.Replace(noCheckpoint(release), " checkpoint_timeout=1h", "", 1)+" clients=1 cores=1 scale=5 cpu_per_transaction=6ms shared_buffers=4MB "+
			"bgwriter_lru_maxpages=0 filesystem=ext4 checkpoint_timeout=30s duration=62s build=64-bit"))
		k := r.Result().Checkpoints[0]
		return float64(k.WriteEndNs-k.StartNs) / 1e9, len(r.s.items) > 0
	}
	for _, release := range []string{"9.3", "9.4", "9.5"} {
		if s, sorted := took(release); s > 12 || s < 1 || sorted {
			t.Errorf("%s: the writes took %.1f s, sorted: %v", release, s, sorted)
		}
	}
	if s, sorted := took("9.6"); s < 14 || s > 15.5 || !sorted {
		t.Errorf("9.6: the writes took %.1f s, sorted: %v", s, sorted)
	}
}
