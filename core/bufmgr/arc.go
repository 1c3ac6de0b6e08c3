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
	if b = p.Lookup(pg); b >= 0 {
		p.hit(be, b)
		if !held {
			p.PinQuiet(b)
		}
		return b, true
	}
	if g := p.ghost(pg); g >= 0 && adapt {
		p.adapt(p.ghosts.list(g))
	}
	return -1, false
}

// adapt moves the target towards the list that should not have lost the page,
// by how much shorter its ghost list is than the other, in whole pages.
func (p *arc) adapt(l List) {
	b1, b2 := p.lists[ListB1].length, p.lists[ListB2].length
	if l == ListB1 {
		p.target = min(p.target+max(b2/b1, 1), p.Len())
	} else {
		p.target = max(p.target-max(b1/b2, 1), 0)
	}
}

// Choose takes from T1 once it has reached its target.
func (p *arc) Choose(*Backend) (b int32, src Source, ok bool) { return p.choose(max(1, p.target)) }

func (p *arc) NextVictim() int32 {
	b, _ := p.candidate(max(1, p.target))
	return b
}

func (p *arc) Install(be *Backend, b int32, pg Page) {
	p.move = Move{From: ListUnused, Ghost: ListUnused, Replaced: NoReplaced}
	if g := p.ghost(pg); g >= 0 {
		// A page that was remembered goes to T2 whoever reads it. Here, and
		// only here, a page that VACUUM brought in is forgotten.
		p.move.Ghost, p.move.To = p.ghosts.list(g), ListT2
		xid, vacuum := p.recall(g)
		p.replaceBy(b, pg, func(l List, vacuum bool) List {
			if vacuum {
				return ListUnused
			}
			return ghostOf(l)
		})
		p.enterT2(b, xid, vacuum)
		return
	}
	p.endOfHint(be)
	p.makeRoom()
	p.replaceBy(b, pg, func(l List, _ bool) List { return ghostOf(l) })
	p.move.To = ListT1
	p.enterT1(be, b)
}

// ghostOf returns the list that remembers what list l has lost.
func ghostOf(l List) List {
	if l == ListT2 {
		return ListB2
	}
	return ListB1
}

// makeRoom forgets a ghost if the directory cannot take one more page. T1 and B1
// together never remember more than a pool's worth.
func (p *arc) makeRoom() {
	b1 := p.lists[ListB1].length
	switch {
	case b1 > 0 && p.lists[ListT1].length+b1 >= p.Len():
		p.recycle(ListB1)
	case p.spare() > 0:
	case p.lists[ListB2].length > 0:
		p.recycle(ListB2)
	default:
		p.recycle(ListB1)
	}
}
