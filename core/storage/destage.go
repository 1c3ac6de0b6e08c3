package storage

import "clocksweep/core/sim"

// The write cache of a controller:
//
//   - A write is acknowledged when there is room for the pages that it does not
//     overwrite in place; else it waits for a transfer to the disks to end, and
//     those behind it wait, too.
//   - Destaging begins above the high mark, or when the host has been silent
//     for a while, and ends at the low mark, or when the host is back. A write
//     that waits and a flush that is honored keep it going.
//   - For each disk there is one ascending sweep after another over what it has
//     (C-LOOK), neighbors in one transfer as far as the stripe unit goes, with
//     several transfers under way. On an array with parity a row that is dirty
//     as a whole is written as a whole.
//   - Reads come before that as long as the cache is below the high mark and
//     nothing is pressing: a disk that reads for the host gets no transfer. Else
//     it gets as many as it has reads, so that the two take turns.
//
// Sources: the descriptions of HP's Smart Array caches and of LSI's MegaRAID
// write policies; the marks differ between vendors (hardware.Controllers).

// accept takes a write into the cache if there is room.
func (c *Controller) accept(s int16) bool {
	w := &c.slots[s]
	first, n := span(w.off, w.length)
	fresh := n
	p := c.lines.seek(first)
	for l := c.lines.at(p); l != nil && l.page < first+uint32(n); l = c.lines.at(p) {
		fresh--
		p = c.lines.next(p)
	}
	if c.lines.n+fresh > c.limit && c.lines.n > 0 {
		return false
	}
	for i := range n {
		page := first + uint32(i)
		l := c.lines.find(page)
		if l == nil {
			l = c.lines.insert(page)
		}
		if l.half == 0 {
			col, _ := c.back.column(int64(page) * pageSize)
			c.columns[col].dirty++
			l.epoch = c.epoch
		}
		l.half |= uint8(halves(page, w.off, w.length))
	}
	c.answer(s)
	return true
}

// holds reports whether the cache has all of a range.
func (c *Controller) holds(off, length int64) bool {
	first, n := span(off, length)
	for i := range n {
		page := first + uint32(i)
		if c.reads.has(page) {
			continue
		}
		l := c.lines.find(page)
		if need := uint8(halves(page, off, length)); l == nil || (l.half|l.out)&need != need {
			return false
		}
	}
	return true
}

// pressing reports whether destaging can't wait for the host's reads.
func (c *Controller) pressing() bool {
	return c.lines.n > c.high || len(c.blocked) > 0 || c.draining()
}

// draining reports whether a flush waits for lines.
func (c *Controller) draining() bool {
	for i := range c.drains {
		if c.drains[i].left > 0 {
			return true
		}
	}
	return false
}

// destage starts the transfers that the rules allow.
func (c *Controller) destage() {
	if c.lines.n > c.high {
		c.destages = true
	} else if c.lines.n <= c.low {
		c.destages = false
	}
	pressing := c.pressing()
	if !c.destages && !c.quiet && !pressing {
		return
	}
	for i := range c.columns {
		k := &c.columns[i]
		most := c.perDisk
		if k.reads > 0 {
			if !pressing {
				continue
			}
			most = min(most, k.reads)
		}
		for k.inFlight < most && k.dirty > 0 && c.send(i) {
		}
	}
}

// send starts the next transfer of a column's sweep, if there is one.
func (c *Controller) send(col int) bool {
	k := &c.columns[col]
	p := c.nextDirty(int64(col), k.sweep)
	if c.lines.at(p) == nil {
		if p = c.nextDirty(int64(col), 0); c.lines.at(p) == nil {
			return false
		}
	}
	off, end, n := c.collect(p)
	k.sweep = uint32((end-1)/pageSize) + 1
	k.inFlight++
	if len(c.freeOut) == 0 {
		c.freeOut = append(c.freeOut, uint32(len(c.out)))
		c.out = append(c.out, outgoing{})
	}
	id := c.freeOut[len(c.freeOut)-1]
	c.freeOut = c.freeOut[:len(c.freeOut)-1]
	c.out[id] = outgoing{page: uint32(off / pageSize), n: n, column: int32(col)}
	c.back.Submit(off, end-off, true, (*destaged)(c), id)
	return true
}

