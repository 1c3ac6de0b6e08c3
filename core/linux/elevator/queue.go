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

// batchRequests is how many requests a process that had to wait may take in
// one go (BLK_BATCH_REQ, Linux 2.6.18 block/ll_rw_blk.c).
const batchRequests = 32

// Config is how a queue is set up.
type Config struct {
	Scheduler        string // cfq, deadline or noop
	NrRequests       int    // requests per direction, 4 or more (Linux: 128)
	SyncWritesTagged bool   // the scheduler knows which writes somebody waits for
}

// IO is one transfer that a process asks for.
type IO struct {
	Off, Len int64 // bytes, multiples of 4096; Len at most MaxRequest
	Write    bool
	Sync     bool        // somebody waits for it; a read always is
	Proc     int32       // who asks: small, not negative
	Done     sim.Handler // fires with Arg when the transfer is complete
	Arg      uint32
}

// Stats counts what a queue has done, by direction (0 reads, 1 writes).
type Stats struct {
	IOs      [2]int64 // submitted
	Merged   [2]int64 // of them, joined to a request that was there already
	Requests [2]int64 // handed to the drive
	Waits    [2]int64 // times a process waited for a free request
}

// request is a contiguous range of one direction. It is queued (in the
// scheduler and in Queue.sorted) or in the drive.
type request struct {
	off, len    int64
	write, sync bool
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

// pool is the requests of one direction.
type pool struct {
	used      int // queued, in the drive, or promised to a process that was woken
	congested bool
	waiting   int
	list      sim.List
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

	pools   [2]pool
	reqs    []request
	free    []int32
	ios     []member
	freeIO  int32
	sorted  [2][]int32 // queued requests by offset
	inDrive int

	plugged  bool
	plugTime int64
	kicked   bool // a dispatch is due at this instant
	timer    int64

	flushes  []flush
	flushing bool // the first of flushes has been given to the drive

	kick, unplug sim.Target
	stats        Stats
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
		reqs:          make([]request, 2*nr),
		free:          make([]int32, 2*nr),
		freeIO:        none,
		timer:         -1,
	}
	for i := range q.free {
		q.free[i] = int32(2*nr - 1 - i)
	}
	for w := range q.sorted {
		q.sorted[w] = make([]int32, 0, nr)
	}
	switch c.Scheduler {
	case "noop":
		q.sched = newNoop(q)
	case "deadline":
		q.sched = newDeadline(q)
	case "cfq":
		q.sched = newCFQ(q)
	default:
		panic(sim.Broken{What: "there is no I/O scheduler " + c.Scheduler, At: s.Now()})
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

// Stats returns the counters.
func (q *Queue) Stats() Stats { return q.stats }

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
	q.stats.IOs[w]++
	if q.merge(&io) {
		q.stats.Merged[w]++
		if waited {
			q.pull()
		}
		return
	}
	q.take(p, w)

	empty := len(q.sorted[0])+len(q.sorted[1]) == 0
	r := q.free[len(q.free)-1]
	q.free = q.free[:len(q.free)-1]
	m := q.member(&io)
	q.reqs[r] = request{off: io.Off, len: io.Len, write: io.Write, sync: io.Sync,
		first: m, last: m, since: q.sim.Now(), prev: none, next: none}
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

// take books a request of the pool, and parks p until there is one.
func (q *Queue) take(p *sim.Proc, w int) {
	l := &q.pools[w]
	if l.used < q.nr && l.waiting == 0 {
		l.used++
	} else {
		q.stats.Waits[w]++
		q.pull()
		l.waiting++
		l.list.Wait(p) // give has booked the request when this returns
	}
	if l.used >= q.congestionOn {
		l.congested = true
	}
}

// give returns a request to the pool. Those who wait are woken when a batch is
// free, each with a request booked for it, so that nobody overtakes them.
func (q *Queue) give(w int) {
	l := &q.pools[w]
	l.used--
	if l.used < q.congestionOff {
		l.congested = false
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
		q.stats.Requests[direction(rq.write)]++
		q.inDrive++
		q.drive.Submit(rq.off, rq.len, rq.write, (*completed)(q), uint32(r))
	}
}

// Fire completes a request and all its I/Os.
func (c *completed) Fire(arg uint32) {
	q := (*Queue)(c)
	r := int32(arg)
	q.inDrive--
	q.sched.done(r, q.sim.Now())
	w := direction(q.reqs[r].write)
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
