package replay

import "clocksweep/core/checkpointer"

// triggers checks when checkpoint_timeout begins a checkpoint, in 8.0 and later.
//
// The server compares readings of its clock in whole seconds; how far into a
// second the previous checkpoint began is not recorded. Up to 9.1 the background
// writer asks in each of its iterations, and each answer bounds that fraction: an
// answer is predicted if some fraction agrees with it and with all before. From
// 9.2 on the checkpointer sleeps the whole seconds that are left when the
// checkpoint before has ended; predicted is how many.
//
// Before the first checkpoint time counts from the start of the process, which is
// when the background writer's first line was written.
type triggers struct {
	there     bool
	known     bool
	since     int64   // µs: the start of the last checkpoint, or of the process
	low, high float64 // bounds of the fraction of a second at that moment
	ended     int64   // µs: when the process went to sleep (9.2 and later)
}

func (t *triggers) begin(set *Set) {
	t.there = set.Release >= Release80 && set.timed()
}

// Bits of a KS line's flags that say that time was the cause.
const (
	flagTime83 = 0x20
	flagTime96 = 0x80
	flagTime   = 0x100 // 15
)

// byTime reports whether an event begins a checkpoint because of
// checkpoint_timeout. In 8.0 to 8.2 all others are forced.
func (s *Set) byTime(e *Event) bool {
	if e.Kind != CheckStart {
		return false
	}
	flags := s.extra(e, xFlags)
	switch {
	case s.Release < Release83:
		return s.extra(e, xShutdown) != 1 && s.extra(e, xForce) != 1
	case flags == None:
		return false
	case s.Release < Release92:
		return flags&flagTime83 != 0
	case s.Release < 1000:
		return flags&flagTime96 != 0
	}
	return flags&flagTime != 0
}

// requested reports whether an event begins a checkpoint that somebody asked for,
// which ends a nap.
func (s *Set) requested(e *Event) bool { return e.Kind == CheckStart && !s.byTime(e) }

// before is called with each event before it is played.
func (t *triggers) before(p *Player, e *Event) {
	if !t.there || !p.predictsWriters() {
		return
	}
	switch e.Kind {
	case RoundBegin:
		if !t.known {
			t.from(p.now)
			t.ended = p.now
		} else if p.set.Release < Release92 && !p.checkpoint.on {
			t.asked(p, e, false)
		}
	case CheckStart:
		if t.known && p.set.byTime(e) {
			t.asked(p, e, true)
		}
		t.from(p.now)
	case CheckDone:
		t.ended = p.now
	}
}

func (t *triggers) from(now int64) { t.known, t.since, t.low, t.high = true, now, 0, 1 }

// asked compares an answer to the question whether a checkpoint is due.
func (t *triggers) asked(p *Player, e *Event, due bool) {
	timeout := p.set.Settings.TimeoutS
	passed := float64(p.now-t.since) / 1e6
	if p.set.Release >= Release92 {
		t.slept(p, e, float64(t.ended-t.since)/1e6)
		return
	}
	if !due && passed <= float64(timeout-1) {
		return // whatever the fraction is
	}
	// Due from this fraction on.
	bound := float64(timeout) - passed
	low, high := t.low, t.high
	if due {
		low = max(low, bound)
	} else {
		high = min(high, bound)
	}
	possible := low < high && dueAt(low, passed, timeout) == due
	p.check(qTriggers, e, "a checkpoint is due", int(truth(possible == due)), int(truth(due)))
	if possible {
		t.low, t.high = low, high
	}
}

// dueAt asks the rule itself, for a checkpoint that began at that fraction of a
// second.
func dueAt(fraction, passed float64, timeout int) bool {
	start := int64(fraction*1e9) + 1
	return checkpointer.TimeDue(start+int64(passed*1e9), start, timeout)
}

// slept compares the whole seconds that the checkpointer of 9.2 and later slept
// after the last checkpoint. awake is how long it had been since that one began.
func (t *triggers) slept(p *Player, e *Event, awake float64) {
	left := p.set.Settings.TimeoutS - int(awake)
	recorded := int((p.now - t.ended) / 1e6)
	if recorded == left-1 && awake > float64(int(awake)) {
		left-- // the clock had gone on to the next second
	}
	p.check(qTriggers, e, "whole seconds slept before a checkpoint", left, recorded)
}
