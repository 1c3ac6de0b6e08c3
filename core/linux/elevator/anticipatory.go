package elevator

import "clocksweep/core/sim"

// Constants of Linux 2.6.18 block/as-iosched.c; index 0 is asynchronous, 1
// synchronous.
var (
	anticExpire = [2]int64{250 * sim.Millisecond, 125 * sim.Millisecond} // write_expire, read_expire
	anticBatch  = [2]int64{125 * sim.Millisecond, 500 * sim.Millisecond} // write_batch_expire, read_batch_expire
)

const (
	anticWait       = sim.Second / 150 // antic_expire
	anticThinkMax   = 20 * sim.Millisecond
	anticBackMax    = 1 << 29 // MAXBACK, bytes
	anticBackCost   = 2       // BACK_PENALTY
	anticCloseBytes = 8192 * 512
	// At first a batch has a tenth as many writes as it may last ms
	// (write_batch_count, in ticks of 1 ms).
	anticWrites = 12
)

// What the scheduler waits for.
const (
	anticOff      = iota
	anticRunning  // the last read has not completed
	anticNext     // the process's next read
	anticFinished // nothing more: it came, or the time is up
)

// anticTask is what is known of a process.
type anticTask struct {
	queued       int
	started, ran bool // it has submitted, and completed, a read
	lastDone     int64
	lastPos      int64 // end of its last read
	thinkSamples int64 // 256 = certain
	thinkTotal   int64 // 256ths of ns
	seekSamples  int64
	seekTotal    int64 // 256ths of bytes
}

// anticipatory serves batches of reads and of writes in ascending order as
// deadline does, reads for up to 500 ms, writes for up to 125 ms. After a read
// it keeps the disk idle for up to 6.7 ms, for the same process's next read is
// likely to be near; not if the process usually thinks for longer. A read of
// somebody else ends the wait if it is as near as that process's reads use to
// be.
//
// The default of 2.6.0 to 2.6.17, present up to 2.6.32. Left out is what it
// does about processes that exit.
type anticipatory struct {
	q      *Queue
	sorted [2][]int32
	fifo   [2]arrivals
	pos    [2]int64 // end of the last request of a kind
	looked [2]int64 // when the oldest was looked at

	tasks    []anticTask
	newThink int64 // mean of first think times, ns

	dir      int // kind of the batch
	ends     int64
	changed  bool // the last batch's requests are still in the drive
	fresh    bool // none of the batch's reads has completed
	writes   int  // requests a batch of writes may have
	left     int  // of them
	wentIdle bool // the batch of writes ran out of them
	inDrive  int

	status   int
	since    int64 // when the wait began
	proc     int32 // whose read was sent last; none: it was a write
	finished bool  // and has completed
}

func newAnticipatory(q *Queue) *anticipatory {
	return &anticipatory{q: q, fifo: [2]arrivals{noArrivals(), noArrivals()}, dir: 1,
		ends: anticBatch[1], writes: anticWrites, proc: none}
}

func (a *anticipatory) kind(r int32) int { return direction(a.q.reqs[r].sync) }

func (a *anticipatory) mayMerge(r int32, sync bool, _ int32) bool { return a.q.reqs[r].sync == sync }
func (a *anticipatory) mayJoin(x, y int32) bool                   { return a.kind(x) == a.kind(y) }
func (a *anticipatory) lowered(r int32)                           { a.q.settle(a.sorted[a.kind(r)], r) }

func (a *anticipatory) joined(x, y int32) {
	k := a.kind(y)
	a.fifo[k].inherit(a.q, x, y)
	a.sorted[k] = a.q.drop(a.sorted[k], y)
	a.tasks[a.q.reqs[y].owner].queued--
}

