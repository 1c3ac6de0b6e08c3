package charts

import (
	"math"
	"strings"
)

// percentile is one line of the latency picture.
type percentile struct {
	name   string
	column func(r *run) []float64 // nanoseconds
	most   bool                   // a maximum, not a percentile
	width  float32
	dotted bool
}

var percentiles = [...]percentile{
	{"p50", func(r *run) []float64 { return r.Series.LatencyP50 }, false, 2.5, false},
	{"p90", func(r *run) []float64 { return r.Series.LatencyP90 }, false, 1.75, false},
	{"p99", func(r *run) []float64 { return r.Series.LatencyP99 }, false, 1.25, false},
	{"max", func(r *run) []float64 { return r.Series.LatencyMax }, true, 1.25, true},
}

// ms returns the percentile in milliseconds by bins of k seconds. Where a bin
// is longer than a second, a percentile is the mean of its seconds' percentiles
// weighted with their transactions.
func (p *percentile) ms(r *run, k int) []float64 {
	v := scaled(p.column(r), 1e-6)
	if p.most {
		return largest(v, r.Series.TPS, k)
	}
	return weighted(v, r.Series.TPS, k)
}

// latency draws percentiles over time, one plot a run, on one logarithmic
// scale.
func latency(s *scene) Picture {
	lowest, highest := math.Inf(1), 0.0
	panels := make([]panel, len(s.runs))
	var columns []column
	for i := range s.runs {
		r := &s.runs[i]
		p := panel{run: r, unit: "ms, logarithmic", log: true}
		for _, q := range percentiles {
			y := q.ms(r, s.bin)
			for _, v := range y {
				if v > 0 {
					lowest, highest = min(lowest, v), max(highest, v)
				}
			}
			p.lines = append(p.lines, line{
				name: q.name, color: r.color, y: positive(y), end: len(r.Series.TPS),
				width: q.width, dotted: q.dotted, label: true,
			})
			columns = append(columns, column{r.name + " " + q.name + ", ms", func(k int) []float64 { return q.ms(r, k) }})
		}
		p.bands = append(s.checkpointBands(r, "checkpoint", ""), s.stallBands(r)...)
		panels[i] = p
	}
	if highest == 0 {
		lowest, highest = 1, 1
	}
	lo, hi := decades(lowest, highest)
	for i := range panels {
		panels[i].min, panels[i].max = lo, hi
	}
	pic := Picture{
		ID: "latency", Title: "Latency", Caption: latencyCaption(s), Table: s.timeTable(columns),
	}
	s.overTime(&pic, panels, nil)
	return pic
}

// positive makes a gap of what a logarithmic axis can't show.
func positive(v []float64) []float64 {
	for i, x := range v {
		if !(x > 0) {
			v[i] = math.NaN()
		}
	}
	return v
}

func latencyCaption(s *scene) string {
	if s.several() {
		return s.latencySeveral()
	}
	var parts []string
	for i, r := range s.runs {
		if r.Transactions == 0 {
			parts = append(parts, "no transaction of "+r.name+" ends")
			continue
		}
		p := r.Latency
		part := r.name + ": "
		if i == 0 {
			part = "half of the transactions of " + r.name + " take at most "
		}
		part += millis(p.P50)
		if i == 0 {
			part += ", 99 % at most "
		} else {
			part += ", "
		}
		part += millis(p.P99)
		if i == 0 {
			part += ", and the longest takes "
		} else {
			part += " and "
		}
		parts = append(parts, part+millis(p.Max))
	}
	return capital(strings.Join(parts, "; ")) + "."
}

// capital writes the first letter large.
func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
