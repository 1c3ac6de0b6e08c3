package observed_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/observed"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// releases are all that the lab prints reports of.
func releases() []string {
	def, _ := scenario.Lookup("release")
	return def.Enum
}

// forms are the ways in which psql prints the rows of its expanded mode.
var forms = map[string]func(rows [][][2]string) string{
	"expanded": func(rows [][][2]string) string {
		return eachRecord(rows, func(i int) string { return fmt.Sprintf("-[ RECORD %d ]---+-----\n", i) }, "%-24s | %s\n")
	},
	"in French": func(rows [][][2]string) string {
		return eachRecord(rows, func(i int) string { return fmt.Sprintf("─[ ENREGISTREMENT %d ]─┬─────\n", i) }, "%-24s │ %s\n")
	},
	"border 0": func(rows [][][2]string) string {
		return eachRecord(rows, func(i int) string { return fmt.Sprintf("* Record %d\n", i) }, "%-24s %s\n")
	},
	"border 2": func(rows [][][2]string) string {
		return eachRecord(rows, func(i int) string { return fmt.Sprintf("+-[ RECORD %d ]-----------+-----------+\n", i) }, "| %-24s | %-20s |\n") + "+----+----+\n"
	},
	"expanded, unaligned": func(rows [][][2]string) string {
		return eachRecord(rows, func(int) string { return "\n" }, "%s|%s\n")
	},
	"aligned": func(rows [][][2]string) string {
		return inLines(rows, " %s ", "|", "---+---") + fmt.Sprintf("(%d rows)\n\n", len(rows))
	},
	"aligned, framed": func(rows [][][2]string) string {
		out := "+----+----+\n"
		for line := range strings.Lines(inLines(rows, " %s ", "|", "---+---")) {
			line = strings.TrimSuffix(line, "\n")
			if line == "---+---" {
				out += "+---+---+\n"
			} else {
				out += "|" + line + "|\n"
			}
		}
		return out + "+----+----+\n"
	},
	"Unicode lines": func(rows [][][2]string) string {
		return inLines(rows, " %s ", "│", "───┼───") + "(1 ligne)\n"
	},
	"CSV":       func(rows [][][2]string) string { return inLines(rows, "%s", ",", "") },
	"tabs":      func(rows [][][2]string) string { return inLines(rows, "%s", "\t", "") },
	"unaligned": func(rows [][][2]string) string { return inLines(rows, "%s", "|", "") + "(2 rows)\n" },
}

func eachRecord(rows [][][2]string, head func(int) string, line string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString(head(i + 1))
		for _, c := range row {
			fmt.Fprintf(&b, line, c[0], c[1])
		}
	}
	return b.String()
}

func inLines(rows [][][2]string, cell, between, rule string) string {
	var b strings.Builder
	line := func(n int, of func(i int) string) {
		for i := range n {
			if i > 0 {
				b.WriteString(between)
			}
			fmt.Fprintf(&b, cell, of(i))
		}
		b.WriteByte('\n')
	}
	line(len(rows[0]), func(i int) string { return rows[0][i][0] })
	if rule != "" {
		b.WriteString(rule + "\n")
	}
	for _, row := range rows {
		line(len(row), func(i int) string { return row[i][1] })
	}
	return b.String()
}

// recordsOf takes the expanded text of package report apart, without the readers
// under test.
func recordsOf(t *testing.T, text string) (rows [][][2]string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "-[ RECORD ") {
			rows = append(rows, nil)
			continue
		}
		name, value, ok := strings.Cut(line, "|")
		if !ok || len(rows) == 0 {
			t.Fatalf("not a record: %q", line)
		}
		last := &rows[len(rows)-1]
		*last = append(*last, [2]string{strings.TrimSpace(name), strings.TrimSpace(value)})
	}
	return rows
}

