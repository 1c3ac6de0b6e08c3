package stage

// handAt returns how many buffers the clock hand has gone over in all its turns.
func (p *Pool) handAt() int64 {
	if p.clock == nil {
		return 0
	}
	return int64(p.clock.Turns())*int64(p.Len()) + int64(p.clock.Hand())
}

// pinned is a pinned buffer before the hand turned.
type pinned struct {
	buf   int32
	usage uint8
}

// notePinned remembers the pinned buffers and their usage counts.
func (p *Pool) notePinned() {
	p.pins = p.pins[:0]
	if p.clock == nil {
		return
	}
	for i := range p.proc {
		for _, h := range p.proc[i].held {
			if b := p.policy.Lookup(h.page); b >= 0 && !p.noted(b) {
				p.pins = append(p.pins, pinned{b, p.policy.Usage(b)})
			}
		}
	}
}

// noted reports whether another process's pin of buffer b is remembered.
func (p *Pool) noted(b int32) bool {
	for _, other := range p.pins {
		if other.buf == b {
			return true
		}
	}
	return false
}

// noteSweep finds out how far the hand went in search of a victim and how many
// usage counts it took. Each unpinned buffer it passed has lost one, or would have
// been the victim; of the pinned ones 8.1's hand takes some, and they are compared.
func (p *Pool) noteSweep(before int64, found bool) {
	passed := p.handAt() - before
	if passed <= 0 {
		return
	}
	taken := passed
	if found {
		taken--
	}
	for _, one := range p.pins {
		taken -= visits(before, passed, int64(one.buf), int64(p.Len()))
		if now := p.policy.Usage(one.buf); now < one.usage {
			taken += int64(one.usage - now)
		}
	}
	p.last.passed, p.last.taken = passed, taken
	p.count.Passed += passed
	p.count.Taken += taken
}

// visits returns how often a hand that goes passed steps from position before comes
// to buffer b of n.
func visits(before, passed, b, n int64) int64 {
	first := (b - before%n + n) % n // steps until it is there
	if first >= passed {
		return 0
	}
	return 1 + (passed-1-first)/n
}
