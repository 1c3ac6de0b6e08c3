package stage

import "clocksweep/core/bufmgr"

// Relations is how many relations a stream can tell apart.
const Relations = 250

// otherRelations is the name of those beyond.
const otherRelations = "other relations"

// Pages numbers the pages of a stream's relations densely, in the order in which
// they are first named.
type Pages struct {
	names  []string
	length []int64         // by relation, in pages
	at     [][]bufmgr.Page // by relation and block: page+1, 0 has no number yet
	rel    []uint8         // by page
	block  []uint32        // by page
	traced bool            // a trace has numbered them, all there are
}

// Relation adds a relation and returns its number, or that of a collective one if
// there are too many.
func (p *Pages) Relation(name string, blocks int64) int {
	switch {
	case len(p.names) == Relations:
		return Relations - 1
	case len(p.names) == Relations-1:
		name = otherRelations
	}
	p.names = append(p.names, name)
	p.length = append(p.length, blocks)
	p.at = append(p.at, nil)
	return len(p.names) - 1
}

// Page returns the page of a block. It takes memory for each block up to this one,
// so a generator's relations are the place for it.
func (p *Pages) Page(rel int, block int64) bufmgr.Page {
	at := p.at[rel]
	if block >= int64(len(at)) {
		at = append(at, make([]bufmgr.Page, max(block+1, p.length[rel])-int64(len(at)))...)
		p.at[rel] = at
		p.length[rel] = int64(len(at))
	}
	if at[block] == 0 {
		at[block] = p.add(rel, block) + 1
	}
	return at[block] - 1
}

// add gives the next number to a block of a relation.
func (p *Pages) add(rel int, block int64) bufmgr.Page {
	p.rel = append(p.rel, uint8(rel))
	p.block = append(p.block, uint32(block))
	p.length[rel] = max(p.length[rel], block+1)
	return bufmgr.Page(len(p.rel) - 1)
}

// find returns the page of a block that a trace may have numbered, or that a
// generator may yet name; ok is false if the relation has no such block.
func (p *Pages) find(rel int, block int64) (pg bufmgr.Page, ok bool) {
	if rel < 0 || rel >= len(p.names) || block < 0 || block >= p.length[rel] {
		return bufmgr.NoPage, false
	}
	if !p.traced {
		return p.Page(rel, block), true
	}
	for i := range p.rel {
		if int(p.rel[i]) == rel && int64(p.block[i]) == block {
			return bufmgr.Page(i), true
		}
	}
	return bufmgr.NoPage, false
}

// Count returns the number of relations.
func (p *Pages) Count() int { return len(p.names) }

// Name returns the name of a relation.
func (p *Pages) Name(rel int) string { return p.names[rel] }

// Blocks returns how long a relation is, in pages.
func (p *Pages) Blocks(rel int) int64 { return p.length[rel] }

// Of returns the relation and the block of a page.
func (p *Pages) Of(pg bufmgr.Page) (rel int, block int64) {
	return int(p.rel[pg]), int64(p.block[pg])
}

// appendPage appends what a page is called: "accounts 17".
func (p *Pages) appendPage(b []byte, pg bufmgr.Page) []byte {
	rel, block := p.Of(pg)
	return appendNumber(append(append(b, p.names[rel]...), ' '), block)
}
