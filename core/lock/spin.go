package lock

import (
	"clocksweep/core/cpu"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// SpinRules are how the processes of a release wait for a spinlock
// (src/backend/storage/lmgr/s_lock.c): each tries a number of times, then sleeps
// longer and longer until it finds the lock free.
type SpinRules struct {
	// SpinNs is the processor time of one try.
	SpinNs int64
	// HandoverNs is the time from a release until the next process, which was
	// spinning, has the lock: the transfer of a cache line.
	HandoverNs int64
	// Adaptive says that a process learns how long spinning pays (8.1 and
	// later), and that the first sleep is 1 ms, not 10 ms.
	Adaptive bool
	// Delays counts the sleeps of all processes (spindelay of LWLOCK_STATS).
	Delays int64
}

// The numbers of tries, and the sleeps in ns.
const (
	spinsDefault = 100
	spinsLeast   = 10
	spinsMost    = 1000
	spinsGain    = 100 // for a lock that came free without a sleep
	delayMost    = sim.Second
)

// Spinner is a process as one that takes spinlocks. Create it with
// [NewSpinner].
type Spinner struct {
	rules *SpinRules
	t     *cpu.Task
	rnd   sim.Rand
	spins int64 // spins_per_delay
}

// NewSpinner returns the state of a process that has not met a busy lock yet.
func NewSpinner(rules *SpinRules, t *cpu.Task, rnd sim.Rand) Spinner {
	return Spinner{rules: rules, t: t, rnd: rnd, spins: spinsDefault}
}

// Spinlock is the time until which a spinlock is taken. Holds are short and their
// length is known, so a process that finds the lock taken for less than it is
// willing to spin is given the time behind those before it.
type Spinlock int64

// preempted is the time of a lock whose holder has lost its hardware thread.
const preempted Spinlock = 1 << 62

// Take takes the lock for hold nanoseconds of processor time, beginning ahead
// nanoseconds of processor time from now, and returns the processor time that
// passes until the end of the hold, ahead included, for the caller to spend.
// Only a process that has to sleep for the lock, or whose slice may end while it
// holds it, lets virtual time pass in the call itself.
func (sp *Spinner) Take(l *Spinlock, ahead, hold int64) (ns int64) {
	now := sp.t.Proc().Now()
	start := Spinlock(now + ahead)
	if *l <= start && !sp.t.Cut(ahead+hold) {
		*l = start + Spinlock(hold)
		return ahead + hold
	}
	return sp.contend(l, ahead, hold)
}

func (sp *Spinner) contend(l *Spinlock, ahead, hold int64) (ns int64) {
	p := sp.t.Proc()
	delay := int64(0)
	for {
		spinning := max(0, int64(*l)-p.Now()-ahead)
		if most := sp.spins * sp.rules.SpinNs; spinning > most {
			sp.t.Spend(ahead + most)
			delay = sp.sleep(delay)
			ahead = 0
			continue
		}
		if delay == 0 && spinning > 0 && sp.rules.Adaptive {
			sp.spins = min(sp.spins+spinsGain, spinsMost)
		} else if delay > 0 && sp.rules.Adaptive {
			sp.spins = max(sp.spins-1, spinsLeast)
		}
		if spinning > 0 {
			ahead += spinning + sp.rules.HandoverNs
		}
		break
	}
	if !sp.t.Cut(ahead + hold) {
		*l = Spinlock(p.Now() + ahead + hold)
		return ahead + hold
	}
	*l = preempted
	sp.t.Spend(ahead + hold)
	*l = Spinlock(p.Now())
	return 0
}

// sleep lets the process sleep for the delay after last, and returns it. The first
// is 1 ms, or 10 ms up to 8.0; each next one is longer by a random share of the
// last, up to all of it; beyond a second they begin anew.
func (sp *Spinner) sleep(last int64) (delay int64) {
	unit := 10 * sim.Millisecond
	if sp.rules.Adaptive {
		unit = sim.Millisecond
	}
	if delay = unit; last > 0 {
		delay = last + (sp.rnd.Intn(last)+unit/2)/unit*unit
	}
	if delay > delayMost {
		delay = unit
	}
	sp.rules.Delays++
	p := sp.t.Proc()
	outer := p.Enter(result.WaitLWLock)
	p.Sleep(delay)
	p.Enter(outer)
	return delay
}
