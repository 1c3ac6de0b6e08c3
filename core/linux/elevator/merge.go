package elevator

import "slices"

// find returns the index of the first queued request of direction w at or
// behind off.
func (q *Queue) find(list []int32, off int64) int {
	lo, hi := 0, len(list)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if q.reqs[list[mid]].off < off {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// insert puts a request into a list sorted by offset, behind those of the same
// offset.
func (q *Queue) insert(list []int32, r int32) []int32 {
	i := q.find(list, q.reqs[r].off+1)
	list = append(list, 0)
	copy(list[i+1:], list[i:])
	list[i] = r
	return list
}

// drop takes a request out of a sorted list.
func (q *Queue) drop(list []int32, r int32) []int32 {
	i := q.find(list, q.reqs[r].off)
	for list[i] != r {
		i++
	}
	return append(list[:i], list[i+1:]...)
}

// settle restores the order of a list after a request of it has grown at its
// front.
func (q *Queue) settle(list []int32, r int32) {
	i := slices.Index(list, r)
	for ; i > 0 && q.reqs[list[i-1]].off > q.reqs[r].off; i-- {
		list[i] = list[i-1]
	}
	list[i] = r
}

func (q *Queue) sort(r int32) {
	w := direction(q.reqs[r].write)
	q.sorted[w] = q.insert(q.sorted[w], r)
}

func (q *Queue) unsort(r int32) {
	w := direction(q.reqs[r].write)
	q.sorted[w] = q.drop(q.sorted[w], r)
}

// member books an I/O's completion.
func (q *Queue) member(io *IO) int32 {
	m := q.freeIO
	if m == none {
		m = int32(len(q.ios))
		q.ios = append(q.ios, member{})
	} else {
		q.freeIO = q.ios[m].next
	}
	q.ios[m] = member{done: io.Done, arg: io.Arg, next: none}
	return m
}

// merge joins an I/O to a queued request that ends where it begins (a back
// merge) or begins where it ends (a front merge), and then that request to the
// neighbor it may have grown to. It reports whether there was one.
func (q *Queue) merge(io *IO) bool {
	w := direction(io.Write)
	list := q.sorted[w]
	i := q.find(list, io.Off)
	if i > 0 {
		r := list[i-1]
		rq := &q.reqs[r]
		if rq.end() == io.Off && rq.len+io.Len <= MaxRequest && q.sched.mayMerge(r, io.Sync, io.Proc) {
			m := q.member(io)
			q.ios[rq.last].next = m
			rq.last = m
			rq.len += io.Len
			if i < len(list) {
				q.join(r, list[i])
			}
			return true
		}
	}
	if i == len(list) {
		return false
	}
	r := list[i]
	rq := &q.reqs[r]
	if rq.off != io.Off+io.Len || rq.len+io.Len > MaxRequest || !q.sched.mayMerge(r, io.Sync, io.Proc) {
		return false
	}
	m := q.member(io)
	q.ios[m].next = rq.first
	rq.first = m
	// The order in this list stays: r was the first behind the I/O's offset.
	rq.off = io.Off
	rq.len += io.Len
	q.sched.lowered(r)
	if i > 0 {
		q.join(list[i-1], r)
	}
	return true
}

// join makes one request of two that have become adjacent, and frees the
// second (attempt_back_merge, Linux 2.6.18 block/ll_rw_blk.c).
func (q *Queue) join(a, b int32) {
	ra, rb := &q.reqs[a], &q.reqs[b]
	if ra.end() != rb.off || ra.len+rb.len > MaxRequest || !q.sched.mayJoin(a, b) {
		return
	}
	q.sched.joined(a, b)
	q.unsort(b)
	ra.len += rb.len
	q.ios[ra.last].next = rb.first
	ra.last = rb.last
	q.meter.joined(q.sim.Now())
	if rb.held {
		q.wbt.release()
	}
	q.free = append(q.free, b)
	q.give(direction(ra.write))
}

// nearest returns the request of a sorted list that comes next in ascending
// order from pos; one that lies at most backMax bytes behind counts penalty
// times its distance. From the end of the list it starts over.
func (q *Queue) nearest(list []int32, pos, backMax, penalty int64) int32 {
	i := q.find(list, pos)
	if i > 0 {
		back := pos - q.reqs[list[i-1]].off
		if back <= backMax && (i == len(list) || back*penalty < q.reqs[list[i]].off-pos) {
			return list[i-1]
		}
	}
	if i == len(list) {
		i = 0
	}
	return list[i]
}
