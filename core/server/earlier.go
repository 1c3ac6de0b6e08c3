package server

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// earlier is a run of pgbench before the one that counts, with as many clients on
// the same server. What it leaves is what the next one finds: a pool with pages in
// it, dirty ones among them, the position in WAL, and where the disk and the kernel
// stand. Its numbers are taken off those of the run that counts.
//
// pgbench empties history before each run; here the rows stay.
type earlier struct {
	transactions int64    // of each client, 0: there was no such run
	left         int      // clients that have not finished it
	over         sim.List // clients that have
	done         int64    // transactions of it

	counters    result.Counters // at its end
	io          []result.IO
	blocks      []blocks // by relation
	pages       []int64
	checkpoints int // those that it has begun and ended
}

// finishEarlier is called by each client at the end of its part of the earlier run.
// It returns when the last one has finished, which is when the next run begins; a
// client that was given up does not wait for that.
func (b *backend) finishEarlier(waits bool) {
	s, e := b.s, &b.s.earlier
	b.accountsAt, b.tellersAt, b.branchesAt, b.historyAt = -1, -1, -1, -1
	b.planned = [3]bool{}
	e.left--
	if e.left > 0 {
		if waits {
			e.over.Wait(b.p)
		}
		return
	}
	s.beginMeasuring()
	e.over.WakeAll(s.sim)
}

// beginMeasuring makes the present instant the start of the run.
func (s *Server) beginMeasuring() {
	e := &s.earlier
	e.counters, e.io = s.counters(), s.statIO()
	for _, r := range s.relations {
		e.blocks = append(e.blocks, *r.blocks)
		e.pages = append(e.pages, r.pages())
	}
	e.checkpoints = len(s.checkpoints)
	if s.inCheckpoint && e.checkpoints > 0 {
		e.checkpoints-- // this one ends in the run
	}
	e.done = s.samples.total.Count
	s.started = s.sim.Now()
	s.connecting = s.clients
	s.samples.restart()
}

// counted takes off the counters what the earlier run had counted. Levels stay.
func (e *earlier) counted(n result.Counters) result.Counters {
	stillDirty, osDirty := n.StillDirty, n.OSDirty
	before := e.counters.Named()
	for i, c := range n.Named() {
		*c.Value -= *before[i].Value
	}
	n.StillDirty, n.OSDirty = stillDirty, osDirty
	return n
}

// countedIO does the same for the rows of pg_stat_io.
func (e *earlier) countedIO(rows []result.IO) []result.IO {
	for i := range e.io {
		r, b := &rows[i], &e.io[i]
		r.Reads -= b.Reads
		r.ReadBytes -= b.ReadBytes
		r.Writes -= b.Writes
		r.WriteBytes -= b.WriteBytes
		r.Writebacks -= b.Writebacks
		r.Extends -= b.Extends
		r.ExtendBytes -= b.ExtendBytes
		r.Hits -= b.Hits
		r.Evictions -= b.Evictions
		r.Reuses -= b.Reuses
		r.Fsyncs -= b.Fsyncs
	}
	return rows
}

// relation returns what the run that counts has done with relation number i, or how
// large it found it.
func (e *earlier) relation(i int, r *relation) (read, hit, initial int64) {
	if e.blocks == nil {
		return r.blocks.read, r.blocks.hit, r.initial
	}
	return r.blocks.read - e.blocks[i].read, r.blocks.hit - e.blocks[i].hit, e.pages[i]
}
