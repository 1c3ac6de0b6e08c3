package counterpart

import (
	"slices"
	"strings"

	"clocksweep/core/diagnose"
	"clocksweep/core/observed"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// needs are the figures without which a rule of package diagnose would judge zeros.
// Rules that are not listed look at what no view and no log tells, or at the lines of
// the log, of which there are none if there is no log.
var needs = map[string][]observed.Figure{
	"bgwriter-ceiling": {observed.MaxwrittenClean, observed.BuffersClean, observed.BuffersBackend},
	"all-scan":         {observed.BuffersClean, observed.BuffersBackend, observed.BuffersCheckpoint},
	"pool-too-small":   {observed.BuffersAlloc, observed.Transactions, observed.BlksRead, observed.BlksHit},
	"backend-fsync":    {observed.BackendFsync},
	"fits":             {observed.BuffersAlloc, observed.Transactions},
}

// Diagnose says what the server's own figures show. Nothing simulated is in it.
func (c *Counterpart) Diagnose() []diagnose.Finding {
	r, sized, walKnown := c.result()
	found := diagnose.Diagnose(r)
	found = slices.DeleteFunc(found, func(f diagnose.Finding) bool {
		switch f.ID {
		case "nothing-wrong":
			return true
		case "pool-too-small", "fits":
			if !sized {
				return true
			}
		case "checkpoints-by-wal":
			if !walKnown {
				return true
			}
		}
		return !c.Measured.Counters.HasAll(needs[f.ID]...)
	})
	for i := range found {
		if f := &found[i]; f.ID == "fits" && !c.Measured.Counters.Has(observed.BuffersExtend) {
			// What follows tells extensions, which no view up to 15 does.
			f.Because, _, _ = strings.Cut(f.Because, " Of ")
		}
	}
	if !slices.ContainsFunc(found, func(f diagnose.Finding) bool { return !f.Harmless }) {
		found = append(found, nothingSeen(r))
	}
	return found
}

// nothingSeen is what is left if no rule found anything that costs time. It claims no
// more than counters and a log can show.
func nothingSeen(r *result.Result) diagnose.Finding {
	because := "No limit was hit that these figures show. What transactions wait for is in none of them; look into pg_stat_activity for that."
	if r.VirtualNs == 0 {
		because = "There are no figures of an interval, so that there is nothing to judge."
	}
	return diagnose.Finding{ID: "nothing-seen", Title: "Nothing is wrong as far as can be seen", Because: because, Harmless: true}
}

// result puts the measured figures into the form that a diagnosis reads. sized tells
// whether the size of the database is known, walKnown whether the volume of WAL is.
func (c *Counterpart) result() (r *result.Result, sized, walKnown bool) {
	m := &c.Measured
	sc := c.Scenario
	r = &result.Result{
		Release: c.Release, Buffers: sc.Int(scenario.SharedBuffers), Clients: sc.Int(scenario.Clients), Scale: sc.Int(scenario.Scale),
		VirtualNs: int64(m.Seconds * nanoseconds), Transactions: m.Counters.Get(observed.Transactions),
	}
	for _, s := range scenario.Settings() {
		if sc.InForce(s.ID) {
			r.Settings = append(r.Settings, result.Setting{Name: s.Name, Value: sc.Show(s.ID), Changed: !sc.IsDefault(s.ID)})
		}
	}
	n := &r.Counters
	for _, c := range []struct {
		to *int64
		f  observed.Figure
	}{
		{&n.BuffersAlloc, observed.BuffersAlloc}, {&n.BuffersCheckpoint, observed.BuffersCheckpoint}, {&n.BuffersClean, observed.BuffersClean},
		{&n.MaxwrittenClean, observed.MaxwrittenClean}, {&n.BuffersBackend, observed.BuffersBackend}, {&n.BuffersExtend, observed.BuffersExtend},
		{&n.BuffersBackendFsync, observed.BackendFsync}, {&n.CheckpointsTimed, observed.CheckpointsTimed}, {&n.CheckpointsReq, observed.CheckpointsReq},
		{&n.BlksRead, observed.BlksRead}, {&n.BlksHit, observed.BlksHit}, {&n.WALBytes, observed.WALBytes},
	} {
		*c.to = m.Counters.Get(c.f)
	}
	if delay := sc.Int(scenario.BgwriterDelay); sc.Has(scenario.BgwriterDelay) && delay > 0 {
		n.BgwriterRound = int64(m.Seconds * 1000 / float64(delay)) // there can't have been more
	}
	if m.bytes > 0 {
		r.Relations = []result.Relation{{Name: "database", Pages: m.bytes / pageBytes, PagesInit: m.bytes / pageBytes}}
		sized = true
	}
	r.Checkpoints = m.forDiagnosis()
	walKnown = m.Counters.Has(observed.WALBytes)
	if !walKnown && m.Seconds > 0 {
		n.WALBytes, walKnown = m.walOfLog()
	}
	return r, sized, walKnown
}

// walOfLog works out the WAL of the interval from what the log tells of each
// checkpoint: the distance to the one before, or up to 9.4 the files that became free.
func (m *Measured) walOfLog() (bytes int64, known bool) {
	const segment = 16 << 20
	span := m.LogSeconds
	for i := range m.Checkpoints {
		switch k := &m.Checkpoints[i]; {
		case k.DistanceKB >= 0:
			bytes += k.DistanceKB << 10
			known = true
		case k.Recycled >= 0:
			bytes += (k.Recycled + k.Removed) * segment
			known = true
		}
	}
	if span == 0 {
		span = m.Seconds
	}
	return int64(float64(bytes) / span * m.Seconds), known
}

// forDiagnosis turns the log's lines into checkpoints of a run that begins with the
// first of them.
func (m *Measured) forDiagnosis() []result.Checkpoint {
	var list []result.Checkpoint
	var origin observed.Moment
	for i := range m.Checkpoints {
		k := &m.Checkpoints[i]
		if begun := k.At - observed.Moment(k.TotalMs*1e6); k.At.Known() && (origin == 0 || begun < origin) {
			origin = begun
		}
	}
	for i := range m.Checkpoints {
		k := &m.Checkpoints[i]
		end := int64(k.TotalMs) * 1e6
		if k.At.Known() {
			end = max(end, int64(k.At-origin))
		}
		start := end - k.TotalMs*1e6
		list = append(list, result.Checkpoint{
			StartNs: start, WriteEndNs: start + k.WriteMs*1e6, SyncEndNs: start + (k.WriteMs+k.SyncMs)*1e6, EndNs: end + 1,
			Timed: slices.Contains(k.Flags, "time"), Flags: flagsOf(k.Flags), Written: k.Written, TooOften: -1,
			SyncFiles: max(0, k.SyncFiles), LongestNs: max(0, k.LongestMs) * 1e6, SumSyncNs: k.SyncMs * 1e6,
		})
	}
	for i := range min(m.TooOften, int64(len(list))) {
		list[i].TooOften = 0
	}
	return list
}

// flagsOf returns the flags of a checkpoint. One without any known reason is taken
// for one that was asked for, not for one by WAL.
func flagsOf(names []string) (flags int64) {
	for _, name := range names {
		switch name {
		case "shutdown":
			flags |= result.FlagShutdown
		case "end-of-recovery":
			flags |= result.FlagEndOfRecovery
		case "force":
			flags |= result.FlagForce
		case "wait":
			flags |= result.FlagWait
		case "wal", "xlog":
			flags |= result.FlagByWAL
		case "flush-all", "flush-unlogged":
			flags |= result.FlagFlushAll
		}
	}
	if len(names) == 0 {
		flags = result.FlagForce
	}
	return flags
}