// nextDirty returns the place of the first line of a column, at or behind a
// page, that is dirty and not on its way already.
func (c *Controller) nextDirty(col int64, page uint32) spot {
	p := c.lines.seek(page)
	for l := c.lines.at(p); l != nil; l = c.lines.at(p) {
		its, end := c.back.column(int64(l.page) * pageSize)
		switch {
		case its != col:
			p = c.lines.seek(uint32(end / pageSize))
		case l.half == 0 || l.out != 0:
			p = c.lines.next(p)
		default:
			return p
		}
	}
	return p
}

// collect chooses what goes to the disks with the line at p, marks it as on its
// way and returns its range in bytes and the number of its pages.
func (c *Controller) collect(p spot) (off, end int64, n int32) {
	first := c.lines.at(p)
	off, end = first.from(), first.to()
	if from, to := c.back.row(off); c.back.parities() > 0 && c.wholeRow(from, to) {
		off, end = from, to
		p = c.lines.seek(uint32(off / pageSize))
	} else {
		_, unit := c.back.column(off)
		for q := c.lines.next(p); end < unit && end-off < maxDestage*pageSize; q = c.lines.next(q) {
			l := c.lines.at(q)
			if l == nil || l.half == 0 || l.out != 0 || l.from() != end {
				break
			}
			end = l.to()
		}
	}
	for l := c.lines.at(p); l != nil && int64(l.page)*pageSize < end; l = c.lines.at(p) {
		col, _ := c.back.column(int64(l.page) * pageSize)
		c.columns[col].dirty--
		l.out, l.fly, l.half = l.half, l.epoch, 0
		n++
		p = c.lines.next(p)
	}
	return off, end, n
}

// wholeRow reports whether every page of a range is dirty and none is on its
// way.
func (c *Controller) wholeRow(from, to int64) bool {
	p := c.lines.seek(uint32(from / pageSize))
	for ; from < to; from += pageSize {
		l := c.lines.at(p)
		if l == nil || int64(l.page)*pageSize != from || l.half != 3 || l.out != 0 {
			return false
		}
		p = c.lines.next(p)
	}
	return true
}

// Fire takes what has reached the disks off the books, and goes on with what
// waited for it.
func (d *destaged) Fire(id uint32) {
	c := (*Controller)(d)
	o := c.out[id]
	c.freeOut = append(c.freeOut, id)
	c.columns[o.column].inFlight--
	c.stats.Destages++
	c.stats.DestagedPages += int64(o.n)
	p := c.lines.seek(o.page)
	for range o.n {
		l := c.lines.at(p)
		for i := range c.drains {
			if f := &c.drains[i]; l.fly <= f.epoch && f.left > 0 && (l.half == 0 || l.epoch > f.epoch) {
				f.left--
			}
		}
		whole := l.out == 3
		l.out = 0
		if l.half == 0 {
			if whole {
				c.reads.add(l.page)
			}
			p = c.lines.remove(p)
		} else {
			p = c.lines.next(p)
		}
	}
	n := 0
	for n < len(c.blocked) && c.accept(c.blocked[n]) {
		n++
	}
	c.blocked = append(c.blocked[:0], c.blocked[n:]...)
	c.passDrains()
	c.destage()
}

// setTimer makes sure that a silent host is noticed.
func (c *Controller) setTimer() {
	if !c.timed && c.lines.n > 0 {
		c.timed = true
		c.sim.At(c.last+c.idleNs, sim.PrioDevice, c.timer, 0)
	}
}

// Fire begins to destage if the host has been silent.
func (q *quiet) Fire(uint32) {
	c := (*Controller)(q)
	c.timed = false
	if c.sim.Now()-c.last >= c.idleNs {
		c.quiet = true
		c.destage()
		return
	}
	c.setTimer()
}
