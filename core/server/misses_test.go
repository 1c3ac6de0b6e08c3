package server

import (
	"math"
	"strconv"
	"testing"

	"clocksweep/core/sim"
)

// missesMeasured are pages read into the pool per transaction, of tables and of
// indexes, measured on 64-bit servers: scale 10, 10 clients, 1,000 transactions
// each of TPC-B, fsync and checkpoints off. The server was restarted and did the
// same run once before. The counts of 7.4 to 8.2 can only be those of runs without
// VACUUM first (pgbench -n): after one, tellers and branches are small again and
// their keys short, and index misses are lower by 0.03 to 0.04 in 1,000 buffers.
var missesMeasured = []struct {
	release     string
	buffers     int
	heap, index float64
}{
	{"7.4", 1000, 1.035, 0.893}, {"8.0.0", 1000, 1.070, 0.840}, {"8.0.2", 1000, 1.067, 0.843},
	{"8.1", 1000, 1.088, 0.854}, {"8.2", 1000, 1.032, 0.842}, {"8.3", 1000, 0.997, 0.840},
	{"9.4", 1000, 0.996, 0.840}, {"9.6", 1000, 0.999, 0.827}, {"15", 1000, 1.002, 0.824},
	{"7.4", 10000, 0.656, 0.053}, {"8.0.2", 10000, 0.659, 0.032}, {"8.1", 10000, 0.665, 0.017},
	{"8.2", 10000, 0.650, 0.026}, {"8.3", 10000, 0.599, 0.023}, {"9.4", 10000, 0.605, 0.021}, {"9.6", 10000, 0.601, 0.010},
	{"15", 10000, 0.606, 0.011},
}

// missesWithin is how much misses per transaction may differ. The real figures are of one
// run each and vary by 0.02.
const missesWithin = 0.03

func TestMissesAsMeasured(t *testing.T) {
	for _, m := range missesMeasured {
		heap, index := secondRun(t, m.release, m.buffers, 1)
		t.Logf("%s, %d buffers: heap %.3f, measured %.3f; index %.3f, measured %.3f", m.release, m.buffers, heap, m.heap, index, m.index)
		if math.Abs(heap-m.heap) > missesWithin || math.Abs(index-m.index) > missesWithin {
			t.Errorf("%s with %d buffers misses %.3f heap and %.3f index pages a transaction, measured %.3f and %.3f",
				m.release, m.buffers, heap, index, m.heap, m.index)
		}
	}
}

// TestMissesOfARC: with 10,000 buffers one run of ARC of 8.0.0 was measured to miss 0.653
// heap and 0.079 index pages a transaction. Just then the pool is full for the first time,
// T2 is as long as the target leaves room for, and B2 begins to fill: the first page
// that is found there while B2 is short moves the target by hundreds or thousands at
// once. Whether this happens is chance: a run misses either 0.03 to 0.05 index pages or
// 0.12 to 0.13, few are between, and the means of ten seeds differ by 0.02. So the mean of
// many runs is what is compared.
func TestMissesOfARC(t *testing.T) {
	const seeds = 30
	const heapMeasured, indexMeasured = 0.653, 0.079
	var heap, index float64
	lowest, highest := 1.0, 0.0
	for seed := 1; seed <= seeds; seed++ {
		h, i := secondRun(t, "8.0.0", 10000, seed)
		heap, index = heap+h/seeds, index+i/seeds
		lowest, highest = min(lowest, i), max(highest, i)
	}
	t.Logf("heap %.3f, measured %.3f; index %.3f (%.3f to %.3f), measured %.3f", heap, heapMeasured, index, lowest, highest, indexMeasured)
	if math.Abs(heap-heapMeasured) > missesWithin || math.Abs(index-indexMeasured) > missesWithin {
		t.Errorf("%.3f heap and %.3f index misses a transaction in the mean, measured %.3f and %.3f", heap, index, heapMeasured, indexMeasured)
	}
	if indexMeasured < lowest || highest < indexMeasured {
		t.Errorf("index misses are %.3f to %.3f, which leaves out the measured run's %.3f", lowest, highest, indexMeasured)
	}
}

// secondRun lets pgbench run twice on one server and returns the misses per
// transaction of the second run. Between them a session reads the statistics, without
// which the counts of the second run could not have been told from the first one's.
func secondRun(t *testing.T, release string, buffers, seed int) (heap, index float64) {
	text := "release=" + release + " build=64-bit fsync=off scale=10 clients=10 transactions=1000 checkpoint_timeout=3600s" +
		" shared_buffers=" + strconv.Itoa(8*buffers) + "kB seed=" + strconv.Itoa(seed)
	sc := of(t, text)
	if sc.Since("9.5") {
		text += " max_wal_size=16GB"
	} else {
		text += " checkpoint_segments=200"
	}
	s := start(t, of(t, text)).s
	s.before83.vacuums = false
	toEnd(s)
	if !sc.Since("8.3") {
		s.readStatistics(t)
		toEnd(s)
	}
	h0, i0 := s.misses()
	s.pgbenchAgain()
	toEnd(s)
	h1, i1 := s.misses()
	if err := s.check(); err != nil {
		t.Errorf("%s: %v", release, err)
	}
	s.sim.Halt()
	n := float64(10 * 1000)
	return float64(h1-h0) / n, float64(i1-i0) / n
}

// readStatistics starts a session that looks into the catalogs as one recorded on
// 8.0.0 did after a run (set E2, the fifth process): 81 pages in 885 accesses, 70 of
// which pgbench had read before. How many are new makes no difference (11, 40 and 99
// were tried); that another transaction reads them does, under ARC. From 9.6 on
// connect96 reads the statistics.
func (s *Server) readStatistics(t *testing.T) {
	const pages, known, accesses = 81, 70, 885
	views := s.newRelation("statistics views", pages-known)
	b := s.backends[0]
	s.clients = 1
	s.sim.Go("psql", func(p *sim.Proc) {
		b.attach(p)
		done := b.try(func() {
			b.startTransaction()
			b.begin82()
			b.readCatalogs(catalogPages74-known, known, accesses*known/pages)
			for i := range int64(accesses * (pages - known) / pages) {
				b.release(b.read(views, i%(pages-known)))
			}
			b.end()
		})
		if !done {
			t.Error("no buffer was to be had for a page of the statistics views")
		}
		s.clients = 0
	})
}

// pgbenchAgain starts pgbench once more, with connections of its own.
func (s *Server) pgbenchAgain() {
	s.clients = len(s.backends)
	for _, b := range s.backends {
		b.accountsAt, b.tellersAt, b.branchesAt, b.historyAt = -1, -1, -1, -1
		b.planned = [3]bool{}
		s.sim.Go("backend", b.client)
	}
}

func toEnd(s *Server) {
	for s.clients > 0 {
		s.sim.Step(1000)
	}
}

// misses returns the pages of pgbench's tables and of their keys that were not in
// the pool.
func (s *Server) misses() (heap, index int64) {
	for _, t := range []*heapTable{&s.accounts, &s.tellers, &s.branches, &s.history} {
		heap += t.rel.blocks.read
	}
	for _, key := range []*relation{s.accountKey, s.tellerKey, s.branchKey} {
		index += key.blocks.read
	}
	return heap, index
}
