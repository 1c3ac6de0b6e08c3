package elevator

import (
	"slices"

	"clocksweep/core/sim"
)

// The CFQ of 2.6.10 to 2.6.12 (drivers/block/cfq-iosched.c of 2.6.12-rc2). With
// nr_requests of 128 its pools have 1024 requests, a process has 64 of a direction
// at most, those in the drive included, and 8 whatever the others have
// (cfq_init_queue, cfq_may_queue).
const (
	sweepsPool    = 8 // times nr_requests
	sweepsMost    = 2 // nr_requests divided by it
	sweepsLeast   = 8
	sweepsBackMax = 16 << 20 // bytes a sweep goes back for a request that is near
	sweepsPenalty = 2        // how often such a way counts
)

// A queue looks every sweepsCheck whether its oldest request has waited for too
// long. The source looks for asynchronous requests with the patience meant for
// synchronous ones and the other way around, for its two lists are exchanged
// (cfq_check_fifo, cfq_enqueue).
const (
	sweepsCheck         = sim.Second / 8
	sweepsPatienceWrite = sim.Second / 2
	sweepsPatienceRead  = 5 * sim.Second
)

// sweep is the requests of one process.
type sweep struct {
	sorted    []int32
	allocated [2]int // queued, in the drive or booked
	pick      int32  // the request that goes next
	inFlight  int    // taken into a round and not complete
	checked   int64  // when an old request last went out of turn
}

// sweeps is that CFQ: processes take turns as in [roundRobin], but each goes
// through its requests in a sweep of its own, the nearest one behind its last
// first. A round prefers processes that have nothing in the drive. What is left
// out: within a round the source asks those first that have had the least service
// in the last second, which moves a request by a few places.
type sweeps struct {
	q       *Queue
	size    int // of a pool
	most    int // requests of a direction that a process may have
	quantum int
	turns   []sweep
	byProc  []int32 // turn of a process, 0: none yet
	busy    []int32 // turns with requests
	out     []int32 // requests of the present round, in the order of service
	last    int64   // where the last request that was taken ends
}

func newSweeps(q *Queue, nr, quantum int) *sweeps {
	return &sweeps{q: q, size: sweepsPool * nr, most: max(nr/sweepsMost, 1), quantum: quantum, turns: []sweep{{pick: none}}}
}

func (c *sweeps) of(proc int32) int32 {
	for int(proc) >= len(c.byProc) {
		c.byProc = append(c.byProc, 0)
	}
	if c.byProc[proc] == 0 {
		c.byProc[proc] = int32(len(c.turns))
		c.turns = append(c.turns, sweep{pick: none})
	}
	return c.byProc[proc]
}

func (c *sweeps) admits(proc int32, w int, full bool) bool {
	has, least := c.turns[c.of(proc)].allocated[w], min(sweepsLeast, c.most)
	if has < least {
		return true
	}
	return !full && has < min(max(c.size/max(len(c.busy), 1), least), c.most)
}

func (c *sweeps) book(proc int32, w int) { c.turns[c.of(proc)].allocated[w]++ }

func (c *sweeps) add(r, proc int32) {
	o := c.of(proc)
	c.q.reqs[r].owner = o
	t := &c.turns[o]
	if len(t.sorted) == 0 {
		c.busy = append(c.busy, o)
	}
	t.sorted = c.q.insert(t.sorted, r)
	t.pick = c.nearer(t.pick, r)
}

// nearer returns which of two requests, either may be none, comes next in a sweep
// that has reached c.last (cfq_choose_req).
func (c *sweeps) nearer(a, b int32) int32 {
	if a == none || a == b {
		return b
	}
	if b == none {
		return a
	}
	wayA, wrapsA := c.way(a)
	wayB, wrapsB := c.way(b)
	if wrapsA != wrapsB {
		if wrapsA {
			return b
		}
		return a
	}
	offA, offB := c.q.reqs[a].off, c.q.reqs[b].off
	switch {
	case wrapsA:
		wayA, wayB = offA, offB
	case wayA == wayB:
		wayA, wayB = -offA, -offB
	}
	if wayA <= wayB {
		return a
	}
	return b
}

