package bufmgr

import "strconv"

// Page numbers a page of the database, over all relations, from 0.
type Page = int32

// NoPage is the page of a buffer that holds none.
const NoPage Page = -1

// MaxUsageCount is PostgreSQL's cap of the usage count: BM_MAX_USAGE_COUNT of
// storage/buf_internals.h, 5 since the clock sweep was committed in 2005.
const MaxUsageCount = 5

// A buffer's state word, from the low end: 16 bits refcount (each process
// counts once, so 65535 are enough), 8 bits usage count, then the flags. One
// word, because every operation on the hot path reads or changes several of
// them.
const (
	refOne    uint32 = 1
	refMask   uint32 = 0xffff
	usageBit         = 16
	usageOne  uint32 = 1 << usageBit
	usageMask uint32 = 0xff << usageBit

	flagDirty       uint32 = 1 << 24 // BM_DIRTY
	flagJustDirtied uint32 = 1 << 25 // BM_JUST_DIRTIED: dirtied since the last write began
	flagCheckpoint  uint32 = 1 << 26 // BM_CHECKPOINT_NEEDED
	flagListed      uint32 = 1 << 27 // on the freelist after an Invalidate

	flagsOfPage = flagDirty | flagJustDirtied | flagCheckpoint
)

// Pool is a buffer pool. Buffers are numbered from 0, as in PostgreSQL's
// buf_id (pg_buffercache counts from 1).
type Pool struct {
	page     []Page   // by buffer
	state    []uint32 // by buffer
	table    []int32  // by page: ^buffer, so that the zero value is "not in the pool"
	maxUsage uint32   // the cap, in place in the state word
	dirty    int64    // buffers with flagDirty

	// The freelist: freed is its head part, last freed on top, then come the
	// buffers from fresh on, which never held a page.
	freed []int32
	fresh int32

	hand   int32  // nextVictimBuffer
	passes uint32 // completePasses
	allocs uint32 // numBufferAllocs

	changes int // since the last whole check, under the invariants tag only
}

// New returns a pool of the given number of empty buffers, all of them on the
// freelist in index order. Usage counts are capped at maxUsage, which is
// MaxUsageCount in PostgreSQL and at least 1.
func New(buffers int, maxUsage uint8) *Pool {
	if buffers < 1 || maxUsage < 1 {
		panic("bufmgr: a pool of " + strconv.Itoa(buffers) + " buffers with usage counts up to " +
			strconv.Itoa(int(maxUsage)) + " cannot work; both must be at least 1")
	}
	p := &Pool{
		page:     make([]Page, buffers),
		state:    make([]uint32, buffers),
		maxUsage: uint32(maxUsage) << usageBit,
	}
	for b := range p.page {
		p.page[b] = NoPage
	}
	return p
}

// Len returns the number of buffers.
func (p *Pool) Len() int { return len(p.page) }

// PageOf returns the page that buffer b holds, or NoPage.
func (p *Pool) PageOf(b int32) Page { return p.page[b] }

// Usage returns the usage count of buffer b.
func (p *Pool) Usage(b int32) uint8 { return uint8(p.state[b] >> usageBit) }

// SetUsage gives buffer b a usage count of at most the pool's cap: what a past that
// was not simulated left there.
func (p *Pool) SetUsage(b int32, usage uint8) {
	p.state[b] = p.state[b]&^usageMask | min(uint32(usage)<<usageBit, p.maxUsage)
}

// Refs returns the number of processes that have buffer b pinned.
func (p *Pool) Refs(b int32) int32 { return int32(p.state[b] & refMask) }

// IsDirty reports whether the page in buffer b differs from the one on disk.
func (p *Pool) IsDirty(b int32) bool { return p.state[b]&flagDirty != 0 }

// NeedsCheckpoint reports whether the page in buffer b was dirty when the
// running checkpoint began and has not been written since.
func (p *Pool) NeedsCheckpoint(b int32) bool { return p.state[b]&flagCheckpoint != 0 }

