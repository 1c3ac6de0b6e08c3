package bufmgr

// arc is the pool of 8.0.0 and 8.0.1 (storage/buffer/freelist.c): the adaptive
// replacement cache of Megiddo and Modha (FAST 2003), with differences. Pages
// seen by one transaction are in T1, pages seen by several in T2; B1 and B2
// remember what each of them lost, and a page found there moves the target
// length of T1 up or down. Unlike the paper, T1 is left only under another
// transaction (see directory.hit), the target begins at half the pool, moves in
// whole pages and never for VACUUM, the victim depends on the length of T1 alone,
// and ghosts are trimmed when a page is installed.
type arc struct{ directory }

// NewARC returns a pool as of 8.0.0. It remembers as many pages outside the
// pool as inside.
func NewARC(buffers int) Directory {
	return &arc{newDirectory(buffers, 2*buffers, buffers/2)}
}

func (p *arc) Read(be *Backend, pg Page, held bool) (b int32, hit bool) {
	return p.look(be, pg, held, !be.Vacuum)
}

// Recheck looks again without moving the target a second time.
func (p *arc) Recheck(be *Backend, pg Page) (b int32, hit bool) {
	return p.look(be, pg, false, false)
}

func (p *arc) look(be *Backend, pg Page, held, adapt bool) (b int32, hit bool) {
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
	if e >= 0 && adapt {
		p.adapt(p.entries[e].list)
	}
	return -1, false
}

// adapt moves the target towards the list that should not have lost the page,
// by how much shorter its ghost list is than the other, in whole pages.
func (p *arc) adapt(l List) {
	b1, b2 := p.length[ListB1], p.length[ListB2]
	if l == ListB1 {
		p.target = min(p.target+max(b2/b1, 1), p.Len())
	} else {
		p.target = max(p.target-max(b1/b2, 1), 0)
	}
}

// Choose takes from T1 once it has reached its target.
func (p *arc) Choose(be *Backend) (b int32, src Source, ok bool) {
	return p.choose(be, max(1, p.target))
}

func (p *arc) Install(be *Backend, b int32, pg Page) {
	p.move = Move{From: ListUnused, Ghost: ListUnused, Replaced: NoReplaced}
	replaced := be.replaced - 1
	if e := be.ghost - 1; e >= 0 {
		// A page that was remembered goes to T2 whoever reads it. Here, and
		// only here, a page that VACUUM brought in is forgotten.
		p.move.Ghost, p.move.To = p.entries[e].list, ListT2
		p.replace(replaced, replaced >= 0 && p.entries[replaced].vacuum)
		p.takes(b, pg, e)
		p.moveToMRU(e, ListT2)
		return
	}
	p.endOfHint(be)
	e := p.newEntry()
	p.replace(replaced, false)
	p.takes(b, pg, e)
	p.entries[e].xid, p.entries[e].vacuum = be.Xid, be.Vacuum
	p.move.To = ListT1
	if be.Vacuum {
		p.addLRU(e, ListT1) // the next victim
	} else {
		p.addMRU(e, ListT1)
	}
}

// newEntry returns an entry for a page that the directory does not know. T1 and
// B1 together never remember more than a pool's worth.
func (p *arc) newEntry() int32 {
	switch {
	case p.length[ListB1] > 0 && p.length[ListT1]+p.length[ListB1] >= p.Len():
		return p.recycle(ListB1)
	case p.spare > 0:
		return p.popUnused()
	case p.length[ListB2] > 0:
		return p.recycle(ListB2)
	}
	return p.recycle(ListB1)
}

// replace files the entry of the page that had to leave, if there is one.
func (p *arc) replace(e int32, forget bool) {
	if e < 0 {
		return
	}
	x := &p.entries[e]
	p.at[x.buf] = 0
	if forget {
		p.move.Replaced = ListUnused
		p.forget(e)
		return
	}
	p.move.Replaced = ListB1
	if x.list == ListT2 {
		p.move.Replaced = ListB2
	}
	x.buf = -1
	p.moveToMRU(e, p.move.Replaced)
}