// way returns how far a request is, and whether it belongs to the next sweep.
func (c *sweeps) way(r int32) (bytes int64, wraps bool) {
	ahead := c.q.reqs[r].off - c.last
	if ahead >= 0 {
		return ahead, false
	}
	return -ahead * sweepsPenalty, -ahead > sweepsBackMax
}

// mayMerge: any process may, until a round has taken the request.
func (c *sweeps) mayMerge(r int32, _ bool, _ int32) bool { return c.q.reqs[r].owner != none }

func (c *sweeps) mayJoin(a, b int32) bool {
	return c.q.reqs[a].owner != none && c.q.reqs[b].owner != none
}

func (c *sweeps) lowered(r int32) { c.q.settle(c.turns[c.q.reqs[r].owner].sorted, r) }

func (c *sweeps) joined(_, b int32) {
	o, w := c.q.reqs[b].owner, direction(c.q.reqs[b].write)
	c.leave(b)
	c.turns[o].allocated[w]--
}

// leave takes a request out of its process's queue.
func (c *sweeps) leave(r int32) {
	rq := &c.q.reqs[r]
	t := &c.turns[rq.owner]
	i := slices.Index(t.sorted, r)
	if t.pick == r {
		after, before := none, none
		if n := len(t.sorted); n > 1 {
			after = t.sorted[(i+1)%n]
		}
		if i > 0 {
			before = t.sorted[i-1]
		}
		t.pick = c.nearer(after, before)
	}
	t.sorted = append(t.sorted[:i], t.sorted[i+1:]...)
	if len(t.sorted) == 0 {
		at := slices.Index(c.busy, rq.owner)
		c.busy = append(c.busy[:at], c.busy[at+1:]...)
	}
	rq.owner = none
}

// expired returns the oldest request of a process, if it has waited for too long
// and it is time to look, else none.
func (c *sweeps) expired(t *sweep, now int64) int32 {
	if now < t.checked+sweepsCheck {
		return none
	}
	oldest := t.sorted[0]
	for _, r := range t.sorted[1:] {
		if c.q.reqs[r].since < c.q.reqs[oldest].since {
			oldest = r
		}
	}
	patience := sweepsPatienceRead
	if c.q.reqs[oldest].write {
		patience = sweepsPatienceWrite
	}
	if now <= c.q.reqs[oldest].since+patience {
		return none
	}
	t.checked = now
	return oldest
}

// take moves the next request of a process into the round.
func (c *sweeps) take(o int32, now int64) {
	t := &c.turns[o]
	r := c.expired(t, now)
	if r == none {
		r = t.pick
	}
	c.last = c.q.reqs[r].end()
	c.leave(r)
	c.q.reqs[r].prev = o
	t.inFlight++
	c.out = append(c.out, r)
}

// round takes one request of each process that has some and nothing in the drive,
// and then of all, until there are enough.
func (c *sweeps) round(now int64) {
	taken := 0
	for first := true; len(c.busy) > 0 && taken < c.quantum; first = false {
		for i := 0; i < len(c.busy); {
			o := c.busy[i]
			if first && c.turns[o].inFlight > 0 {
				i++
				continue
			}
			c.take(o, now)
			taken++
			if len(c.turns[o].sorted) > 0 {
				i++
			}
		}
	}
}

func (c *sweeps) next(now int64) (int32, int64) {
	if len(c.out) == 0 {
		c.round(now)
		if len(c.out) == 0 {
			return none, 0
		}
	}
	r := c.out[0]
	c.out = append(c.out[:0], c.out[1:]...)
	return r, 0
}

func (c *sweeps) done(r int32, _ int64) {
	rq := &c.q.reqs[r]
	t := &c.turns[rq.prev]
	t.inFlight--
	t.allocated[direction(rq.write)]--
}