// Reusable reports whether buffer b has neither a pin nor usage: the clock hand
// would take it.
func (p *Pool) Reusable(b int32) bool { return p.state[b]&(refMask|usageMask) == 0 }

// DirtyCount returns the number of dirty buffers.
func (p *Pool) DirtyCount() int64 { return p.dirty }

// Hand returns the buffer that the clock hand looks at next.
func (p *Pool) Hand() int32 { return p.hand }

// Turns returns the number of whole turns the clock hand has made.
func (p *Pool) Turns() uint32 { return p.passes }

// Allocs returns the number of allocations since the last StrategySync.
func (p *Pool) Allocs() uint32 { return p.allocs }

// UsageHistogram returns how many of the buffers that hold a page have each
// usage count.
func (p *Pool) UsageHistogram() [256]int64 {
	var h [256]int64
	for b, s := range p.state {
		if p.page[b] != NoPage {
			h[s&usageMask>>usageBit]++
		}
	}
	return h
}

// Pin is a process's first pin of buffer b: the buffer counts as used.
func (p *Pool) Pin(b int32) {
	s := p.state[b] + refOne
	if s&usageMask < p.maxUsage {
		s += usageOne
	}
	p.state[b] = s
	if invariants {
		p.changed(b)
	}
}

// PinRing is Pin for a process that reads through a ring: it raises a usage
// count of 0 to 1 and leaves higher ones, so that a scan cannot make its pages
// look hot.
func (p *Pool) PinRing(b int32) {
	s := p.state[b] + refOne
	if s&usageMask == 0 {
		s += usageOne
	}
	p.state[b] = s
	if invariants {
		p.changed(b)
	}
}

// PinQuiet pins buffer b without counting it as used: the background writer and
// the checkpoint hold a page that way while they write it.
func (p *Pool) PinQuiet(b int32) {
	p.state[b] += refOne
	if invariants {
		p.changed(b)
	}
}

// Unpin takes back a process's pin of buffer b.
func (p *Pool) Unpin(b int32) {
	if invariants && p.state[b]&refMask == 0 {
		panic("bufmgr: buffer " + strconv.Itoa(int(b)) + " is unpinned but has no pin")
	}
	p.state[b] -= refOne
	if invariants {
		p.changed(b)
	}
}

// MarkDirty says that the page in buffer b was changed and reports whether it
// was dirty before.
func (p *Pool) MarkDirty(b int32) (was bool) {
	s := p.state[b]
	p.state[b] = s | flagDirty | flagJustDirtied
	if s&flagDirty != 0 {
		return true
	}
	p.dirty++
	if invariants {
		p.changed(b)
	}
	return false
}

// BeginWrite says that the page in buffer b is about to be written as it is
// now.
func (p *Pool) BeginWrite(b int32) { p.state[b] &^= flagJustDirtied }

// EndWrite says that the write begun by BeginWrite is done. It reports whether
// that made the page clean: not if it was changed meanwhile, and then the
// checkpoint's mark stays too (TerminateBufferIO of bufmgr.c).
func (p *Pool) EndWrite(b int32) (cleaned bool) {
	s := p.state[b]
	if s&flagJustDirtied != 0 {
		return false
	}
	if s&flagDirty != 0 {
		p.dirty--
	}
	p.state[b] = s &^ (flagDirty | flagCheckpoint)
	if invariants {
		p.changed(b)
	}
	return true
}

// MarkCheckpoint is a checkpoint's first pass: every page that is dirty now is
// marked to be written. It returns their number.
func (p *Pool) MarkCheckpoint() int {
	n := 0
	for b, s := range p.state {
		if s&flagDirty != 0 {
			p.state[b] = s | flagCheckpoint
			n++
		}
	}
	if invariants {
		p.mustHold()
	}
	return n
}
