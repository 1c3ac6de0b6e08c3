package trace

import (
	"strconv"

	"clocksweep/core/bufmgr"
)

// pool is a policy at a size, and what happened in it.
type pool interface {
	// play makes the accesses of a batch. use numbers the transaction of each.
	play(batch []Access, use []uint32)
	// now returns the counts with what the pool holds at this moment.
	now() Count
	// Check walks the whole pool and returns the first broken invariant.
	Check() error
}

// newPool makes a pool of a policy.
func newPool(named bufmgr.Named, buffers int) pool {
	if alike(named.Name) == clockSweep {
		return newSweepPool(buffers)
	}
	return newPolicyPool(named.New(buffers))
}

// policyPool is a pool of any policy.
type policyPool struct {
	bufmgr.Policy
	// The one backend: processes access pages one after the other, so that what
	// a process remembers from Read to Install never meets another's.
	be    bufmgr.Backend
	count Count

	reclaimer bufmgr.Reclaimer // the policy, if it is one
	passing   bool             // a pass of it is under way
}

func newPolicyPool(policy bufmgr.Policy) *policyPool {
	reclaimer, _ := policy.(bufmgr.Reclaimer)
	return &policyPool{Policy: policy, reclaimer: reclaimer}
}

func (p *policyPool) play(batch []Access, use []uint32) {
	use = use[:len(batch)]
	for i := range batch {
		a := &batch[i]
		p.be.Xid = use[i]
		b, hit := p.Read(&p.be, a.Page, false)
		if hit {
			p.count.Hits++
		} else {
			b = p.load(a)
		}
		if a.Op != Read {
			p.MarkDirty(b)
		}
		p.Release(&p.be, b)
	}
	p.count.Accesses += int64(len(batch))
}

// load brings a page into the pool and returns its buffer, pinned.
func (p *policyPool) load(a *Access) int32 {
	if p.reclaimer != nil {
		p.reclaim()
	}
	b, _, ok := p.Choose(&p.be)
	if !ok {
		noVictim(a)
	}
	if p.IsDirty(b) {
		p.write(b)
	}
	p.Install(&p.be, b, a.Page)
	p.count.miss(a)
	return b
}

func noVictim(a *Access) {
	panic("trace: no victim for page " + strconv.Itoa(int(a.Page)) + ", although nobody has a buffer pinned")
}

func (p *policyPool) write(b int32) {
	p.BeginWrite(b)
	p.EndWrite(b)
	p.count.Writes++
}

// reclaimSteps is how many buffers the process that fills the freelist looks at
// before each miss, at most. On average it needs a few; without a bound, version
// 9, which leaves dirty buffers alone, would walk a pool of dirty pages to the
// end at each miss.
const reclaimSteps = 64

// reclaim lets that process work if the freelist has become short.
func (p *policyPool) reclaim() {
	if !p.passing && !p.reclaimer.Wanted() {
		return
	}
	p.passing = true
	for steps := 0; p.passing && steps < reclaimSteps; steps++ {
		b, write, ok := p.reclaimer.Reclaim()
		if write {
			p.write(b)
		}
		p.passing = ok
	}
}

func (p *policyPool) now() Count {
	c := p.count
	for b := range int32(p.Len()) {
		if p.IsDirty(b) {
			c.Dirty++
		}
	}
	return c
}
