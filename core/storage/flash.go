package storage

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

const (
	// flashUnit is the page of flash that vendors count random I/O in, bytes.
	flashUnit = 4096
	// dieBytes is how much of a read one channel delivers; a longer one keeps
	// several busy. 16 kB is the page of flash chips of the 2010s.
	dieBytes = 16384
	// readSigma is the spread of the logarithm of a read's time.
	readSigma = 0.1
	// A read that meets a chip busy with programming waits for it: half a
	// millisecond to one (MQSim's defaults have 0.75 ms).
	programLeast = 500 * sim.Microsecond
	programMore  = 500 * sim.Microsecond
	// foldRate is how fast an idle drive empties its fast flash, bytes a second.
	foldRate = 1_000_000_000
	// streams is how many sequential writers a drive tells apart.
	streams = 8
)

// buffered is a write in the drive's memory.
type buffered struct {
	bytes int64
	until int64 // when it has reached flash
}

// Flash is a solid-state drive. Create it with [NewFlash].
//
// Reads go to as many channels as there are, behind a limit of commands and of
// bytes a second. Writes are acknowledged when they are in the drive's memory,
// and wait for room in it; the memory empties in the order of the writes, at
// the rate of bursts as long as there is fast flash left (of a drive that has
// it), else at the sustained rate. Fast flash becomes free while nothing is
// written. Random writes have a lower sustained rate than sequential ones,
// which leave no garbage: it is counted in pages of 4 kB, as garbage is.
//
// A flush of a drive without power-loss protection takes as long as its memory
// takes to empty, but not less than the time in which the drive brings its
// tables to flash. With protection it is a formality.
type Flash struct {
	port
	hardware hardware.Flash
	delay    delay
	rnd      sim.Rand

	front    int64   // when the interface takes the next command
	channels []int64 // when each is free: a heap
	ends     [streams]int64
	oldest   int // of ends
	buffer   []buffered
	head     int // of buffer, a ring of which count are in use
	count    int
	bytes    int64 // in them
	room     int64 // size of the memory, bytes
	admitted int64 // when the last write found room
	drained  int64 // when everything that was given to the drive is in flash
	fast     int64 // fast flash that is free, bytes
	flushing int64 // when the last flush ends
	dirty    bool  // written since the last flush

	done, flushed sim.Target
	flushes       []flush
}

// The drive's events, each a handler of its own.
type (
	flashDone  Flash // the command in slot arg is complete
	flashFlush Flash // the oldest flush is complete
)

// NewFlash returns an idle drive with all of its fast flash free.
func NewFlash(s *sim.Sim, h hardware.Flash, seed uint64, name string) *Flash {
	f := &Flash{
		port:     newPort(s, int(h.QueueDepth), int64(h.CapacityGB*1e9)/pageSize*pageSize),
		hardware: h,
		delay:    newDelay(readSigma, seed, name),
		rnd:      sim.NewRand(seed, name+" programming"),
		channels: make([]int64, h.Channels),
		buffer:   make([]buffered, 256),
		room:     int64(h.BufferMB * (1 << 20)),
		fast:     int64(h.SLCGB * 1e9),
	}
	for i := range f.ends {
		f.ends[i] = -1
	}
	f.done = s.Register((*flashDone)(f))
	f.flushed = s.Register((*flashFlush)(f))
	return f
}

// QueuesFlush reports whether the drive takes a flush at any time: NVMe does.
func (f *Flash) QueuesFlush() bool { return f.hardware.NVMe }

// Stats returns the counters. BusyNs is the time with a command under way.
func (f *Flash) Stats() Stats {
	st := f.port.counters()
	st.BusyNs = st.UtilNs
	f.forget(f.sim.Now())
	if !f.hardware.PLP {
		st.CachedPages = f.bytes / pageSize
	}
	return st
}

// Submit takes a command; see [Device].
func (f *Flash) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := f.take(off, length, write, done, arg)
	at := f.sim.Now()
	if write {
		at = f.write(off, length)
	} else {
		at = f.read(length)
	}
	f.sim.At(at, sim.PrioDevice, f.done, uint32(s))
}

// rateNs returns how long so many bytes take at 1e6 bytes a second.
func rateNs(bytes int64, mbs float64) int64 { return int64(float64(bytes) * 1000 / mbs) }

// enter takes a command through the interface and returns when it begins.
func (f *Flash) enter(length, iops int64, mbs float64) int64 {
	begin := max(f.sim.Now(), f.front)
	f.front = begin + max(1_000_000_000/iops, rateNs(length, mbs))
	return begin
}

