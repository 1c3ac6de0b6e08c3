package bufmgr

// NewClock19 returns a pool as of 19, which has no freelist: the hand begins at
// buffer 0 and finds the empty buffers in index order, as the list had them. What
// changes is a buffer whose page was dropped: it is used again when the hand
// comes by, not before.
func NewClock19(buffers int) Stepwise {
	p := &clock19{clock95{clock83: clock83{New(buffers, MaxUsageCount)}}}
	p.fresh = int32(buffers)
	return p
}

type clock19 struct{ clock95 }

func (p *clock19) Invalidate(b int32) { p.drop(b) }
