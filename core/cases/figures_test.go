//go:build !invariants && !js

package cases

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"clocksweep/core/report"
	"clocksweep/core/result"
)

// line is a log line of a complete checkpoint, and when it began.
type line map[string]float64

// lineForm matches the log lines of 8.3 to 19.
var lineForm = regexp.MustCompile(`checkpoint complete:.* wrote (\d+) buffers \(([\d.]+)%\).*; (\d+) [^;]* file\(s\) added, (\d+) removed, (\d+) recycled; ` +
	`write=([\d.]+) s, sync=([\d.]+) s, total=([\d.]+) s(?:; sync files=(\d+), longest=([\d.]+) s, average=([\d.]+) s)?(?:; distance=(\d+) kB, estimate=(\d+) kB)?`)

var lineNames = []string{"buffers", "pct", "added", "removed", "recycled", "write_s", "sync_s", "total_s",
	"files", "longest_s", "average_s", "distance_kB", "estimate_kB"}

// linesOf reads the figures off the log as package report prints it. apart_s of a line
// is the time since the checkpoint before began, next_s that until the next one,
// warned_s what the server warned of, backlog_MB what was dirty in the page cache when
// the sync phase began, and drain_MB_s what the disk wrote during that.
func linesOf(r *result.Result) ([]line, error) {
	found := lineForm.FindAllStringSubmatch(report.Log(r), -1)
	var list []line
	for i := range r.Checkpoints {
		k := &r.Checkpoints[i]
		if k.EndNs == 0 {
			continue
		}
		if len(list) == len(found) {
			return nil, fmt.Errorf("the log has %d lines of complete checkpoints only", len(found))
		}
		l := line{"start_s": float64(k.StartNs) / 1e9, "warned_s": float64(k.TooOften)}
		for n, text := range found[len(list)][1:] {
			if text != "" {
				l[lineNames[n]], _ = strconv.ParseFloat(text, 64)
			}
		}
		l["timed"] = 0
		if k.Timed {
			l["timed"] = 1
		}
		if i > 0 {
			l["apart_s"] = float64(k.StartNs-r.Checkpoints[i-1].StartNs) / 1e9
		}
		if i+1 < len(r.Checkpoints) {
			l["next_s"] = float64(r.Checkpoints[i+1].StartNs-k.StartNs) / 1e9
		}
		if at := int(k.WriteEndNs / 1e9); at > 0 && at <= len(r.Series.OSDirty) {
			l["backlog_MB"] = r.Series.OSDirty[at-1] / 128
			if end := int(k.SyncEndNs / 1e9); end > at && end <= len(r.Series.DiskWriteB) {
				l["drain_MB_s"] = sum(r.Series.DiskWriteB[at:end]) / float64(end-at) / (1 << 20)
			}
		}
		list = append(list, l)
	}
	return list, nil
}

