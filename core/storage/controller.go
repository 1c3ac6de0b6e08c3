package storage

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// ControllerConfig is what a controller is and how it is set.
type ControllerConfig struct {
	Hardware    hardware.Controller
	Battery     bool // without it the controller writes through
	HonorsFlush bool // a flush empties the cache; without it, it is only acknowledged
}

// column is the disks that hold the same data, as a controller drives them.
type column struct {
	sweep    uint32 // page at which the ascending sweep stands
	dirty    int    // lines that wait
	inFlight int    // transfers from the cache under way
	reads    int    // reads of the host under way
}

// outgoing is a transfer from the cache under way.
type outgoing struct {
	page   uint32 // first
	n      int32  // pages
	column int32
}

// drain is a flush that has not completed.
type drain struct {
	id    uint32
	epoch uint32 // it waits for lines of this epoch and older
	left  int    // lines
	sent  bool   // it has gone on to the disks
	done  sim.Handler
	arg   uint32
}

// Controller is a RAID controller with a cache in front of an array. Create it
// with [NewController]. The rules of its cache are in destage.go.
type Controller struct {
	port
	back      *Array
	writeBack bool
	honors    bool
	hitNs     int64
	psByte    int64 // picoseconds that a byte takes on the host's bus
	idleNs    int64
	limit     int // lines
	high, low int // lines at which destaging begins and ends
	perDisk   int // transfers from the cache to one disk at once

	lines    lineSet
	reads    readPages
	columns  []column
	blocked  []int16 // writes that wait for room, oldest first
	drains   []drain
	epoch    uint32
	nextID   uint32
	destages bool  // the cache was above the high mark and is not at the low one yet
	quiet    bool  // the host has been silent for long enough
	timed    bool  // the timer for that is set
	last     int64 // time of the host's last command
	cpuFree  int64 // from when the firmware can take the next command

	out     []outgoing
	freeOut []uint32

	answered, acked, timer sim.Target
}

// The controller's events, each a handler of its own.
type (
	answered Controller // the cache has answered the command in slot arg
	passed   Controller // the array has completed the command in slot arg
	destaged Controller // the array has completed the transfer arg from the cache
	drained  Controller // the disks have completed the flush with id arg
	quiet    Controller // the host may have been silent for long enough
)

// arrayDepth returns how many commands the array behind a controller must take.
func arrayDepth(h *hardware.Controller, level hardware.Level, disks int) int {
	return int(h.HostDepth + h.DiskDepth*level.DataDisks(int64(disks)))
}

// NewController returns a controller with an empty cache. The array, of depth
// [arrayDepth], is its own from now on.
func NewController(s *sim.Sim, c ControllerConfig, back *Array) *Controller {
	h := &c.Hardware
	pages := int(h.CacheMB << 20 / pageSize)
	limit := int(float64(pages) * h.WriteShare)
	k := &Controller{
		port:      newPort(s, int(h.HostDepth), back.Capacity()),
		back:      back,
		writeBack: c.Battery,
		honors:    c.HonorsFlush,
		hitNs:     int64(h.HitUs * 1000),
		psByte:    int64(1e6 / h.BusMBs),
		idleNs:    h.IdleMs * sim.Millisecond,
		limit:     limit,
		high:      int(float64(limit) * h.High),
		low:       int(float64(limit) * h.Low),
		perDisk:   int(h.DiskDepth),
		columns:   make([]column, back.data),
	}
	k.reads = newReadPages(pages - limit)
	if !c.Battery { // all of the cache holds what was read
		k.reads = newReadPages(pages)
	}
	k.answered = s.Register((*answered)(k))
	k.acked = s.Register((*drained)(k))
	k.timer = s.Register((*quiet)(k))
	return k
}

// QueuesFlush reports that the SCSI drivers of the time want an empty queue for
// a flush.
func (c *Controller) QueuesFlush() bool { return false }