// random makes a result whose reports have numbers of every length.
func random(rnd *rand.Rand, release string) *result.Result {
	n := func() int64 { return rnd.Int64N(int64(math.Pow(10, float64(rnd.IntN(12))))) + 1 }
	r := &result.Result{Release: release, Buffers: n() + 16, VirtualNs: n(), Settings: []result.Setting{{Name: "log_checkpoints", Value: "on"}}}
	counters := reflect.ValueOf(&r.Counters).Elem()
	for i := range counters.NumField() {
		counters.Field(i).SetInt(n() - 1)
	}
	at := int64(0)
	for range 1 + rnd.IntN(5) {
		at += n()
		k := result.Checkpoint{
			StartNs: at, Timed: rnd.IntN(2) == 0, Immediate: rnd.IntN(4) == 0, Flags: rnd.Int64N(64), Written: n(), SLRU: n(),
			SegAdded: n(), SegRemoved: n(), SegRecycle: n(), SyncFiles: rnd.Int64N(400), LongestNs: n(), SumSyncNs: n(),
			TooOften: rnd.Int64N(40) - 10, LSN: n(), RedoLSN: n(), Distance: n(), Estimate: n(),
		}
		k.WriteEndNs = k.StartNs + n()
		k.SyncEndNs = k.WriteEndNs + n()
		k.EndNs = k.SyncEndNs + n()
		at = k.EndNs
		if rnd.IntN(8) == 0 {
			k.EndNs = 0
		}
		r.Checkpoints = append(r.Checkpoints, k)
	}
	for _, backend := range []string{"client backend", "background writer", "checkpointer"} {
		for _, context := range []string{"bulkread", "bulkwrite", "normal", "vacuum"} {
			r.IO = append(r.IO, result.IO{
				Backend: backend, Object: "relation", Context: context, Reads: n(), ReadBytes: n(), Writes: n(), WriteBytes: 8192 * n(),
				Writebacks: n(), Extends: n(), ExtendBytes: 8192 * n(), Hits: n(), Evictions: n(), Reuses: n(), Fsyncs: n(),
			})
		}
	}
	return r
}

// TestViewsAreReadBack prints random statistics of every release in every form and
// wants them back.
func TestViewsAreReadBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, release := range releases() {
		for range 5 {
			r := random(rnd, release)
			views := report.Views(r)
			if len(views) == 0 {
				continue
			}
			for form, print := range forms {
				text := "postgres=# SELECT * FROM a_view;\n"
				for _, v := range views {
					text += print(recordsOf(t, v.Text)) + "\n"
				}
				checkViews(t, r, release+" "+form, text)
			}
			own := ""
			for _, v := range views {
				own += "SELECT * FROM " + v.Name + "\n" + v.Text + "\n"
			}
			checkViews(t, r, release+" as printed", own)
		}
	}
}

