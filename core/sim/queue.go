package sim

// event is one entry of the queue. It holds no pointers: the garbage
// collector never looks into the queue, and moving an entry is a plain copy.
type event struct {
	at  int64  // virtual time, ns
	ord uint64 // priority<<56 | sequence
	tgt uint32 // index into Sim.targets
	arg uint32 // meaning belongs to the target
}

func (a *event) before(b *event) bool {
	return a.at < b.at || (a.at == b.at && a.ord < b.ord)
}

// queue is a 4-ary min-heap. Four children a node halve the depth of the
// binary heap and keep siblings in one or two cache lines.
type queue struct {
	ev []event
}

func (q *queue) push(e event) {
	q.ev = append(q.ev, e)
	ev := q.ev
	i := len(ev) - 1
	for i > 0 {
		parent := (i - 1) >> 2
		if !e.before(&ev[parent]) {
			break
		}
		ev[i] = ev[parent]
		i = parent
	}
	ev[i] = e
}

func (q *queue) pop() event {
	ev := q.ev
	top := ev[0]
	n := len(ev) - 1
	last := ev[n]
	q.ev = ev[:n]
	ev = ev[:n]
	i := 0
	for {
		first := i<<2 + 1
		if first >= n {
			break
		}
		least := first
		for c := first + 1; c < first+4 && c < n; c++ {
			if ev[c].before(&ev[least]) {
				least = c
			}
		}
		if !ev[least].before(&last) {
			break
		}
		ev[i] = ev[least]
		i = least
	}
	if n > 0 {
		ev[i] = last
	}
	return top
}
