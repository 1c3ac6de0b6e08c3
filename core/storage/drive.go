package storage

import (
	"math"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// candidates is how many of the oldest waiting commands the drive considers
// for its next one.
const candidates = 32

// forcedAge is how many commands may be served before one that came earlier,
// until it is taken whatever its position. Until then its positioning time
// counts as (1 - age/forcedAge) of itself.
const forcedAge = 250

// idealGain is the exponent with which the throughput of the choice by
// shortest positioning time grows with the queue depth when the drive knows
// every angle exactly. Real firmware reaches less: hardware.Disk.SPTFAlpha.
const idealGain = 0.26

// hitNs is the least time that an answer from the drive's memory takes, beside
// the command overhead.
const hitNs = 100_000

// flush is a FLUSH CACHE that has not completed.
type flush struct {
	epoch uint32 // it waits for pages of this epoch and older
	left  int    // pages
	due   int64  // not before this time
	done  sim.Handler
	arg   uint32
}

// Drive is a disk with its electronics. Create it with [NewDrive].
type Drive struct {
	port
	mech *Mechanics

	queue   []int16 // commands that need the mechanism, oldest first
	blocked []int16 // writes that wait for room in the write cache, oldest first

	cached  bool
	writes  writeCache
	reads   readCache
	flushes []flush

	linkFree int64 // time from which the electronics can take the next transfer
	psByte   int64 // picoseconds that a byte takes on the cable

	busy     bool
	hold     bool  // completions are being delivered, the mechanism waits for what they bring
	current  int16 // the command at the mechanism, -1: destaging
	started  int64
	served   int64 // commands that the mechanism has begun
	turn     bool  // the last transfer was a command's, destaging comes next
	idleTime int64 // when the destaging timer fires; past: no timer is set

	lag [candidates + 1]int64 // what imperfect firmware loses per approach, by depth, in 1/65536

	moved, replied, flushed, idle sim.Target
}

// The drive's events, each a handler of its own.
type (
	moved   Drive // the mechanism has finished a transfer
	replied Drive // the electronics have answered a command; arg is its slot
	flushed Drive // a flush may be complete
	idle    Drive // the read-ahead is over
)

// NewDrive returns the disk with nothing in its caches. With writeCache off a
// write is complete when it is on the platters.
func NewDrive(s *sim.Sim, d hardware.Disk, writeCache bool) *Drive {
	depth := int(max(d.QueueDepth, 1))
	mech := NewMechanics(d)
	dr := &Drive{
		port:     newPort(s, depth, mech.capacity),
		mech:     mech,
		queue:    make([]int16, 0, depth),
		blocked:  make([]int16, 0, depth),
		cached:   writeCache,
		psByte:   int64(1e6 / d.BusMBs),
		idleTime: -1,
	}
	dr.reads.mech = dr.mech
	if writeCache {
		dr.writes = newWriteCache(int(d.CacheMB*(1<<20)*usableShare/100)/pageSize, int(d.WriteSegments))
	}
	for n := 1; n <= candidates; n++ {
		if x := float64((idealGain - d.SPTFAlpha) * math.Log(float64(n))); x > 0 {
			dr.lag[n] = int64(expm1(x) * 65536)
		}
	}
	dr.moved = s.Register((*moved)(dr))
	dr.replied = s.Register((*replied)(dr))
	dr.flushed = s.Register((*flushed)(dr))
	dr.idle = s.Register((*idle)(dr))
	return dr
}

// expm1 returns e^x - 1 for x between 0 and 1. The library's function differs
// between platforms in the last bit.
func expm1(x float64) float64 {
	sum, term := 0.0, 1.0
	for i := 1; i <= 20; i++ {
		term = float64(term * x / float64(i))
		sum += term
	}
	return sum
}

// QueuesFlush reports that a disk wants an empty queue for a flush.
func (d *Drive) QueuesFlush() bool { return false }

// Stats returns the counters, the time at work up to now included.
func (d *Drive) Stats() Stats {
	st := d.port.counters()
	if d.busy {
		st.BusyNs += d.sim.Now() - d.started
	}
	st.CachedPages = int64(d.writes.pages())
	return st
}

// Submit takes a command; see [Device].
func (d *Drive) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := d.take(off, length, write, done, arg)
	d.slots[s].born = d.served
	if write {
		d.reads.forget(d.sim.Now(), off, length)
		if !d.cached {
			d.queue = append(d.queue, s)
			d.work()
		} else if len(d.blocked) > 0 || !d.accept(s) {
			d.blocked = append(d.blocked, s)
			d.work()
		}
		return
	}
	if d.cached && d.writes.holds(off, length) || d.reads.holds(d.sim.Now(), off, length) {
		d.stats.ReadHits++
		d.reply(s, hitNs)
		return
	}
	d.queue = append(d.queue, s)
	d.work()
}

// Flush is FLUSH CACHE: done fires with arg when every write that the write
// cache holds now is on the platters.
func (d *Drive) Flush(done sim.Handler, arg uint32) {
	due := d.sim.Now() + d.mech.overhead
	d.flushes = append(d.flushes, flush{epoch: d.writes.epoch, left: d.writes.pages(), due: due, done: done, arg: arg})
	d.writes.epoch++
	d.sim.At(due, sim.PrioDevice, d.flushed, 0)
	d.work()
}

