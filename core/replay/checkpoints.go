package replay

import (
	"clocksweep/core/checkpointer"
)

// checkpoint is the checkpoint under way.
type checkpoint struct {
	proc   int16
	on     bool
	burst  checkpointer.Burst
	order  checkpointer.Order
	sorted checkpointer.Sorted
	items  []checkpointer.Item
	listed checkpointer.List // 8.0
	list   []int32           // what it goes over
	pages  []int32           // and what was in there
	looked look
	pace   pace
}

// checkpointStep is a line of a checkpoint that names no buffer to write.
func (p *Player) checkpointStep(e *Event) {
	c := &p.checkpoint
	switch e.Kind {
	case CheckStart:
		c.pace.begin(p, e)
	case CheckMark:
		p.mark(e)
	case CheckHand:
		if p.clock != nil {
			p.check(qCheckpoints, e, "where the write pass starts", int(p.clock.Hand()), p.set.extra(e, 0))
		}
	case CheckEnd:
		c.end(p, e)
	}
}

// mark begins the write pass.
func (p *Player) mark(e *Event) {
	c := &p.checkpoint
	c.on, c.proc, c.looked.buf = true, e.Proc, -1
	if !p.predictsWriters() {
		return
	}
	n := p.set.extra(e, xCount)
	switch {
	case p.set.Release < Release80:
		p.check(qCheckpoints, e, "buffers to examine", p.set.Buffers, n)
		c.burst.Begin(p.set.Buffers, 0)
	case p.set.Release < Release81:
		c.list, c.pages = p.dirtyList(e, c.list, c.pages, qCheckpoints, n, p.set.extra(e, xKT1), p.set.extra(e, xKT2))
		c.listed.Begin(c.list)
	case p.set.Release < Release83:
		p.check(qCheckpoints, e, "where the write pass starts", int(p.clock.Hand()), int(e.Buf))
		c.burst.Begin(p.set.Buffers, p.clock.Hand())
	default:
		marked := p.pool.MarkCheckpoint()
		p.check(qCheckpoints, e, "pages marked", marked, n)
		if p.set.Release < Release96 {
			c.order.Begin(p.set.Buffers, p.clock.Hand(), marked)
		} else {
			c.sort(p)
		}
	}
}

// sort lists the marked pages with their places on disk.
func (c *checkpoint) sort(p *Player) {
	files := make(map[int32]Relation, len(p.set.Relations))
	for _, r := range p.set.Relations {
		files[r.Rel] = r
	}
	c.items = c.items[:0]
	for b := range int32(p.pool.Len()) {
		if !p.pool.NeedsCheckpoint(b) {
			continue
		}
		pg := p.set.Pages[p.pool.PageOf(b)]
		file := files[pg.Rel]
		c.items = append(c.items, checkpointer.Item{
			Space: uint32(file.Space), Rel: uint32(file.File), Fork: uint8(pg.Fork), Block: uint32(pg.Block), Buf: b,
		})
	}
	c.sorted.Begin(c.items)
}

// marks reports that the release writes the pages marked at the start, and those
// only: its lines name no others.
func (p *Player) marks() bool { return p.set.Release >= Release83 }

// nextMarked returns the next buffer that still bears the mark, or -1.
func (c *checkpoint) nextMarked(p *Player) int32 {
	if p.set.Release < Release96 {
		for b, ok := c.order.Next(); ok; b, ok = c.order.Next() {
			if p.pool.NeedsCheckpoint(b) {
				return b
			}
		}
		return -1
	}
	for it, ok := c.sorted.Next(); ok; it, ok = c.sorted.Next() {
		if p.pool.NeedsCheckpoint(it.Buf) {
			return it.Buf
		}
	}
	return -1
}

// looks is called when the checkpoint is about to pin buffer b.
func (c *checkpoint) looks(p *Player, e *Event, b int32) {
	c.looked = look{buf: e.Buf, should: p.pool.IsDirty(b)}
	if p.set.Release >= Release80 && p.set.Release < Release81 {
		c.looked.should = c.looked.should && listedStill(p.pool, b, c.list, c.pages)
	}
	if p.marks() {
		next := c.nextMarked(p)
		c.pace.decided(p, e, c.progressBefore(p), false)
		p.check(qCheckpointBuffers, e, "buffer written", int(next), int(e.Buf))
	}
}

// look is a buffer that the checkpoint is done with.
func (c *checkpoint) look(p *Player, e *Event) {
	if !p.predictsWriters() {
		return
	}
	dirty := func(b int32) bool { return p.pool.IsDirty(b) }
	switch {
	case p.marks():
		p.check(qCheckpointBuffers, e, "buffer done", int(c.looked.buf), int(e.Buf))
		c.wrote(p)
	case p.set.Release >= Release80 && p.set.Release < Release81:
		b, _ := c.listed.Next()
		p.examined(qCheckpointBuffers, e, &c.looked, b, func(b int32) bool {
			return dirty(b) && listedStill(p.pool, b, c.list, c.pages)
		})
	default:
		b, _ := c.burst.Next()
		p.examined(qCheckpointBuffers, e, &c.looked, b, dirty)
	}
}

// unpinned: where there is no line for a buffer done, its unpin is the moment.
func (c *checkpoint) unpinned(p *Player, e *Event) {
	if c.on && c.proc == e.Proc && p.sampled() && c.looked.buf == e.Buf {
		c.wrote(p)
	}
}

// wrote: a marked page has been written, and the checkpoint decides about a nap.
func (c *checkpoint) wrote(p *Player) {
	c.looked.buf = -1
	if p.set.Release < Release96 {
		if progress := c.order.Wrote(); !c.order.Done() {
			c.pace.due(p, progress)
		}
		return
	}
	c.pace.due(p, c.sorted.Progress())
}

// progressBefore returns the share of the pages that counts as done just before
// the last one looked at: marked pages that others wrote meanwhile are passed over
// without a line, and from 9.6 on they count.
func (c *checkpoint) progressBefore(p *Player) float64 {
	if p.set.Release < Release96 || len(c.items) == 0 {
		return c.pace.progress
	}
	return c.sorted.Progress() - 1/float64(len(c.items))
}

// napped is called at a cleaning round, which the process of 8.3 runs only in a
// nap of the checkpoint.
func (c *checkpoint) napped(p *Player, e *Event) {
	if c.on && c.proc == e.Proc {
		c.pace.decided(p, e, c.pace.progress, true)
	}
}

func (c *checkpoint) end(p *Player, e *Event) {
	if !c.on {
		return
	}
	c.on = false
	if !p.predictsWriters() {
		return
	}
	left := false
	switch {
	case p.marks():
		left = c.nextMarked(p) >= 0
	case p.set.Release >= Release80 && p.set.Release < Release81:
		_, left = c.listed.Next()
	default:
		_, left = c.burst.Next()
	}
	p.check(qCheckpoints, e, "pages left to write", int(truth(left)), 0)
	done := c.pace.progress
	if p.set.Release >= Release96 {
		done = 1
	}
	c.pace.decided(p, e, done, false)
}
