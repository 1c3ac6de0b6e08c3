package charts

import (
	"strings"

	"clocksweep/core/result"
)

// Captions of pictures with more than two runs: a sentence about each would be a page
// of text that nobody reads, and stands in the table. They tell between which runs
// the figure lies.

// several tells whether there are too many runs to tell of each.
func (s *scene) several() bool { return len(s.runs) > 2 }

// spreads tells from where to where a figure goes, and in which runs; words writes it.
// Runs without the figure (ok false) are left out.
func (s *scene) spreads(of func(r *run) (v float64, ok bool), words func(v float64) string) string {
	var low, high *run
	var least, most float64
	for i := range s.runs {
		r := &s.runs[i]
		v, ok := of(r)
		if !ok {
			continue
		}
		if low == nil || v < least {
			low, least = r, v
		}
		if high == nil || v > most {
			high, most = r, v
		}
	}
	switch {
	case low == nil:
		return "unknown"
	case words(least) == words(most):
		return words(most)
	}
	return "from " + words(least) + " (" + low.name + ") to " + words(most) + " (" + high.name + ")"
}

// commonest counts what of is in the runs: "CPU in 4 runs and reading in 2".
func (s *scene) commonest(of func(r *run) string) string {
	var names []string
	count := map[string]int{}
	for i := range s.runs {
		name := of(&s.runs[i])
		if name == "" {
			continue
		}
		if count[name] == 0 {
			names = append(names, name)
		}
		count[name]++
	}
	if len(names) == 1 {
		return names[0] + " in " + allOf(count[names[0]], len(s.runs))
	}
	for i, name := range names {
		names[i] = name + " in " + grouped(int64(count[name]))
		if i == 0 {
			names[i] = name + " in " + plural(count[name], "run")
		}
	}
	if len(names) == 0 {
		return "unknown"
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

func allOf(n, of int) string {
	if n == of {
		return "all runs"
	}
	return plural(n, "run")
}

// spreadOf is spreads of a figure that every run has.
func (s *scene) spreadOf(of func(r *run) float64, words func(v float64) string) string {
	return s.spreads(func(r *run) (float64, bool) { return of(r), true }, words)
}

func (s *scene) throughputSeveral() string {
	text := "Transactions per second: " + s.spreadOf(func(r *run) float64 { return r.TPSIncluding() }, fourDigits) + "."
	stalled, longest := 0, (*run)(nil)
	for i := range s.runs {
		r := &s.runs[i]
		if len(r.Stalls) == 0 {
			continue
		}
		stalled++
		if longest == nil || longestStalls(r)[0].LengthNs > longestStalls(longest)[0].LengthNs {
			longest = r
		}
	}
	if stalled > 0 {
		text += " There are stalls in " + allOf(stalled, len(s.runs)) + ", the longest of " +
			seconds(longestStalls(longest)[0].LengthNs) + " (" + longest.name + ")."
	}
	return text + s.stoppedSeveral()
}

func (s *scene) stoppedSeveral() string {
	stopped := 0
	for _, r := range s.runs {
		if r.Stopped {
			stopped++
		}
	}
	if stopped == 0 {
		return ""
	}
	return " Stopped early: " + allOf(stopped, len(s.runs)) + "."
}

func fourDigits(v float64) string { return figure(v, 4) }

// ended are the runs in which a transaction has ended.
func ended(of func(r *run) float64) func(r *run) (float64, bool) {
	return func(r *run) (float64, bool) { return of(r), r.Transactions > 0 }
}

func (s *scene) waitsSeveral(parts []reason) string {
	ms := func(v float64) string { return figure(v, 3) + " ms" }
	return "A transaction takes " + s.spreads(ended(func(r *run) float64 { return perTransaction(r, r.LatencyNs) }), ms) +
		". Most of it is " + s.commonest(func(r *run) string { return mostOf(parts, r) }) + "."
}

func (s *scene) latencySeveral() string {
	of := func(p func(l *result.Percentiles) int64) string {
		return s.spreads(ended(func(r *run) float64 { return float64(p(&r.Latency)) }), func(v float64) string { return millis(int64(v)) })
	}
	return "Half of the transactions take at most so long: " + of(func(l *result.Percentiles) int64 { return l.P50 }) +
		"; 99 % of them: " + of(func(l *result.Percentiles) int64 { return l.P99 }) +
		"; the longest: " + of(func(l *result.Percentiles) int64 { return l.Max }) + "."
}

func (s *scene) sessionsSeveral(states []state) string {
	return "A look at a session finds most often " + s.commonest(func(r *run) string {
		most, label := 0.0, ""
		for i := range states {
			if n := sum(states[i].count(r, 1)); n > most {
				most, label = n, states[i].label
			}
		}
		return label
	}) + "."
}

func (s *scene) writersSeveral() string {
	total := func(r *run) float64 {
		n := int64(0)
		for _, w := range poolWriters {
			n += w.total(r)
		}
		return float64(n)
	}
	return "Pages written for each transaction: " +
		s.spreads(ended(func(r *run) float64 { return total(r) / float64(r.Transactions) }), func(v float64) string { return figure(v, 3) }) +
		". Most are written by " + s.commonest(func(r *run) string {
		most, by := int64(0), ""
		for _, w := range poolWriters {
			if n := w.total(r); n > most {
				most, by = n, w.by()
			}
		}
		return by
	}) + "."
}

func (s *scene) dirtySeveral() string {
	last := func(of func(v *result.Series) []float64) string {
		return s.spreads(func(r *run) (float64, bool) {
			column := of(&r.Series)
			if len(column) == 0 {
				return 0, false
			}
			return column[len(column)-1], true
		}, func(v float64) string { return grouped(int64(v)) })
	}
	return "Dirty at the end, in pages: in the pool " + last(func(v *result.Series) []float64 { return v.PoolDirty }) +
		"; in the page cache " + last(func(v *result.Series) []float64 { return v.OSDirty }) + "."
}

func (s *scene) diskSeveral() string {
	begun := func(of func(r *run) float64) func(r *run) (float64, bool) {
		return func(r *run) (float64, bool) { return of(r), r.VirtualNs > 0 }
	}
	rate := func(bytes func(r *run) int64) string { // bytes/ns to MB/s
		return s.spreads(begun(func(r *run) float64 { return float64(float64(bytes(r))*1e3) / float64(r.VirtualNs) }),
			func(v float64) string { return figure(v, 3) })
	}
	return "The disk is busy " + s.spreads(begun(func(r *run) float64 { return float64(r.Counters.DiskUtilNs) / float64(r.VirtualNs) }),
		func(v float64) string { return percent(v, 1) }) +
		"; it reads, in MB/s, " + rate(func(r *run) int64 { return r.Counters.DiskReadBytes }) +
		" and writes " + rate(func(r *run) int64 { return r.Counters.DiskWriteByte }) + "."
}

func (s *scene) usageSeveral() string {
	share := func(count int) string {
		return s.spreads(func(r *run) (float64, bool) {
			return float64(r.UsageCount[count]) / float64(max(r.valid(), 1)), r.valid() > 0
		}, func(v float64) string { return percent(v, 1) })
	}
	return "Of the buffers in use have usage count 0: " + share(0) + "; 5: " + share(len(s.runs[0].UsageCount)-1) + "."
}