// Stats returns the host's counters; BusyNs is the mean over the disks.
func (c *Controller) Stats() Stats {
	st, back := c.port.counters(), c.back.Stats()
	st.BusyNs = back.BusyNs
	st.CachedPages = back.CachedPages + int64(c.lines.n)
	return st
}

// Submit takes a command; see [Device].
func (c *Controller) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := c.take(off, length, write, done, arg)
	c.last, c.quiet = c.sim.Now(), false
	switch {
	case !write && c.holds(off, length):
		c.stats.ReadHits++
		c.answer(s)
	case !write:
		col, _ := c.back.column(off)
		c.columns[col].reads++
		c.back.Submit(off, length, false, (*passed)(c), uint32(s))
	case !c.writeBack:
		c.back.Submit(off, length, true, (*passed)(c), uint32(s))
	default:
		if len(c.blocked) > 0 || !c.accept(s) {
			c.blocked = append(c.blocked, s)
		}
		c.destage()
	}
	c.setTimer()
}

// answer acknowledges a command from the cache. The firmware, one processor,
// takes one command after the other.
func (c *Controller) answer(s int16) {
	begin := max(c.sim.Now(), c.cpuFree)
	c.cpuFree = begin + max(c.hitNs, c.slots[s].length*c.psByte/1000)
	c.sim.At(c.cpuFree, sim.PrioDevice, c.answered, uint32(s))
}

// Fire completes a command that the cache has answered.
func (a *answered) Fire(slot uint32) { (*Controller)(a).complete(int16(slot)) }

// Fire completes a command that the array has.
func (p *passed) Fire(slot uint32) {
	c := (*Controller)(p)
	w := &c.slots[slot]
	first, n := span(w.off, w.length)
	for i := range n {
		if page := first + uint32(i); halves(page, w.off, w.length) == 3 {
			c.reads.add(page)
		}
	}
	if !w.write {
		col, _ := c.back.column(w.off)
		c.columns[col].reads--
	}
	c.complete(int16(slot))
	c.destage()
}

// Flush is FLUSH CACHE (SYNCHRONIZE CACHE in SCSI). A controller whose cache
// survives a loss of power may only acknowledge it; else it completes when what
// the cache held has reached the disks, and their caches are flushed as well.
func (c *Controller) Flush(done sim.Handler, arg uint32) {
	d := drain{id: c.nextID, epoch: c.epoch, left: c.lines.n, done: done, arg: arg}
	c.nextID++
	if c.writeBack && !c.honors {
		d.left, d.sent = 0, true
		c.cpuFree = max(c.sim.Now(), c.cpuFree) + c.hitNs
		c.sim.At(c.cpuFree, sim.PrioDevice, c.acked, d.id)
	} else {
		c.epoch++
	}
	c.drains = append(c.drains, d)
	c.passDrains()
	c.destage()
}

// passDrains flushes the disks for the flushes whose lines have reached them.
func (c *Controller) passDrains() {
	for i := range c.drains {
		if d := &c.drains[i]; d.left == 0 && !d.sent {
			d.sent = true
			c.back.Flush((*drained)(c), d.id)
		}
	}
}

// Fire completes a flush.
func (d *drained) Fire(id uint32) {
	c := (*Controller)(d)
	for i := range c.drains {
		if f := c.drains[i]; f.id == id {
			c.drains = append(c.drains[:i], c.drains[i+1:]...)
			c.stats.Flushes++
			f.done.Fire(f.arg)
			return
		}
	}
}

// readPages remembers pages that a controller's cache holds beside those that
// are dirty. A page's place follows from its number, and a page that comes
// there drives out the one before.
type readPages struct{ page []uint32 } // number + 1, 0: empty

func newReadPages(pages int) readPages { return readPages{make([]uint32, max(pages, 1))} }

func (r *readPages) add(page uint32) { r.page[page%uint32(len(r.page))] = page + 1 }

func (r *readPages) has(page uint32) bool { return r.page[page%uint32(len(r.page))] == page+1 }
