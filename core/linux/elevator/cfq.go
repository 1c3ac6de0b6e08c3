package elevator

import (
	"slices"

	"clocksweep/core/sim"
)

// Constants of the CFQ scheduler that was the default from 2.6.18 on
// (block/cfq-iosched.c, 2.6.18 to 2.6.34; HZ-based values in ms).
const (
	sliceSync  = 100 * sim.Millisecond // cfq_slice_sync
	sliceAsync = 40 * sim.Millisecond  // cfq_slice_async
	sliceIdle  = 8 * sim.Millisecond   // cfq_slice_idle
	seekyIdle  = 2 * sim.Millisecond   // cfq_arm_slice_timer, for a process that seeks about
	seekyBytes = 128 * 1024 * 512      // CIC_SEEKY: mean distance of its requests
	queueingAt = 4                     // more requests than these in the drive: it queues (cfq_activate_request)

	// cfq_prio_to_maxrq: 2·(rq + rq·(8-1-priority)) with cfq_slice_async_rq
	// = 2 and the default priority 4.
	sliceAsyncRequests = 16

	cfqQuantum = 4 // cfq_quantum of 2.6.9 and 2.6.18: requests of one queue in the drive while others wait

	fifoExpireSync  = 125 * sim.Millisecond // cfq_fifo_expire[1]
	fifoExpireAsync = 250 * sim.Millisecond // cfq_fifo_expire[0]

	backMax     = 16 << 20 // cfq_back_max, bytes
	backPenalty = 2        // cfq_back_penalty

	thinkValid = 80 // sample_valid: of 256 when it is certain
)

// cfqQueue is the requests of one process, or all asynchronous ones.
type cfqQueue struct {
	sync   bool
	sorted []int32
	fifo   arrivals

	waits    bool  // in the round
	inDrive  int   // its requests there
	fresh    bool  // the slice has not begun: none of its requests has completed
	sliceEnd int64 // valid once the slice has begun
	left     int64 // what the queue has left of its last slice, ns
	sent     int   // requests given to the drive in this slice
	expired  bool  // the oldest request's age was looked at in this slice

	// How the process behaves: whether it is worth waiting for.
	lastDone     int64 // when its last request completed
	thinkSamples int64 // 256 = certain
	thinkTotal   int64 // 256ths of ns
	seekSamples  int64 // 256 = certain
	seekTotal    int64 // 256ths of bytes
	lastPos      int64 // end of its last request
}

// cfq gives the processes the disk in turn. Reads, and writes that the kernel
// tags as synchronous, are in a queue per process, all other writes in one
// queue for everybody. The queue whose turn it is keeps the disk for a time
// slice and is served in ascending order; after a read that leaves it empty
// the disk idles for some milliseconds, for the process's next read is likely
// to be near. For a process that seeks about it idles for less, and not at all
// once the drive has shown that it queues: such a process loses its turn with its
// request, so that the reads of many are in the drive together. A process that has
// not used up its last slice does not wait for the end of the asynchronous one.
//
// It is the CFQ of 2.6.18 without priorities. What later kernels added is left
// out: control groups, cooperating processes, the slow ramp-up of asynchronous
// depth.
type cfq struct {
	q       *Queue
	quantum int
	queues  []cfqQueue // 0: the asynchronous one
	byProc  []int32    // queue of a process, 0: none yet
	round   []int32    // queues that wait for their turn
	active  int32      // queue whose turn it is
	idle    int64      // until when the disk waits for the active queue's next request

	pos     int64  // end of the last request given to the drive
	queued  int    // requests in all queues
	inDrive [2]int // requests in the drive: asynchronous, synchronous
	deep    bool   // the drive has had so many at once that it queues them itself
}

func newCFQ(q *Queue, quantum int) *cfq {
	return &cfq{q: q, quantum: quantum, queues: []cfqQueue{{fifo: noArrivals()}}, active: none}
}

// queueOf returns the queue that an I/O of the process belongs to.
func (c *cfq) queueOf(sync bool, proc int32) int32 {
	if !sync {
		return 0
	}
	for int(proc) >= len(c.byProc) {
		c.byProc = append(c.byProc, 0)
	}
	if c.byProc[proc] == 0 {
		c.byProc[proc] = int32(len(c.queues))
		c.queues = append(c.queues, cfqQueue{sync: true, fifo: noArrivals(), left: sliceSync})
	}
	return c.byProc[proc]
}

