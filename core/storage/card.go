package storage

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// Card is a memory card. Create it with [NewCard].
//
// It serves one command at a time. A random transfer costs what the card's
// measurements say for 4 and 8 kB, and beyond that the sequential rate; one that
// continues the transfer of its direction before costs the sequential rate only.
// After a certain volume of writes the card collects garbage and answers nobody;
// a measured sequential rate, that of gigabytes, contains these pauses. A flush
// after a write brings the card's tables up to date.
type Card struct {
	port
	hardware   hardware.Card
	idleAt     int64    // when the card will be
	ends       [2]int64 // where the last read and the last write ended
	streamMBs  float64  // sequential writes between two pauses, 1e6 bytes a second
	written    int64    // bytes since the last pause
	pauseBytes int64
	dirty      bool // written since the last flush
	busy       int64
	done       sim.Target
	flushed    sim.Target
	flushes    []flush
}

// The card's events, each a handler of its own.
type (
	cardDone  Card // the command in slot arg is complete
	cardFlush Card // the oldest flush is complete
)

// NewCard returns an idle card.
func NewCard(s *sim.Sim, h hardware.Card) *Card {
	c := &Card{
		port:       newPort(s, 1, int64(h.CapacityGB*1e9)/pageSize*pageSize),
		hardware:   h,
		streamMBs:  h.PauseMB / (h.PauseMB/h.WriteMBs - h.PauseMs/1000),
		pauseBytes: int64(h.PauseMB * 1e6),
	}
	c.done = s.Register((*cardDone)(c))
	c.flushed = s.Register((*cardFlush)(c))
	return c
}

// QueuesFlush reports that a card does one thing after the other.
func (c *Card) QueuesFlush() bool { return false }

// Stats returns the counters.
func (c *Card) Stats() Stats {
	st := c.port.counters()
	st.BusyNs = c.busy - max(0, c.idleAt-c.sim.Now())
	return st
}

// Submit takes a command; see [Device].
func (c *Card) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := c.take(off, length, write, done, arg)
	h := &c.hardware
	var ns int64
	switch {
	case !write && off == c.ends[0]:
		ns = rateNs(length, h.ReadMBs)
	case !write:
		ns = cardNs(length, h.Read4kUs, h.Read8kUs, h.ReadMBs)
	case off == c.ends[1]:
		ns = rateNs(length, c.streamMBs)
	default:
		ns = cardNs(length, h.Write4kUs, h.Write8kUs, c.streamMBs)
	}
	if !write {
		c.ends[0] = off + length
	} else {
		c.ends[1] = off + length
		c.dirty = true
		if c.written += length; c.written >= c.pauseBytes {
			c.written -= c.pauseBytes
			ns += int64(h.PauseMs * 1e6)
		}
	}
	c.sim.At(c.occupy(ns), sim.PrioDevice, c.done, uint32(s))
}

// cardNs returns the duration of a random transfer.
func cardNs(length int64, us4k, us8k, rate float64) int64 {
	if length <= halfSize {
		return int64(us4k * 1000)
	}
	return int64(us8k*1000) + rateNs(length-pageSize, rate)
}

// occupy makes the card busy and returns when it will be done.
func (c *Card) occupy(ns int64) int64 {
	c.idleAt = max(c.sim.Now(), c.idleAt) + ns
	c.busy += ns
	return c.idleAt
}

// Fire completes a command.
func (d *cardDone) Fire(slot uint32) { (*Card)(d).complete(int16(slot)) }

// Flush writes the card's tables, if anything has changed; see [Device].
func (c *Card) Flush(done sim.Handler, arg uint32) {
	var ns int64
	if c.dirty {
		ns = int64(c.hardware.FlushUs * 1000)
		c.dirty = false
	}
	c.flushes = append(c.flushes, flush{done: done, arg: arg})
	c.sim.At(c.occupy(ns), sim.PrioDevice, c.flushed, 0)
}

// Fire completes the oldest flush.
func (f *cardFlush) Fire(uint32) {
	c := (*Card)(f)
	first := c.flushes[0]
	c.flushes = append(c.flushes[:0], c.flushes[1:]...)
	c.stats.Flushes++
	first.done.Fire(first.arg)
}
