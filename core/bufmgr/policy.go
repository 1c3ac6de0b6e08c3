package bufmgr

// Policy is a shared buffer pool under the replacement rules of one release or
// patch. A Pool is the machine's own pool, called directly because it is on the
// hot path; a Policy is the same thing for all eras, so that a recording or a
// trace can be played to any of them.
//
// What a backend does with a page is, in this order:
//
//	b, hit := p.Read(be, page, held)
//	if !hit {
//		b, source, ok := p.Choose(be)   // a victim, pinned
//		// p.Reject(be, b) or, if it is dirty, BeginWrite and EndWrite;
//		// after a write p.Recheck(be, page): the page may have come meanwhile
//		p.Install(be, b, page)
//	}
//	... p.MarkDirty(b) ...
//	p.Release(be, b)                        // its last unpin
//
// held says that the backend has the page pinned already. No new pin is taken
// then and no Release is due for this read, but ARC and 2Q move their lists all
// the same.
type Policy interface {
	// Base returns what is the same under all rules: which page is where, pins
	// and flags. Its own freelist and sweep are not for the caller.
	Base() *Pool
	// Len returns the number of buffers.
	Len() int
	// Lookup returns the buffer that holds page pg, or -1. It changes nothing.
	Lookup(pg Page) int32

	// Read is a backend's access to page pg. On a hit the buffer is pinned
	// unless held is set.
	Read(be *Backend, pg Page, held bool) (b int32, hit bool)
	// Choose returns a victim, pinned once and with its old page still in it.
	// ok is false if every buffer is pinned.
	Choose(be *Backend) (b int32, src Source, ok bool)
	// Reject asks whether the dirty victim b, whose WAL is not flushed, is to
	// be given up. If so the caller unpins it and chooses again.
	Reject(be *Backend, b int32) bool
	// Recheck looks page pg up again after the lock was released to write a
	// victim. A hit is pinned; the victim is then unpinned by the caller.
	Recheck(be *Backend, pg Page) (b int32, hit bool)
	// Install gives the clean victim b the page pg.
	Install(be *Backend, b int32, pg Page)
	// Release is the backend's last unpin of buffer b after a Read or Install.
	// listed reports that VACUUM sent the buffer to the freelist with it.
	Release(be *Backend, b int32) (listed bool)

	// PinQuiet and Unpin are the pin of somebody who only writes the page:
	// background writer, checkpoint, flush of a relation. They are no use of it.
	PinQuiet(b int32)
	Unpin(b int32)
	// MarkDirty, BeginWrite, EndWrite, MarkCheckpoint and NeedsCheckpoint are
	// those of Pool.
	MarkDirty(b int32) (was bool)
	BeginWrite(b int32)
	EndWrite(b int32) (cleaned bool)
	MarkCheckpoint() int
	NeedsCheckpoint(b int32) bool
	// Invalidate drops the page in the unpinned buffer b.
	Invalidate(b int32)

	// The state of a buffer. Usage is 0 where the release keeps no count.
	PageOf(b int32) Page
	Usage(b int32) uint8
	Refs(b int32) int32
	IsDirty(b int32) bool
	// Freelist calls visit for each listed buffer, head first.
	Freelist(visit func(b int32))
	// Check walks the whole structure and returns the first broken invariant.
	Check() error
}

// Clock is a Policy with a clock hand.
type Clock interface {
	Policy
	Hand() int32
	Turns() uint32         // whole turns it has made
	Allocs() uint32        // victims chosen since the last StrategySync
	Reusable(b int32) bool // the hand would take it
	StrategySync() (hand int32, passes uint32, allocs uint32)

	hasHand() // the policies without one have these methods too, from Pool
}

// Unpinned is a Policy that keeps a list of its unpinned buffers.
type Unpinned interface {
	Policy
	// Unpinned calls visit for each of them, the least recently used first.
	Unpinned(visit func(b int32))
	// NextVictim returns the buffer that Choose would return now, or -1.
	NextVictim() int32
}

// Backend is what one server process remembers from one call to the next.
type Backend struct {
	// Xid is its top transaction id. ARC and 2Q take two reads in one
	// transaction for one use.
	Xid uint32
	// Ring is the strategy object that the next access goes through, or nil
	// (8.3 and later).
	Ring *Ring
	// Vacuum is the hint that VACUUM or ANALYZE is running (8.0 to 8.2); see
	// SetVacuum.
	Vacuum bool

	vacuumXid uint32 // the transaction that set the hint
}

// SetVacuum sets or clears the hint that VACUUM or ANALYZE is running, in
// transaction be.Xid (StrategyHintVacuum of storage/buffer/freelist.c, 8.0 to
// 8.2).
func (be *Backend) SetVacuum(on bool) {
	be.Vacuum = on
	be.vacuumXid = be.Xid
}

// empty makes a pool whose own freelist and sweep are not used: the base of the
// policies that keep other lists.
func empty(buffers int, maxUsage uint8) Pool {
	p := New(buffers, maxUsage)
	p.fresh = int32(buffers)
	return *p
}

// Base returns p.
func (p *Pool) Base() *Pool { return p }

// LimitUsage caps usage counts at most (at least 1), before the first page comes
// in.
func (p *Pool) LimitUsage(most uint8) { p.maxUsage = uint32(max(most, 1)) << usageBit }

// assignUnused is Assign for policies under which a page enters unused.
func (p *Pool) assignUnused(b int32, pg Page) {
	p.Assign(b, pg)
	p.state[b] &^= usageMask
}

// Freelist calls visit for each buffer on the freelist, head first.
func (p *Pool) Freelist(visit func(b int32)) {
	for i := len(p.freed) - 1; i >= 0; i-- {
		visit(p.freed[i])
	}
	for b := p.fresh; int(b) < len(p.page); b++ {
		visit(b)
	}
}
