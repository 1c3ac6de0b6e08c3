package server

import (
	"clocksweep/core/bufmgr"
	"testing"

	"clocksweep/core/scenario"
)

// olderReleases are those before 8.3, with the tree that became it.
var olderReleases = []string{"7.4", "8.0.0", "8.0.2", "8.1devel", "8.1", "8.2", "8.3devel"}

// TestLawsOfOlderReleases plays random scenarios of each older release, half of them
// with one checkpoint after the other.
func TestLawsOfOlderReleases(t *testing.T) {
	for _, release := range olderReleases {
		checkpoints, cleaned, runs := 0, int64(0), 0
		for n := range uint64(48) {
			sc := randomOf(3000+n, release)
			if n%2 == 1 {
				for _, set := range [][2]string{
					{"workload", "tpc-b"}, {"transactions", "0"}, {"checkpoint_segments", "1"}, {"duration", "2s"}, {"fsync", "off"},
					{"cpu_per_transaction", "300us"}, {"clients", "12"}, {"cores", "2"}, {"commit_delay", "0"}, {"ram", "2GB"},
				} {
					if err := sc.Set(set[0], set[1]); err != nil {
						t.Fatal(err)
					}
				}
			}
			if len(sc.Check()) > 0 {
				continue
			}
			r := run(t, sc)
			checkRun(t, r)
			x := r.Result()
			runs++
			checkpoints += len(x.Checkpoints)
			cleaned += x.Counters.BuffersClean
			_, reclaims := r.s.policy.(bufmgr.Reclaimer) // which has a process that writes, too
			if sc.Enum(scenario.Cleaning) == "none" && !reclaims && x.Counters.BgwriterRound+x.Counters.BuffersClean > 0 {
				t.Errorf("%s\nthere were rounds although nobody is to clean", linkOf(sc))
			}
		}
		if runs < 16 || checkpoints < 5 || cleaned == 0 {
			t.Errorf("%s: %d runs with %d checkpoints and %d cleaned pages prove little", release, runs, checkpoints, cleaned)
		}
	}
}

// olderCorners are legal scenarios at the ends of what is legal.
var olderCorners = []string{
	"shared_buffers=128kB clients=1",
	"shared_buffers=128kB clients=60 cores=4",
	"shared_buffers=256kB clients=8 fsync=off checkpoint_segments=1 cpu_per_transaction=200us duration=6s",
	"workload=select-only clients=8 after_init=none",
	"after_init=none clients=4 shared_buffers=16MB checkpoint_sorted=on",
	"clients=8 fsync=off checkpoint_segments=1 cpu_per_transaction=200us checkpoint_needed_flag=on",
	"clients=8 fsync=off checkpoint_segments=1 cpu_per_transaction=200us checkpoint_sorted=on shared_buffers=1MB",
	"clients=8 fsync=off checkpoint_segments=1 replacement=clock83 shared_buffers=1MB",
	"clients=8 fsync=off checkpoint_segments=1 replacement=arc shared_buffers=1MB",
	"clients=8 fsync=off checkpoint_segments=1 replacement=lru shared_buffers=1MB",
	"clients=8 fsync=off checkpoint_segments=1 replacement=reclaimer4 shared_buffers=1MB",
}

func TestOlderCorners(t *testing.T) {
	for _, release := range olderReleases {
		for _, text := range olderCorners {
			checkRun(t, run(t, of(t, "release="+release+" duration=2s "+text)))
		}
	}
}
