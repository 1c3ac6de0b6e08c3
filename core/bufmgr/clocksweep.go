package bufmgr

// Source says where a victim came from.
type Source uint8

// The sources of victims.
const (
	FromFreelist Source = iota // a listed buffer
	FromSweep                  // the clock hand found it
	FromRing                   // the process's own ring had it
)

// Victim chooses the buffer that is to take a new page: the first usable one of
// the freelist, else what the clock hand finds (StrategyGetBuffer of
// storage/buffer/freelist.c). The victim comes back with one pin, the caller's;
// its old page, usage count and flags are untouched. ok is false if every
// buffer is pinned ("no unpinned buffers available").
//
// Each call counts as one allocation, retries and failures included.
func (p *Pool) Victim() (b int32, src Source, ok bool) {
	p.allocs++
	for {
		b, ok = p.popFreelist()
		if !ok {
			break
		}
		if p.Reusable(b) {
			p.PinQuiet(b)
			return b, FromFreelist, true
		}
	}
	b, ok = p.sweep()
	return b, FromSweep, ok
}

// popFreelist takes the head off the freelist.
func (p *Pool) popFreelist() (b int32, ok bool) {
	if n := len(p.freed); n > 0 {
		b = p.freed[n-1]
		p.freed = p.freed[:n-1]
		p.state[b] &^= flagListed
		return b, true
	}
	if int(p.fresh) < len(p.page) {
		b = p.fresh
		p.fresh++
		return b, true
	}
	return -1, false
}

// sweep turns the clock hand to the first buffer with neither pin nor usage and
// pins it. Usage counts it passes go down by one, except those of pinned
// buffers. It gives up after a whole turn that met only pinned buffers.
func (p *Pool) sweep() (b int32, ok bool) {
	state := p.state
	hand, tries := int(p.hand), len(state)
	for {
		b := hand
		hand++
		if hand == len(state) {
			hand = 0
			p.passes++
		}
		s := state[b]
		switch {
		case s&refMask != 0:
			tries--
			if tries == 0 {
				p.hand = int32(hand)
				return -1, false
			}
		case s&usageMask != 0:
			state[b] = s - usageOne
			tries = len(state)
		default:
			p.hand = int32(hand)
			state[b] = s + refOne
			if invariants {
				p.changed(int32(b))
			}
			return int32(b), true
		}
	}
}

// StrategySync returns the clock hand, the number of whole turns it has made
// and the number of allocations since the last call, which it sets back to 0.
// The background writer asks once a round.
func (p *Pool) StrategySync() (hand int32, passes uint32, allocs uint32) {
	allocs = p.allocs
	p.allocs = 0
	return p.hand, p.passes, allocs
}
