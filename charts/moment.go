package charts

import (
	"math"

	"clocksweep/core/result"
)

// Moment is the table of what a second of the runs was like, a column a run. The
// first second is 1. Of a run that was over by then it is the last one.
func Moment(rs []*result.Result, second int) Table {
	s := newScene(rs, Static)
	t := Table{Head: append([]string{"in that second"}, s.names()...)}
	row := func(name string, of func(r *run, i int) string) {
		cells := []string{name}
		for k := range s.runs {
			r := &s.runs[k]
			i := min(second, len(r.Series.TPS)) - 1
			if i < 0 {
				cells = append(cells, "–")
				continue
			}
			cells = append(cells, of(r, i))
		}
		t.Rows = append(t.Rows, cells)
	}
	count := func(col func(v *result.Series) []float64) func(r *run, i int) string {
		return func(r *run, i int) string { return figure(math.Round(col(&r.Series)[i]), 3) }
	}
	latency := func(col func(v *result.Series) []float64) func(r *run, i int) string {
		return func(r *run, i int) string {
			if r.Series.TPS[i] == 0 {
				return "–"
			}
			return millis(int64(col(&r.Series)[i]))
		}
	}
	share := func(col func(v *result.Series) []float64) func(r *run, i int) string {
		return func(r *run, i int) string { return percent(col(&r.Series)[i], 1) }
	}
	megabytes := func(col func(v *result.Series) []float64) func(r *run, i int) string {
		return func(r *run, i int) string { return figure(float64(col(&r.Series)[i]/1e6), 3) + " MB" }
	}
	row("transactions", count(func(v *result.Series) []float64 { return v.TPS }))
	row("latency, median", latency(func(v *result.Series) []float64 { return v.LatencyP50 }))
	row("latency, 99 %", latency(func(v *result.Series) []float64 { return v.LatencyP99 }))
	row("latency, longest", latency(func(v *result.Series) []float64 { return v.LatencyMax }))
	row("checkpoint", func(r *run, i int) string { return checkpointAt(r, float64(i)+0.5) })
	row("pages written by checkpoints", count(func(v *result.Series) []float64 { return v.WrittenCkpt }))
	row("by the background writer", count(func(v *result.Series) []float64 { return v.WrittenClean }))
	row("by backends", count(func(v *result.Series) []float64 { return v.WrittenBack }))
	row("buffers allocated", count(func(v *result.Series) []float64 { return v.Alloc }))
	row("dirty in shared buffers", count(func(v *result.Series) []float64 { return v.PoolDirty }))
	row("dirty in the page cache", count(func(v *result.Series) []float64 { return v.OSDirty }))
	row("WAL", megabytes(func(v *result.Series) []float64 { return v.WALBytes }))
	row("read from disk", megabytes(func(v *result.Series) []float64 { return v.DiskReadB }))
	row("written to disk", megabytes(func(v *result.Series) []float64 { return v.DiskWriteB }))
	row("disk busy", share(func(v *result.Series) []float64 { return v.DiskBusy }))
	row("processors busy", share(func(v *result.Series) []float64 { return v.CPUBusy }))
	return t
}

// MomentSays is the moment in a few words a run: throughput, and what is out of the
// ordinary.
func MomentSays(rs []*result.Result, second int) string {
	text := "Second " + grouped(int64(second)) + ": "
	for k, r := range newScene(rs, Static).runs {
		if k > 0 {
			text += "; "
		}
		i := min(second, len(r.Series.TPS)) - 1
		if i < 0 {
			text += r.name + " has no whole second"
			continue
		}
		text += r.name + " " + plural(int(r.Series.TPS[i]), "transaction")
		if second > len(r.Series.TPS) {
			text += " in its last"
		}
		if c := checkpointAt(&r, float64(i)+0.5); c != "–" {
			text += ", checkpoint " + c
		}
	}
	return text + "."
}

// checkpointAt tells what the checkpointer does at a time in seconds.
func checkpointAt(r *run, at float64) string {
	for _, c := range r.Checkpoints {
		end := float64(c.EndNs) / 1e9
		if c.EndNs == 0 {
			end = math.Inf(1)
		}
		if at < float64(c.StartNs)/1e9 || at > end {
			continue
		}
		if c.WriteEndNs != 0 && at > float64(c.WriteEndNs)/1e9 {
			return "syncs"
		}
		return "writes"
	}
	return "–"
}

// Seconds is the length of the time axis of the runs' pictures, at least 1.
func Seconds(rs []*result.Result) int { return newScene(rs, Static).seconds }
