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

// resultOf builds the result a golden test speaks of: run=, transactions= and
// any setting by its name, all optional.
func resultOf(t *testing.T, d *datadriven.TestData) *result.Result {
	run := "32MB"
	if d.HasArg("run") {
		d.ScanArgs(t, "run", &run)
	}
	r := published(t, run)
	if d.HasArg("transactions") {
		d.ScanArgs(t, "transactions", &r.Transactions)
	}
	for i := range r.Settings {
		if s := &r.Settings[i]; s.Name != "release" && d.HasArg(s.Name) {
			d.ScanArgs(t, s.Name, &s.Value)
		}
	}
	return r
}

// everyRelease are the releases that a golden file shows if its report's form
// depends on the release.
var everyRelease = []string{
	"7.4", "8.0", "8.0.2", "8.1", "8.2", "8.3", "8.4", "9.0", "9.1", "9.2", "9.3", "9.4", "9.5", "9.6",
	"10", "11", "12", "13", "14", "15", "16", "17", "18", "19",
}

func TestGoldenFiles(t *testing.T) {
	byRelease := map[string]bool{"pgbench": true, "log": true,
		"pg_stat_bgwriter": true, "pg_stat_checkpointer": true, "pg_stat_io": true}
	for _, file := range []string{"pgbench", "pg_stat_bgwriter", "pg_stat_checkpointer", "pg_stat_io",
		"log", "waits", "vmstat", "iostat", "dbt2"} {
		t.Run(file, func(t *testing.T) {
			shown := make(map[string]bool)
			datadriven.RunTest(t, "testdata/"+file, func(t *testing.T, d *datadriven.TestData) string {
				r := resultOf(t, d)
				out := ""
				for i, release := range releasesOf(d) {
					shown[release] = true
					r.Release = release
					text := reportOf(t, d, r)
					if i > 0 && text != out {
						d.Fatalf(t, "%s has another form:\n%s", release, text)
					}
					out = text
				}
				return out
			})
			for _, release := range everyRelease {
				if byRelease[file] && !shown[release] {
					t.Errorf("testdata/%s does not show %s", file, release)
				}
			}
		})
	}
}

// releasesOf returns the argument release=, by default 9.1. Several, as in
// release=(8.3, 8.4), have one form.
func releasesOf(d *datadriven.TestData) []string {
	for _, arg := range d.CmdArgs {
		if arg.Key == "release" {
			return arg.Vals
		}
	}
	return []string{"9.1"}
}

// reportOf reads what the test says of the run and returns the report.
func reportOf(t *testing.T, d *datadriven.TestData, r *result.Result) string {
	switch d.Cmd {
	case "pgbench":
		readSettings(d, r)
		r.Latency.Avg, r.StddevNs = 36_521_000, 250_125_400
		r.Schedule = result.Schedule{LagNs: 13236 * 1_500_250, LagMaxNs: 2_345_678_900, Skipped: 1764, Late: 662}
		return Client(r)
	case "dbt2":
		readSettings(d, r)
		readTypes(d, r)
		return Client(r)
	case "jobs":
		r.Jobs = []result.Job{
			{Name: "scan", StartNs: 10e9, EndNs: 12_500_000_000, Pages: 131072},
			{Name: "scan", StartNs: 70e9, Pages: 600},
		}
		return Jobs(r)
	case "pg_stat_bgwriter":
		r.Checkpoints = checkpoints(t, d)
		return StatBgwriter(r)
	case "pg_stat_checkpointer":
		r.Checkpoints = checkpoints(t, d)
		return StatCheckpointer(r)
	case "pg_stat_io":
		r.IO = ioRows(t, d)
		return StatIO(r)
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
}

// readSettings reads one setting a line. With transactions the run has no
// duration.
func readSettings(d *datadriven.TestData, r *result.Result) {
	for line := range strings.Lines(d.Input) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), " = ")
		if name == "transactions" {
			r.PlannedNs = 0
		}
		r.Settings = append([]result.Setting{{Name: name, Value: value}}, r.Settings...)
	}
}