// checkViews reads a text and compares it with the result it was made of.
func checkViews(t *testing.T, r *result.Result, name, text string) {
	t.Helper()
	list, unread := observed.Statistics(text)
	if len(list) != 1 || len(unread) > 0 {
		t.Fatalf("%s: %d snapshots, unread %v\n%s", name, len(list), unread, text)
	}
	s := list[0]
	sc := scenario.New()
	if err := sc.Set("release", r.Release); err != nil {
		t.Fatal(err)
	}
	n := &r.Counters
	want := map[observed.Figure]int64{
		observed.CheckpointsTimed: n.CheckpointsTimed, observed.CheckpointsReq: n.CheckpointsReq, observed.BuffersCheckpoint: n.BuffersCheckpoint,
		observed.BuffersClean: n.BuffersClean, observed.MaxwrittenClean: n.MaxwrittenClean, observed.BuffersAlloc: n.BuffersAlloc,
	}
	if !sc.Since("17") {
		want[observed.BuffersBackend] = n.BuffersBackend
	}
	if sc.Since("9.1") && !sc.Since("17") {
		want[observed.BackendFsync] = n.BuffersBackendFsync
	}
	if sc.Since("9.2") {
		want[observed.WriteMs], want[observed.SyncMs] = printedTimes(r, sc.Since("14"))
	}
	if sc.Since("16") {
		backend, extend, fsync := backendsOf(r, sc.Since("18"))
		want[observed.BuffersExtend] = extend
		if sc.Since("17") {
			want[observed.BuffersBackend], want[observed.BackendFsync] = backend, fsync
		}
	}
	if sc.Since("18") {
		for i := range r.Checkpoints {
			if k := &r.Checkpoints[i]; k.EndNs != 0 {
				want[observed.CheckpointsDone]++
				want[observed.SLRUWritten] += k.SLRU
			} else {
				want[observed.CheckpointsDone] += 0
				want[observed.SLRUWritten] += 0
			}
		}
	}
	for f := range observed.NumFigures {
		value, known := want[f]
		if s.Has(f) != known || s.Get(f) != value {
			t.Fatalf("%s: %v is %d (known %t), want %d (known %t)\n%s", name, f, s.Get(f), s.Has(f), value, known, text)
		}
	}
	oldest, youngest := s.Oldest, s.Youngest
	if youngest == "" {
		youngest = "19"
	}
	if major := observed.Order(strings.TrimSuffix(r.Release, "devel")); major < observed.Order(oldest) || major > observed.Order(youngest) {
		t.Fatalf("%s is not between %s and %s (%s)", r.Release, oldest, youngest, s.Because)
	}
}

// printedTimes are the milliseconds of complete checkpoints: made whole one by one,
// up from 14 on, and down before.
func printedTimes(r *result.Result, up bool) (write, sync int64) {
	ms := func(from, to int64) int64 {
		us := to/1000 - from/1000
		if up {
			us += 999
		}
		return us / 1000
	}
	for i := range r.Checkpoints {
		if k := &r.Checkpoints[i]; k.EndNs != 0 {
			write += ms(k.StartNs, k.WriteEndNs)
			sync += ms(k.WriteEndNs, k.SyncEndNs)
		}
	}
	return write, sync
}

// backendsOf adds up what backends did, as far as the view tells it.
func backendsOf(r *result.Result, bytes bool) (written, extended, fsyncs int64) {
	for _, v := range r.IO {
		if v.Backend != "client backend" {
			continue
		}
		writes, extends := v.Writes, v.Extends
		if bytes {
			writes, extends = v.WriteBytes/8192, v.ExtendBytes/8192
		}
		if v.Context == "bulkread" {
			extends = 0 // NULL in the view
		}
		written += writes + extends
		extended += extends
		if v.Context == "normal" {
			fsyncs += v.Fsyncs
		}
	}
	return written, extended, fsyncs
}

// prefixes are values of log_line_prefix, filled in.
var prefixes = []string{
	"", "< 2026-11-30 17:05:09.250 CET >", "2026-11-30 17:05:09 UTC [4711]: [3-1] user=,db= ", "1796058309.250 [12] ",
	"Nov 30 17:05:09 host postgres[4711]: [12-1] ", "[unknown] a,b \t",
}

// TestLogIsReadBack prints random checkpoints of every release, with every prefix,
// among other lines, and wants them back.
func TestLogIsReadBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, release := range releases() {
		for range 20 {
			r := random(rnd, release)
			text := report.Log(r)
			prefix := prefixes[rnd.IntN(len(prefixes))]
			var lines []string
			for line := range strings.Lines(text) {
				lines = append(lines, prefix+line, "2026-11-30 17:05:09 UTC ERROR:  relation \"checkpoint\" does not exist\n")
			}
			checkLog(t, r, text)
			checkLog(t, r, strings.Join(lines, ""))
		}
	}
}