func (c *cfq) mayMerge(r int32, sync bool, proc int32) bool {
	return c.q.reqs[r].owner == c.queueOf(sync, proc)
}

func (c *cfq) mayJoin(a, b int32) bool { return c.q.reqs[a].owner == c.q.reqs[b].owner }

// lowered restores the order of the request's queue: reads and writes are
// merged apart from each other and queued together.
func (c *cfq) lowered(r int32) { c.q.settle(c.queues[c.q.reqs[r].owner].sorted, r) }

func (c *cfq) joined(a, b int32) {
	cq := &c.queues[c.q.reqs[b].owner]
	cq.fifo.inherit(c.q, a, b)
	cq.sorted = c.q.drop(cq.sorted, b)
	c.queued--
}

func (c *cfq) add(r, proc int32) {
	rq := &c.q.reqs[r]
	o := c.queueOf(rq.sync, proc)
	rq.owner = o
	cq := &c.queues[o]
	cq.sorted = c.q.insert(cq.sorted, r)
	cq.fifo.push(c.q, r)
	c.queued++
	if rq.sync {
		c.observe(cq, rq)
	}
	switch {
	case o == c.active:
		c.idle = 0
	case c.active == 0 && cq.left >= sliceIdle:
		// Of the synchronous queues only (cfq_should_preempt): the
		// asynchronous one has nothing left at any time.
		c.endSlice(rq.since)
		if cq.waits {
			c.leaveRound(o)
		}
		cq.waits = true
		c.round = append(c.round, 0)
		copy(c.round[1:], c.round)
		c.round[0] = o
	case !cq.waits:
		cq.waits = true
		c.round = append(c.round, o)
	}
}

// observe notes how long the process thought before its request, and how far it is
// from the one before (cfq_update_io_thinktime, cfq_update_io_seektime).
func (c *cfq) observe(cq *cfqQueue, rq *request) {
	think := min(rq.since-cq.lastDone, 2*sliceIdle)
	cq.thinkSamples = (7*cq.thinkSamples + 256) / 8
	cq.thinkTotal = (7*cq.thinkTotal + 256*think) / 8

	seek := rq.off - cq.lastPos
	if seek < 0 {
		seek = -seek
	}
	// A single long way must not count for too much.
	if beyond := int64(1 << 30); cq.seekSamples <= 60 {
		seek = min(seek, 4*cq.seek()+beyond)
	} else {
		seek = min(seek, 4*cq.seek()+beyond/16)
	}
	cq.seekSamples = (7*cq.seekSamples + 256) / 8
	cq.seekTotal = (7*cq.seekTotal + 256*seek) / 8
	cq.lastPos = rq.end()
}

// seek returns the mean distance of the process's requests, bytes.
func (cq *cfqQueue) seek() int64 {
	if cq.seekSamples == 0 {
		return 0
	}
	return cq.seekTotal / cq.seekSamples
}

func (cq *cfqQueue) seeky() bool { return cq.seek() > seekyBytes }

// worthIdling reports whether the process's next request is likely to come
// within the idle time, and to be near enough to wait for it
// (cfq_update_idle_window).
func (c *cfq) worthIdling(cq *cfqQueue) bool {
	return !(c.deep && cq.seeky()) && cq.think() <= sliceIdle
}

func (c *cfq) leaveRound(o int32) {
	i := slices.Index(c.round, o)
	c.round = append(c.round[:i], c.round[i+1:]...)
	c.queues[o].waits = false
}

// endSlice puts the active queue back into the round if it has requests, and
// notes what it has not used of its slice.
func (c *cfq) endSlice(now int64) {
	cq := &c.queues[c.active]
	if cq.sync && !cq.fresh {
		cq.left = max(cq.sliceEnd-now, 0)
	}
	if len(cq.sorted) > 0 && !cq.waits {
		cq.waits = true
		c.round = append(c.round, c.active)
	}
	c.active, c.idle = none, 0
}

