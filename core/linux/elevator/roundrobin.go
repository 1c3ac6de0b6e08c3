package elevator

import "slices"

// roundRobinPool is how many times nr_requests the pools hold: the scheduler
// raises 128 to 8192 (drivers/block/cfq-iosched.c of 2.6.9, cfq_init). The
// thresholds of congestion were set before and stay.
const roundRobinPool = 64

// roundRobinKept is what the shares of the processes leave free (cfq_queued).
const roundRobinKept = 8

// roundRobinLeast is the least share of a process, however many others there are
// (cfq_may_queue).
const roundRobinLeast = 3

// turn is the requests of one process, reads and writes.
type turn struct {
	sorted []int32
	queued [2]int // in sorted or booked
}

// roundRobin is the CFQ of 2.6.9, read in the kernel of Red Hat Enterprise
// Linux 4: a queue for each process, whatever its requests are. When the drive
// wants work, each process that has some gives its request with the lowest
// offset, and again, until there are quantum of them or more; they are put in
// order and served. A process that flushes a file, or the kernel's writeback,
// counts as one process like any reader. There are no time slices and no
// idling, so that a reader pays for each read with a request of everybody
// else.
//
// The pools are so large that a checkpoint's fsync or a commit of the journal has
// all its pages in the queue at once, and they go to the drive in the order of
// the disk. When a pool is full, a process may still queue up to its share of it:
// the share lets a process in, it keeps nobody out (get_request of
// drivers/block/ll_rw_blk.c asks the scheduler only then).
type roundRobin struct {
	q       *Queue
	size    int // of a pool
	most    int // the largest share of a process
	quantum int
	turns   []turn
	byProc  []int32 // turn of a process, 0: none yet
	busy    []int32 // turns with requests, the newest first
	out     []int32 // requests of the present round, in the order of service
}

func newRoundRobin(q *Queue, nr, quantum int) *roundRobin {
	return &roundRobin{q: q, size: roundRobinPool * nr, most: nr, quantum: quantum, turns: make([]turn, 1)}
}

func (c *roundRobin) of(proc int32) int32 {
	for int(proc) >= len(c.byProc) {
		c.byProc = append(c.byProc, 0)
	}
	if c.byProc[proc] == 0 {
		c.byProc[proc] = int32(len(c.turns))
		c.turns = append(c.turns, turn{})
	}
	return c.byProc[proc]
}

func (c *roundRobin) admits(proc int32, w int, full bool) bool {
	if !full || len(c.busy) == 0 {
		return true
	}
	share := min(max((c.size-roundRobinKept)/len(c.busy), roundRobinLeast), c.most)
	return c.turns[c.of(proc)].queued[w] <= share
}

func (c *roundRobin) book(proc int32, w int) { c.turns[c.of(proc)].queued[w]++ }

func (c *roundRobin) add(r, proc int32) {
	o := c.of(proc)
	c.q.reqs[r].owner = o
	t := &c.turns[o]
	if len(t.sorted) == 0 {
		c.busy = slices.Insert(c.busy, 0, o)
	}
	t.sorted = c.q.insert(t.sorted, r)
}

// mayMerge: any process may, until the round has taken the request.
func (c *roundRobin) mayMerge(r int32, _ bool, _ int32) bool { return c.q.reqs[r].owner != none }

func (c *roundRobin) mayJoin(a, b int32) bool {
	return c.q.reqs[a].owner != none && c.q.reqs[b].owner != none
}

func (c *roundRobin) lowered(r int32) { c.q.settle(c.turns[c.q.reqs[r].owner].sorted, r) }

func (c *roundRobin) joined(_, b int32) { c.leave(b) }

// leave takes a request out of its process's queue.
func (c *roundRobin) leave(r int32) {
	rq := &c.q.reqs[r]
	t := &c.turns[rq.owner]
	t.sorted = c.q.drop(t.sorted, r)
	t.queued[direction(rq.write)]--
	if len(t.sorted) == 0 {
		i := slices.Index(c.busy, rq.owner)
		c.busy = append(c.busy[:i], c.busy[i+1:]...)
	}
	rq.owner = none
}

// round takes one request of each process that has some, and repeats that
// until there are enough.
func (c *roundRobin) round() {
	for taken := 0; len(c.busy) > 0 && taken < c.quantum; {
		for i := 0; i < len(c.busy); {
			o := c.busy[i]
			r := c.turns[o].sorted[0]
			c.leave(r)
			c.place(r)
			taken++
			if len(c.turns[o].sorted) > 0 {
				i++
			}
		}
	}
}

// place puts a request into the present round: looked for from the end, before
// one that lies at or behind it. One that lies before the first of the round
// belongs to the next sweep and goes to the last place but one
// (cfq_dispatch_sort).
func (c *roundRobin) place(r int32) {
	off := c.q.reqs[r].off
	if n := len(c.out); n > 0 && off < c.q.reqs[c.out[0]].off {
		c.out = slices.Insert(c.out, n-1, r)
		return
	}
	for i := len(c.out) - 1; i >= 0; i-- {
		if off <= c.q.reqs[c.out[i]].off {
			c.out = slices.Insert(c.out, i, r)
			return
		}
	}
	c.out = append(c.out, r)
}

func (c *roundRobin) next(int64) (int32, int64) {
	if len(c.out) == 0 {
		c.round()
		if len(c.out) == 0 {
			return none, 0
		}
	}
	r := c.out[0]
	c.out = append(c.out[:0], c.out[1:]...)
	return r, 0
}

func (c *roundRobin) done(int32, int64) {}
