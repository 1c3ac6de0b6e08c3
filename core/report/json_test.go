package report

import (
	"bytes"
	"encoding/json"
	"math"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/result"
)

// TestJSON shows the whole document, indented for the reader of the golden
// file. A name that changes here breaks the programs of others.
func TestJSON(t *testing.T) {
	a, b := published(t, "32MB"), published(t, "512MB")
	a.Latency = result.Percentiles{Avg: 36_500_000, P50: 30_000_000, P90: 60_000_000, P95: 70_000_000, P99: 90_000_000, Max: 2_000_000_001}
	a.Waits[result.WaitCPU], a.Waits[result.WaitDataRead] = 13_236_000_000, 469_878_000_000
	a.Relations = []result.Relation{{Name: "pgbench_accounts", BlksRead: 20000, BlksHit: 100, Pages: 33300, PagesInit: 32787}}
	a.Checkpoints = []result.Checkpoint{
		{StartNs: 10e9, WriteEndNs: 40e9, SyncEndNs: 41e9, EndNs: 41_500_000_000, Timed: true, Written: 1000,
			SegRecycle: 2, SyncFiles: 5, LongestNs: 600e6, SumSyncNs: 900e6, TooOften: -1},
		{StartNs: 100e9, TooOften: -1},
		{StartNs: 110e9, Immediate: true, Flags: result.FlagForce | result.FlagWait, TooOften: -1},
	}
	a.Stalls = []result.Stall{{StartNs: 5e9, LengthNs: 2_500_000_000}}
	for _, c := range a.Series.Columns() {
		*c.Values = []float64{1, 0.5}
	}
	a.Series.LatencyP99[1] = math.NaN()
	a.Devices = []result.Device{{Name: "sda", Seconds: make([]result.Traffic, 2)}}
	for i := range a.Devices[0].Seconds {
		second := &a.Devices[0].Seconds[i]
		for k, v := range second.Values() {
			*v = float64(10*k + i)
		}
		a.Devices[0].Total.Add(second)
	}
	a.Backends[result.WaitCPU], a.Backends[result.WaitDataRead] = []float64{1, 0}, []float64{3, 4}
	b.Stopped = true

	datadriven.RunTest(t, "testdata/json", func(t *testing.T, d *datadriven.TestData) string {
		var doc []byte
		switch d.Cmd {
		case "experiment":
			doc = JSON(challenge(t), []*result.Result{a, b}, 1.5)
		case "free-scenario":
			doc = JSON(nil, []*result.Result{{Engine: "test", Release: "9.1"}}, 0)
		case "nothing":
			doc = JSON(nil, nil, 0)
		default:
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		// The hash belongs to the package result; here it only has to be there.
		for _, r := range []*result.Result{a, b, {Engine: "test", Release: "9.1"}} {
			doc = bytes.ReplaceAll(doc, []byte(`"hash":"`+r.Hash()+`"`), []byte(`"hash":"HASH"`))
		}
		var out bytes.Buffer
		if err := json.Indent(&out, doc, "", " "); err != nil {
			t.Fatal(err)
		}
		return out.String()
	})
}
