package stage

import "clocksweep/core/sim"

// table is a source that reads pages of one table at random, one pin each.
type table struct {
	pages  *Pages
	rand   sim.Rand
	rel    int
	blocks int64
	writes int64 // percent of the accesses that change their page
	proc   uint8
	xid    *uint32
	zipf   bool
}

// spread is what a rank is multiplied by to find its block, so that the pages that
// are used most do not lie side by side: a prime, hence without a common divisor
// with any table's size that it does not divide.
const spread = 7919

func (t *table) more(queue []Step) []Step {
	block := t.draw()
	*t.xid++
	s := Step{Page: t.pages.Page(t.rel, block), Xid: *t.xid, Proc: t.proc}
	queue = append(queue, s)
	if t.rand.Intn(100) < t.writes {
		s.Op = Dirty
		queue = append(queue, s)
	}
	s.Op = Unpin
	return append(queue, s)
}

// draw picks a block. By Zipf's law each doubling of the rank is as likely as any
// other: rank 1, ranks 2 and 3, ranks 4 to 7 and so on are drawn with equal
// frequency, and evenly among themselves. That is an exponent of 1 in steps, and
// needs no table of the size of the database.
func (t *table) draw() int64 {
	if !t.zipf {
		return t.rand.Intn(t.blocks)
	}
	octaves := int64(0)
	for int64(1)<<octaves <= t.blocks {
		octaves++
	}
	low := int64(1) << t.rand.Intn(octaves)
	rank := low + t.rand.Intn(min(low, t.blocks-low+1)) - 1
	return rank * spread % t.blocks
}

// pass is a source that goes over a table from its first to its last page, again
// and again, each time after a pause: a sequential scan, or VACUUM, which changes
// every page.
type pass struct {
	pages   *Pages
	rel     int
	blocks  int64
	proc    uint8
	xid     *uint32
	purpose Purpose

	next   int64
	number uint32
}

func (p *pass) more(queue []Step) []Step {
	if p.next == 0 {
		*p.xid++
		p.number++
	}
	s := Step{Page: p.pages.Page(p.rel, p.next), Xid: *p.xid, Pass: p.number, Proc: p.proc, Purpose: p.purpose}
	queue = append(queue, s)
	if p.purpose == Clean {
		s.Op = Dirty
		queue = append(queue, s)
	}
	s.Op = Unpin
	if p.next++; p.next == p.blocks {
		p.next = 0
	}
	return append(queue, s)
}

// over reports that a pass has just ended.
func (p *pass) over() bool { return p.next == 0 }

// worker is one process of a mixture.
type worker struct {
	source source
	queue  []Step

	// A pass pauses: it rests for that many accesses of the whole stream, and then
	// works until it is over.
	pass *pass
	rest int64
}

// mixture is a source of several processes that take turns at random, one access
// each.
type mixture struct {
	rand    sim.Rand
	workers []worker
	made    int64 // accesses so far
	ready   []int // workers that do not rest, by number
}

func (m *mixture) more(queue []Step) []Step {
	m.ready = m.ready[:0]
	for i := range m.workers {
		if w := &m.workers[i]; w.pass == nil || m.made >= w.rest {
			m.ready = append(m.ready, i)
		}
	}
	w := &m.workers[m.ready[m.rand.Intn(int64(len(m.ready)))]]
	n := access(w.queue)
	for n == 0 {
		w.queue = w.source.more(w.queue)
		n = access(w.queue)
	}
	queue = append(queue, w.queue[:n]...)
	w.queue = w.queue[:copy(w.queue, w.queue[n:])]
	m.made++
	if w.pass != nil && w.pass.over() {
		// Its last page is unpinned before it rests.
		queue = append(queue, w.queue...)
		w.queue = w.queue[:0]
		w.rest = m.made + pauses*w.pass.blocks
	}
	return queue
}

// pauses is how long a pass rests after it is over, in lengths of its table. (A
// choice of what is good to look at: nothing measured stands behind it.)
const pauses = 4
