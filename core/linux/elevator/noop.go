package elevator

// noop serves requests in the order in which they came; merging is all it adds
// (Linux 2.6.18 block/noop-iosched.c).
type noop struct {
	q    *Queue
	fifo arrivals
}

func newNoop(q *Queue) *noop { return &noop{q: q, fifo: noArrivals()} }

func (n *noop) add(r, _ int32)                   { n.fifo.push(n.q, r) }
func (n *noop) mayMerge(int32, bool, int32) bool { return true }
func (n *noop) mayJoin(_, _ int32) bool          { return true }
func (n *noop) lowered(int32)                    {}
func (n *noop) joined(a, b int32)                { n.fifo.inherit(n.q, a, b) }
func (n *noop) done(int32, int64)                {}

func (n *noop) next(int64) (int32, int64) {
	r := n.fifo.first
	if r != none {
		n.fifo.remove(n.q, r)
	}
	return r, 0
}
