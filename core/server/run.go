package server

import (
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/wal"
)

// Engine is the version of the engine. Results of one scenario and seed are equal for
// equal versions: raise it with every change that rewrites the files of core/golden.
const Engine = "0.2.0"

// Run is one run of a scenario. Create it with [New], advance it with
// [Run.Step], read it with [Run.Result] at any time. Who leaves one before its end calls
// [Run.Stop], for its processes stand in the middle of what they do and hold its memory.
type Run struct {
	sc     scenario.Scenario
	s      *Server
	budget Budget
	over   bool
	final  *result.Result
}

// New sets up a machine for a scenario at virtual time zero. The error is one of
// scenario.Scenario.Check: settings that are legal each but not together. [Admit] does
// so within a budget.
func New(sc *scenario.Scenario) (*Run, error) {
	return Admit(sc, Budget{})
}

// Step advances the run by up to the given number of events (a few hundred
// nanoseconds of processor time each) and reports whether there is more to do.
func (r *Run) Step(events int) bool {
	if r.over {
		return false
	}
	r.s.sim.Step(events)
	if r.s.clients == 0 {
		r.end()
	}
	return !r.over
}

// Progress returns the virtual time since pgbench began and its planned length
// in nanoseconds. A run of so many transactions is as long as their processor
// time, and has come as far as that of those it has done; an earlier one counts
// with it. One of a length in time stands at its start until the earlier one is over.
func (r *Run) Progress() (virtualNs, plannedNs int64) {
	s, e := r.s, &r.s.earlier
	if s.transactions == 0 {
		if e.left > 0 {
			return 0, s.planned
		}
		return min(s.sim.Now()-s.started, s.planned), s.planned
	}
	done := float64(e.done+s.samples.total.Count) / float64(len(s.backends))
	return int64(done * float64(s.transactionNs)), (e.transactions + s.transactions) * s.transactionNs
}

// Events returns how many events have fired.
func (r *Run) Events() uint64 { return r.s.sim.Events() }

// Stop ends the run where it stands.
func (r *Run) Stop() {
	if !r.over {
		r.end()
	}
}

func (r *Run) end() {
	r.over = true
	r.final = r.collect()
	r.s.sim.Halt()
}

// Result returns what the run has left behind so far; after its end always the
// same value.
func (r *Run) Result() *result.Result {
	if r.final != nil {
		return r.final
	}
	return r.collect()
}

func (r *Run) collect() *result.Result {
	s, m, sc := r.s, &r.s.samples, &r.sc
	now := s.sim.Now()
	if m.endedAt > 0 {
		now = m.endedAt
	}
	out := &result.Result{
		Engine: Engine, Experiment: sc.Experiment, Run: sc.Run,
		Release: sc.Enum(scenario.Release), Seed: sc.Seed(),
		PlannedNs: s.planned, VirtualNs: now - s.started, ConnectNs: m.connectNs,
		Stopped: m.endedAt == 0,
		Clients: sc.Int(scenario.Clients), Scale: sc.Int(scenario.Scale), Buffers: int64(s.pool.Len()),
		Transactions: m.total.Count, Latency: result.PercentilesOf(&m.total), LatencyNs: m.total.Sum,
		Waits: m.waits, Counters: s.earlier.counted(s.counters()),
		IO:          s.earlier.countedIO(s.statIO()),
		Checkpoints: append([]result.Checkpoint(nil), s.checkpoints[s.earlier.checkpoints:]...),
		Stalls:      append([]result.Stall(nil), m.stalls...),
		Locks:       s.locks.stats(),
		Series:      m.copySeries(),
		Devices:     m.copyDevices(),
		Backends:    m.copyBackends(),
		Histogram:   append([]uint32(nil), m.total.Bucket[:]...),
		Pool:        append([]result.Snapshot(nil), m.watch.list...),
		StddevNs:    s.schedule.stddev(m.total.Count, m.total.Sum), Schedule: s.schedule.kept,
	}
	if s.dbt2 != nil {
		out.Types = s.tpccStats.types()
	}
	if s.large != nil {
		out.Jobs = append(out.Jobs, s.large.jobs...)
	}
	for _, set := range scenario.Settings() {
		if !sc.InForce(set.ID) {
			continue
		}
		out.Settings = append(out.Settings, result.Setting{
			Name: set.Name, Value: sc.Show(set.ID), Changed: !sc.IsDefault(set.ID),
		})
	}
	for i, rel := range s.relations {
		if rel.fork != mainFork {
			continue
		}
		read, hit, initial := s.earlier.relation(i, rel)
		out.Relations = append(out.Relations, result.Relation{
			Name: rel.name, BlksRead: read, BlksHit: hit, Pages: rel.pages(), PagesInit: initial,
		})
	}
	usage := s.pool.UsageHistogram()
	for u, n := range usage {
		out.UsageCount[min(u, len(out.UsageCount)-1)] += n
	}
	for i := range out.Checkpoints {
		k := &out.Checkpoints[i]
		for _, t := range []*int64{&k.StartNs, &k.WriteEndNs, &k.SyncEndNs, &k.EndNs} {
			if *t != 0 { // what an earlier run began is shown from the start on
				*t = max(*t-s.started, 0)
			}
		}
	}
	return out
}

// copySeries returns the samples so far as slices of their own.
func (m *sampler) copySeries() result.Series {
	v := m.series
	for _, col := range v.Columns() {
		*col.Values = append([]float64(nil), *col.Values...)
	}
	return v
}

// counters reads every counter of the machine.
func (s *Server) counters() result.Counters {
	n := s.n
	n.BuffersAlloc = s.allocatedNow()
	n.BuffersRefused = s.books.refused
	for _, r := range s.relations {
		if r.fork == mainFork {
			n.BlksRead += r.blocks.read
			n.BlksHit += r.blocks.hit
		}
	}
	w := &s.wal.Stats
	n.WALRecords, n.WALFPI, n.WALFPIBytes = w.Records, w.Images, w.ImageBytes
	n.WALBytes = s.walBytes()
	n.WALSegments = (s.wal.Insert-1)/wal.SegmentBytes - (s.walStart-1)/wal.SegmentBytes
	n.WALInits = w.Created
	n.WALFlushes = w.Flushes
	n.StillDirty = s.pool.DirtyCount()
	o := &s.os.Stats
	n.OSReadHits, n.OSReads, n.OSWrites = o.ReadHits, o.Reads, o.Writes
	n.OSDirty = s.os.Dirty()
	n.JournalCommit, n.JournalData = o.JournalCommits, o.JournalData
	n.FlusherPages, n.FsyncPages = o.FlusherPages, o.FsyncPages
	d := s.diskStats()
	n.DiskReads, n.DiskWrites = d.Reads, d.Writes
	n.DiskReadBytes, n.DiskWriteByte = d.ReadBytes, d.WriteBytes
	n.DiskUtilNs, n.DiskBusyNs, n.DiskFlushes = d.UtilNs, d.BusyNs, d.Flushes
	return n
}

// walBytes returns the WAL since the run began: up to 9.4 the distance of two
// positions in it, later the length of the records, as pg_stat_wal counts it.
func (s *Server) walBytes() int64 {
	if s.maxWAL {
		return s.wal.Stats.RecordBytes
	}
	return s.wal.Insert - s.walStart
}