func (a *anticipatory) add(r, proc int32) {
	rq := &a.q.reqs[r]
	for int(proc) >= len(a.tasks) {
		a.tasks = append(a.tasks, anticTask{})
	}
	rq.owner = proc
	if rq.sync {
		a.observe(&a.tasks[proc], rq)
	}
	a.tasks[proc].queued++
	k := a.kind(r)
	a.sorted[k] = a.q.insert(a.sorted[k], r)
	a.fifo[k].push(a.q, r)
	if (a.status == anticRunning || a.status == anticNext) && a.breaks(r, rq.since) {
		a.status = anticFinished
	}
}

// observe notes how long the process thought before its read, and how far the
// read is from its last one (as_update_iohist).
func (a *anticipatory) observe(t *anticTask, rq *request) {
	if t.started || t.ran {
		think := int64(0)
		if t.ran && t.queued == 0 {
			think = min(rq.since-t.lastDone, anticThinkMax)
		}
		if t.thinkSamples == 0 {
			a.newThink = (7*a.newThink + think) / 8
		}
		t.thinkSamples = (7*t.thinkSamples + 256) / 8
		t.thinkTotal = (7*t.thinkTotal + 256*think) / 8
		seek := rq.off - t.lastPos
		if seek < 0 {
			seek = -seek
		}
		// A far one counts as if it were not so far, the less so the more is known.
		if beyond := int64(1 << 30); t.seekSamples <= 60 {
			seek = min(seek, 4*t.seek()+beyond)
		} else {
			seek = min(seek, 4*t.seek()+beyond/16)
		}
		t.seekSamples = (7*t.seekSamples + 256) / 8
		t.seekTotal = (7*t.seekTotal + 256*seek) / 8
	}
	t.lastPos = rq.end()
	t.started = true
}

// seek returns the mean distance of the process's reads, bytes.
func (t *anticTask) seek() int64 {
	if t.seekSamples == 0 {
		return 0
	}
	return t.seekTotal / t.seekSamples
}

// near says whether a read is as good as the one that is waited for; the longer
// the wait has lasted, the less is asked (as_close_req).
func (a *anticipatory) near(t *anticTask, r int32, now int64) bool {
	delay := int64(0)
	if a.status != anticOff && a.finished {
		delay = (now - a.since) / sim.Millisecond
	}
	if delay > 20 || delay*sim.Millisecond > anticWait {
		return true
	}
	delta := int64(anticCloseBytes) << delay
	last, next := a.pos[a.dir], a.q.reqs[r].off
	if last <= next+delta/2 && next <= last+delta {
		return true
	}
	far := last - next
	if far < 0 {
		far = -far
	}
	return t.seek() > far
}

// breaks says whether there is no point in waiting for the process any longer;
// r is the request that could be served instead, or none
// (as_can_break_anticipation).
func (a *anticipatory) breaks(r int32, now int64) bool {
	t := &a.tasks[a.proc]
	switch {
	case r != none && a.q.reqs[r].owner == a.proc:
		return true
	case a.finished && now-a.since >= anticWait:
		return true
	case t.queued > 0:
		return true
	case r != none && a.q.reqs[r].sync && a.near(t, r, now):
		a.observe(t, &a.q.reqs[r])
		return true
	case t.thinkSamples == 0:
		return a.newThink > anticWait
	}
	return t.thinkTotal/t.thinkSamples > anticWait
}

// expired says whether the oldest request of a kind has waited too long. It
// looks once in that time only.
func (a *anticipatory) expired(k int, now int64) bool {
	if now-a.looked[k] < anticExpire[k] {
		return false
	}
	a.looked[k] = now
	oldest := a.fifo[k].first
	return oldest != none && now-a.q.reqs[oldest].since > anticExpire[k]
}

func (a *anticipatory) over(now int64) bool {
	if a.changed || a.fresh {
		return false
	}
	return now > a.ends || a.dir == 0 && a.left == 0
}

func (a *anticipatory) following(k int) int32 {
	if len(a.sorted[k]) == 0 {
		return none
	}
	return a.q.nearest(a.sorted[k], a.pos[k], anticBackMax, anticBackCost)
}

