package lock

import (
	"slices"

	"clocksweep/core/sim"
)

// Mode is how a lightweight lock is held or wanted.
type Mode uint8

// The modes. untilFree is that of a process that waits for the release and does
// not want the lock (LW_WAIT_UNTIL_FREE).
const (
	Exclusive Mode = iota
	Shared
	untilFree
)

// LWLock is a lightweight lock (src/backend/storage/lmgr/lwlock.c): a lock that
// is free for a mode is taken even if others queue for it, and a release wakes
// the first in the queue, who has to try again and may lose. Until the woken one
// has run, further releases wake nobody (releaseOK).
//
// Up to 9.4 a release wakes the first waiter alone if it wants the lock for
// itself, else the unbroken run of others at the head of the queue. From 9.5 on,
// where the state is one atomic word, all who want to share are woken together,
// wherever they stand; and who only waits for the release goes to the head.
type LWLock struct {
	s      *sim.Sim
	wakeNs int64
	atomic bool
	mutex  Spinlock // guards the fields below, up to 9.4

	// Holds whose end is not known yet.
	exclusive bool
	shared    int32
	// Ends of the holds given back in advance; see ReleaseAfter.
	exclusiveUntil, sharedUntil int64

	mutexNs int64
	waking  bool // releaseOK is off: a woken process has not run yet
	queue   []waiter
	woken   []*sim.Proc // memory of wake

	target     sim.Target // of the end of a hold that somebody waits for
	registered bool
	due        bool // such an event is scheduled

	Stats Stats
}

type waiter struct {
	p    *sim.Proc
	mode Mode
}

// Stats are the counts that LWLOCK_STATS prints for a lock.
type Stats struct {
	Shared    int64 // acquisitions
	Exclusive int64
	Blocked   int64 // of these, the ones that had to sleep at least once
}

// Acquired returns the acquisitions in both modes.
func (s *Stats) Acquired() int64 { return s.Shared + s.Exclusive }

// NewLWLock returns a free lock as of 9.4 and before. wakeNs is the time in
// nanoseconds from the wake-up of a sleeping process until it could run.
func NewLWLock(s *sim.Sim, wakeNs int64) *LWLock {
	return &LWLock{s: s, wakeNs: wakeNs}
}

// NewAtomicLWLock returns a free lock as of 9.5 and later.
func NewAtomicLWLock(s *sim.Sim, wakeNs int64) *LWLock {
	return &LWLock{s: s, wakeNs: wakeNs, atomic: true}
}

// Acquire takes the lock for p alone; the time it waits is booked under w.
func (l *LWLock) Acquire(p *sim.Proc, w sim.Wait) { l.acquire(p, nil, Exclusive, w) }

// AcquireIn is Acquire in either mode.
func (l *LWLock) AcquireIn(p *sim.Proc, mode Mode, w sim.Wait) { l.acquire(p, nil, mode, w) }

// AcquireOn is Acquire, in either mode, for a process that keeps its hardware
// thread unless it has to wait; once woken it needs one to try again. Up to 9.4
// every attempt takes a spinlock for mutexNs nanoseconds, which is meant to cover
// the release, too.
func (l *LWLock) AcquireOn(sp *Spinner, mode Mode, w sim.Wait, mutexNs int64) {
	l.mutexNs = mutexNs
	l.acquire(sp.t.Proc(), sp, mode, w)
}

func (l *LWLock) acquire(p *sim.Proc, sp *Spinner, mode Mode, w sim.Wait) {
	l.count(mode)
	l.enter(sp)
	if !l.freeFor(mode) {
		l.Stats.Blocked++
		outer := p.Enter(w)
		for again := true; again; again = !l.freeFor(mode) {
			l.wait(p, mode)
			if sp != nil {
				sp.t.Enter()
			}
			l.enter(sp)
			l.waking = false
		}
		p.Enter(outer)
	}
	if mode == Exclusive {
		l.exclusive = true
	} else {
		l.shared++
	}
}

// enter takes the spinlock of the lock.
func (l *LWLock) enter(sp *Spinner) {
	if sp == nil || l.atomic || l.mutexNs == 0 {
		return
	}
	ns := sp.Take(&l.mutex, 0, l.mutexNs)
	if ns > l.mutexNs {
		sp.t.Spend(ns - l.mutexNs)
	}
}

func (l *LWLock) count(mode Mode) {
	if mode == Exclusive {
		l.Stats.Exclusive++
	} else {
		l.Stats.Shared++
	}
}

// AcquireOrWait takes the lock for p if it is free and reports true. If not, it
// waits until the lock is given back, without taking it, and reports false: who
// holds it may have done what p needs (LWLockAcquireOrWait, 9.2 and later).
func (l *LWLock) AcquireOrWait(p *sim.Proc, w sim.Wait) bool {
	if l.TryAcquire() {
		return true
	}
	l.Stats.Blocked++
	outer := p.Enter(w)
	l.wait(p, untilFree)
	p.Enter(outer)
	return false
}

