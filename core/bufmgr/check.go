package bufmgr

import (
	"errors"
	"strconv"
)

// Check walks the whole pool and returns the first broken invariant, or nil.
func (p *Pool) Check() error {
	var dirty int64
	listed, held := 0, 0
	for i := range p.page {
		b := int32(i)
		if err := p.checkBuffer(b); err != nil {
			return err
		}
		if p.IsDirty(b) {
			dirty++
		}
		if p.state[b]&flagListed != 0 {
			listed++
		}
		if p.page[b] != NoPage {
			held++
		}
	}
	if dirty != p.dirty {
		return errors.New("bufmgr: " + strconv.FormatInt(dirty, 10) + " buffers are dirty, but " +
			strconv.FormatInt(p.dirty, 10) + " are counted")
	}
	if err := p.checkFreelist(listed); err != nil {
		return err
	}
	mapped := 0
	for _, v := range p.table {
		if v < 0 { // the others are empty, or ghosts
			mapped++
		}
	}
	// Each buffer's page leads back to the buffer (checkBuffer), so equal
	// numbers mean that the page table has no stray entry.
	if mapped != held {
		return errors.New("bufmgr: " + strconv.Itoa(held) + " buffers hold a page, but the page table has " +
			strconv.Itoa(mapped) + " entries")
	}
	if p.hand < 0 || int(p.hand) >= len(p.page) {
		return errors.New("bufmgr: the clock hand is at " + strconv.Itoa(int(p.hand)) + " in a pool of " +
			strconv.Itoa(len(p.page)))
	}
	return nil
}

// checkFreelist checks that the freed buffers are on the list once each;
// listed is the number of buffers whose flag says that they are on it.
func (p *Pool) checkFreelist(listed int) error {
	if listed != len(p.freed) {
		return errors.New("bufmgr: " + strconv.Itoa(listed) + " buffers say they are on the freelist, which has " +
			strconv.Itoa(len(p.freed)))
	}
	// Equal numbers and every entry flagged still allow one buffer twice and
	// another not at all: taking the flags off one by one finds that.
	var err error
	for _, b := range p.freed {
		if p.state[b]&flagListed == 0 && err == nil {
			err = errors.New("bufmgr: buffer " + strconv.Itoa(int(b)) + " is on the freelist twice")
		}
		p.state[b] &^= flagListed
	}
	for _, b := range p.freed {
		p.state[b] |= flagListed
	}
	return err
}

// checkBuffer checks what can be checked of buffer b alone.
func (p *Pool) checkBuffer(b int32) error {
	s, pg := p.state[b], p.page[b]
	broken := ""
	switch {
	case s&usageMask > p.maxUsage:
		broken = "its usage count is above the cap"
	case pg == NoPage && s&(usageMask|flagsOfPage) != 0:
		broken = "it holds no page, but has a usage count or is dirty"
	case pg != NoPage && p.Lookup(pg) != b:
		broken = "it holds a page that the page table does not find there"
	case s&flagDirty == 0 && s&flagsOfPage != 0:
		broken = "it is clean, but marked as just dirtied or for the checkpoint"
	case b >= p.fresh && (s != 0 || pg != NoPage):
		broken = "it is in use, but still on the freelist from the start"
	}
	if broken == "" {
		return nil
	}
	return errors.New("bufmgr: buffer " + strconv.Itoa(int(b)) + " (page " + strconv.Itoa(int(pg)) + ", usage " +
		strconv.Itoa(int(p.Usage(b))) + ", pins " + strconv.Itoa(int(p.Refs(b))) + "): " + broken)
}

// changed is called after each change of buffer b when invariants are on. The
// whole pool is checked once in as many changes as it has buffers, so that
// checking costs a constant amount a change.
func (p *Pool) changed(b int32) {
	if err := p.checkBuffer(b); err != nil {
		panic(err.Error())
	}
	p.changes++
	if p.changes >= len(p.page) {
		p.changes = 0
		p.mustHold()
	}
}

// mustHold panics if the pool is broken.
func (p *Pool) mustHold() {
	if err := p.Check(); err != nil {
		panic(err.Error())
	}
}
