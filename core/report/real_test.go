package report

import (
	"math"
	"strings"
	"testing"

	"clocksweep/core/result"
)

// TestPgBenchMatchesRealRuns compares with what pgbench of 7.4.30 and 15.18
// printed about runs on real servers.
func TestPgBenchMatchesRealRuns(t *testing.T) {
	// Both measured in whole microseconds, which gives the figures to the last digit.
	ns := func(transactions, tps float64) int64 { return int64(math.Round(transactions/tps*1e6)) * 1000 }
	for _, c := range []struct {
		r    result.Result
		want string
	}{
		{result.Result{
			Release: "7.4.30", Settings: []result.Setting{{Name: "workload", Value: "select-only"}},
			Scale: 1, Clients: 1, Transactions: 6000,
			VirtualNs: ns(6000, 8398.432852), ConnectNs: ns(6000, 8398.432852) - ns(6000, 8443.842117),
		}, `transaction type: SELECT only
scaling factor: 1
number of clients: 1
number of transactions per client: 6000
number of transactions actually processed: 6000/6000
tps = 8398.432852 (including connections establishing)
tps = 8443.842117 (excluding connections establishing)
`},
		{result.Result{
			Release: "15.18 (Debian 15.18-0+deb12u1)", Settings: []result.Setting{{Name: "workload", Value: "tpc-b"}},
			Scale: 20, Clients: 4, Transactions: 136198, PlannedNs: 60e9,
			VirtualNs: ns(136198, 2269.503990) + 14_096_000, ConnectNs: 14_096_000,
		}, `pgbench (15.18 (Debian 15.18-0+deb12u1))
transaction type: <builtin: TPC-B (sort of)>
scaling factor: 20
query mode: simple
number of clients: 4
number of threads: 1
maximum number of tries: 1
duration: 60 s
number of transactions actually processed: 136198
number of failed transactions: 0 (0.000%)
latency average = 1.762 ms
initial connection time = 14.096 ms
tps = 2269.503990 (without initial connection time)
`},
	} {
		if got := PgBench(&c.r); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.r.Release, got, c.want)
		}
	}
}

// TestLogMatchesRealServer compares with a line that 15.18 wrote about a timed
// checkpoint. Its sum of fsyncs is not known but for being at most the 4 ms of
// the phase and too much to be 0.
func TestLogMatchesRealServer(t *testing.T) {
	const want = `LOG:  checkpoint complete: wrote 2842 buffers (69.4%); 0 WAL file(s) added, 0 removed, 2 recycled; ` +
		`write=26.312 s, sync=0.004 s, total=26.318 s; sync files=14, longest=0.002 s, average=0.001 s; ` +
		`distance=38744 kB, estimate=38744 kB
`
	r := &result.Result{Release: "15.18", Buffers: 4096,
		Settings: []result.Setting{{Name: "log_checkpoints", Value: "on"}},
		Checkpoints: []result.Checkpoint{{
			Timed: true, TooOften: -1, Written: 2842, SegRecycle: 2,
			WriteEndNs: 26_311_800_000, SyncEndNs: 26_315_500_000, EndNs: 26_317_900_000,
			SyncFiles: 14, LongestNs: 1_200_000, SumSyncNs: 3_600_000,
			Distance: 38744 << 10, Estimate: 38744<<10 + 1000,
		}},
	}
	_, got, _ := strings.Cut(Log(r), "starting: time\n")
	if _, got, _ = strings.Cut(got, "[2] "); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}