func checkLog(t *testing.T, r *result.Result, text string) {
	t.Helper()
	l, unread := observed.ReadLog(text)
	if len(unread) > 0 {
		t.Fatalf("%s: unread %v\n%s", r.Release, unread, text)
	}
	sc := scenario.New()
	sc.Set("release", r.Release)
	var done []result.Checkpoint
	var often []int64
	begun := 0
	for _, k := range r.Checkpoints {
		if k.TooOften >= 0 {
			often = append(often, k.TooOften)
		}
		if sc.Since("8.3") {
			begun++
			if k.EndNs != 0 {
				done = append(done, k)
			}
		}
	}
	if len(l.Checkpoints) != len(done) || len(l.Starts) != begun || len(l.TooOften) != len(often) {
		t.Fatalf("%s: %d complete, %d begun, %d warnings; want %d, %d, %d\n%s", r.Release,
			len(l.Checkpoints), len(l.Starts), len(l.TooOften), len(done), begun, len(often), text)
	}
	for i, s := range often {
		if l.TooOften[i].Seconds != s {
			t.Fatalf("%s: %d seconds apart, want %d", r.Release, l.TooOften[i].Seconds, s)
		}
	}
	for i := range done {
		checkCheckpoint(t, r, sc, &l.Checkpoints[i], &done[i])
	}
	if l.Because == "" {
		return
	}
	if major := observed.Order(strings.TrimSuffix(r.Release, "devel")); major < observed.Order(l.Oldest) || major > observed.Order(l.Youngest) {
		t.Fatalf("%s is not between %s and %s (%s)\n%s", r.Release, l.Oldest, l.Youngest, l.Because, text)
	}
}

func checkCheckpoint(t *testing.T, r *result.Result, sc *scenario.Scenario, got *observed.Checkpoint, k *result.Checkpoint) {
	t.Helper()
	ms := func(us int64) int64 {
		if sc.Since("14") {
			us += 999
		}
		return us / 1000
	}
	span := func(from, to int64) int64 { return ms(to/1000 - from/1000) }
	only := func(since string, v int64) int64 {
		if sc.Since(since) {
			return v
		}
		return observed.Unknown
	}
	average := int64(0)
	if k.SyncFiles > 0 {
		average = k.SumSyncNs / 1000 / k.SyncFiles
	}
	percent, _ := strconv.ParseFloat(fmt.Sprintf("%.1f", 100*float64(k.Written)/float64(r.Buffers)), 64)
	want := observed.Checkpoint{
		Line: got.Line, At: got.At, Flags: got.Flags, Written: k.Written, Percent: percent, SLRU: only("18", k.SLRU),
		Added: k.SegAdded, Removed: k.SegRemoved, Recycled: k.SegRecycle,
		WriteMs: span(k.StartNs, k.WriteEndNs), SyncMs: span(k.WriteEndNs, k.SyncEndNs), TotalMs: span(k.StartNs, k.EndNs),
		SyncFiles: only("9.1", k.SyncFiles), LongestMs: only("9.1", ms(k.LongestNs/1000)), AverageMs: only("9.1", ms(average)),
		DistanceKB: only("9.5", k.Distance/1024), EstimateKB: only("9.5", k.Estimate/1024),
	}
	if sc.Since("16") {
		want.LSN, want.Redo = position(k.LSN, sc), position(k.RedoLSN, sc)
	}
	if !reflect.DeepEqual(*got, want) {
		t.Fatalf("%s: read %+v, want %+v", r.Release, *got, want)
	}
	if slices.Contains(got.Flags, "time") != k.Timed || (slices.Contains(got.Flags, "wal") || slices.Contains(got.Flags, "xlog")) != k.ByWAL() {
		t.Fatalf("%s: read the reasons %v, want time %t and WAL %t", r.Release, got.Flags, k.Timed, k.ByWAL())
	}
}

func position(v int64, sc *scenario.Scenario) string {
	if sc.Since("19") {
		return fmt.Sprintf("%X/%08X", v>>32, uint32(v))
	}
	return fmt.Sprintf("%X/%X", v>>32, uint32(v))
}

