package bufmgr

// Source says where a victim came from.
type Source uint8

// The sources of victims.
const (
	FromFreelist Source = iota // a listed buffer
	FromSweep                  // the clock hand found it
	FromRing                   // the process's own ring had it
	FromLRU                    // the head of the list of unpinned buffers (7.4)
	FromT1                     // list T1 (8.0)
	FromT2                     // list T2 (8.0)
)

// Victim chooses the buffer that is to take a new page: the first usable one of
// the freelist, else what the clock hand finds (StrategyGetBuffer of
// storage/buffer/freelist.c). The hand takes one from the usage count of each
// unpinned buffer it passes. The victim comes back with one pin, the caller's; its
// old page, usage count and flags are untouched. ok is false after a whole turn
// that met only pinned buffers ("no unpinned buffers available").
//
// Each call counts as one allocation, retries and failures included.
func (p *Pool) Victim() (b int32, src Source, ok bool) {
	p.allocs++
	if p.hasFree() {
		if b, ok = p.fromFreelist(); ok {
			return b, FromFreelist, true
		}
	}
	// The sweep stands here and not in a function of its own because calls are
	// dear in WebAssembly.
	state := p.state
	hand, tries := int(p.hand), len(state)
	for {
		at := hand
		hand++
		if hand == len(state) {
			hand = 0
			p.passes++
		}
		s := state[at]
		switch {
		case s&(refMask|usageMask) == 0:
			p.hand = int32(hand)
			state[at] = s + refOne
			if invariants {
				p.changed(int32(at))
			}
			return int32(at), FromSweep, true
		case s&refMask == 0:
			state[at] = s - usageOne
			tries = len(state)
		default:
			tries--
			if tries == 0 {
				p.hand = int32(hand)
				return -1, FromSweep, false
			}
		}
	}
}

// hasFree reports whether the freelist has any buffer. Asked first, for most of
// the time it has none.
func (p *Pool) hasFree() bool { return len(p.freed) > 0 || int(p.fresh) < len(p.page) }

// fromFreelist takes the first usable buffer of the freelist, pinned. The unusable
// ones before it leave the list.
func (p *Pool) fromFreelist() (b int32, ok bool) {
	for {
		b, ok = p.popFreelist()
		if !ok {
			return -1, false
		}
		if p.Reusable(b) {
			p.PinQuiet(b)
			return b, true
		}
	}
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

// StrategySync returns the clock hand, the number of whole turns it has made
// and the number of allocations since the last call, which it sets back to 0.
// The background writer asks once a round.
func (p *Pool) StrategySync() (hand int32, passes uint32, allocs uint32) {
	allocs = p.allocs
	p.allocs = 0
	return p.hand, p.passes, allocs
}
