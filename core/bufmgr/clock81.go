package bufmgr

// clock81 is the pool of 8.1 and 8.2, the first clock sweep
// (storage/buffer/{bufmgr,freelist}.c), and of the patch it began as. It differs
// from that of 8.3 in four rules: a page is used when its last pin is given up,
// not when it is taken; a new page therefore enters unused; the hand takes usage
// from pinned buffers too; and a backend that runs VACUUM or ANALYZE uses
// nothing, but puts what it leaves unused at the tail of the freelist. Such a
// buffer stays valid and can be hit while it is listed.
type clock81 struct {
	Pool
	free bufferList
}

// NewClock81 returns a pool as of 8.1 and 8.2.
func NewClock81(buffers int) Clock {
	return &clock81{Pool: empty(buffers, MaxUsageCount), free: newBufferList(buffers)}
}

func (p *clock81) Read(_ *Backend, pg Page, held bool) (b int32, hit bool) {
	b = p.Lookup(pg)
	if b >= 0 && !held {
		p.PinQuiet(b)
	}
	return b, b >= 0
}

func (p *clock81) Choose(*Backend) (b int32, src Source, ok bool) {
	p.allocs++ // a counter of 8.3, for whoever takes this pool for that one's
	for b = p.free.pop(); b >= 0; b = p.free.pop() {
		if p.Reusable(b) { // else it leaves the list, and that is all
			p.PinQuiet(b)
			return b, FromFreelist, true
		}
	}
	b, ok = p.sweep81()
	return b, FromSweep, ok
}

// sweep81 turns the hand to the first buffer with neither pin nor usage and pins
// it. It gives up after a whole turn without finding usage to take.
func (p *clock81) sweep81() (b int32, ok bool) {
	tries := p.Len()
	for {
		b = p.hand
		if p.hand++; int(p.hand) == p.Len() {
			p.hand = 0
			p.passes++
		}
		switch s := p.state[b]; {
		case s&usageMask != 0:
			p.state[b] = s - usageOne
			tries = p.Len()
		case s&refMask == 0:
			p.PinQuiet(b)
			return b, true
		default:
			if tries--; tries == 0 {
				return -1, false
			}
		}
	}
}

func (p *clock81) hasHand() {}

func (p *clock81) Reject(*Backend, int32) bool { return false }

func (p *clock81) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }

func (p *clock81) Install(_ *Backend, b int32, pg Page) { p.assignUnused(b, pg) }

func (p *clock81) Release(be *Backend, b int32) (listed bool) {
	s := p.state[b] - refOne
	if !be.Vacuum && s&usageMask < p.maxUsage {
		s += usageOne
	}
	p.state[b] = s
	return be.Vacuum && s&(refMask|usageMask) == 0 && p.free.pushTail(b)
}

func (p *clock81) Invalidate(b int32) {
	p.drop(b)
	p.free.pushHead(b)
}

func (p *clock81) Freelist(visit func(b int32)) { p.free.visit(visit) }

func (p *clock81) Check() error {
	if err := p.Pool.Check(); err != nil {
		return err
	}
	return p.free.check()
}
