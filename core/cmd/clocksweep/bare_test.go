package main

import (
	"strings"
	"testing"
)

// The two ways to write the bare experiment give the same run, and it counts
// what a real server of 15.18 counted with that seed: 19848 and 19175 blocks
// read of accounts and its index.
func TestBarePgbench(t *testing.T) {
	spelled := driveJSON(t, "run", "pgbench", "postgres=15", "shared_buffers=4MB", "workload=pgbench -S -s 20 -c 1 -t 20000 -n --random-seed=102", "fsync=off")
	plain := driveJSON(t, "run", "pgbench", "release=15", "shared_buffers=4MB", "workload=select-only", "scale=20", "clients=1",
		"transactions=20000", "seed=102", "fsync=off", "after_init=restart")
	if spelled.hashes() != plain.hashes() || spelled.Experiment != nil {
		t.Errorf("hashes %s and %s, experiment %v", spelled.hashes(), plain.hashes(), spelled.Experiment)
	}
	r := plain.Runs[0]
	if r.Transactions != 20000 || r.Stopped {
		t.Errorf("%d transactions, stopped %v", r.Transactions, r.Stopped)
	}
	for relation, want := range map[string]int64{"pgbench_accounts": 19848, "pgbench_accounts_pkey": 19175} {
		if got := r.Relations[relation]["blks_read"]; got < want*99/100 || got > want*101/100 {
			t.Errorf("%s: %d blocks read, want %d; %v", relation, got, want, r.Relations[relation])
		}
	}
}

// TestPgbenchLineOfTheRelease: what a release's pgbench did not have is not in its
// line, and -n is only where nothing is vacuumed.
func TestPgbenchLineOfTheRelease(t *testing.T) {
	for release, want := range map[string]string{
		"7.4": " -c 2\n", "8.2": " -c 2\n", "8.3devel": " -c 2\n", "8.3": " -c 2 -n\n", "8.4": "$ pgbench -T 1 -c 2 -n\n",
	} {
		out := driveOK(t, "run", "pgbench", "release="+release, "duration=1s", "clients=2")
		if !strings.Contains(out, want) || strings.Contains(out, " -T ") != (release == "8.4") {
			t.Errorf("release %s: the line is not %q:\n%s", release, want, out[:min(300, len(out))])
		}
	}
}

func TestBarePgbenchReport(t *testing.T) {
	out := driveOK(t, "run", "pgbench", "workload=pgbench -N -t 100 -c 2")
	for _, want := range []string{
		"$ pgbench -t 100 -c 2 -n -N\n", "transaction type: Update only pgbench_accounts\n",
		"number of transactions per client: 100\n", "number of transactions actually processed: 200/200\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
}
