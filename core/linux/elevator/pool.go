package elevator

import "clocksweep/core/sim"

// pool is the requests of one direction.
type pool struct {
	used      int // queued, in the drive, or promised to a process that was woken
	congested bool
	full      bool // only batches get more
	waiting   int
	list      sim.List
}

// limiter is a scheduler that has a say in who gets a request.
type limiter interface {
	// admits says whether the process gets one more; full tells that the pool has
	// none left.
	admits(proc int32, w int, full bool) bool
	// book counts a request that the process is about to queue.
	book(proc int32, w int)
}

// refusal is a process that waits until the scheduler lets it queue.
type refusal struct {
	p    *sim.Proc
	proc int32
	w    int
}

// take books a request of the pool, and parks p until there is one, the
// scheduler lets it have it, and writeback is not throttled.
func (q *Queue) take(p *sim.Proc, io *IO) {
	w := direction(io.Write)
	if q.wbt != nil && io.Write {
		q.wbt.wait(p, io)
	}
	l := &q.pools[w]
	switch {
	case q.limits != nil && q.limits.admits(io.Proc, w, l.used >= q.nr):
		q.limits.book(io.Proc, w)
		l.used++
	case q.limits != nil:
		q.meter.Waits[w]++
		q.pull()
		q.refused = append(q.refused, refusal{p, io.Proc, w})
		p.Park() // admit has booked the request when this returns
	case q.batchers != nil:
		q.takeInBatches(p, io.Proc, w)
	case l.used < q.nr && l.waiting == 0:
		l.used++
	default:
		q.meter.Waits[w]++
		q.pull()
		l.waiting++
		l.list.Wait(p) // give has booked the request when this returns
	}
	if l.used >= q.congestionOn {
		l.congested = true
	}
}

// admit wakes the processes that the scheduler lets in now, in the order in which
// they came.
func (q *Queue) admit() {
	kept := q.refused[:0]
	for _, r := range q.refused {
		if l := &q.pools[r.w]; q.limits.admits(r.proc, r.w, l.used >= q.nr) {
			q.limits.book(r.proc, r.w)
			l.used++
			q.sim.Wake(r.p)
			continue
		}
		kept = append(kept, r)
	}
	q.refused = kept
}

// give returns a request to the pool. Where processes have no batches, those who
// wait are woken when so many requests are free, each with one booked for it, so
// that nobody overtakes them.
func (q *Queue) give(w int) {
	l := &q.pools[w]
	l.used--
	if l.used < q.congestionOff {
		l.congested = false
		if w == 1 {
			q.calm.end()
		}
	}
	if len(q.refused) > 0 {
		q.admit()
	}
	if q.batchers != nil {
		q.serve(l)
		return
	}
	if l.used > q.nr-q.batch {
		return
	}
	for l.waiting > 0 && l.used < q.nr {
		l.waiting--
		l.used++
		l.list.WakeOne(q.sim)
	}
}

// WaitCalm parks p until a write has completed and left the direction
// uncongested, at most for the given time (blk_congestion_wait of
// drivers/block/ll_rw_blk.c, Linux 2.6.9 and later: freed_request wakes those
// who wait at each completion below the lower threshold).
func (q *Queue) WaitCalm(p *sim.Proc, ns int64) { q.calm.wait(p, ns) }

// patience is processes that wait for an event, each for a limited time.
type patience struct {
	s      *sim.Sim
	target sim.Target
	places []place
}

// place is a seat for one waiting process. Who sits there is told from who sat
// there before by the number of the turn.
type place struct {
	p    *sim.Proc // nil: nobody
	turn uint32
}

// turnShift splits a timer's argument into the number of the turn and the place.
const turnShift = 12

func (w *patience) init(s *sim.Sim) {
	w.s = s
	w.target = s.Register(w)
}

func (w *patience) wait(p *sim.Proc, ns int64) {
	i := 0
	for i < len(w.places) && w.places[i].p != nil {
		i++
	}
	if i == len(w.places) {
		w.places = append(w.places, place{})
	}
	if i >= 1<<turnShift {
		p.Sleep(ns)
		return
	}
	v := &w.places[i]
	v.p = p
	v.turn = (v.turn + 1) & (1<<(32-turnShift) - 1)
	w.s.At(w.s.Now()+ns, sim.PrioKernel, w.target, v.turn<<turnShift|uint32(i))
	p.Park()
}

// Fire ends the wait of a process whose time is up.
func (w *patience) Fire(arg uint32) {
	v := &w.places[arg&(1<<turnShift-1)]
	if v.p != nil && v.turn == arg>>turnShift {
		w.s.Wake(v.p)
		v.p = nil
	}
}

// end wakes everybody.
func (w *patience) end() {
	for i := range w.places {
		if p := w.places[i].p; p != nil {
			w.s.Wake(p)
			w.places[i].p = nil
		}
	}
}