// readTypes fills in what the kinds of transactions came to. The maximum is that
// of the slowest kind.
func readTypes(d *datadriven.TestData, r *result.Result) {
	r.Transactions, r.LatencyNs = 0, 0
	r.VirtualNs, r.PlannedNs = 3600e9, 3600e9
	for i, name := range []string{"Delivery", "New Order", "Order Status", "Payment", "Stock Level"} {
		n := int64(i+1) * 1000
		if d.HasArg("none") {
			n = 0
		}
		k := result.TransactionType{Name: name, Count: n}
		k.Latency = result.Percentiles{Avg: 1_120_400_000, P90: int64(i+4) * 1_000_000_000, Max: 12_130_000_000}
		if name == "New Order" {
			k.Rollbacks = n / 100
		}
		r.Transactions += n
		r.Types = append(r.Types, k)
	}
	r.Latency = result.Percentiles{Avg: 830e6, P90: 2680e6, Max: 12_130_000_000}
}

// checkpoints reads one checkpoint a line: words are flags, name=value pairs
// are counts, bytes, positions in WAL or, where the name is that of a moment or
// span, microseconds.
func checkpoints(t *testing.T, d *datadriven.TestData) []result.Checkpoint {
	var list []result.Checkpoint
	for line := range strings.Lines(d.Input) {
		c := result.Checkpoint{TooOften: -1}
		ints := map[string]*int64{
			"written": &c.Written, "added": &c.SegAdded, "removed": &c.SegRemoved, "recycled": &c.SegRecycle,
			"files": &c.SyncFiles, "too-often": &c.TooOften, "slru": &c.SLRU,
			"distance": &c.Distance, "estimate": &c.Estimate,
		}
		lsns := map[string]*int64{"lsn": &c.LSN, "redo": &c.RedoLSN}
		flags := map[string]int64{
			"shutdown": result.FlagShutdown, "end-of-recovery": result.FlagEndOfRecovery, "force": result.FlagForce,
			"wait": result.FlagWait, "xlog": result.FlagByWAL, "flush-all": result.FlagFlushAll,
		}
		us := map[string]*int64{
			"start": &c.StartNs, "write-end": &c.WriteEndNs, "sync-end": &c.SyncEndNs, "end": &c.EndNs,
			"longest": &c.LongestNs, "sum": &c.SumSyncNs,
		}
		for _, word := range strings.Fields(line) {
			name, value, _ := strings.Cut(word, "=")
			switch {
			case name == "time":
				c.Timed = true
			case flags[name] != 0:
				c.Flags |= flags[name]
			case name == "immediate":
				c.Immediate = true
			case ints[name] != nil:
				*ints[name] = number(t, d, value)
			case us[name] != nil:
				*us[name] = number(t, d, value) * 1000
			case lsns[name] != nil:
				*lsns[name] = lsn(t, d, value)
			default:
				d.Fatalf(t, "unknown word %s", word)
			}
		}
		list = append(list, c)
	}
	return list
}

// lsn reads a position in WAL as PostgreSQL prints it.
func lsn(t *testing.T, d *datadriven.TestData, s string) int64 {
	high, low, _ := strings.Cut(s, "/")
	v := int64(0)
	for _, half := range []string{high, low} {
		n, err := strconv.ParseUint(half, 16, 32)
		if err != nil {
			d.Fatalf(t, "%v", err)
		}
		v = v<<32 | int64(n)
	}
	return v
}

// ioRows reads a row of pg_stat_io a line: backend type, object and context with
// "-" for a blank, then name=value pairs.
func ioRows(t *testing.T, d *datadriven.TestData) []result.IO {
	var rows []result.IO
	for line := range strings.Lines(d.Input) {
		words := strings.Fields(line)
		v := result.IO{Context: words[2]}
		v.Backend, v.Object = strings.ReplaceAll(words[0], "-", " "), strings.ReplaceAll(words[1], "-", " ")
		ints := map[string]*int64{
			"reads": &v.Reads, "read_bytes": &v.ReadBytes, "writes": &v.Writes, "write_bytes": &v.WriteBytes,
			"writebacks": &v.Writebacks, "extends": &v.Extends, "extend_bytes": &v.ExtendBytes, "hits": &v.Hits,
			"evictions": &v.Evictions, "reuses": &v.Reuses, "fsyncs": &v.Fsyncs,
		}
		for _, word := range words[3:] {
			name, value, _ := strings.Cut(word, "=")
			if ints[name] == nil {
				d.Fatalf(t, "unknown word %s", word)
			}
			*ints[name] = number(t, d, value)
		}
		rows = append(rows, v)
	}
	return rows
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
