package report

import (
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/result"
)

// published returns a run of the shared buffers challenge (pgsql-performance,
// May 2011) with the numbers that were published, so that the golden files can
// be laid beside the mail.
func published(t testing.TB, run string) *result.Result {
	r := &result.Result{
		Engine: "test", Experiment: "shared-buffers-challenge", Run: run, Release: "9.1", Seed: 1,
		PlannedNs: 120e9, Clients: 4, Scale: 20,
		Settings: []result.Setting{
			{Name: "release", Value: "9.1"},
			{Name: "shared_buffers", Value: run, Changed: run != "32MB"},
			{Name: "log_checkpoints", Value: "on", Changed: true},
			{Name: "workload", Value: "tpc-b"},
		},
	}
	c := &r.Counters
	switch run {
	case "32MB":
		r.Buffers, r.Transactions = 4096, 13236
		r.VirtualNs, r.ConnectNs = 120_849_171_961, 25_972_724
		c.BuffersClean, c.MaxwrittenClean, c.BuffersBackend, c.BuffersAlloc = 16156, 131, 5701, 25276
	case "512MB":
		r.Buffers, r.Transactions = 65536, 103440
		r.VirtualNs, r.ConnectNs = 120_023_100_966, 28_908_017
		c.BuffersBackend, c.BuffersAlloc = 1160, 34071
	default:
		t.Fatalf("no run %q was published", run)
	}
	return r
}

// resultOf builds the result a golden test speaks of: run=, release=,
// transactions= and any setting by its name, all optional.
func resultOf(t *testing.T, d *datadriven.TestData) *result.Result {
	run := "32MB"
	if d.HasArg("run") {
		d.ScanArgs(t, "run", &run)
	}
	r := published(t, run)
	if d.HasArg("release") {
		d.ScanArgs(t, "release", &r.Release)
	}
	if d.HasArg("transactions") {
		d.ScanArgs(t, "transactions", &r.Transactions)
	}
	for i := range r.Settings {
		if s := &r.Settings[i]; d.HasArg(s.Name) {
			d.ScanArgs(t, s.Name, &s.Value)
		}
	}
	return r
}

func TestGoldenFiles(t *testing.T) {
	for _, file := range []string{"pgbench", "pg_stat_bgwriter", "log", "waits", "vmstat", "iostat"} {
		t.Run(file, func(t *testing.T) {
			datadriven.RunTest(t, "testdata/"+file, func(t *testing.T, d *datadriven.TestData) string {
				r := resultOf(t, d)
				switch d.Cmd {
				case "pgbench":
					return PgBench(r)
				case "pg_stat_bgwriter":
					return StatBgwriter(r)
				case "log":
					r.Checkpoints = checkpoints(t, d)
					return Log(r)
				case "waits":
					readWaits(t, d, r)
					return Waits(r)
				case "vmstat":
					readSeries(t, d, r)
					return Vmstat(r)
				case "iostat":
					readCounters(t, d, r)
					return Iostat(r)
				}
				d.Fatalf(t, "unknown command %s", d.Cmd)
				return ""
			})
		})
	}
}

// checkpoints reads one checkpoint a line: words are flags, name=value pairs
// are counts or, where the name is that of a moment or span, milliseconds.
func checkpoints(t *testing.T, d *datadriven.TestData) []result.Checkpoint {
	var list []result.Checkpoint
	for line := range strings.Lines(d.Input) {
		c := result.Checkpoint{TooOften: -1}
		ints := map[string]*int64{
			"written": &c.Written, "added": &c.SegAdded, "removed": &c.SegRemoved, "recycled": &c.SegRecycle,
			"files": &c.SyncFiles, "too-often": &c.TooOften,
		}
		ms := map[string]*int64{
			"start": &c.StartNs, "write-end": &c.WriteEndNs, "sync-end": &c.SyncEndNs, "end": &c.EndNs,
			"longest": &c.LongestNs, "sum": &c.SumSyncNs,
		}
		for _, word := range strings.Fields(line) {
			name, value, _ := strings.Cut(word, "=")
			switch {
			case name == "time":
				c.Timed = true
			case name == "xlog":
			case name == "immediate":
				c.Immediate = true
			case ints[name] != nil:
				*ints[name] = number(t, d, value)
			case ms[name] != nil:
				*ms[name] = int64(float64(number(t, d, value)) * 1e6)
			default:
				d.Fatalf(t, "unknown word %s", word)
			}
		}
		list = append(list, c)
	}
	return list
}

// readWaits reads "transactions N" and "REASON nanoseconds", one a line.
func readWaits(t *testing.T, d *datadriven.TestData, r *result.Result) {
	r.Transactions = 0
	for line := range strings.Lines(d.Input) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		n := number(t, d, value)
		if name == "transactions" {
			r.Transactions = n
			continue
		}
		found := false
		for w, known := range result.WaitName {
			if known == name {
				r.Waits[w], found = n, true
				r.LatencyNs += n
			}
		}
		if !found {
			d.Fatalf(t, "unknown reason %s", name)
		}
	}
}

// readSeries reads a column a line: its name and a value for each second.
func readSeries(t *testing.T, d *datadriven.TestData, r *result.Result) {
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		found := false
		for _, c := range r.Series.Columns() {
			if c.Name != words[0] {
				continue
			}
			found = true
			for _, word := range words[1:] {
				v, err := strconv.ParseFloat(word, 64)
				if err != nil {
					d.Fatalf(t, "%v", err)
				}
				*c.Values = append(*c.Values, v)
			}
		}
		if !found {
			d.Fatalf(t, "unknown column %s", words[0])
		}
	}
}

// readCounters reads a counter a line: its name and its value.
func readCounters(t *testing.T, d *datadriven.TestData, r *result.Result) {
	for line := range strings.Lines(d.Input) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		found := false
		for _, c := range r.Counters.Named() {
			if c.Name == name {
				*c.Value, found = number(t, d, value), true
			}
		}
		if !found {
			d.Fatalf(t, "unknown counter %s", name)
		}
	}
}

func number(t *testing.T, d *datadriven.TestData, s string) int64 {
	n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 10, 64)
	if err != nil {
		d.Fatalf(t, "%v", err)
	}
	return n
}
