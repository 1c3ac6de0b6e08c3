package stage

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
	"clocksweep/core/checkpointer"
)

// clean writes the page in buffer b for the background writer or a checkpoint,
// whose pin is no use of it, but moves the buffer to the end of 7.4's list.
func (p *Pool) clean(b int32) {
	p.policy.PinQuiet(b)
	p.write(b)
	p.policy.Unpin(b)
}

// round is one cleaning round of the background writer.
func (p *Pool) round() {
	if p.rounds == noRounds {
		return
	}
	p.count.Rounds++
	before := p.count.RoundWrites
	looked := 0
	switch p.rounds {
	case percent:
		looked = p.roundOfPercent()
	case twoScans:
		looked = p.roundOfScans()
	case justInTime:
		looked = p.roundJustInTime()
	}
	p.last.round, p.last.looked, p.last.cleaned = true, int64(looked), p.count.RoundWrites-before
}

// dirtyList returns 8.0's dirty buffers in the order of its lists.
func (p *Pool) dirtyList() []int32 {
	for i, l := range [...]bufmgr.List{bufmgr.ListT1, bufmgr.ListT2} {
		p.listed[i] = p.listed[i][:0]
		p.lists.Entries(l, p.collect[i])
	}
	p.dirty = bgwriter.Alternate(p.dirty[:0], p.listed[0], p.listed[1], p.isDirty)
	return p.dirty
}

func (p *Pool) roundOfPercent() (looked int) {
	if !p.cleaned.Begin(p.dirtyList(), bgwriter.Percent80) {
		return 0
	}
	for b, ok := p.cleaned.Next(); ok; b, ok = p.cleaned.Next() {
		p.clean(b)
		p.count.RoundWrites++
	}
	return p.cleaned.Examined()
}

func (p *Pool) roundOfScans() (looked int) {
	s := &p.scans
	if s.BeginAll(p.Len(), bgwriter.Scans81) {
		p.scan(func(int32) bool { return true })
		looked += s.Scanned()
	}
	if s.BeginLRU(p.Len(), p.clock.Hand(), bgwriter.Scans81) {
		p.scan(p.clock.Reusable)
		looked += s.Scanned()
	}
	return looked
}

// scan writes what is dirty and wanted in the buffers of the scan under way.
func (p *Pool) scan(wanted func(b int32) bool) {
	for b, ok := p.scans.Next(); ok; b, ok = p.scans.Next() {
		write := p.policy.IsDirty(b) && wanted(b)
		if write {
			p.clean(b)
			p.count.RoundWrites++
		}
		p.scans.Note(write)
	}
}

func (p *Pool) roundJustInTime() (looked int) {
	hand, passes, allocs := p.clock.StrategySync()
	if !p.jit.Begin(p.Len(), hand, passes, allocs, p.settings()) {
		return 0
	}
	for b, ok := p.jit.Next(); ok; b, ok = p.jit.Next() {
		reusable := p.clock.Reusable(b)
		write := reusable && p.policy.IsDirty(b)
		if write {
			p.clean(b)
			p.count.RoundWrites++
		}
		p.jit.Note(write, reusable)
	}
	return p.jit.End().Scanned
}

// checkpoint is the checkpoint under way.
type checkpoint struct {
	on     bool
	spread checkpointer.Order  // 8.3 to 9.5
	sorted checkpointer.Sorted // 9.6 and later
	items  []checkpointer.Item
	pacer  checkpointer.Pacer
	share  float64 // of its pages, as the pacing counts them
	todo   int
	done   int   // of these written, by whomever, or looked at (9.6 and later)
	at     int32 // buffer written last, -1
}

// secondNs is an access on the clock of a checkpoint's pacing.
const secondNs = 1_000_000_000

// begin starts a checkpoint at access number at; the next one is due distance
// accesses later.
func (p *Pool) begin(at, distance int64) {
	if p.check.on {
		p.advance(at, true)
	}
	c := &p.check
	p.count.Checkpoints++
	p.last.begun = true
	c.at = -1
	before := p.count.CheckpointWrites
	switch p.order {
	case fromZero:
		p.burst(0)
	case fromHand:
		p.burst(p.clock.Hand())
	case byLists:
		var list checkpointer.List
		list.Begin(p.dirtyList())
		for b, ok := list.Next(); ok; b, ok = list.Next() {
			p.checkpointWrites(b)
		}
	default:
		c.on, c.share, c.done, c.todo = true, 0, 0, p.policy.MarkCheckpoint()
		p.last.marked = int64(c.todo)
		c.pacer.Begin(0, at*secondNs, checkpointer.Settings{Segments: 1, TimeoutS: int(distance), CompletionTarget: p.completion})
		if p.order == aroundIt {
			c.spread.Begin(p.Len(), p.clock.Hand(), c.todo)
		} else {
			p.sort()
		}
		p.advance(at, false)
		return
	}
	c.todo = int(p.count.CheckpointWrites - before)
	c.done = c.todo
	p.last.checkpointWrote = int64(c.todo)
	p.last.ended = true
}

// burst writes every dirty page, from buffer start on.
func (p *Pool) burst(start int32) {
	var o checkpointer.Burst
	o.Begin(p.Len(), start)
	for b, ok := o.Next(); ok; b, ok = o.Next() {
		if p.policy.IsDirty(b) {
			p.checkpointWrites(b)
		}
	}
}

func (p *Pool) checkpointWrites(b int32) {
	p.clean(b)
	p.count.CheckpointWrites++
	p.check.at = b
}

// sort lists the marked pages with their places on disk.
func (p *Pool) sort() {
	c := &p.check
	c.items = c.items[:0]
	for b := range int32(p.Len()) {
		if p.policy.NeedsCheckpoint(b) {
			rel, block := p.pages.Of(p.policy.PageOf(b))
			c.items = append(c.items, checkpointer.Item{Rel: uint32(rel), Block: uint32(block), Buf: b})
		}
	}
	c.sorted.Begin(c.items)
}

// advance lets the checkpoint write until it is ahead of its schedule, or, in a
// hurry, to its end. It naps for as long as it is ahead: the server's naps of 100 or
// 200 ms, after each of which it writes a page in any case, have no length here.
func (p *Pool) advance(at int64, hurry bool) {
	c := &p.check
	before := p.count.CheckpointWrites
	for hurry || !c.pacer.OnSchedule(c.share, 0, at*secondNs) {
		var more bool
		if c.share, more = p.checkpointStep(); !more {
			c.on = false
			c.done = c.todo
			p.last.ended = true
			break
		}
	}
	p.last.checkpointWrote += p.count.CheckpointWrites - before
}

// checkpointStep goes to the next page that a nap may follow. more is false if there
// is none.
func (p *Pool) checkpointStep() (progress float64, more bool) {
	c := &p.check
	if p.order == byPlace {
		it, ok := c.sorted.Next()
		if !ok {
			return 1, false
		}
		if p.policy.NeedsCheckpoint(it.Buf) {
			p.checkpointWrites(it.Buf)
		}
		c.done++
		return c.sorted.Progress(), true
	}
	for b, ok := c.spread.Next(); ok; b, ok = c.spread.Next() {
		if p.policy.NeedsCheckpoint(b) {
			p.checkpointWrites(b)
			progress = c.spread.Wrote()
			c.done = c.spread.Written()
			if !c.spread.Done() {
				return progress, true
			}
		}
	}
	return 1, false
}