// TestSystemIsReadBack prints random devices and processors and wants what is
// printed.
func TestSystemIsReadBack(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, kernel := range []string{"2.6.32", "5.10"} {
		for range 20 {
			r := &result.Result{Settings: []result.Setting{{Name: "kernel", Value: kernel}}}
			seconds := 1 + rnd.IntN(6)
			r.VirtualNs = int64(seconds) * 1e9
			for _, c := range r.Series.Columns() {
				for range seconds {
					*c.Values = append(*c.Values, rnd.Float64())
				}
			}
			for i := range r.Series.DiskReadB {
				r.Series.DiskReadB[i] *= 1e9
				r.Series.ContextSw[i] *= 1e5
			}
			for _, name := range []string{"sda", "sdb"} {
				d := result.Device{Name: name, Seconds: make([]result.Traffic, seconds)}
				for i := range d.Seconds {
					for _, v := range d.Seconds[i].Values() {
						*v = float64(rnd.IntN(1e6))
					}
					d.Total.Add(&d.Seconds[i])
				}
				r.Devices = append(r.Devices, d)
			}
			checkVmstat(t, r, report.Vmstat(r, 1))
			checkIostat(t, r, report.IostatX(r, 1))
		}
	}
}

// near compares a printed number with the one it was made of.
func near(got, want, digits float64) bool { return math.Abs(got-want) <= .5001*math.Pow(10, -digits) }

func checkVmstat(t *testing.T, r *result.Result, text string) {
	t.Helper()
	s, unread := observed.ReadSystem("$ vmstat 1\n" + text)
	if len(unread) > 0 || len(s.Vmstat) != len(r.Series.TPS) {
		t.Fatalf("%d lines, unread %v\n%s", len(s.Vmstat), unread, text)
	}
	for i, v := range s.Vmstat {
		if !near(v.ReadKB, r.Series.DiskReadB[i]/1024, 0) || !near(v.WriteKB, r.Series.DiskWriteB[i]/1024, 0) ||
			!near(v.ContextSwitches, r.Series.ContextSw[i], 0) || !near(v.Busy, 100*r.Series.CPUBusy[i], 0) || v.Busy+v.Idle != 100 ||
			!near(v.Runnable, r.Series.Runnable[i], 0) || !near(v.Blocked, r.Series.Blocked[i], 0) || v.SinceBoot {
			t.Fatalf("line %d: read %+v\n%s", i, v, text)
		}
	}
}

func checkIostat(t *testing.T, r *result.Result, text string) {
	t.Helper()
	s, unread := observed.ReadSystem(text)
	if len(unread) > 0 || len(s.Iostat) != 1+len(r.Series.TPS) {
		t.Fatalf("%d reports, unread %v\n%s", len(s.Iostat), unread, text)
	}
	for i, rep := range s.Iostat {
		if len(rep.Devices) != len(r.Devices) {
			t.Fatalf("report %d has %d devices\n%s", i, len(rep.Devices), text)
		}
		for j, d := range rep.Devices {
			traffic, ns := r.Devices[j].Total, float64(r.VirtualNs)
			if i > 0 {
				traffic, ns = r.Devices[j].Seconds[i-1], 1e9
			}
			s := ns / 1e9
			if d.Name != r.Devices[j].Name || !near(d.Reads, traffic.Reads/s, 2) || !near(d.Writes, traffic.Writes/s, 2) ||
				!near(d.ReadKB, traffic.ReadBytes/1024/s, 2) || !near(d.WriteKB, traffic.WriteBytes/1024/s, 2) ||
				!near(d.Util, 100*traffic.BusyNs/ns, 2) || !near(d.Queue, traffic.QueueNs/ns, 2) {
				t.Fatalf("report %d: read %+v\n%s", i, d, text)
			}
		}
	}
}
