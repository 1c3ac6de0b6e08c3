package storage

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// softXorNs is what a processor needs for the parity of a stripe when no
// controller does it: 64 kB at about 3 GB/s, the rate that Linux reports for
// its RAID-5 functions on processors of 2006.
const softXorNs = 20 * sim.Microsecond

// ArrayConfig is how disks form an array.
type ArrayConfig struct {
	Level hardware.Level
	Unit  int64 // stripe unit in bytes, a multiple of 8192
	XorNs int64 // to compute the parity of a stripe
	Depth int   // commands of the host at once
}

// member is one disk of an array.
type member struct {
	dev         Device
	first, last int32 // parts that wait for room in the disk, oldest first
	queued      int   // parts that wait or are under way
	at          int64 // where the last part ended
	read, wrote int64 // bytes given to the disk
}

// part is a transfer of one disk that belongs to a command.
type part struct {
	off, length int64
	write       bool
	disk        int32
	slot        int16 // the command, if job is none
	job         int32
	next        int32
}

// Array is several disks that the host sees as one. Create it with [NewArray].
// It has no cache; that is a [Controller]'s.
//
// A command is cut at the borders of stripe units. A read of mirrored data goes
// to the disk with fewer transfers on its list, and then to the one whose last
// transfer ended nearer; a write goes to all of them and is complete when the
// slowest is. Writes to parity levels go through jobs (parity.go).
type Array struct {
	port
	geometry
	xorNs   int64
	members []member
	parts   []part
	spare   int32 // first unused of parts
	jobs    jobs
	flushes []arrayFlush
	freeFl  []uint32
	xored   sim.Target
}

type arrayFlush struct {
	left int
	done sim.Handler
	arg  uint32
}

// The array's events, each a handler of its own.
type (
	partDone  Array // a disk has completed the part arg
	xorDone   Array // the parity of the job arg is computed
	diskFlush Array // a disk has completed a part of the flush arg
)

// none is the end of a list.
const none int32 = -1

// NewArray returns an array of equal devices, which are its own from now on. A
// single device with [hardware.NoRAID] is an array, too.
func NewArray(s *sim.Sim, c ArrayConfig, devs []Device) *Array {
	g := newGeometry(c.Level, len(devs), c.Unit)
	a := &Array{
		port:     newPort(s, c.Depth, g.capacity(devs[0].Capacity())),
		geometry: g,
		xorNs:    c.XorNs,
		members:  make([]member, len(devs)),
		spare:    none,
	}
	for i := range a.members {
		a.members[i] = member{dev: devs[i], first: none, last: none}
	}
	a.jobs.freeJob, a.jobs.first, a.jobs.last = none, none, none
	a.xored = s.Register((*xorDone)(a))
	return a
}

// QueuesFlush reports whether all disks take a flush at any time.
func (a *Array) QueuesFlush() bool {
	for i := range a.members {
		if !a.members[i].dev.QueuesFlush() {
			return false
		}
	}
	return true
}

// Stats returns the array's counters; what is cached and destaged is that of
// its disks.
func (a *Array) Stats() Stats {
	st := a.port.counters()
	for i := range a.members {
		m := a.members[i].dev.Stats()
		st.BusyNs += m.BusyNs
		st.ReadHits += m.ReadHits
		st.Destages += m.Destages
		st.DestagedPages += m.DestagedPages
		st.CachedPages += m.CachedPages
	}
	st.BusyNs /= int64(len(a.members))
	return st
}

// Submit takes a command; see [Device].
func (a *Array) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := a.take(off, length, write, done, arg)
	parity := write && a.parities() > 0
	// One part of the command stays open until all have been cut off, so that
	// none of them completes it.
	a.slots[s].left = 1
	for end := off + length; off < end; {
		var n int64
		switch {
		case parity:
			_, to := a.row(off)
			n = min(end, to) - off
			a.slots[s].left++
			a.newJob(s, off, n)
		case write:
			n = a.upTo(off, end) - off
			disk, at := a.locate(off)
			for m := range a.mirrors() {
				a.slots[s].left++
				a.give(int32(disk+m), at, n, true, s, none)
			}
		default:
			n = a.upTo(off, end) - off
			disk, at := a.locate(off)
			a.slots[s].left++
			a.give(a.nearest(int32(disk), at), at, n, false, s, none)
		}
		off += n
	}
	a.finishPart(s)
}

// nearest returns which of the mirrors from the given disk on reads.
func (a *Array) nearest(disk int32, at int64) int32 {
	best := disk
	for d := disk + 1; d < disk+int32(a.mirrors()); d++ {
		b, m := &a.members[best], &a.members[d]
		if m.queued < b.queued || m.queued == b.queued && distance(m.at, at) < distance(b.at, at) {
			best = d
		}
	}
	return best
}

func distance(a, b int64) int64 {
	if a > b {
		return a - b
	}
	return b - a
}

// give puts a part on a disk's list.
func (a *Array) give(disk int32, off, length int64, write bool, slot int16, job int32) {
	p := a.spare
	if p == none {
		p = int32(len(a.parts))
		a.parts = append(a.parts, part{})
	} else {
		a.spare = a.parts[p].next
	}
	a.parts[p] = part{off: off, length: length, write: write, disk: disk, slot: slot, job: job, next: none}
	m := &a.members[disk]
	m.queued++
	m.at = off + length
	if m.first == none {
		m.first = p
	} else {
		a.parts[m.last].next = p
	}
	m.last = p
	a.feed(m)
}

// feed gives a disk the parts it has room for.
func (a *Array) feed(m *member) {
	for m.first != none && m.dev.Room() > 0 {
		p := m.first
		w := &a.parts[p]
		m.first = w.next
		if w.write {
			m.wrote += w.length
		} else {
			m.read += w.length
		}
		m.dev.Submit(w.off, w.length, w.write, (*partDone)(a), uint32(p))
	}
}

// Fire ends a part, and goes on with what waited for it.
func (d *partDone) Fire(arg uint32) {
	a := (*Array)(d)
	p := a.parts[arg]
	a.parts[arg].next = a.spare
	a.spare = int32(arg)
	m := &a.members[p.disk]
	m.queued--
	a.feed(m)
	if p.job == none {
		a.finishPart(p.slot)
	} else {
		a.advance(p.job)
	}
}

// finishPart completes the command if nothing of it is left.
func (a *Array) finishPart(s int16) {
	a.slots[s].left--
	if a.slots[s].left == 0 {
		a.complete(s)
	}
}

// Flush flushes every disk; see [Device].
func (a *Array) Flush(done sim.Handler, arg uint32) {
	if len(a.freeFl) == 0 {
		a.freeFl = append(a.freeFl, uint32(len(a.flushes)))
		a.flushes = append(a.flushes, arrayFlush{})
	}
	f := a.freeFl[len(a.freeFl)-1]
	a.freeFl = a.freeFl[:len(a.freeFl)-1]
	a.flushes[f] = arrayFlush{left: len(a.members), done: done, arg: arg}
	for i := range a.members {
		a.members[i].dev.Flush((*diskFlush)(a), f)
	}
}

// Fire completes a flush when all disks have.
func (d *diskFlush) Fire(arg uint32) {
	a := (*Array)(d)
	f := &a.flushes[arg]
	f.left--
	if f.left > 0 {
		return
	}
	done, hostArg := f.done, f.arg
	*f = arrayFlush{}
	a.freeFl = append(a.freeFl, arg)
	a.stats.Flushes++
	done.Fire(hostArg)
}
