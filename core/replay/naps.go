package replay

import (
	"clocksweep/core/bgwriter"
)

// naps checks how long the background writer (process W, which ran the checkpoints
// too up to 9.1) slept between two rounds.
//
// When it wakes up, the kernel decides, and on the busy core of a recording that may
// be some tens of milliseconds late. So decisions are compared, not microseconds: a
// recorded nap is read as the longest of those that the release knows and that fits
// into the gap. These are bgwriter_delay, the ten seconds of an idle writer (8.0 to
// 9.1), and hibernation, fifty times bgwriter_delay more (9.2 and later).
//
// Hibernation ends with the first allocation. Where it is predicted, a shorter gap
// has to end with one; where it is not, a gap that is too long for lateness must not.
type naps struct {
	proc    int16
	there   bool  // the recording has such a process, and times
	napping bool  // an iteration has ended; what the process does next ends the nap
	at      int64 // µs, when it last did something
	last    Kind  // what that was

	hibernation bgwriter.Hibernation
	can         bool  // the iteration's own answer
	woken       int64 // µs, the first allocation after the normal sleep, -1: none
}

// lateMs is how late a process may come to run after its sleep: in the recordings
// the writer shares its core with the backend, and gaps between rounds of 10 ms are
// up to 45 ms long.
const lateMs = 100

// granularity is what the clock of a sleep may take off a nap: a hundredth, as for
// the naps of a checkpoint.
const granularity = 0.01

func (n *naps) begin(set *Set) {
	n.proc, n.woken = -1, -1
	if set.Release < Release80 || !set.timed() {
		return
	}
	for i, name := range set.Procs {
		if name == "W" {
			n.proc, n.there = int16(i), true
		}
	}
}

// before is called with each event before it is played.
func (n *naps) before(p *Player, i int) {
	e := &p.set.Events[i]
	switch {
	case !n.there:
	case e.Proc == n.proc:
		if n.napping && !p.set.requested(e) && p.predictsWriters() {
			n.awake(p, i)
		}
		n.napping = false
	case e.Kind == Victim && e.Out != 'r' && n.woken < 0 && n.napping && p.now >= n.at+n.delayUs(p):
		n.woken = p.now
	}
}

// after is called with each event after it was played.
func (n *naps) after(p *Player, e *Event) {
	if !n.there || e.Proc != n.proc {
		return
	}
	n.at, n.last = p.now, e.Kind
	switch r := &p.round; e.Kind {
	case CheckDone:
		n.napping = true
	case RoundBegin:
		n.napping = p.set.Release >= Release83 && !r.on // cleaning is off, or there is no line for an end
		n.can = true
	case RoundEnd:
		n.napping = p.set.Release < Release81 || p.set.Release >= Release83 || p.set.extra(e, xEndScan) == scanLRU
		n.can = r.idle
	}
	n.woken = -1
}

func (n *naps) delayUs(p *Player) int64 { return int64(p.set.Settings.DelayMs) * 1000 }

// awake compares the nap that has ended.
func (n *naps) awake(p *Player, i int) {
	e := &p.set.Events[i]
	delay := p.set.Settings.DelayMs
	if p.set.Release >= Release92 {
		n.awake92(p, i)
		return
	}
	predicted := 0
	switch s := &p.set.Settings; {
	case p.set.Release >= Release83:
		predicted = bgwriter.Nap81(s.LRUMaxPages == 0 && !p.checkpoint.on, false, delay)
	case p.set.Release >= Release81:
		predicted = bgwriter.Nap81(p.round.scanning.Off(), false, delay)
	case n.last == CheckDone:
		predicted = bgwriter.Nap80(1, delay)
	default:
		predicted = bgwriter.Nap80(p.round.percent.Examined(), delay)
	}
	p.check(qRoundNaps, e, "nap between rounds, ms", predicted, n.read(p.now-n.at, delay, bgwriter.IdleNapMs))
}

// read returns the longer of two naps in ms if it fits into the gap, else the
// shorter one, else the gap itself.
func (n *naps) read(gapUs int64, short, long int) int {
	for _, ms := range [...]int{max(short, long), min(short, long)} {
		if fits(ms, gapUs) {
			return ms
		}
	}
	return int(gapUs / 1000)
}

func fits(ms int, gapUs int64) bool { return float64(gapUs) >= (1-granularity)*1000*float64(ms) }

// awake92 compares a nap of 9.2 or later.
func (n *naps) awake92(p *Player, i int) {
	e := &p.set.Events[i]
	delay, gap := p.set.Settings.DelayMs, p.now-n.at
	long := delay * (1 + bgwriter.HibernateFactor)
	recorded, predicted := n.read(gap, delay, long), delay
	if n.hibernation.After(n.can, false) {
		predicted = long
	}
	if recorded == delay && (n.woken >= 0 || n.allocating(p, i)) && (predicted == long || fits(delay+lateMs, gap)) {
		recorded = long // cut short by the allocation
	}
	p.check(qRoundNaps, e, "nap between rounds, ms", predicted, recorded)
}

// allocating reports whether an allocation was under way when the writer woke up
// at event i: it asks for the writer before it chooses its victim, and on the one
// core of the recorded servers goes on when the writer sleeps again. Then the
// victim is the next thing that another process does.
func (n *naps) allocating(p *Player, i int) bool {
	for j := i + 1; j < len(p.set.Events); j++ {
		if e := &p.set.Events[j]; e.Proc != n.proc {
			return e.Kind == Victim && e.Out != 'r'
		}
	}
	return false
}
