package server

import (
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// scripted returns a scenario with a script.
func scripted(t *testing.T, script, settings string) *scenario.Scenario {
	t.Helper()
	sc := of(t, settings)
	if err := sc.Set("script", script); err != nil {
		t.Fatal(err)
	}
	return sc
}

// same fails unless two runs did the same.
func same(t *testing.T, what string, a, b *result.Result) {
	t.Helper()
	if a.Transactions != b.Transactions || a.Counters != b.Counters || a.LatencyNs != b.LatencyNs || a.Waits != b.Waits || a.Transactions == 0 {
		t.Errorf("%s: %d and %d transactions, %d and %d ns\n%+v\n%+v", what, a.Transactions, b.Transactions, a.LatencyNs, b.LatencyNs, a.Counters, b.Counters)
	}
}

// TestScriptIsBuiltIn: pgbench's own scripts, written out, are the built-in ones to
// the last nanosecond.
func TestScriptIsBuiltIn(t *testing.T) {
	settings := "release=15 clients=6 scale=3 transactions=300 shared_buffers=4MB cores=2"
	same(t, "TPC-B", run(t, of(t, settings)).Result(), run(t, of(t, settings+" workload=custom")).Result())
	settings = "release=17 clients=3 scale=3 transactions=500 shared_buffers=1MB seed=5"
	same(t, "select-only", run(t, of(t, settings+" workload=select-only")).Result(),
		run(t, scripted(t, `\set aid random(1, 100000 * :scale); SELECT abalance FROM pgbench_accounts WHERE aid = :aid`, settings)).Result())
}

// accesses returns how often a table was accessed, whatever its prefix.
func accesses(r *result.Result, table string) (n int64) {
	for _, rel := range r.Relations {
		if strings.TrimPrefix(rel.Name, "pgbench_") == table {
			n += rel.BlksRead + rel.BlksHit
		}
	}
	return n
}

// TestScriptsOnEveryRelease: a script of every kind of statement runs on every
// release, with old and new names.
func TestScriptsOnEveryRelease(t *testing.T) {
	const script = `\set naccounts 100000 * :scale
\setrandom aid 1 :naccounts
\set other random_zipfian(1, :naccounts, 1.2)
BEGIN;
UPDATE accounts SET abalance = abalance + 1 WHERE aid = :aid;
UPDATE pgbench_tellers SET tbalance = 5 WHERE tid = 7;
END;
UPDATE pgbench_branches SET bbalance = 1 WHERE bid = 2;
SELECT abalance FROM pgbench_accounts WHERE aid = :other;
SELECT abalance FROM pgbench_accounts WHERE aid = -1; -- no such row
\sleep 2 ms
INSERT INTO pgbench_history VALUES (1, 1, :aid, 5, now());`
	release, _ := scenario.Lookup("release")
	for _, r := range release.Enum {
		run := run(t, scripted(t, script, "release="+r+" clients=4 scale=2 transactions=50 shared_buffers=8MB cores=4"))
		checkRun(t, run)
		x := run.Result()
		if x.Transactions != 200 || x.Counters.HOTUpdates+x.Counters.ColdUpdates != 600 {
			t.Errorf("%s: %d transactions, %d updates", r, x.Transactions, x.Counters.HOTUpdates+x.Counters.ColdUpdates)
		}
		if slept := x.Waits[result.WaitDelay]; slept != 200*2_000_000 {
			t.Errorf("%s: slept for %d ns", r, slept)
		}
		if accesses(x, "history") < 200 || accesses(x, "branches") < 200 || accesses(x, "accounts") < 400 {
			t.Errorf("%s: %+v", r, x.Relations)
		}
	}
}

// TestReadOnlyBlock: a transaction that changes nothing writes no WAL and waits for
// no flush; each statement alone that changes something commits.
func TestReadOnlyBlock(t *testing.T) {
	x := run(t, scripted(t, "BEGIN; SELECT * FROM accounts WHERE aid = 1; SELECT * FROM accounts WHERE aid = 2; END", "release=15 transactions=100")).Result()
	if x.Counters.WALRecords != 0 || x.Counters.WALFlushes != 0 || x.Transactions != 100 {
		t.Errorf("%d transactions made %d records", x.Transactions, x.Counters.WALRecords)
	}
	x = run(t, scripted(t, "UPDATE tellers SET tbalance = 1 WHERE tid = 1; INSERT INTO history VALUES (1)", "release=15 transactions=100")).Result()
	if x.Counters.WALFlushes < 200 {
		t.Errorf("200 statements made %d flushes", x.Counters.WALFlushes)
	}
}

// TestDeadlock: two rows in two orders. One transaction sees it after a second and
// begins anew, so that all go through.
func TestDeadlock(t *testing.T) {
	const script = `\set a :client_id + 1
\set b 2 - :client_id
BEGIN
UPDATE accounts SET abalance = 1 WHERE aid = :a
\sleep 1 ms
UPDATE accounts SET abalance = 1 WHERE aid = :b
END`
	for _, release := range []string{"9.1", "15"} {
		r := run(t, scripted(t, script, "clients=2 cores=2 transactions=5 release="+release))
		x := r.Result()
		if x.Transactions != 10 || x.Waits[result.WaitRowLock] < 1e9 || len(r.s.backends[0].held) > 0 {
			t.Errorf("%s: %d transactions, %d ns for row locks", release, x.Transactions, x.Waits[result.WaitRowLock])
		}
		if err := r.s.check(); err != nil {
			t.Error(err)
		}
	}
	// The same row twice is no reason to wait.
	x := run(t, scripted(t, "BEGIN; UPDATE branches SET bbalance = 1 WHERE bid = 1; UPDATE branches SET bbalance = 2 WHERE bid = 1; END", "transactions=20")).Result()
	if x.Waits[result.WaitRowLock] != 0 || x.Transactions != 20 {
		t.Errorf("%d transactions, %d ns", x.Transactions, x.Waits[result.WaitRowLock])
	}
}

// TestFailingScript: a client whose variables cannot be computed is given up, and
// what it holds is given back.
func TestFailingScript(t *testing.T) {
	r := run(t, scripted(t, `BEGIN; UPDATE branches SET bbalance = 1 WHERE bid = 1; \set x 1 / (random(0, 30)); END`,
		"clients=3 cores=3 duration=5s release=15 seed=2"))
	x := r.Result()
	if x.Stopped || x.VirtualNs >= 5e9 || x.Transactions == 0 {
		t.Errorf("%d transactions in %d ns: nobody was given up", x.Transactions, x.VirtualNs)
	}
	for _, b := range r.s.backends {
		if len(b.held) > 0 || b.xid != 0 {
			t.Error("a client that was given up holds a row")
		}
	}
}
