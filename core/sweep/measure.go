package sweep

import (
	"math"
	"strconv"
	"strings"

	"clocksweep/core/result"
)

// Measure is a figure of a run that a sweep can draw.
type Measure struct {
	Name  string // as on a command line
	Label string // as a heading
	Unit  string // empty for a plain number
	of    func(r *result.Result) float64
}

// Of returns the figure of a run, NaN where it is not defined.
func (m *Measure) Of(r *result.Result) float64 {
	v := m.of(r)
	if math.IsInf(v, 0) {
		return math.NaN()
	}
	return v
}

// measures are all of them, in the order in which they are offered.
var measures = []Measure{
	{"tps", "Throughput", "transactions/s", func(r *result.Result) float64 { return r.TPSIncluding() }},
	{"latency_avg", "Latency, average", "ms", latency(func(p *result.Percentiles) int64 { return p.Avg })},
	{"p50", "Latency, 50th percentile", "ms", latency(func(p *result.Percentiles) int64 { return p.P50 })},
	{"p95", "Latency, 95th percentile", "ms", latency(func(p *result.Percentiles) int64 { return p.P95 })},
	{"p99", "Latency, 99th percentile", "ms", latency(func(p *result.Percentiles) int64 { return p.P99 })},
	{"latency_max", "Latency, longest", "ms", latency(func(p *result.Percentiles) int64 { return p.Max })},
	{"pauses", "Pauses of a second or more", "", func(r *result.Result) float64 { n, _ := pauses(r); return float64(n) }},
	{"paused_s", "Time in pauses of a second or more", "s", func(r *result.Result) float64 { _, ns := pauses(r); return float64(ns) / 1e9 }},
	{"longest_pause_s", "Longest span without the end of a transaction", "s", func(r *result.Result) float64 {
		longest := int64(0)
		for _, s := range r.Stalls {
			longest = max(longest, s.LengthNs)
		}
		return float64(longest) / 1e9
	}},
	{"writes_per_tx", "Pages written for each transaction", "", func(r *result.Result) float64 {
		return float64(written(r)) / float64(r.Transactions)
	}},
	{"backend_share", "Share of the pages that backends wrote", "%", func(r *result.Result) float64 {
		return 100 * float64(r.Counters.BuffersBackend) / float64(written(r))
	}},
	{"hit_ratio", "Pages found in shared_buffers", "%", func(r *result.Result) float64 {
		return 100 * float64(r.Counters.BlksHit) / float64(r.Counters.BlksHit+r.Counters.BlksRead)
	}},
	{"wal_kb_per_tx", "WAL for each transaction", "kB", func(r *result.Result) float64 {
		return float64(r.Counters.WALBytes) / 1024 / float64(r.Transactions)
	}},
	{"checkpoints", "Checkpoints begun", "", func(r *result.Result) float64 {
		return float64(r.Counters.CheckpointsTimed + r.Counters.CheckpointsReq)
	}},
	{"disk_busy", "Time with a request at the disk", "%", func(r *result.Result) float64 {
		return 100 * float64(r.Counters.DiskUtilNs) / float64(r.VirtualNs)
	}},
}

// latency returns a measure in ms, which is not defined without a transaction.
func latency(of func(*result.Percentiles) int64) func(*result.Result) float64 {
	return func(r *result.Result) float64 {
		if r.Transactions == 0 {
			return math.NaN()
		}
		return float64(of(&r.Latency)) / 1e6
	}
}

// written is the pages that checkpoints, background writer and backends wrote.
func written(r *result.Result) int64 {
	n := &r.Counters
	return n.BuffersCheckpoint + n.BuffersClean + n.BuffersBackend
}

// pauses returns the spans of a second or more without the end of a transaction,
// and the sum of their lengths, ns.
func pauses(r *result.Result) (n int, ns int64) {
	for _, s := range r.Stalls {
		if s.LengthNs >= 1e9 {
			n, ns = n+1, ns+s.LengthNs
		}
	}
	return n, ns
}

// Measures returns every measure, throughput first.
func Measures() []Measure { return append([]Measure(nil), measures...) }

// MeasureByName returns the index of a measure in [Measures].
func MeasureByName(name string) (int, bool) {
	for i := range measures {
		if measures[i].Name == name {
			return i, true
		}
	}
	return 0, false
}

// MeasureNames lists the names with commas between them.
func MeasureNames() string {
	var names []string
	for i := range measures {
		names = append(names, measures[i].Name)
	}
	return strings.Join(names, ", ")
}

// Figure prints a number for a reader: whole numbers in full, others to four
// significant digits, "–" for what is not defined.
func Figure(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case v == math.Trunc(v):
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	decimals := 3
	for x := math.Abs(v); x >= 10; x /= 10 {
		decimals--
	}
	for x := math.Abs(v); x < 1 && decimals < 6; x *= 10 {
		decimals++
	}
	return strconv.FormatFloat(v, 'f', max(decimals, 0), 64)
}
