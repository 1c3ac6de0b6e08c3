package server

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// stallNs is the shortest span without an end of a transaction that counts as
// a stall.
const stallNs = 500 * sim.Millisecond

// sampler writes down every virtual second what happened in it.
type sampler struct {
	s         *Server
	target    sim.Target
	series    result.Series
	devices   []deviceMeter
	backends  [result.NumWaits][]float64 // as result.Result has them
	total     sim.Histogram
	second    sim.Histogram
	waits     [result.NumWaits]int64
	stalls    []result.Stall
	lastEnd   int64
	running   int // transactions under way
	connectNs int64
	endedAt   int64
	prev      snapshot
	turn      uint32 // timers of an earlier run are of no meaning
	watch     watcher
}

// snapshot is what the columns of a second are differences of.
type snapshot struct {
	ckpt, clean, backend, alloc, wal       int64
	diskBusy, diskRead, diskWrite, cpuBusy int64
	switches                               int64
}

func (m *sampler) start(s *Server) {
	m.s = s
	m.target = s.sim.Register(m)
	m.prev = m.snapshot()
	m.devices = make([]deviceMeter, s.os.Devices())
	m.arm()
}

func (m *sampler) arm() { m.s.sim.At(m.s.sim.Now()+sim.Second, sim.PrioSample, m.target, m.turn) }

// restart forgets all there is and makes this instant the start.
func (m *sampler) restart() {
	m.watch.list, m.watch.distance = nil, 1
	*m = sampler{s: m.s, target: m.target, turn: m.turn + 1, devices: m.devices, watch: m.watch}
	m.prev = m.snapshot()
	m.restartDevices()
	m.arm()
}

// Fire ends one second.
func (m *sampler) Fire(turn uint32) {
	if turn != m.turn {
		return
	}
	m.sample()
	if invariants {
		if err := m.s.check(); err != nil {
			panic(sim.Broken{What: err.Error(), At: m.s.sim.Now()})
		}
	}
	m.arm()
}

func (m *sampler) snapshot() snapshot {
	s := m.s
	d := s.diskStats()
	return snapshot{
		ckpt: s.n.BuffersCheckpoint, clean: s.n.BuffersClean, backend: s.n.BuffersBackend,
		alloc: s.allocatedNow(), wal: s.walBytes(),
		diskBusy: d.UtilNs, diskRead: d.ReadBytes, diskWrite: d.WriteBytes,
		cpuBusy: s.cpu.BusyNs(), switches: s.cpu.Switches(),
	}
}

func (m *sampler) sample() {
	s, now, was := m.s, m.snapshot(), m.prev
	m.prev = now
	v := &m.series
	add := func(col *[]float64, x int64) { *col = append(*col, float64(x)) }
	add(&v.TPS, m.second.Count)
	p := result.PercentilesOf(&m.second)
	add(&v.LatencyAvg, p.Avg)
	add(&v.LatencyP50, p.P50)
	add(&v.LatencyP90, p.P90)
	add(&v.LatencyP99, p.P99)
	add(&v.LatencyMax, p.Max)
	m.second.Reset()
	add(&v.WrittenCkpt, now.ckpt-was.ckpt)
	add(&v.WrittenClean, now.clean-was.clean)
	add(&v.WrittenBack, now.backend-was.backend)
	add(&v.Alloc, now.alloc-was.alloc)
	add(&v.PoolDirty, s.pool.DirtyCount())
	add(&v.OSDirty, s.os.Dirty())
	add(&v.WALBytes, now.wal-was.wal)
	v.DiskBusy = append(v.DiskBusy, float64(now.diskBusy-was.diskBusy)/float64(sim.Second))
	add(&v.DiskReadB, now.diskRead-was.diskRead)
	add(&v.DiskWriteB, now.diskWrite-was.diskWrite)
	v.CPUBusy = append(v.CPUBusy, float64(now.cpuBusy-was.cpuBusy)/float64(sim.Second*s.cpu.Threads()))
	add(&v.Runnable, s.cpu.Runnable())
	add(&v.Blocked, s.os.Blocked())
	add(&v.ContextSw, now.switches-was.switches)
	m.sampleDevices()
	m.sampleBackends()
	m.watch.note(s, int64(len(v.TPS)))
}

// allocatedNow returns the buffers allocated up to now.
func (s *Server) allocatedNow() int64 {
	if s.clock == nil {
		return s.allocated
	}
	return s.allocated + int64(s.clock.Allocs())
}

// connected is told of each client that has connected; the last one ends the
// time to connect.
func (s *Server) connected() {
	s.connecting--
	if s.connecting == 0 {
		s.samples.connectNs = s.sim.Now() - s.started
		s.samples.lastEnd = s.sim.Now()
	}
}

// begins is told of each transaction that begins.
func (m *sampler) begins(now int64) {
	if m.running == 0 {
		m.lastEnd = max(m.lastEnd, now) // nobody was waiting before
	}
	m.running++
}

// ended books a transaction of b that was to begin at scheduled and began at
// began. Its latency counts from the first of the two.
func (s *Server) ended(b *backend, scheduled, began int64, before, after *[sim.MaxWaits]int64) {
	m := &s.samples
	now := s.sim.Now()
	latency := now - scheduled
	m.total.Add(latency)
	m.second.Add(latency)
	for i := range m.waits {
		m.waits[i] += after[i] - before[i]
	}
	m.waits[result.WaitSchedule] += began - scheduled
	m.running--
	m.noteGap(now)
	s.schedule.book(scheduled, began, latency)
	if s.dbt2 != nil {
		s.tpccStats.book(b, latency)
	}
	if s.terminals != nil {
		s.terminals.done(b)
	}
}

// noteGap books a stall that ends now, if there was one.
func (m *sampler) noteGap(now int64) {
	if gap := now - m.lastEnd; gap >= stallNs && m.lastEnd > 0 {
		m.stalls = append(m.stalls, result.Stall{StartNs: m.lastEnd - m.s.started, LengthNs: gap})
	}
	m.lastEnd = now
}

// clientDone is told of each client that has finished; the last one ends the
// run.
func (s *Server) clientDone() {
	s.clients--
	if s.clients == 0 {
		s.samples.endedAt = s.sim.Now()
		s.sim.Quit()
	}
}
