package server

import (
	"strings"
	"testing"
)

// Releases without heap-only tuples: what pgbench -N and -S touch and write.
func TestScriptsBefore83(t *testing.T) {
	for _, release := range olderReleases {
		base := "release=" + release + " scale=2 clients=4 fsync=off transactions=500 checkpoint_timeout=3600s checkpoint_segments=100 workload="
		for _, workload := range []string{"simple-update", "select-only"} {
			x := run(t, of(t, base+workload)).Result()
			writes := workload == "simple-update"
			n := &x.Counters
			if updates := n.HOTUpdates + n.ColdUpdates; writes && updates != 2000 || !writes && updates != 0 || n.HOTUpdates != 0 {
				t.Errorf("%s, %s: %d updates", release, workload, updates)
			}
			if (n.WALBytes > 0) != writes {
				t.Errorf("%s, %s: %d bytes of WAL", release, workload, n.WALBytes)
			}
			for _, rel := range x.Relations {
				touched := rel.BlksHit + rel.BlksRead
				switch {
				case strings.HasPrefix(rel.Name, "accounts"):
					if touched < 2000*3 { // three pages of the key, and one of the table twice and more
						if rel.Name != "accounts" || touched < 2000 {
							t.Errorf("%s, %s: %s was touched %d times", release, workload, rel.Name, touched)
						}
					}
				case strings.HasPrefix(rel.Name, "tellers"), strings.HasPrefix(rel.Name, "branches"):
					if touched > 20 { // pgbench's own connection
						t.Errorf("%s, %s: %s was touched %d times", release, workload, rel.Name, touched)
					}
				case rel.Name == "history":
					if (touched > 0) != writes {
						t.Errorf("%s, %s: history was touched %d times", release, workload, touched)
					}
				}
			}
		}
	}
}

// After some runs, a VACUUM of branches and tellers gives their pages back to new
// versions: the tables grow no more.
func TestVacuumBeforeARun(t *testing.T) {
	for _, release := range []string{"7.4", "8.0.2", "8.2"} {
		pages := func(vacuum bool) (tellers, branches int64) {
			s := start(t, of(t, "release="+release+" scale=2 clients=4 fsync=off transactions=500 checkpoint_timeout=3600s checkpoint_segments=100")).s
			toEnd(s)
			s.before83.vacuums = vacuum
			t0, b0 := s.tellers.rel.pages(), s.branches.rel.pages()
			s.pgbenchAgain()
			toEnd(s)
			if err := s.check(); err != nil {
				t.Errorf("%s: %v", release, err)
			}
			s.sim.Halt()
			return s.tellers.rel.pages() - t0, s.branches.rel.pages() - b0
		}
		if tellers, branches := pages(false); tellers < 9 || branches < 9 {
			t.Errorf("%s: without VACUUM tellers grew by %d pages and branches by %d", release, tellers, branches)
		}
		if tellers, branches := pages(true); tellers > 0 || branches > 0 {
			t.Errorf("%s: after VACUUM tellers grew by %d pages and branches by %d", release, tellers, branches)
		}
	}
}
