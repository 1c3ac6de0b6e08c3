package elevator

import "clocksweep/core/sim"

// A process that had to wait for a request, or that took the last one of its
// pool, may take a batch of them in a short time even though the pool is used up:
// its neighbors on the disk go out together, and nobody wakes for a single one
// (BLK_BATCH_REQ and BLK_BATCH_TIME, Linux 2.6.18 block/ll_rw_blk.c).
const (
	batchRequests = 32
	batchNs       = 20 * sim.Millisecond
)

// overdrawn is how far a pool may be overdrawn by batches, in halves of it
// (get_request; Linux up to 2.6.13 has no such bound).
const overdrawn = 3

// batchers are the batches of the processes. A process has one for both directions.
type batchers struct {
	byProc []batch
}

type batch struct {
	left  int   // requests it may still take
	since int64 // when it began
}

func (b *batchers) of(proc int32) *batch {
	for int(proc) >= len(b.byProc) {
		b.byProc = append(b.byProc, batch{})
	}
	return &b.byProc[proc]
}

// lasts reports whether the batch is under way. One that has not begun to be
// used waits for its owner, or wake-ups would be lost (ioc_batching).
func (v *batch) lasts(now int64) bool {
	return v.left == batchRequests || v.left > 0 && now < v.since+batchNs
}

// begin starts a batch unless one is under way (ioc_set_batching).
func (v *batch) begin(now int64) {
	if !v.lasts(now) {
		*v = batch{left: batchRequests, since: now}
	}
}

// takeInBatches books a request and parks p until there is one. A process that
// is woken competes with whoever comes by (get_request_wait).
func (q *Queue) takeInBatches(p *sim.Proc, proc int32, w int) {
	l := &q.pools[w]
	for waited := false; !q.grants(proc, w); waited = true {
		if !waited {
			q.meter.Waits[w]++
		}
		q.pull()
		l.waiting++
		l.list.Wait(p)
		q.batchers.of(proc).begin(q.sim.Now())
	}
	l.used++
}

// grants says whether the process gets a request, and books it in its batch
// (get_request).
func (q *Queue) grants(proc int32, w int) bool {
	l := &q.pools[w]
	if l.used+1 < q.nr {
		return true
	}
	v, now := q.batchers.of(proc), q.sim.Now()
	switch {
	case !l.full:
		l.full = true
		v.begin(now)
	case !v.lasts(now):
		return false
	}
	if l.used >= overdrawn*q.nr/2 {
		return false
	}
	if v.lasts(now) {
		v.left--
	}
	return true
}

// serve wakes the process that has waited longest when the pool is not overdrawn
// any more, one for each request that becomes free (__freed_request).
func (q *Queue) serve(l *pool) {
	if l.used >= q.nr {
		return
	}
	l.full = false
	if l.waiting > 0 {
		l.waiting--
		l.list.WakeOne(q.sim)
	}
}
