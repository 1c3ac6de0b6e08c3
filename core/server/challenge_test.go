package server

import (
	_ "embed"
	"encoding/csv"
	"math"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/result"
)

//go:embed testdata/challenge.csv
var challenge string

// measured is what one run of a real server counted.
type measured struct {
	sharedBuffers                                 string
	transactions                                  int64
	alloc, accounts, accountsKey, written, images float64
}

func realRuns(t *testing.T) []measured {
	r := csv.NewReader(strings.NewReader(challenge))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var runs []measured
	for _, row := range rows[1:] {
		var n [6]float64
		for i := range n {
			if n[i], err = strconv.ParseFloat(row[i+1], 64); err != nil {
				t.Fatal(err)
			}
		}
		runs = append(runs, measured{row[0], int64(n[0]), n[1], n[2], n[3], n[4], n[5]})
	}
	return runs
}

// TestRealServer plays the workload of a measured run until it has as many
// transactions. What a transaction reads, allocates and writes is a matter of
// the pool, the page layout and the clock sweep, not of the machine's speed.
//
// 9.1 is not the release that was measured: its pages are nearly the same, its
// statements are not. 15 is.
func TestRealServer(t *testing.T) {
	compareRealRuns(t, "release=9.1 checkpoint_segments=1000 checkpoint_timeout=1h build=64-bit", 0.03)
	compareRealRuns(t, "release=15 max_wal_size=16GB checkpoint_timeout=1d", 0.01)
}

func compareRealRuns(t *testing.T, settings string, tolerance float64) {
	t.Helper()
	for _, m := range realRuns(t) {
		r := start(t, of(t, settings+" scale=20 clients=4 fsync=off ram=24GB filesystem=ext4 kernel=3.2 duration=60s cpu_per_transaction=350us "+
			"shared_buffers="+m.sharedBuffers))
		for r.s.samples.total.Count < m.transactions && r.Step(16) {
		}
		r.Stop()
		x := r.Result()
		if x.Transactions < m.transactions || x.Transactions > m.transactions+4 {
			t.Fatalf("%d transactions instead of %d", x.Transactions, m.transactions)
		}
		n := &x.Counters
		for _, c := range []struct {
			what      string
			got, want float64
		}{
			{"buffers allocated", float64(n.BuffersAlloc), m.alloc},
			{"pages of accounts read", blocksRead(x, "pgbench_accounts"), m.accounts},
			{"pages of accounts_pkey read", blocksRead(x, "pgbench_accounts_pkey"), m.accountsKey},
			{"pages written", float64(n.BuffersClean + n.BuffersBackend), m.written},
			{"full-page images", float64(n.WALFPI), m.images},
		} {
			t.Logf("%s, %s: %.4f %s per transaction, measured %.4f (%+.1f %%)", settings, m.sharedBuffers, c.got/float64(m.transactions),
				c.what, c.want/float64(m.transactions), 100*(c.got/c.want-1))
			if math.Abs(c.got/c.want-1) > tolerance {
				t.Errorf("%s, %s: %.0f %s, measured %.0f", settings, m.sharedBuffers, c.got, c.what, c.want)
			}
		}
	}
}

func blocksRead(x *result.Result, relation string) float64 {
	for _, rel := range x.Relations {
		if rel.Name == relation {
			return float64(rel.BlksRead)
		}
	}
	return math.NaN()
}
