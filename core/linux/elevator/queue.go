package elevator

import (
	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// MaxRequest is the longest request in bytes, merged or not (Linux:
// max_sectors_kb, 512 by default).
const MaxRequest = 512 * 1024

// Plugging: Linux 2.6.18 block/ll_rw_blk.c, unplug_thresh and unplug_delay.
const (
	plugRequests = 4
	plugNs       = 3 * sim.Millisecond
)

// Config is how a queue is set up.
type Config struct {
	Scheduler        string // see [Schedulers]
	NrRequests       int    // requests per direction, 4 or more (Linux: 128)
	Batches          bool   // a process that had to wait may take a batch of requests
	SyncWritesTagged bool   // the scheduler knows which writes somebody waits for
	CFQ              int    // which cfq: 1 is that of 2.6.9, 2 that of 2.6.10 to 2.6.12, else the one with time slices
	Quantum          int    // cfq: requests of one process in the drive while others wait; 0: 4
	ThrottleNs       int64  // writeback is throttled while the fastest read takes longer (wbt); 0: never
}

// Schedulers returns the names of the schedulers, those that are the same
// under two names included.
func Schedulers() []string {
	return []string{"cfq", "deadline", "noop", "anticipatory", "linus", "mq-deadline", "none"}
}

// IO is one transfer that a process asks for.
type IO struct {
	Off, Len int64 // bytes, multiples of 4096; Len at most MaxRequest
	Write    bool
	Sync     bool        // somebody waits for it; a read always is
	Idle     bool        // the kernel writes it of its own accord (REQ_BACKGROUND)
	Proc     int32       // who asks: small, not negative
	Done     sim.Handler // fires with Arg when the transfer is complete
	Arg      uint32
}

// request is a contiguous range of one direction. It is queued (in the
// scheduler and in Queue.sorted) or in the drive.
type request struct {
	off, len    int64
	write, sync bool
	held        bool  // it counts for the throttling of writeback
	issued      int64 // when the drive got it
	first, last int32 // its I/Os, in Queue.ios
	since       int64 // when its first I/O was queued
	owner       int32 // the scheduler's: which of its queues holds it
	prev, next  int32 // the scheduler's list of arrival
}

func (r *request) end() int64 { return r.off + r.len }

// member is an I/O of a request.
type member struct {
	done sim.Handler
	arg  uint32
	next int32
}

// Queue is the request queue of one disk. Create it with [New].
type Queue struct {
	sim   *sim.Sim
	drive storage.Device
	sched scheduler

	nr, batch     int
	congestionOn  int
	congestionOff int
	tagged        bool

	pools    [2]pool
	batchers *batchers // nil: the kernel has no batches
	limits   limiter   // the scheduler, if it has a say in who gets a request
	refused  []refusal // processes that wait for it to let them in
	calm     patience  // processes that wait for the end of congestion
	wbt      *throttle
	reqs     []request
	free     []int32
	ios      []member
	freeIO   int32
	sorted   [2][]int32 // queued requests by offset
	inDrive  int

	plugged  bool
	plugTime int64
	kicked   bool // a dispatch is due at this instant
	timer    int64

	flushes  []flush
	flushing bool // the first of flushes has been given to the drive

	kick, unplug sim.Target
	meter        meter
}

type flush struct {
	done sim.Handler
	arg  uint32
}

// The queue's events, each a handler of its own.
type (
	kick      Queue // dispatch what the current instant has brought
	unplug    Queue // the plug or the scheduler's idling has lasted long enough
	completed Queue // the drive has completed the request arg
	room      Queue // the drive takes a further command
	flushDone Queue // the drive has completed a flush
)

const none int32 = -1

// New returns an empty queue in front of the drive.
func New(s *sim.Sim, d storage.Device, c Config) *Queue {
	nr := max(c.NrRequests, plugRequests)
	q := &Queue{
		sim:    s,
		drive:  d,
		nr:     nr,
		batch:  max(1, min(batchRequests, nr/4)),
		tagged: c.SyncWritesTagged,
		// blk_queue_congestion_threshold, Linux 2.6.18 block/ll_rw_blk.c
		congestionOn:  nr - nr/8 + 1,
		congestionOff: nr - nr/8 - nr/16 - 1,
		reqs:          make([]request, overdrawn*nr),
		free:          make([]int32, overdrawn*nr),
		freeIO:        none,
		timer:         -1,
	}
	for i := range q.free {
		q.free[i] = int32(len(q.free) - 1 - i)
	}
	for w := range q.sorted {
		q.sorted[w] = make([]int32, 0, overdrawn*nr/2)
	}
	switch c.Scheduler {
	case "noop", "none":
		q.sched = newNoop(q)
	case "deadline", "mq-deadline":
		q.sched = newDeadline(q)
	case "anticipatory":
		q.sched = newAnticipatory(q)
	case "linus":
		q.sched = newLinus(q)
	case "cfq":
		quantum := c.Quantum
		if quantum == 0 {
			quantum = cfqQuantum
		}
		switch c.CFQ {
		case 1:
			rr := newRoundRobin(q, nr, quantum)
			q.sched, q.limits, q.nr = rr, rr, rr.size
		case 2:
			sw := newSweeps(q, nr, quantum)
			q.sched, q.limits, q.nr = sw, sw, sw.size
		default:
			q.sched = newCFQ(q, quantum)
		}
	default:
		panic(sim.Broken{What: "there is no I/O scheduler " + c.Scheduler, At: s.Now()})
	}
	if c.Batches && q.limits == nil {
		q.batchers = &batchers{}
	}
	q.calm.init(s)
	if c.ThrottleNs > 0 {
		q.wbt = newThrottle(q, c.ThrottleNs, d.Room())
	}
	q.kick = s.Register((*kick)(q))
	q.unplug = s.Register((*unplug)(q))
	d.OnRoom((*room)(q))
	return q
}

func direction(write bool) int {
	if write {
		return 1
	}
	return 0
}

// Congested reports whether the direction's pool is nearly used up; writeback
// that does not want to wait looks here first. It turns on at 7/8 of
// NrRequests and off at 13/16 (113 and 103 of 128).
func (q *Queue) Congested(write bool) bool { return q.pools[direction(write)].congested }

// Queued returns the number of requests of a direction that are queued or in
// the drive.
func (q *Queue) Queued(write bool) int { return q.pools[direction(write)].used }

// Submit queues a transfer for the process p and returns; the transfer goes on
// by itself. If the direction has no free request, p is parked until there is
// one, under the reason it has entered.
func (q *Queue) Submit(p *sim.Proc, io IO) {
	if io.Len > MaxRequest || io.Len <= 0 {
		panic(sim.Broken{What: "an I/O longer than a request was submitted", At: q.sim.Now()})
	}
	waited := io.Sync || !io.Write
	io.Sync = !io.Write || (io.Sync && q.tagged)
	w := direction(io.Write)
	q.meter.IOs[w]++
	q.meter.Bytes[w] += io.Len
	if q.merge(&io) {
		q.meter.Merged[w]++
		if waited {
			q.pull()
		}
		return
	}
	q.take(p, &io)

	empty := len(q.sorted[0])+len(q.sorted[1]) == 0
	r := q.unused()
	m := q.member(&io)
	q.reqs[r] = request{off: io.Off, len: io.Len, write: io.Write, sync: io.Sync,
		held: q.wbt != nil && io.Write, first: m, last: m, since: q.sim.Now(), prev: none, next: none}
	q.meter.enter(q.sim.Now())
	q.sort(r)
	q.sched.add(r, io.Proc)
	switch {
	case waited:
		q.pull()
	case empty:
		q.plugged = true
		q.plugTime = q.sim.Now() + plugNs
		q.sim.At(q.plugTime, sim.PrioKernel, q.unplug, 0)
	case !q.plugged || len(q.sorted[0])+len(q.sorted[1]) >= plugRequests:
		q.pull()
	}
}

// unused returns the number of a request that is free.
func (q *Queue) unused() int32 {
	n := len(q.free)
	if n == 0 { // the pools of some schedulers are larger than most runs ever need
		q.reqs = append(q.reqs, request{})
		return int32(len(q.reqs) - 1)
	}
	r := q.free[n-1]
	q.free = q.free[:n-1]
	return r
}

// pull removes the plug. What the process does further in this instant is
// queued before the scheduler decides.
func (q *Queue) pull() {
	q.plugged = false
	if !q.kicked {
		q.kicked = true
		q.sim.At(q.sim.Now(), sim.PrioKernel, q.kick, 0)
	}
}

// Fire dispatches.
func (k *kick) Fire(uint32) {
	q := (*Queue)(k)
	q.kicked = false
	q.dispatch()
}

// Fire removes a plug whose time is over and asks the scheduler again.
func (u *unplug) Fire(uint32) {
	q := (*Queue)(u)
	if q.plugged && q.sim.Now() >= q.plugTime {
		q.plugged = false
	}
	q.dispatch()
}

// dispatch hands requests to the drive while it takes them.
func (q *Queue) dispatch() {
	for !q.plugged && len(q.flushes) == 0 && q.drive.Room() > 0 {
		r, retry := q.sched.next(q.sim.Now())
		if r == none {
			if retry > 0 && retry != q.timer {
				q.timer = retry
				q.sim.At(retry, sim.PrioKernel, q.unplug, 0)
			}
			return
		}
		q.unsort(r)
		rq := &q.reqs[r]
		q.meter.Requests[direction(rq.write)]++
		q.inDrive++
		rq.issued = q.sim.Now()
		if q.wbt != nil && !rq.write {
			q.wbt.issue(r, rq.issued)
		}
		q.drive.Submit(rq.off, rq.len, rq.write, (*completed)(q), uint32(r))
	}
}

// Fire completes a request and all its I/Os.
func (c *completed) Fire(arg uint32) {
	q := (*Queue)(c)
	r := int32(arg)
	q.inDrive--
	q.sched.done(r, q.sim.Now())
	rq := &q.reqs[r]
	w := direction(rq.write)
	q.meter.leave(q.sim.Now(), w, rq)
	if q.wbt != nil {
		q.wbt.done(r, q.sim.Now())
	}
	for m := q.reqs[r].first; m != none; {
		io := q.ios[m]
		q.ios[m] = member{next: q.freeIO}
		q.freeIO = m
		m = io.next
		io.done.Fire(io.arg)
	}
	q.free = append(q.free, r)
	q.give(w)
}

// Fire goes on with a flush that waits for the drive to be empty, or with the
// requests.
func (r *room) Fire(uint32) {
	q := (*Queue)(r)
	if len(q.flushes) > 0 {
		q.flush()
		return
	}
	q.dispatch()
}

// Flush makes the drive write out its cache: done fires with arg when all that
// was complete before is on the platters. It waits for the drive to be empty
// and keeps it so, unless the drive takes a flush beside other commands.
func (q *Queue) Flush(done sim.Handler, arg uint32) {
	if q.drive.QueuesFlush() {
		q.drive.Flush(done, arg)
		return
	}
	q.flushes = append(q.flushes, flush{done, arg})
	q.flush()
}

func (q *Queue) flush() {
	if q.inDrive == 0 && !q.flushing {
		q.flushing = true
		q.drive.Flush((*flushDone)(q), 0)
	}
}

// Fire completes a flush and goes on with the next, or with the requests.
func (f *flushDone) Fire(uint32) {
	q := (*Queue)(f)
	q.flushing = false
	first := q.flushes[0]
	q.flushes = append(q.flushes[:0], q.flushes[1:]...)
	first.done.Fire(first.arg)
	if len(q.flushes) > 0 {
		q.flush()
		return
	}
	q.dispatch()
}