// TryAcquire takes the lock if it is free, and reports whether it was
// (LWLockConditionalAcquire).
func (l *LWLock) TryAcquire() bool {
	if !l.freeFor(Exclusive) {
		return false
	}
	l.Stats.Exclusive++
	l.exclusive = true
	return true
}

// wait queues p, which sleeps until a release wakes it.
func (l *LWLock) wait(p *sim.Proc, mode Mode) {
	if mode == untilFree && l.atomic {
		l.queue = slices.Insert(l.queue, 0, waiter{p, mode})
	} else {
		l.queue = append(l.queue, waiter{p, mode})
	}
	l.expect()
	p.Park()
	p.Sleep(l.wakeNs)
}

// freeFor reports whether a process could take the lock now.
func (l *LWLock) freeFor(mode Mode) bool {
	now := l.s.Now()
	if l.exclusive || now < l.exclusiveUntil {
		return false
	}
	return mode == Shared || l.shared == 0 && now >= l.sharedUntil
}

// Release gives the lock back from the mode in which it was acquired; only a
// holder may call it.
func (l *LWLock) Release() {
	if l.exclusive {
		l.exclusive = false
	} else {
		l.shared--
	}
	l.released()
}

// ReleaseAfter gives back, ns nanoseconds from now, a hold acquired at this very
// instant. Nobody has to come back at that time: if nobody has come to wait by
// then, the end of the hold costs nothing.
func (l *LWLock) ReleaseAfter(ns int64) {
	until := l.s.Now() + ns
	if l.exclusive {
		l.exclusive = false
		l.exclusiveUntil = until
	} else {
		l.shared--
		l.sharedUntil = max(l.sharedUntil, until)
	}
	l.expect()
}

// Pass shares the lock for hold nanoseconds of processor time that begin ahead
// nanoseconds from now and gives it back in advance, if nobody will have it for
// himself then. It returns the processor time until the end of the hold, or, if
// ok is false, what the process has come to owe meanwhile. Up to 9.4 the attempt
// takes a spinlock for mutexNs nanoseconds, as [LWLock.AcquireOn] does.
//
// Who wants the lock for himself within the time ahead waits although the hold has
// not begun: that time is to be short, a fraction of a microsecond.
func (l *LWLock) Pass(sp *Spinner, ahead, hold, mutexNs int64) (ns int64, ok bool) {
	if !l.atomic && mutexNs > 0 {
		ahead = max(sp.Take(&l.mutex, ahead, mutexNs)-mutexNs, 0)
	}
	now := l.s.Now()
	if l.exclusive || now+ahead < l.exclusiveUntil || sp.t.Cut(ahead+hold) {
		return ahead, false
	}
	l.Stats.Shared++
	l.sharedUntil = max(l.sharedUntil, now+sp.t.Wall(ahead+hold))
	return ahead + hold, true
}

// Exclusive reports whether a process has the lock for itself until it is released.
func (l *LWLock) Exclusive() bool { return l.exclusive }

// Idle reports whether nobody holds the lock or waits for it.
func (l *LWLock) Idle() bool {
	now := l.s.Now()
	return !l.due && !l.waking && len(l.queue) == 0 && l.freeFor(Exclusive) && int64(l.mutex) <= now
}

// released wakes those whose turn it is if nobody holds the lock any more.
func (l *LWLock) released() {
	if l.freeFor(Exclusive) {
		l.wake()
	} else {
		l.expect()
	}
}

// expect schedules the end of the last hold that was given back in advance, if
// somebody waits for it.
func (l *LWLock) expect() {
	if l.due || len(l.queue) == 0 || l.exclusive || l.shared > 0 {
		return
	}
	if !l.registered {
		l.target, l.registered = l.s.Register(l), true
	}
	l.due = true
	l.s.At(max(l.exclusiveUntil, l.sharedUntil), sim.PrioProcess, l.target, 0)
}

// Fire is the end of a hold that was given back in advance.
func (l *LWLock) Fire(uint32) {
	l.due = false
	if len(l.queue) > 0 {
		l.released()
	}
}

// wake is what a release does that leaves the lock free.
func (l *LWLock) wake() {
	if l.waking {
		return
	}
	l.woken = l.woken[:0]
	rest := l.queue[:0]
	stop, shared := false, false
	for _, w := range l.queue {
		switch {
		case stop:
			rest = append(rest, w)
			continue
		case w.mode == Exclusive && shared:
			rest = append(rest, w)
			stop = !l.atomic
			continue
		case w.mode == Exclusive:
			stop = true
		case w.mode == Shared:
			shared = true
		}
		l.waking = l.waking || w.mode != untilFree
		l.woken = append(l.woken, w.p)
	}
	l.queue = rest
	for _, p := range l.woken {
		l.s.Wake(p)
	}
}
