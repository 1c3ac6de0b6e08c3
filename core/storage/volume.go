package storage

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// Volume is a cloud volume. Create it with [NewVolume].
//
// All of its I/O, whatever file it is for, shares the token buckets: one of
// I/Os, one of bytes, and where the volume bursts one of credits. An I/O costs
// one token for each 256 kB; one that continues the I/O before it, while that
// one still waits for its token, is merged with it up to this length. What has
// its tokens takes a random time that doesn't depend on how much else is under
// way. A flush has nothing to do: an acknowledged write is on several servers.
type Volume struct {
	port
	ios, credits, bytes bucket
	bursts              bool
	perIO               int64 // bytes of one token
	readNs, writeNs     int64 // median
	delay               delay

	lastEnd   int64 // where the last I/O ended
	lastWrite bool
	lastLen   int64 // of all that were merged into it
	lastPass  int64 // when it has its tokens

	flushes []flush
	done    sim.Target
	flushed sim.Target
}

// The volume's events, each a handler of its own.
type (
	volumeDone  Volume // the command in slot arg is complete
	volumeFlush Volume // the flushes are complete
)

// NewVolume returns a volume with full buckets. IOPS and MiBs of the record are
// those in force.
func NewVolume(s *sim.Sim, h hardware.Volume, seed uint64, name string) *Volume {
	v := &Volume{
		port:    newPort(s, int(h.InFlight), h.CapacityGiB<<30),
		bytes:   newBucket(h.MiBs<<20, h.MiBs<<20*h.PauseFreeMs/1000),
		perIO:   h.KiBPerIO << 10,
		readNs:  int64(h.ReadUs * 1000),
		writeNs: int64(h.WriteUs * 1000),
		delay:   newDelay(h.Sigma, seed, name),
	}
	rate := h.IOPS
	if h.Credits > 0 && h.BurstIOPS > h.IOPS {
		v.bursts = true
		v.credits = newBucket(h.IOPS, h.Credits)
		rate = h.BurstIOPS
	}
	v.ios = newBucket(rate, max(1, rate*h.PauseFreeMs/1000))
	v.done = s.Register((*volumeDone)(v))
	v.flushed = s.Register((*volumeFlush)(v))
	return v
}

// QueuesFlush reports that a volume takes a flush at any time.
func (v *Volume) QueuesFlush() bool { return true }

// Stats returns the counters. There is no part that is at work by itself.
func (v *Volume) Stats() Stats {
	st := v.port.counters()
	st.BusyNs = st.UtilNs
	return st
}

// Submit takes a command; see [Device].
func (v *Volume) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := v.take(off, length, write, done, arg)
	pass := v.pass(off, length, write)
	median := v.readNs
	if write {
		median = v.writeNs
	}
	v.sim.At(pass+v.delay.draw(median), sim.PrioDevice, v.done, uint32(s))
}

// pass takes an I/O's tokens out and returns when it has them.
func (v *Volume) pass(off, length int64, write bool) int64 {
	now := v.sim.Now()
	tokens := (length + v.perIO - 1) / v.perIO
	if off == v.lastEnd && write == v.lastWrite && v.lastPass > now {
		whole := (v.lastLen + length + v.perIO - 1) / v.perIO
		tokens = whole - (v.lastLen+v.perIO-1)/v.perIO
		v.lastLen += length
	} else {
		v.lastLen = length
	}
	v.lastEnd, v.lastWrite = off+length, write
	at := max(v.bytes.ready(now, length), v.ios.ready(now, tokens))
	if v.bursts {
		at = max(at, v.credits.ready(now, tokens))
		v.credits.take(at, tokens)
	}
	v.bytes.take(at, length)
	v.ios.take(at, tokens)
	v.lastPass = at
	return at
}

// Fire completes a command.
func (d *volumeDone) Fire(slot uint32) { (*Volume)(d).complete(int16(slot)) }

// Flush completes at once; see [Device].
func (v *Volume) Flush(done sim.Handler, arg uint32) {
	v.flushes = append(v.flushes, flush{done: done, arg: arg})
	v.sim.At(v.sim.Now(), sim.PrioDevice, v.flushed, 0)
}

// Fire completes the oldest flush.
func (f *volumeFlush) Fire(uint32) {
	v := (*Volume)(f)
	first := v.flushes[0]
	v.flushes = append(v.flushes[:0], v.flushes[1:]...)
	v.stats.Flushes++
	first.done.Fire(first.arg)
}