// read returns when a read that is given to the drive now will be complete.
func (f *Flash) read(length int64) int64 {
	h := &f.hardware
	begin := f.enter(length, h.ReadIOPS, h.ReadMBs)
	ns := f.delay.draw(int64(h.ReadUs * 1000))
	if f.drained > begin && f.rnd.Intn(h.Channels) == 0 {
		ns += programLeast + f.rnd.Intn(programMore)
	}
	end := begin
	for left := length; left > 0; left -= dieBytes {
		end = max(end, f.useChannel(begin, ns))
	}
	return end + rateNs(max(0, length-pageSize), h.ReadMBs)
}

// useChannel makes the channel that is free first busy and returns when it is
// done.
func (f *Flash) useChannel(begin, ns int64) int64 {
	c := f.channels
	end := max(begin, c[0]) + ns
	i := 0
	for {
		child := 2*i + 1
		if child >= len(c) {
			break
		}
		if child+1 < len(c) && c[child+1] < c[child] {
			child++
		}
		if c[child] >= end {
			break
		}
		c[i] = c[child]
		i = child
	}
	c[i] = end
	return end
}

// write returns when a write that is given to the drive now will be
// acknowledged.
func (f *Flash) write(off, length int64) int64 {
	h := &f.hardware
	at := max(f.enter(length, h.BurstIOPS, h.WriteMBs), f.admitted)
	f.forget(at)
	for f.count > 0 && f.bytes+length > f.room {
		at = f.buffer[f.head].until
		f.drop()
	}
	f.admitted = at
	if at > f.drained {
		f.fold(at - f.drained)
		f.drained = at
	}
	f.drained += f.drainNs(off, length)
	f.push(buffered{bytes: length, until: f.drained})
	f.dirty = true
	return at + int64(h.WriteUs*1000)
}

// drainNs returns how long the way of a write from memory to flash takes.
func (f *Flash) drainNs(off, length int64) int64 {
	h := &f.hardware
	random := !f.continues(off, off+length)
	if f.fast >= length {
		f.fast -= length
		ns := rateNs(length, h.WriteMBs)
		if random {
			ns = max(ns, 1_000_000_000/h.BurstIOPS)
		}
		return ns
	}
	ns := rateNs(length, h.SustainedMBs)
	if random {
		ns = max(ns, (length+flashUnit-1)/flashUnit*1_000_000_000/h.SustainedIOPS)
	}
	return ns
}

// continues reports whether a write goes on where a recent one ended, and
// remembers its end.
func (f *Flash) continues(off, end int64) bool {
	for i := range f.ends {
		if f.ends[i] == off {
			f.ends[i] = end
			return true
		}
	}
	f.ends[f.oldest] = end
	f.oldest = (f.oldest + 1) % streams
	return false
}

// fold frees fast flash in a time without writes.
func (f *Flash) fold(ns int64) {
	size := int64(f.hardware.SLCGB * 1e9)
	if ns > size { // at 1e9 bytes a second it takes size ns at most
		ns = size
	}
	f.fast = min(size, f.fast+ns*(foldRate/1_000_000_000))
}

// forget drops the writes that have reached flash.
func (f *Flash) forget(now int64) {
	for f.count > 0 && f.buffer[f.head].until <= now {
		f.drop()
	}
}

func (f *Flash) drop() {
	f.bytes -= f.buffer[f.head].bytes
	f.head = (f.head + 1) & (len(f.buffer) - 1)
	f.count--
}

func (f *Flash) push(b buffered) {
	if f.count == len(f.buffer) {
		grown := make([]buffered, 2*len(f.buffer))
		n := copy(grown, f.buffer[f.head:])
		copy(grown[n:], f.buffer[:f.head])
		f.buffer, f.head = grown, 0
	}
	f.buffer[(f.head+f.count)&(len(f.buffer)-1)] = b
	f.count++
	f.bytes += b.bytes
}

// Fire completes a command.
func (d *flashDone) Fire(slot uint32) { (*Flash)(d).complete(int16(slot)) }

// Flush is FLUSH CACHE; see [Device]. Flushes are served one after the other;
// one that nothing has been written for since the last is a formality.
func (f *Flash) Flush(done sim.Handler, arg uint32) {
	h := &f.hardware
	now := f.sim.Now()
	ns := int64(h.FlushUs * 1000)
	if !h.PLP && !f.dirty {
		ns = int64(h.WriteUs * 1000)
	}
	end := max(now, f.flushing) + ns
	if !h.PLP {
		end = max(end, f.drained)
	}
	f.flushing, f.dirty = end, false
	f.flushes = append(f.flushes, flush{done: done, arg: arg})
	f.sim.At(end, sim.PrioDevice, f.flushed, 0)
}

// Fire completes the oldest flush.
func (d *flashFlush) Fire(uint32) {
	f := (*Flash)(d)
	first := f.flushes[0]
	f.flushes = append(f.flushes[:0], f.flushes[1:]...)
	f.stats.Flushes++
	first.done.Fire(first.arg)
}
