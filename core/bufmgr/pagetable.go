package bufmgr

import "strconv"

// Lookup returns the buffer that holds page pg, or -1. It stands for the hash
// table of storage/buffer/buf_table.c: pages are numbered densely, so an array
// does.
func (p *Pool) Lookup(pg Page) int32 {
	if uint(pg) < uint(len(p.table)) {
		return ^p.table[pg]
	}
	return -1
}

// Assign gives the victim b, which the caller has pinned and which is clean,
// the page pg. The old page leaves the pool. The new one starts with usage
// count 1, clean, and unmarked by any checkpoint.
func (p *Pool) Assign(b int32, pg Page) {
	if p.state[b]&(refMask|flagDirty) != refOne {
		panic("bufmgr: buffer " + strconv.Itoa(int(b)) + " must be clean and pinned once to take page " +
			strconv.Itoa(int(pg)) + ", but it has " + strconv.Itoa(int(p.Refs(b))) + " pins and dirty is " +
			strconv.FormatBool(p.IsDirty(b)))
	}
	if old := p.page[b]; old != NoPage {
		p.table[old] = 0
	}
	if int(pg) >= len(p.table) {
		p.growTable(pg)
	}
	if p.table[pg] != 0 {
		panic("bufmgr: page " + strconv.Itoa(int(pg)) + " is already in buffer " + strconv.Itoa(int(^p.table[pg])) +
			" and cannot come into buffer " + strconv.Itoa(int(b)) + " as well")
	}
	p.table[pg] = ^b
	p.page[b] = pg
	p.state[b] = p.state[b]&^(usageMask|flagsOfPage) | usageOne
	if invariants {
		p.changed(b)
	}
}

// Reserve makes room in the page table for the pages from 0 to pages-1, so that they
// can come into the pool without it growing.
func (p *Pool) Reserve(pages int) {
	if pages > len(p.table) {
		p.growTable(Page(pages - 1))
	}
}

// growTable makes room for page pg and an eighth more, so that a growing
// relation does not copy the table at each new page.
func (p *Pool) growTable(pg Page) {
	n := int(pg) + 1
	table := make([]int32, n+n/8)
	copy(table, p.table)
	p.table = table
}

// Invalidate drops the page in the unpinned buffer b, unwritten even if it is
// dirty (DROP, TRUNCATE, the pages VACUUM cuts off), and puts the buffer on the
// head of the freelist unless it is still on the list from an earlier time.
func (p *Pool) Invalidate(b int32) {
	listed := p.state[b]&flagListed != 0
	p.drop(b)
	if !listed {
		p.freed = append(p.freed, b)
	}
	p.state[b] = flagListed
	if invariants {
		p.changed(b)
	}
}

// Detach takes the page out of the victim b, which stays pinned by the one who
// chose it (InvalidateVictimBuffer, 16 and later). [Pool.Assign] gives it another.
func (p *Pool) Detach(b int32) {
	if p.page[b] == NoPage {
		return
	}
	if p.state[b]&(refMask|flagDirty) != refOne {
		panic("bufmgr: buffer " + strconv.Itoa(int(b)) + " must be clean and pinned once to lose its page")
	}
	p.table[p.page[b]] = 0
	p.page[b] = NoPage
	p.state[b] &^= usageMask | flagsOfPage
	if invariants {
		p.changed(b)
	}
}

// Free puts the empty, unpinned buffer b on the head of the freelist, unless it is
// still on the list from an earlier time: a ring takes its buffers again without
// taking them off the list (StrategyFreeBuffer of storage/buffer/freelist.c).
func (p *Pool) Free(b int32) {
	if p.page[b] != NoPage || p.state[b]&refMask != 0 || b >= p.fresh {
		panic("bufmgr: buffer " + strconv.Itoa(int(b)) + " is no empty one that could go on the freelist")
	}
	if p.state[b]&flagListed != 0 {
		return
	}
	p.freed = append(p.freed, b)
	p.state[b] = flagListed
	if invariants {
		p.changed(b)
	}
}

// drop takes the page out of the unpinned buffer b, which is then as empty and
// clean as at the start.
func (p *Pool) drop(b int32) {
	s := p.state[b]
	if p.page[b] == NoPage || s&refMask != 0 {
		panic("bufmgr: buffer " + strconv.Itoa(int(b)) + " cannot be invalidated: it holds page " +
			strconv.Itoa(int(p.page[b])) + " and has " + strconv.Itoa(int(s&refMask)) + " pins")
	}
	if s&flagDirty != 0 {
		p.dirty--
	}
	p.table[p.page[b]] = 0
	p.page[b] = NoPage
	p.state[b] = 0
}
