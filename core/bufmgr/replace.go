package bufmgr

// Replace is [Pool.Victim], the write of the victim if it is dirty, and
// [Pool.Assign] in one, for a caller who has nothing to do in between: the page pg,
// which is not in the pool, comes into buffer b, pinned once. wrote says that the
// victim was dirty. ok is false if every buffer is pinned.
//
// It decides as those do, step by step; it exists because each call costs several
// nanoseconds in WebAssembly, and a trace of misses makes five.
func (p *Pool) Replace(pg Page) (b int32, wrote, ok bool) {
	if invariants || p.hasFree() || int(pg) >= len(p.table) {
		return p.replaceStepwise(pg)
	}
	p.allocs++
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
		if s&(refMask|usageMask) == 0 {
			p.hand = int32(hand)
			if s&flagDirty != 0 {
				p.dirty--
				wrote = true
			}
			state[at] = s&^flagsOfPage | usageOne | refOne
			table, page := p.table, p.page
			if old := page[at]; old != NoPage {
				table[old] = 0
			}
			table[pg] = ^int32(at)
			page[at] = pg
			return int32(at), wrote, true
		}
		if s&refMask == 0 {
			state[at] = s - usageOne
			tries = len(state)
		} else if tries--; tries == 0 {
			p.hand = int32(hand)
			return -1, false, false
		}
	}
}

// Touch is Lookup, Pin and Unpin at one go, for an access during which nobody else
// looks at the pool: it returns the buffer of page pg, which counts as used, or -1.
func (p *Pool) Touch(pg Page) int32 {
	if uint(pg) >= uint(len(p.table)) {
		return -1
	}
	b := ^p.table[pg]
	if b >= 0 {
		if s := p.state[b]; s&usageMask < p.maxUsage {
			p.state[b] = s + usageOne
			if invariants {
				p.changed(b)
			}
		}
	}
	return b
}

// replaceStepwise is the same by those steps.
func (p *Pool) replaceStepwise(pg Page) (b int32, wrote, ok bool) {
	b, _, ok = p.Victim()
	if !ok {
		return -1, false, false
	}
	if p.IsDirty(b) {
		p.BeginWrite(b)
		p.EndWrite(b)
		wrote = true
	}
	p.Assign(b, pg)
	return b, wrote, true
}
