package bufmgr

// recentlyUsed is the first form of the clock sweep patch of February 2005: a
// single recently-used bit in place of a count. The second form, two days later,
// had the count with its cap of 5 that 8.1 shipped. All other rules are those of
// 8.1. Whether a new page got its bit when it was read in or, as here by default,
// at its last unpin is not known; NewRecentlyUsed takes either.
type recentlyUsed struct {
	clock81
	atRead bool
}

// NewRecentlyUsed returns a pool as of the patch's first form. atRead sets a new
// page's bit when it comes in.
func NewRecentlyUsed(buffers int, atRead bool) Clock {
	return &recentlyUsed{clock81{Pool: empty(buffers, 1), free: newBufferList(buffers)}, atRead}
}

func (p *recentlyUsed) Install(_ *Backend, b int32, pg Page) {
	p.assignUnused(b, pg)
	if p.atRead {
		p.state[b] |= usageOne
	}
}
