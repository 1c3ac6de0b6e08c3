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
	e := p.find(pg)
	if e >= 0 && p.entries[e].buf >= 0 {
		p.hit(be, e)
		b = p.entries[e].buf
		if !held {
			p.PinQuiet(b)
		}
		return b, true
	}
	be.ghost = e + 1
	return -1, false
}

func (p *twoq) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }

// Choose takes from T1 once it has reached its target.
func (p *twoq) Choose(be *Backend) (b int32, src Source, ok bool) { return p.choose(be, p.target) }

func (p *twoq) Install(be *Backend, b int32, pg Page) {
	p.move = Move{From: ListUnused, Ghost: ListUnused, Replaced: NoReplaced}
	replaced := be.replaced - 1
	if e := be.ghost - 1; e >= 0 {
		p.move.Ghost, p.move.To = ListB1, ListT2
		p.replace(replaced, replaced >= 0 && p.entries[replaced].vacuum)
		p.takes(b, pg, e)
		p.moveToMRU(e, ListT2)
		return
	}
	p.endOfHint(be)
	// The new entry is taken before the replaced page is filed: that page is
	// remembered a little longer than the oldest ghost.
	e := int32(-1)
	if p.spare > 0 {
		e = p.popUnused()
	} else {
		e = p.recycle(ListB1)
	}
	p.replace(replaced, false)
	p.takes(b, pg, e)
	p.entries[e].xid, p.entries[e].vacuum = be.Xid, be.Vacuum
	p.move.To = ListT1
	if be.Vacuum {
		p.addLRU(e, ListT1)
	} else {
		p.addMRU(e, ListT1)
	}
}

// replace files the entry of the page that had to leave, if there is one: one of
// T2 is always forgotten.
func (p *twoq) replace(e int32, forget bool) {
	if e < 0 {
		return
	}
	x := &p.entries[e]
	p.at[x.buf] = 0
	if forget || x.list == ListT2 {
		p.move.Replaced = ListUnused
		p.forget(e)
		return
	}
	p.move.Replaced = ListB1
	x.buf = -1
	p.moveToMRU(e, ListB1)
}
