package bufmgr_test

import (
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// crowd drives a pool with random but legal steps of several processes and
// keeps its own books.
type crowd struct {
	t     *testing.T
	rand  sim.Rand
	pool  *bufmgr.Pool
	rings []*bufmgr.Ring
	pins  [][]int32 // by process: the buffers it holds, once each
	where map[bufmgr.Page]int32

	writing                    []int32 // by process: -1, or the buffer it writes
	dirtied, cleaned, dropped  int64
	allocs, allocsSeen, victim int64
}

func newCrowd(t *testing.T, seed uint64, buffers, processes int) *crowd {
	c := &crowd{
		t: t, rand: sim.NewRand(seed, "crowd"), pool: bufmgr.New(buffers, bufmgr.MaxUsageCount),
		pins: make([][]int32, processes), writing: make([]int32, processes), where: map[bufmgr.Page]int32{},
	}
	for i := range processes {
		c.writing[i] = -1
		kind := bufmgr.RingKind(i % 3)
		c.rings = append(c.rings, bufmgr.NewRing(kind, max(1, bufmgr.RingSize(kind, buffers))))
	}
	return c
}

func (c *crowd) holds(proc int, b int32) bool {
	for _, h := range c.pins[proc] {
		if h == b {
			return true
		}
	}
	return false
}

// read is an access by one process, through its ring if scan is set.
func (c *crowd) read(proc int, pg bufmgr.Page, scan bool) {
	p := c.pool
	b := p.Lookup(pg)
	if known, ok := c.where[pg]; ok != (b >= 0) || ok && known != b {
		c.t.Fatalf("page %d: found in buffer %d, but it was put into %d (known: %v)", pg, b, known, ok)
	}
	if b >= 0 {
		if c.holds(proc, b) {
			return
		}
		if scan {
			p.PinRing(b)
		} else {
			p.Pin(b)
		}
		c.pins[proc] = append(c.pins[proc], b)
		return
	}
	src, ok := bufmgr.FromSweep, false
	if scan {
		b, src, ok = p.VictimRing(c.rings[proc])
	} else {
		b, src, ok = p.Victim()
	}
	if src != bufmgr.FromRing {
		c.allocs++
	}
	if !ok {
		if n := c.unpinned(); n > 0 {
			c.t.Fatalf("no victim, but %d buffers are unpinned", n)
		}
		return
	}
	if p.Refs(b) != 1 {
		c.t.Fatalf("victim %d has %d pins", b, p.Refs(b))
	}
	if src != bufmgr.FromRing && p.Usage(b) != 0 {
		c.t.Fatalf("victim %d has usage count %d", b, p.Usage(b))
	}
	if scan && p.IsDirty(b) && c.rand.Intn(2) == 0 && p.RejectRing(c.rings[proc], b) {
		p.Unpin(b)
		return
	}
	if p.IsDirty(b) {
		p.BeginWrite(b)
		if !p.EndWrite(b) {
			c.t.Fatalf("buffer %d is dirty after a write that nobody disturbed", b)
		}
		c.cleaned++
	}
	if old := p.PageOf(b); old != bufmgr.NoPage {
		delete(c.where, old)
	}
	p.Assign(b, pg)
	c.where[pg] = b
	c.pins[proc] = append(c.pins[proc], b)
}

func (c *crowd) unpinned() int {
	n := 0
	for b := range int32(c.pool.Len()) {
		if c.pool.Refs(b) == 0 {
			n++
		}
	}
	return n
}

// step lets one process do one random thing.
func (c *crowd) step() {
	p := c.pool
	proc := int(c.rand.Intn(int64(len(c.pins))))
	held := c.pins[proc]
	switch k := c.rand.Intn(100); {
	case k < 45 && len(held) < 3:
		pages := int64(p.Len()) * 3
		c.read(proc, bufmgr.Page(min(c.rand.Intn(pages), c.rand.Intn(pages))), k < 12)
	case k < 60 && len(held) > 0:
		if !p.MarkDirty(held[c.rand.Intn(int64(len(held)))]) {
			c.dirtied++
		}
	case k < 64 && len(held) > 0 && c.writing[proc] < 0:
		c.writing[proc] = held[0]
		p.BeginWrite(held[0])
	case k < 70 && c.writing[proc] >= 0:
		c.endWrite(proc)
	case k < 92 && len(held) > 0:
		i := c.rand.Intn(int64(len(held)))
		if held[i] == c.writing[proc] {
			c.endWrite(proc)
		}
		p.Unpin(held[i])
		c.pins[proc] = append(held[:i], held[i+1:]...)
	case k < 95:
		c.drop(bufmgr.Page(c.rand.Intn(int64(p.Len()) * 3)))
	case k < 97:
		if n := p.MarkCheckpoint(); int64(n) != p.DirtyCount() {
			c.t.Fatalf("a checkpoint marks %d of %d dirty pages", n, p.DirtyCount())
		}
	case k < 98:
		_, _, allocs := p.StrategySync()
		c.allocsSeen += int64(allocs)
	}
}

func (c *crowd) endWrite(proc int) {
	b := c.writing[proc]
	was := c.pool.IsDirty(b)
	if c.pool.EndWrite(b) && was {
		c.cleaned++
	}
	c.writing[proc] = -1
}

func (c *crowd) drop(pg bufmgr.Page) {
	b := c.pool.Lookup(pg)
	if b < 0 || c.pool.Refs(b) > 0 {
		return
	}
	if c.pool.IsDirty(b) {
		c.dropped++
	}
	c.pool.Invalidate(b)
	delete(c.where, pg)
}

// check compares the pool with itself and with the crowd's books.
func (c *crowd) check() {
	p := c.pool
	if err := p.Check(); err != nil {
		c.t.Fatal(err)
	}
	if c.dirtied != c.cleaned+c.dropped+p.DirtyCount() {
		c.t.Fatalf("%d pages dirtied, but %d cleaned, %d dropped and %d dirty", c.dirtied, c.cleaned, c.dropped, p.DirtyCount())
	}
	refs := make([]int32, p.Len())
	for _, held := range c.pins {
		for _, b := range held {
			refs[b]++
		}
	}
	var pages int64
	for b := range refs {
		if p.Refs(int32(b)) != refs[b] {
			c.t.Fatalf("buffer %d has %d pins, not %d", b, p.Refs(int32(b)), refs[b])
		}
	}
	for _, n := range p.UsageHistogram() {
		pages += n
	}
	if int(pages) != len(c.where) {
		c.t.Fatalf("the histogram counts %d pages of %d", pages, len(c.where))
	}
}

// TestPropertiesUnderRandomSteps runs several crowds, one of them with enough
// processes to pin every buffer, and checks everything after each step.
func TestPropertiesUnderRandomSteps(t *testing.T) {
	for _, size := range []struct{ buffers, processes, steps int }{{16, 8, 20000}, {64, 4, 10000}, {300, 2, 4000}} {
		for seed := range uint64(4) {
			c := newCrowd(t, seed, size.buffers, size.processes)
			for range size.steps {
				c.step()
				c.check()
			}
			_, _, allocs := c.pool.StrategySync()
			if got := c.allocsSeen + int64(allocs); got != c.allocs {
				t.Errorf("%d allocations counted, not %d", got, c.allocs)
			}
			if c.dirtied == 0 || c.dropped == 0 || c.allocs < int64(size.buffers) {
				t.Errorf("too little happened: %d dirtied, %d dirty pages dropped, %d allocations", c.dirtied, c.dropped, c.allocs)
			}
		}
	}
}
