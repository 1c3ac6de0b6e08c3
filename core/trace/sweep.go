package trace

import "clocksweep/core/bufmgr"

// clockSweep is the policy that sweepPool is.
const clockSweep = "clock83"

// alike names the policy that plays a trace as the given one does. The clock
// sweeps from 8.1 on differ in what a trace has not: pins that outlast an access,
// VACUUM, rings, dropped pages, and processes that search for victims together.
func alike(name string) string {
	switch name {
	case "clock81", "clock95", "clock960", "clock19":
		return clockSweep
	}
	return name
}

// sweepPool is the clock sweep without a call through an interface at each step.
// That halves the time of a hit, and calls are dearer still in WebAssembly.
type sweepPool struct {
	*bufmgr.Pool
	count Count
}

func newSweepPool(buffers int) *sweepPool {
	return &sweepPool{Pool: bufmgr.New(buffers, bufmgr.MaxUsageCount)}
}

// play has the whole of an access in its loop, but for [bufmgr.Pool.Replace]: a call
// costs several nanoseconds in WebAssembly.
func (p *sweepPool) play(batch []Access, _ []uint32) {
	pool, hits, writes := p.Pool, int64(0), int64(0)
	for i := range batch {
		a := &batch[i]
		b := pool.Touch(a.Page)
		if b >= 0 {
			hits++
		} else {
			var wrote, ok bool
			b, wrote, ok = pool.Replace(a.Page)
			if !ok {
				noVictim(a)
			}
			if wrote {
				writes++
			}
			p.count.miss(a)
			pool.Unpin(b)
		}
		if a.Op != Read {
			pool.MarkDirty(b)
		}
	}
	p.count.Hits += hits
	p.count.Writes += writes
	p.count.Accesses += int64(len(batch))
}

func (p *sweepPool) now() Count {
	c := p.count
	c.Dirty = p.DirtyCount()
	return c
}
