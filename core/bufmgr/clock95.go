package bufmgr

// clock95 is the pool of 9.5 to 18. Its decisions are those of 8.3, but no lock
// is held over a whole sweep: a spinlock in 9.5devel, an atomic counter since
// 9.5, moves the hand one buffer at a time (ClockSweepTick of
// storage/buffer/freelist.c), so that several backends walk the clock
// together, each looking at other buffers. Step is that one step.
type clock95 struct {
	clock83
	ringBug bool
}

// Stepwise is a Policy whose hand moves one step at a time.
type Stepwise interface {
	Clock
	// Step lets the search s move the hand by one buffer and look at it. done
	// is false if the search goes on; b is the victim, pinned, or -1 if all
	// buffers are pinned.
	Step(s *Search) (b int32, done bool)
}

// Search is one backend's search for a victim. The zero value begins one.
type Search struct {
	passed int // pinned buffers met since the last one that lost usage
}

// NewClock95 returns a pool as of 9.5 to 18. ringBug is the fault of 9.6.0 to
// 9.6.2: a pin through a ring counted as full use, so that a scan's pages looked
// hot and its ring could not take them back (mended in 9.6.3).
func NewClock95(buffers int, ringBug bool) Stepwise {
	return &clock95{clock83{New(buffers, MaxUsageCount)}, ringBug}
}

func (p *clock95) Step(s *Search) (b int32, done bool) {
	b = p.hand
	if p.hand++; int(p.hand) == p.Len() {
		p.hand = 0
		p.passes++
	}
	switch st := p.state[b]; {
	case st&refMask != 0:
		s.passed++
		return -1, s.passed == p.Len()
	case st&usageMask != 0:
		p.state[b] = st - usageOne
		s.passed = 0
		return -1, false
	}
	p.PinQuiet(b)
	return b, true
}

func (p *clock95) Read(be *Backend, pg Page, held bool) (b int32, hit bool) {
	b = p.Lookup(pg)
	if b < 0 || held {
		return b, b >= 0
	}
	if p.ringBug {
		p.Pin(b)
	} else {
		p.pinFor(be, b)
	}
	return b, true
}

func (p *clock95) Choose(be *Backend) (b int32, src Source, ok bool) {
	if be.Ring == nil {
		return p.normal()
	}
	return p.throughRing(be.Ring, p.normal)
}

// normal takes a victim from the freelist, else by steps of the hand.
func (p *clock95) normal() (b int32, src Source, ok bool) {
	p.allocs++
	if p.hasFree() {
		if b, ok = p.fromFreelist(); ok {
			return b, FromFreelist, true
		}
	}
	for s := (Search{}); ; {
		if b, done := p.Step(&s); done {
			return b, FromSweep, b >= 0
		}
	}
}

func (p *clock95) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }
