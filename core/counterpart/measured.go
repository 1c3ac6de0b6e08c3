package counterpart

import (
	"slices"

	"clocksweep/core/observed"
)

// Measured is what the server counted in an interval.
type Measured struct {
	Seconds  float64 // of the interval; 0 if nobody tells
	From     string  // how the interval is known
	Counters observed.Counters
	Reset    []observed.Figure // that went backwards

	LogSeconds  float64 // between the first and the last line about checkpoints; 0 if their times are not told
	Checkpoints []observed.Checkpoint
	Starts      []observed.Start
	TooOften    int64

	observed.System

	bytes    int64 // of the database, 0 if not told
	warnings []observed.TooOften
}

const nanoseconds = 1e9

// sinceReset are the figures that count from the stats_reset of pg_stat_bgwriter on;
// other views have been reset at other times.
var sinceReset = []observed.Figure{
	observed.BuffersAlloc, observed.BuffersCheckpoint, observed.BuffersClean, observed.MaxwrittenClean, observed.BuffersBackend,
	observed.BackendFsync, observed.CheckpointsTimed, observed.CheckpointsReq, observed.WriteMs, observed.SyncMs,
}

// measure works out the counters of the interval between the first and the last
// snapshot, or since the statistics were reset if there is one only.
func (b *builder) measure(told float64) {
	m := &b.Measured
	m.Checkpoints, m.Starts, m.TooOften = b.facts.Log.Checkpoints, b.facts.Log.Starts, int64(len(b.facts.Log.TooOften))
	m.LogSeconds = logSeconds(&b.facts.Log)
	m.System, m.warnings = b.facts.System, b.facts.Log.TooOften
	_, m.bytes = b.sizes()
	list := b.facts.Snapshots
	switch len(list) {
	case 0:
		if m.LogSeconds > 0 && told <= 0 {
			m.Seconds, m.From = m.LogSeconds, "between the first and the last line of the log"
		}
	case 1:
		s := &list[0]
		for _, f := range sinceReset {
			if s.Has(f) {
				m.Counters.Put(f, s.Get(f))
			}
		}
		if s.At.Known() && s.Reset.Known() && s.At > s.Reset {
			m.Seconds, m.From = float64(s.At-s.Reset)/nanoseconds, "since stats_reset, for there is one snapshot only"
		}
	default:
		first, last := &list[0], &list[len(list)-1]
		m.Counters, m.Reset = last.Since(&first.Counters)
		if first.At.Known() && last.At > first.At {
			m.Seconds, m.From = float64(last.At-first.At)/nanoseconds, "between the snapshots’ now"
		}
	}
	if told > 0 && m.Seconds == 0 {
		m.Seconds, m.From = told, "as you said"
	}
	b.tellInterval(len(list))
	if len(list) > 1 && b.facts.Log.Zoned {
		m.cut(list[0].At, list[len(list)-1].At)
	}
}

// cut leaves of the log what falls between the snapshots.
func (m *Measured) cut(from, to observed.Moment) {
	if !from.Known() || !to.Known() {
		return
	}
	outside := func(at observed.Moment) bool { return at < from || at > to }
	m.Checkpoints = slices.DeleteFunc(slices.Clone(m.Checkpoints), func(k observed.Checkpoint) bool { return outside(k.At) })
	m.Starts = slices.DeleteFunc(slices.Clone(m.Starts), func(k observed.Start) bool { return outside(k.At) })
	m.TooOften = 0
	for _, w := range m.warnings {
		if !outside(w.At) {
			m.TooOften++
		}
	}
}

// tellInterval says how the interval is known, or what is missing.
func (b *builder) tellInterval(snapshots int) {
	m := &b.Measured
	if len(m.Reset) > 0 {
		names := ""
		for i, f := range m.Reset {
			if i > 0 {
				names += ", "
			}
			names += f.String()
		}
		b.assumed("Not used: " + names + ", which went backwards between the snapshots. Somebody reset the statistics, or the snapshots are in the wrong order.")
	}
	switch {
	case m.Seconds > 0:
		b.known("Interval: " + inWords(m.Seconds) + ", " + m.From + ".")
	case snapshots > 0:
		b.assumed("Interval: unknown, so that nothing can be told by the minute. Give the time between the snapshots, or add now() to the query.")
	}
}

// logSeconds returns the time between the first and the last line about checkpoints.
func logSeconds(l *observed.Log) float64 {
	var first, last observed.Moment
	see := func(at observed.Moment) {
		if !at.Known() {
			return
		}
		if !first.Known() || at < first {
			first = at
		}
		last = max(last, at)
	}
	for i := range l.Starts {
		see(l.Starts[i].At)
	}
	for i := range l.Checkpoints {
		see(l.Checkpoints[i].At)
	}
	return float64(last-first) / nanoseconds
}
