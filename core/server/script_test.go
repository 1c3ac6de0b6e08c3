package server

import (
	"testing"

	"clocksweep/core/result"
)

// pgbench -t: each client runs so many transactions and the run ends with the
// last one, however long that takes.
func TestTransactionsBoundTheRun(t *testing.T) {
	r := run(t, of(t, "transactions=70 clients=3 duration=1s cpu_per_transaction=20ms cores=1")).Result()
	if r.Transactions != 210 || r.PlannedNs != 0 || r.VirtualNs < 4e9 || r.Stopped {
		t.Errorf("%d transactions in %d ns, planned %d", r.Transactions, r.VirtualNs, r.PlannedNs)
	}
	for _, s := range r.Settings {
		if s.Name == "transactions" && s.Value == "70" {
			return
		}
	}
	t.Error("the result does not say that transactions bound the run")
}

// pgbench -N leaves tellers and branches alone.
func TestSimpleUpdate(t *testing.T) {
	r := run(t, of(t, "transactions=500 workload=simple-update")).Result()
	for _, rel := range r.Relations {
		switch rel.Name {
		case "pgbench_tellers pgbench_branches":
			if rel.BlksRead+rel.BlksHit != 0 {
				t.Errorf("%s was touched", rel.Name)
			}
		case "pgbench_accounts pgbench_history":
			if rel.BlksRead == 0 {
				t.Errorf("%s was not touched", rel.Name)
			}
		}
	}
	if updates := r.Counters.HOTUpdates + r.Counters.ColdUpdates; updates != 500 {
		t.Errorf("%d updates, want 500", updates)
	}
}

// In a pool in which nobody gets through, the run ends all the same.
func TestHopelessRunEnds(t *testing.T) {
	r := run(t, of(t, "release=15 shared_buffers=128kB clients=60 transactions=5 after_init=reboot cores=6 row_locks=off scale=4")).Result()
	if r.Stopped || r.Transactions >= 300 {
		t.Errorf("%d transactions, stopped %v", r.Transactions, r.Stopped)
	}
}

// From 9.6 on only the leader of a flush sleeps for commit_delay, so that the
// others, who wait for the same flush, do not lose that time one after the other.
func TestCommitDelayOfLeader(t *testing.T) {
	flushes := func(settings string) (perTx, delayMs float64) {
		r := run(t, of(t, settings+" clients=16 transactions=100 commit_siblings=3 cores=4 cpu_per_transaction=300us scale=20 shared_buffers=64MB filesystem=xfs")).Result()
		n := float64(r.Transactions)
		return float64(r.Counters.WALFlushes) / n, float64(r.Waits[result.WaitDelay]) / 1e6 / n
	}
	before, _ := flushes("release=15")
	after, asleep := flushes("release=15 commit_delay=5000")
	_, each := flushes("release=9.2 commit_delay=5000")
	if after >= before || asleep <= 0 || asleep > 2.5 || each < 4 {
		t.Errorf("%.3f flushes per transaction, %.3f with commit_delay; asleep %.2f ms per transaction, %.2f in 9.2", before, after, asleep, each)
	}
}
