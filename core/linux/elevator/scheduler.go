package elevator

// scheduler decides the order of the queued requests.
type scheduler interface {
	// add takes in a request that the process proc has queued.
	add(r, proc int32)
	// mayMerge says whether an I/O of the process proc may become part of the
	// request.
	mayMerge(r int32, sync bool, proc int32) bool
	// mayJoin says whether two adjacent requests may become one.
	mayJoin(a, b int32) bool
	// lowered tells that the request has grown at its front.
	lowered(r int32)
	// joined tells that b has become part of a, and is no more.
	joined(a, b int32)
	// next takes out the request that the drive gets now. It returns none if
	// there is nothing to do, and then the time at which to ask again if
	// nothing happens before, or 0.
	next(now int64) (r int32, retry int64)
	// done tells that the drive has completed a request.
	done(r int32, now int64)
}

// arrivals is a list of requests in the order in which they came, linked
// through the requests themselves.
type arrivals struct {
	first, last int32
}

func noArrivals() arrivals { return arrivals{none, none} }

func (l *arrivals) push(q *Queue, r int32) {
	q.reqs[r].prev, q.reqs[r].next = l.last, none
	if l.last == none {
		l.first = r
	} else {
		q.reqs[l.last].next = r
	}
	l.last = r
}

func (l *arrivals) remove(q *Queue, r int32) {
	prev, next := q.reqs[r].prev, q.reqs[r].next
	if prev == none {
		l.first = next
	} else {
		q.reqs[prev].next = next
	}
	if next == none {
		l.last = prev
	} else {
		q.reqs[next].prev = prev
	}
}

// inherit takes out b, which has become part of a, and gives a the place of
// the older of the two.
func (l *arrivals) inherit(q *Queue, a, b int32) {
	if q.reqs[a].since <= q.reqs[b].since {
		l.remove(q, b)
		return
	}
	q.reqs[a].since = q.reqs[b].since
	l.remove(q, a)
	prev, next := q.reqs[b].prev, q.reqs[b].next
	q.reqs[a].prev, q.reqs[a].next = prev, next
	if prev == none {
		l.first = a
	} else {
		q.reqs[prev].next = a
	}
	if next == none {
		l.last = a
	} else {
		q.reqs[next].prev = a
	}
}
