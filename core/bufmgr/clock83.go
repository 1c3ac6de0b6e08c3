package bufmgr

// clock83 is Pool, the clock sweep of 8.3 to 9.4, as a Policy.
type clock83 struct{ *Pool }

// NewClock83 returns a pool as of 8.3 to 9.4.
func NewClock83(buffers int) Clock { return AsPolicy(New(buffers, MaxUsageCount)) }

// AsPolicy returns the pool p as a Policy. Both remain the same pool.
func AsPolicy(p *Pool) Clock { return &clock83{p} }

func (p *clock83) hasHand() {}

func (p *clock83) Read(be *Backend, pg Page, held bool) (b int32, hit bool) {
	b = p.Lookup(pg)
	if b >= 0 && !held {
		p.pinFor(be, b)
	}
	return b, b >= 0
}

// pinFor is a first pin of a backend that may read through a ring.
func (p *clock83) pinFor(be *Backend, b int32) {
	if be.Ring != nil {
		p.PinRing(b)
	} else {
		p.Pin(b)
	}
}

func (p *clock83) Choose(be *Backend) (b int32, src Source, ok bool) {
	if be.Ring != nil {
		return p.VictimRing(be.Ring)
	}
	return p.Victim()
}

func (p *clock83) Reject(be *Backend, b int32) bool {
	return be.Ring != nil && p.RejectRing(be.Ring, b)
}

func (p *clock83) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }

func (p *clock83) Install(_ *Backend, b int32, pg Page) { p.Assign(b, pg) }

func (p *clock83) Release(_ *Backend, b int32) (listed bool) {
	p.Unpin(b)
	return false
}