// accept takes a write into the cache if there is room.
func (d *Drive) accept(s int16) bool {
	c := &d.slots[s]
	if !d.writes.put(c.off, c.length) {
		return false
	}
	d.reply(s, 0)
	return true
}

// reply answers a command from memory, which takes at least the given time.
// The electronics and the cable serve one command at a time.
func (d *Drive) reply(s int16, atLeast int64) {
	begin := max(d.sim.Now(), d.linkFree)
	d.linkFree = begin + d.mech.overhead + max(atLeast, d.slots[s].length*d.psByte/1000)
	d.sim.At(d.linkFree, sim.PrioDevice, d.replied, uint32(s))
}

// Fire completes a command that was answered from memory.
func (r *replied) Fire(slot uint32) {
	d := (*Drive)(r)
	d.complete(int16(slot))
	d.work()
}

// Fire completes the flushes that have nothing left to wait for.
func (f *flushed) Fire(uint32) { (*Drive)(f).finishFlushes() }

// Fire begins to destage.
func (i *idle) Fire(uint32) { (*Drive)(i).work() }

// Fire ends the transfer that the mechanism was busy with.
func (m *moved) Fire(uint32) {
	d := (*Drive)(m)
	now := d.sim.Now()
	d.busy = false
	d.stats.BusyNs += now - d.started
	d.hold = true
	if d.current >= 0 {
		c := &d.slots[d.current]
		if !c.write && !d.reads.ahead {
			d.reads.begin(now, c.off, c.length)
		}
		d.complete(d.current)
	} else {
		d.destaged()
	}
	d.hold = false
	d.work()
}

// destaged takes the pages that have reached the platters off the books, and
// lets in the writes that waited for their room.
func (d *Drive) destaged() {
	run := d.writes.run
	d.stats.Destages++
	d.stats.DestagedPages += int64(len(run))
	for i := range d.flushes {
		f := &d.flushes[i]
		for j := range run {
			if run[j].epoch <= f.epoch {
				f.left--
			}
		}
	}
	d.writes.run = run[:0]
	n := 0
	for n < len(d.blocked) && d.accept(d.blocked[n]) {
		n++
	}
	d.blocked = append(d.blocked[:0], d.blocked[n:]...)
	d.finishFlushes()
}

func (d *Drive) finishFlushes() {
	for i := 0; i < len(d.flushes); {
		f := d.flushes[i]
		if f.left > 0 || f.due > d.sim.Now() {
			i++
			continue
		}
		d.flushes = append(d.flushes[:i], d.flushes[i+1:]...)
		d.stats.Flushes++
		f.done.Fire(f.arg)
	}
}

// work gives the mechanism its next transfer if it is free.
func (d *Drive) work() {
	if d.busy || d.hold {
		return
	}
	now := d.sim.Now()
	dirty := len(d.writes.waiting) > 0
	urgent := dirty && (len(d.flushes) > 0 || len(d.blocked) > 0 || d.writes.crowded())
	switch {
	case len(d.queue) > 0 && !(urgent && d.turn):
		d.serve(now)
	case urgent, dirty && !(d.reads.ahead && now < d.reads.finish()):
		d.destage(now)
	case dirty && d.idleTime != d.reads.finish():
		d.idleTime = d.reads.finish()
		d.sim.At(d.idleTime, sim.PrioDevice, d.idle, 0)
	}
}

// serve starts the command that the head can reach first. A read that goes on
// where the head is reading anyway is served by the read-ahead.
func (d *Drive) serve(now int64) {
	n := min(len(d.queue), candidates)
	pick, streams := d.choose(now, n)
	s := d.queue[pick]
	d.queue = append(d.queue[:pick], d.queue[pick+1:]...)
	c := &d.slots[s]
	d.served++
	d.current, d.turn = s, true
	if streams {
		end := d.reads.stream(now, c.off+c.length)
		d.begin(now, max(end-now, d.mech.overhead+hitNs))
		return
	}
	d.reads.stop(now)
	approach := d.mech.Position(now, c.off, c.write)
	d.begin(now, d.mech.Service(now, c.off, c.length, c.write)+approach*d.lag[n]>>16)
}

// choose returns the index in the queue of the command to serve, among the n
// oldest, and whether it continues the read-ahead.
func (d *Drive) choose(now int64, n int) (pick int, streams bool) {
	if d.reads.ahead && d.served-d.slots[d.queue[0]].born < forcedAge {
		for i := range n {
			if c := &d.slots[d.queue[i]]; !c.write && d.reads.continues(c.off) {
				return i, true
			}
		}
	}
	if n == 1 {
		return 0, false
	}
	d.reads.stop(now)
	var best int64 = math.MaxInt64
	for i := range n {
		c := &d.slots[d.queue[i]]
		age := d.served - c.born
		if age >= forcedAge {
			return i, false // the oldest comes first in the queue
		}
		if t := d.mech.Position(now, c.off, c.write) * (forcedAge - age); t < best {
			pick, best = i, t
		}
	}
	return pick, false
}

// destage starts the next run of the write cache.
func (d *Drive) destage(now int64) {
	d.reads.stop(now)
	off, length, choice := d.writes.next(d.mech, now)
	d.current, d.turn = -1, false
	approach := d.mech.Position(now, off, true)
	d.begin(now, d.mech.Service(now, off, length, true)+approach*d.lag[choice]>>16)
}

func (d *Drive) begin(now, duration int64) {
	d.busy = true
	d.started = now
	d.sim.At(now+duration, sim.PrioDevice, d.moved, 0)
}