// nextTurn makes the first queue of the round the active one.
func (c *cfq) nextTurn() bool {
	if len(c.round) == 0 {
		return false
	}
	c.active = c.round[0]
	c.leaveRound(c.active)
	cq := &c.queues[c.active]
	cq.fresh, cq.sent, cq.expired = true, 0, false
	if cq.sync && cq.left < sliceIdle {
		cq.left = sliceSync
	}
	return true
}

func (c *cfq) next(now int64) (int32, int64) {
	if c.queued == 0 {
		return none, 0
	}
	if c.active != none {
		cq := &c.queues[c.active]
		over := !cq.fresh && now >= cq.sliceEnd
		switch {
		case over:
			c.endSlice(now)
		case len(cq.sorted) > 0:
		case now < c.idle:
			return none, c.idle
		case cq.inDrive > 0 && cq.sync && c.worthIdling(cq):
			return none, 0 // its completion decides
		default:
			c.endSlice(now)
		}
	}
	if c.active == none && !c.nextTurn() {
		return none, 0
	}
	cq := &c.queues[c.active]
	if !c.mayDispatch(cq) {
		return none, 0
	}
	r := c.choose(cq, now)
	c.send(cq, r)
	if !cq.sync && cq.sent >= sliceAsyncRequests && len(c.round) > 0 {
		c.endSlice(now)
	}
	return r, 0
}

// mayDispatch says whether the drive may get one more request of the queue
// (cfq_may_dispatch). Synchronous and asynchronous requests are never in the
// drive together, for it would not keep the slices apart.
func (c *cfq) mayDispatch(cq *cfqQueue) bool {
	if cq.sync && c.inDrive[0] > 0 || !cq.sync && c.inDrive[1] > 0 {
		return false
	}
	return cq.inDrive < c.quantum || len(c.round) == 0
}

// choose returns the queue's oldest request if that has waited too long, once
// a slice, and otherwise the nearest one in ascending order; a short way back
// counts double (cfq_choose_req).
func (c *cfq) choose(cq *cfqQueue, now int64) int32 {
	if !cq.expired {
		cq.expired = true
		limit := fifoExpireAsync
		if cq.sync {
			limit = fifoExpireSync
		}
		if oldest := cq.fifo.first; now-c.q.reqs[oldest].since >= limit {
			return oldest
		}
	}
	return c.q.nearest(cq.sorted, c.pos, backMax, backPenalty)
}

func (c *cfq) send(cq *cfqQueue, r int32) {
	cq.sorted = c.q.drop(cq.sorted, r)
	cq.fifo.remove(c.q, r)
	c.queued--
	cq.sent++
	cq.inDrive++
	c.inDrive[direction(cq.sync)]++
	if c.inDrive[0]+c.inDrive[1] > queueingAt {
		c.deep = true
	}
	c.pos = c.q.reqs[r].end()
}

func (c *cfq) done(r int32, now int64) {
	rq := &c.q.reqs[r]
	cq := &c.queues[rq.owner]
	cq.inDrive--
	c.inDrive[direction(cq.sync)]--
	cq.lastDone = now
	if rq.owner != c.active {
		return
	}
	if cq.fresh {
		cq.fresh = false
		cq.sliceEnd = now + sliceAsync
		if cq.sync {
			cq.sliceEnd = now + cq.left
		}
	}
	if now >= cq.sliceEnd {
		c.endSlice(now)
		return
	}
	// The disk waits for a reader's next request, but not for that of a writer
	// that has waited for its write (REQ_NOIDLE, 2.6.30).
	if len(cq.sorted) == 0 && cq.inDrive == 0 && !rq.write && c.worthIdling(cq) &&
		cq.sliceEnd-now >= cq.think() {
		idle := int64(sliceIdle)
		if cq.seekSamples > thinkValid && cq.seeky() {
			idle = seekyIdle
		}
		c.idle = min(now+idle, cq.sliceEnd)
	}
}

// think returns the mean time the process takes between requests, ns, or 0
// while it is not known.
func (cq *cfqQueue) think() int64 {
	if cq.thinkSamples <= thinkValid {
		return 0
	}
	return cq.thinkTotal / cq.thinkSamples
}
