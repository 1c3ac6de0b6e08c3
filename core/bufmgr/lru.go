package bufmgr

import (
	"errors"
	"strconv"
)

// lru is the pool of 7.4 and before (storage/buffer/{freelist,bufmgr}.c): one
// list of exactly the unpinned buffers. A pin takes a buffer off the list, the
// last unpin appends it at the most recently used end, and the victim is the
// head. There is no freelist: empty buffers are on the same list, and a dropped
// page's buffer stays at its place.
//
// Every unpin is a use, that of a checkpoint included: a page it writes moves to
// the most recently used end.
type lru struct {
	Pool
	// The list is a ring through the sentinel, number Len(): next of it is the
	// least recently used buffer.
	prev, next []int32
}

// NewLRU returns a pool as of 7.4.
func NewLRU(buffers int) Policy {
	p := &lru{Pool: empty(buffers, 1), prev: make([]int32, buffers+1), next: make([]int32, buffers+1)}
	// InitFreeList links the buffers in index order, but splices the head in
	// behind buffer 0: the first victims are 1, 2, ..., and 0 is the last.
	p.prev[buffers], p.next[buffers] = int32(buffers), int32(buffers)
	for b := 1; b < buffers; b++ {
		p.append(int32(b))
	}
	p.append(0)
	return p
}

func (p *lru) append(b int32) {
	end := int32(p.Len())
	last := p.prev[end]
	p.next[last], p.prev[b] = b, last
	p.next[b], p.prev[end] = end, b
}

func (p *lru) unlink(b int32) {
	p.next[p.prev[b]] = p.next[b]
	p.prev[p.next[b]] = p.prev[b]
}

func (p *lru) Read(_ *Backend, pg Page, held bool) (b int32, hit bool) {
	b = p.Lookup(pg)
	if b >= 0 && !held {
		p.PinQuiet(b)
	}
	return b, b >= 0
}

func (p *lru) NextVictim() int32 {
	if b := p.next[p.Len()]; int(b) != p.Len() {
		return b
	}
	return -1 // "out of free buffers"
}

func (p *lru) Choose(*Backend) (b int32, src Source, ok bool) {
	if b = p.NextVictim(); b < 0 {
		return -1, FromLRU, false
	}
	p.PinQuiet(b)
	return b, FromLRU, true
}

func (p *lru) Reject(*Backend, int32) bool { return false }

func (p *lru) Recheck(be *Backend, pg Page) (b int32, hit bool) { return p.Read(be, pg, false) }

func (p *lru) Install(_ *Backend, b int32, pg Page) { p.assignUnused(b, pg) }

func (p *lru) Release(_ *Backend, b int32) (listed bool) {
	p.Unpin(b)
	return false
}

func (p *lru) PinQuiet(b int32) {
	if p.Refs(b) == 0 {
		p.unlink(b)
	}
	p.Pool.PinQuiet(b)
}

func (p *lru) Unpin(b int32) {
	p.Pool.Unpin(b)
	if p.Refs(b) == 0 {
		p.append(b)
	}
}

func (p *lru) Invalidate(b int32) { p.drop(b) }

// Unpinned calls visit for each unpinned buffer, the least recently used first.
func (p *lru) Unpinned(visit func(b int32)) {
	for b := p.next[p.Len()]; int(b) != p.Len(); b = p.next[b] {
		visit(b)
	}
}

func (p *lru) Check() error {
	if err := p.Pool.Check(); err != nil {
		return err
	}
	listed, unpinned := 0, 0
	for b := p.next[p.Len()]; int(b) != p.Len(); b = p.next[b] {
		if listed++; listed > p.Len() || p.Refs(b) > 0 || p.prev[p.next[b]] != b {
			return errors.New("bufmgr: the list of unpinned buffers is broken at buffer " + strconv.Itoa(int(b)) +
				", which has " + strconv.Itoa(int(p.Refs(b))) + " pins")
		}
	}
	for b := range int32(p.Len()) {
		if p.Refs(b) == 0 {
			unpinned++
		}
	}
	if listed != unpinned {
		return errors.New("bufmgr: " + strconv.Itoa(unpinned) + " buffers are unpinned, but " + strconv.Itoa(listed) + " are listed")
	}
	return nil
}
