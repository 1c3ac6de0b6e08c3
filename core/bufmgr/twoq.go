package bufmgr

// twoq is the pool of 8.0.2 to the end of 8.0 (storage/buffer/freelist.c): the
// 2Q of Johnson and Shasha (VLDB 1994) in the clothes of ARC, which was found to
// be patented. B2 is gone, and the target of T1 (A1in) is a quarter of the pool
// for ever. Only pages that leave T1 are remembered, half a pool's worth of them;
// pages that leave T2 (Am) are forgotten.
type twoq struct{ directory }

// NewTwoQ returns a pool as of 8.0.2. (A single buffer, fewer than PostgreSQL
// takes, still needs an entry to spare.)
func NewTwoQ(buffers int) Directory {
	return &twoq{newDirectory(buffers, buffers+max(buffers/2, 1), buffers/4)}
}

func (p *twoq) Read(be *Backend, pg Page, held bool) (b int32, hit bool) {
	b = p.Lookup(pg)
	if b < 0 {
		return -1, false
	}
	p.hit(be, b)
	if !held {
		p.PinQuiet(b)
	}
	return b, true
}

func (p *twoq) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }

// Choose takes from T1 once it has reached its target.
func (p *twoq) Choose(*Backend) (b int32, src Source, ok bool) { return p.choose(p.target) }

func (p *twoq) NextVictim() int32 {
	b, _ := p.candidate(p.target)
	return b
}

func (p *twoq) Install(be *Backend, b int32, pg Page) {
	p.move = Move{From: ListUnused, Ghost: ListUnused, Replaced: NoReplaced}
	if g := p.ghost(pg); g >= 0 {
		p.move.Ghost, p.move.To = ListB1, ListT2
		xid, vacuum := p.recall(g)
		p.replaceBy(b, pg, func(l List, vacuum bool) List {
			if vacuum || l == ListT2 {
				return ListUnused
			}
			return ListB1
		})
		p.enterT2(b, xid, vacuum)
		return
	}
	p.endOfHint(be)
	// Room is made before the replaced page is filed: that page is remembered a
	// little longer than the oldest ghost.
	if p.spare() == 0 {
		p.recycle(ListB1)
	}
	p.replaceBy(b, pg, func(l List, _ bool) List {
		if l == ListT2 {
			return ListUnused
		}
		return ListB1
	})
	p.move.To = ListT1
	p.enterT1(be, b)
}
