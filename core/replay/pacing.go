package replay

// pace checks when a paced checkpoint (8.3 and later) naps. The server compares
// the share of pages done with the share of time that has passed since the start,
// which it keeps in whole seconds; how far into a second the start was is not
// recorded. Each decision bounds that fraction: from above if it was a nap, from
// below if not. A decision is predicted if some fraction agrees with it and all
// before. The share of WAL is left out: in the recordings WAL is far behind time.
type pace struct {
	timed     bool // the trace has times
	immediate bool
	start     int64 // µs on the player's clock
	low, high float64
	waiting   bool // a decision is due
	progress  float64
	at        int64
}

// Bits of a KS line's flags.
const (
	flagShutdown    = 0x1
	flagImmediate83 = 0x2
	flagImmediate96 = 0x4
)

// napUs is the nap of 9.2 and later, as seen from outside: 100 ms, less what the
// clock's granularity takes off.
const napUs = 99_000

func (c *pace) begin(p *Player, e *Event) {
	flags := p.set.extra(e, xFlags)
	immediate := flagImmediate96
	if p.set.Release < Release92 {
		immediate = flagImmediate83
	}
	*c = pace{
		timed:     p.set.timed() && p.set.Release >= Release83,
		immediate: flags == None || flags&(flagShutdown|immediate) != 0,
		start:     p.now, high: 1e6,
	}
}

// timed reports whether the trace has times.
func (s *Set) timed() bool {
	for i := range s.Events {
		if s.Events[i].Dt > 0 {
			return true
		}
	}
	return false
}

// due: a page is done, with this share of all.
func (c *pace) due(p *Player, progress float64) {
	c.waiting, c.progress, c.at = c.timed, progress, p.now
}

// decided: the next event of the checkpoint shows how the decision was.
func (c *pace) decided(p *Player, e *Event, progress float64, round bool) {
	if !c.waiting {
		return
	}
	c.waiting = false
	nap := round
	if p.set.Release >= Release92 {
		nap = p.now-c.at >= napUs
	}
	if c.immediate {
		p.check(qNaps, e, "nap in a checkpoint at full speed", 0, int(truth(nap)))
		return
	}
	// The time, µs after the start, until which the checkpoint is ahead.
	until := float64(progress * p.set.Settings.CompletionTarget * float64(p.set.Settings.TimeoutS) * 1e6)
	low, high := c.low, c.high
	if nap {
		high = min(high, until-float64(c.at-c.start))
	} else {
		low = max(low, until-float64(p.now-c.start))
	}
	possible := low <= high
	p.check(qNaps, e, "nap", int(truth(nap == possible)), int(truth(nap)))
	if possible {
		c.low, c.high = low, high
	}
}