// ofAll computes a figure of all checkpoints.
var ofAll = map[string]func(v []float64) float64{
	"first": func(v []float64) float64 { return v[0] },
	"last":  func(v []float64) float64 { return v[len(v)-1] },
	"max":   func(v []float64) float64 { return slices.Max(v) },
	"sum":   sum,
	"mean":  func(v []float64) float64 { return sum(v) / float64(len(v)) },
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

// figureOf returns a figure of a run; of is the checkpoint that ckpt and later mean.
func figureOf(r *result.Result, name string, of line) (float64, error) {
	if space, field, ok := strings.Cut(name, "."); ok {
		if space == "ckpt" || space == "later" {
			if v, ok := of[field]; ok {
				return v, nil
			}
			return 0, fmt.Errorf("no checkpoint has %s", name)
		}
		lines, err := linesOf(r)
		if err != nil {
			return 0, err
		}
		var values []float64
		for _, l := range lines {
			if v, ok := l[field]; ok {
				values = append(values, v)
			}
		}
		if ofAll[space] == nil || len(values) == 0 {
			return 0, fmt.Errorf("there is no %s in %d checkpoints", name, len(lines))
		}
		return ofAll[space](values), nil
	}
	if f := figures[name]; f != nil {
		return f(r), nil
	}
	for _, n := range r.Counters.Named() {
		if n.Name == name {
			return float64(*n.Value), nil
		}
	}
	for w, reason := range result.WaitName {
		if "wait_"+reason == name {
			return float64(r.Waits[w]) / float64(r.LatencyNs), nil
		}
	}
	return 0, fmt.Errorf("no figure has the name %q", name)
}

// figures are those of a run beside its counters, and beside the share wait_REASON
// of its transactions' time.
var figures = map[string]func(r *result.Result) float64{
	"tps":          func(r *result.Result) float64 { return r.TPSIncluding() },
	"transactions": func(r *result.Result) float64 { return float64(r.Transactions) },
	"seconds":      func(r *result.Result) float64 { return float64(r.VirtualNs) / 1e9 },
	"checkpoints":  func(r *result.Result) float64 { return float64(len(r.Checkpoints)) },
	"buffers":      func(r *result.Result) float64 { return float64(r.Buffers) },
	"avg_ms":       func(r *result.Result) float64 { return float64(r.Latency.Avg) / 1e6 },
	"p90_ms":       func(r *result.Result) float64 { return float64(r.Latency.P90) / 1e6 },
	"p99_ms":       func(r *result.Result) float64 { return float64(r.Latency.P99) / 1e6 },
	"share_checkpoint": func(r *result.Result) float64 {
		return float64(r.Counters.BuffersCheckpoint) / float64(written(r))
	},
	"share_clean":   func(r *result.Result) float64 { return float64(r.Counters.BuffersClean) / float64(written(r)) },
	"share_backend": func(r *result.Result) float64 { return float64(r.Counters.BuffersBackend) / float64(written(r)) },
	"written":       func(r *result.Result) float64 { return float64(written(r)) },
	"wal_MB":        func(r *result.Result) float64 { return float64(r.Counters.WALBytes) / (1 << 20) },
	"fpi_share": func(r *result.Result) float64 {
		return float64(r.Counters.WALFPIBytes) / float64(r.Counters.WALBytes)
	},
	"max_os_dirty_bytes": func(r *result.Result) float64 { return 8192 * slices.Max(r.Series.OSDirty) },
	"tps_p5":             func(r *result.Result) float64 { return quantile(r.Series.TPS, .05) },
	"peak_ms":            func(r *result.Result) float64 { return slices.Max(r.Series.LatencyP99) / 1e6 },
	"period_s":           func(r *result.Result) float64 { return float64(period(r.Series.LatencyP99)) },
	"frozen_s":           frozen,
	"warnings":           func(r *result.Result) float64 { return float64(strings.Count(report.Log(r), "HINT")) },
}

func written(r *result.Result) int64 {
	return r.Counters.BuffersCheckpoint + r.Counters.BuffersClean + r.Counters.BuffersBackend
}

func quantile(v []float64, q float64) float64 {
	sorted := slices.Sorted(slices.Values(v))
	return sorted[int(q*float64(len(sorted)-1))]
}

// period returns the shift by which a series is most like itself, among those from a
// tenth to a half of its length. The series is first made one of ten values a
// minute, the largest of each.
func period(v []float64) int {
	const bin = 6
	var peaks []float64
	for len(v) >= bin {
		peaks = append(peaks, slices.Max(v[:bin]))
		v = v[bin:]
	}
	mean := sum(peaks) / float64(len(peaks))
	best, at := 0.0, 0
	for shift := len(peaks) / 10; shift <= len(peaks)/2; shift++ {
		like := 0.0
		for i := range peaks[shift:] {
			like += (peaks[i] - mean) * (peaks[i+shift] - mean)
		}
		if like /= float64(len(peaks) - shift); like > best {
			best, at = like, shift
		}
	}
	return at * bin
}

// frozen returns for how many seconds the disk wrote and read next to nothing: less
// than a twentieth of what it reads in a median second.
func frozen(r *result.Result) float64 {
	usual, n := quantile(r.Series.DiskReadB, .5), 0
	for i, b := range r.Series.DiskReadB {
		if b < usual/20 && r.Series.DiskWriteB[i] > 0 {
			n++
		}
	}
	return float64(n)
}