func (a *anticipatory) next(now int64) (int32, int64) {
	reads, writes := len(a.sorted[1]) > 0, len(a.sorted[0]) > 0
	if a.dir == 0 && !reads && (a.left == 0 || !writes) {
		a.wentIdle = true
	}
	if a.status == anticNext && now-a.since >= anticWait {
		a.status = anticFinished
	}
	switch {
	case !reads && !writes, a.status == anticRunning, a.changed:
		return none, 0 // a completion decides
	case a.status == anticNext:
		return none, a.since + anticWait
	}
	if !(reads && writes && a.over(now)) {
		r := a.following(a.dir)
		if a.dir == 1 {
			if a.expired(1, now) {
				return a.start(a.fifo[1].first, now), 0
			}
			if a.proc != none && a.status != anticFinished && !a.breaks(r, now) {
				if !a.finished {
					a.status = anticRunning
					return none, 0
				}
				a.status = anticNext
				return none, a.since + anticWait
			}
		}
		if r != none {
			if reads && !writes {
				a.ends = now + anticBatch[1]
			}
			return a.oldestOr(r, now), 0
		}
	}
	if reads && !(writes && a.dir == 1) {
		if a.dir == 0 {
			a.changed = true
		}
		a.dir = 1
		a.looked[1] = now
		return a.start(a.fifo[1].first, now), 0
	}
	if a.dir == 1 {
		a.changed, a.fresh = true, false
	}
	a.dir = 0
	a.left = a.writes
	a.wentIdle = false
	return a.oldestOr(a.following(0), now), 0
}

func (a *anticipatory) oldestOr(r int32, now int64) int32 {
	if a.expired(a.dir, now) {
		r = a.fifo[a.dir].first
	}
	return a.start(r, now)
}

// start sends the request, unless the last batch has to leave the drive first.
func (a *anticipatory) start(r int32, now int64) int32 {
	if a.changed {
		if a.inDrive > 0 {
			return none
		}
		if a.dir == 0 {
			a.ends = now + anticBatch[0]
		} else {
			a.fresh = true
		}
		a.changed = false
	}
	rq := &a.q.reqs[r]
	a.status = anticOff
	a.pos[a.dir] = rq.end()
	a.proc, a.finished = none, false
	if a.dir == 1 {
		a.proc = rq.owner
	} else if a.left > 0 {
		a.left--
	}
	a.sorted[a.dir] = a.q.drop(a.sorted[a.dir], r)
	a.fifo[a.dir].remove(a.q, r)
	a.tasks[rq.owner].queued--
	a.inDrive++
	return r
}

func (a *anticipatory) done(r int32, now int64) {
	rq := &a.q.reqs[r]
	if a.changed && a.inDrive == 1 {
		a.changed = false
		a.fresh = a.dir == 1
	}
	a.inDrive--
	if a.fresh && a.dir == 1 && rq.sync {
		a.resize(now)
		a.ends = now + anticBatch[1]
		a.fresh = false
	}
	if rq.sync && rq.owner == a.proc {
		a.since, a.finished = now, true
		if a.status == anticRunning {
			a.status = anticNext
		}
	}
	if rq.sync {
		t := &a.tasks[rq.owner]
		t.ran, t.lastDone = true, now
	}
}

// resize lets the next batch of writes have more requests if the last one
// ended early, fewer if it took too long (update_write_batch). It is judged at
// the first read after it.
func (a *anticipatory) resize(now int64) {
	took := max(now-a.ends+anticBatch[0], 0)
	switch {
	case took > anticBatch[0] && !a.wentIdle:
		if took > 3*anticBatch[0] {
			a.writes /= 2
		} else {
			a.writes--
		}
	case took < anticBatch[0] && a.left == 0:
		if anticBatch[0] > 3*took {
			a.writes *= 2
		} else {
			a.writes++
		}
	}
	a.writes = min(max(a.writes, 1), 1<<20)
}
