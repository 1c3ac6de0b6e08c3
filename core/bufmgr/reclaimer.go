package bufmgr

import "strconv"

// Reclaimer is the "scalable buffer eviction" patch series of 2014: somebody
// else than the backends turns the clock and fills the freelist, so that a
// backend only takes its head. Nothing of that part was committed; the locking
// that came with it went into 9.5.
//
// A pass begins when the list is shorter than the low mark and ends when it has
// reached the high mark. The marks of the versions are not on record, hence they
// are parameters.
type Reclaimer interface {
	Clock
	// Wanted reports that the freelist is shorter than the low mark.
	Wanted() bool
	// Reclaim looks at the next buffer of a pass. write asks the caller to
	// write the dirty page in b before the next call (which counts it as
	// reclaimed if that made it clean). ok is false when the pass is over.
	Reclaim() (b int32, write, ok bool)
	// Listed returns the length of the freelist.
	Listed() int
}

// ReclaimerVersion is a version of the patch.
type ReclaimerVersion uint8

// The versions that differ in their rules.
const (
	// ReclaimerV3: the background writer walks from the clock hand without
	// moving it, and takes usage as it goes. Buffers are thus robbed of their
	// usage twice, by its walk and by the hand.
	ReclaimerV3 ReclaimerVersion = 3
	// ReclaimerV4: it moves the hand.
	ReclaimerV4 ReclaimerVersion = 4
	// ReclaimerV9: a process of its own moves the hand and leaves dirty pages
	// to the background writer.
	ReclaimerV9 ReclaimerVersion = 9
)

// ReclaimerMarks returns the marks remembered for the later versions: the high
// mark half a percent of the pool, from 5 to 2000 buffers, the low mark a fifth
// of that.
func ReclaimerMarks(buffers int) (low, high int) {
	high = min(max(buffers/200, 5), 2000, buffers)
	return max(high/5, 1), high
}

type reclaimer struct {
	clock83
	free      bufferList
	version   ReclaimerVersion
	low, high int

	walk     int32 // the next buffer of the pass (v3)
	left     int   // buffers that the pass may still look at; 0: no pass
	awaiting int32 // the buffer the caller was asked to write, or -1
}

// NewReclaimer returns a pool under a version of the patch with these marks, in
// buffers: 1 <= low <= high <= buffers.
func NewReclaimer(buffers int, version ReclaimerVersion, low, high int) Reclaimer {
	if low < 1 || high < low || high > buffers {
		panic("bufmgr: marks of " + strconv.Itoa(low) + " and " + strconv.Itoa(high) + " do not fit a pool of " +
			strconv.Itoa(buffers) + " buffers; legal is 1 <= low <= high <= buffers")
	}
	p := &reclaimer{
		clock83: clock83{New(buffers, MaxUsageCount)}, free: newBufferList(buffers),
		version: version, low: low, high: high, awaiting: -1,
	}
	p.fresh = int32(buffers)
	return p
}

func (p *reclaimer) Choose(be *Backend) (b int32, src Source, ok bool) {
	if be.Ring == nil {
		return p.normal()
	}
	return p.throughRing(be.Ring, p.normal)
}

func (p *reclaimer) normal() (b int32, src Source, ok bool) {
	for b = p.free.pop(); b >= 0; b = p.free.pop() {
		if p.Reusable(b) {
			p.allocs++
			p.PinQuiet(b)
			return b, FromFreelist, true
		}
	}
	return p.Victim()
}

func (p *reclaimer) Wanted() bool { return p.free.length < p.low }

func (p *reclaimer) Listed() int { return p.free.length }

// turnsAPass bounds a pass: after as many turns as usage counts go up to, and one
// more, every unpinned buffer has been met unused.
const turnsAPass = MaxUsageCount + 1

func (p *reclaimer) Reclaim() (b int32, write, ok bool) {
	if b = p.awaiting; b >= 0 {
		p.awaiting = -1
		if p.Reusable(b) && !p.IsDirty(b) {
			p.free.pushTail(b)
		}
	}
	if p.left == 0 {
		p.left, p.walk = turnsAPass*p.Len(), p.hand
	}
	if p.free.length >= p.high {
		p.left = 1
	}
	if p.left--; p.left == 0 {
		return -1, false, false
	}
	b = p.advance()
	switch s := p.state[b]; {
	case s&refMask != 0 || p.free.has(b):
	case s&usageMask != 0:
		p.state[b] = s - usageOne
	case s&flagDirty == 0:
		p.free.pushTail(b)
	case p.version != ReclaimerV9:
		p.awaiting = b
		return b, true, true
	}
	return b, false, true
}

// advance returns the next buffer of a pass and moves the walk or the hand.
func (p *reclaimer) advance() (b int32) {
	at := &p.hand
	if p.version == ReclaimerV3 {
		at = &p.walk
	}
	b = *at
	if *at++; int(*at) == p.Len() {
		*at = 0
		if p.version != ReclaimerV3 {
			p.passes++
		}
	}
	return b
}

func (p *reclaimer) Invalidate(b int32) {
	p.drop(b)
	p.free.pushHead(b)
}

func (p *reclaimer) Freelist(visit func(b int32)) { p.free.visit(visit) }

func (p *reclaimer) Check() error {
	if err := p.Pool.Check(); err != nil {
		return err
	}
	return p.free.check()
}
