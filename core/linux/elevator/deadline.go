package elevator

import "clocksweep/core/sim"

// Constants of Linux 2.6.18 block/deadline-iosched.c.
const (
	fifoBatch     = 16 // requests in ascending order before the choice is made anew
	writesStarved = 2  // read batches that may come before waiting writes
)

// deadlineExpire is how long a request may wait before it is served whatever
// its place, by direction.
var deadlineExpire = [2]int64{500 * sim.Millisecond, 5 * sim.Second}

// deadline serves batches of requests of one direction in ascending order.
// Reads are preferred; writes get their turn after two batches. A batch starts
// with the oldest request if that has expired, or if the last batch of that
// direction was interrupted or has come to the end of the disk; otherwise it
// goes on where the last one stopped.
type deadline struct {
	q       *Queue
	fifo    [2]arrivals
	pos     [2]int64 // where the next of a direction is looked for, -1: at the oldest
	dir     int      // direction of the batch
	batched int
	starved int
}

func newDeadline(q *Queue) *deadline {
	return &deadline{q: q, fifo: [2]arrivals{noArrivals(), noArrivals()}, pos: [2]int64{-1, -1}}
}

func (d *deadline) add(r, _ int32)                   { d.fifo[direction(d.q.reqs[r].write)].push(d.q, r) }
func (d *deadline) mayMerge(int32, bool, int32) bool { return true }
func (d *deadline) mayJoin(_, _ int32) bool          { return true }
func (d *deadline) lowered(int32)                    {}
func (d *deadline) joined(a, b int32)                { d.fifo[direction(d.q.reqs[a].write)].inherit(d.q, a, b) }
func (d *deadline) done(int32, int64)                {}

// following returns the request with which the direction's sweep goes on.
func (d *deadline) following(w int) int32 {
	if d.pos[w] < 0 {
		return none
	}
	list := d.q.sorted[w]
	if i := d.q.find(list, d.pos[w]); i < len(list) {
		return list[i]
	}
	return none
}

func (d *deadline) next(now int64) (int32, int64) {
	if r := d.following(d.dir); r != none && d.batched < fifoBatch {
		d.take(r)
		return r, 0
	}
	reads, writes := d.fifo[0].first != none, d.fifo[1].first != none
	switch {
	case reads && writes:
		d.dir = 0
		if d.starved >= writesStarved {
			d.dir = 1
		} else {
			d.starved++
		}
	case reads:
		d.dir = 0
	case writes:
		d.dir = 1
	default:
		return none, 0
	}
	if d.dir == 1 {
		d.starved = 0
	}
	d.batched = 0
	r := d.following(d.dir)
	oldest := d.fifo[d.dir].first
	if r == none || now-d.q.reqs[oldest].since >= deadlineExpire[d.dir] {
		r = oldest
	}
	d.take(r)
	return r, 0
}

func (d *deadline) take(r int32) {
	d.batched++
	d.pos[1-d.dir] = -1
	d.pos[d.dir] = d.q.reqs[r].end()
	d.fifo[d.dir].remove(d.q, r)
}
