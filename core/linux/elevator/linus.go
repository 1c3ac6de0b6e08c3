package elevator

import "slices"

// How many requests may be put before one that waits, by direction (Linux 2.4,
// include/linux/elevator.h, ELEVATOR_LINUS; elvtune -r and -w).
var linusPassovers = [2]int32{2048, 8192}

// linus is the elevator of Linux 2.4: one queue for reads and writes alike.
// From its end, a new request passes those that lie behind it on the disk,
// until it fits between two neighbors in ascending order, or comes to one that
// has been passed too often (drivers/block/elevator.c, elevator_linus_merge).
// Reads are not preferred: behind a long queue of writes they wait.
type linus struct {
	q      *Queue
	line   []int32 // queued requests, the next one first
	passed []int32 // by request: how often it may still be passed
}

func newLinus(q *Queue) *linus { return &linus{q: q, passed: make([]int32, len(q.reqs))} }

func (l *linus) mayMerge(int32, bool, int32) bool { return true }
func (l *linus) mayJoin(_, _ int32) bool          { return true }
func (l *linus) lowered(int32)                    {}
func (l *linus) done(int32, int64)                {}

// joined lets the request that stays keep the smaller patience of the two.
func (l *linus) joined(a, b int32) {
	l.passed[a] = min(l.passed[a], l.passed[b])
	i := slices.Index(l.line, b)
	l.line = append(l.line[:i], l.line[i+1:]...)
}

// between says whether an offset belongs between two neighbors of the queue:
// they enclose it, or the sweep starts over between them and the offset lies
// on either side of that jump (bh_rq_in_between).
func (l *linus) between(off int64, a, b int32) bool {
	first, second := l.q.reqs[a].off, l.q.reqs[b].off
	if second > first {
		return off > first && off < second
	}
	return off > first || off < second
}

func (l *linus) add(r, _ int32) {
	rq := &l.q.reqs[r]
	l.passed[r] = linusPassovers[direction(rq.write)]
	at := len(l.line)
	for i := len(l.line) - 2; i >= 0 && l.passed[l.line[i+1]] > 0; i-- {
		if l.between(rq.off, l.line[i], l.line[i+1]) {
			at = i + 1
			break
		}
	}
	for _, other := range l.line[at:] {
		l.passed[other]--
	}
	l.line = slices.Insert(l.line, at, r)
}

func (l *linus) next(int64) (int32, int64) {
	if len(l.line) == 0 {
		return none, 0
	}
	r := l.line[0]
	l.line = append(l.line[:0], l.line[1:]...)
	return r, 0
}
