package lock

import "clocksweep/core/sim"

// LWLock is an exclusive lightweight lock as in 7.4 to 9.4
// (src/backend/storage/lmgr/lwlock.c): a free lock is taken even if others
// queue for it, and a release wakes the first waiter, which has to try again
// and may lose. Until the woken one has run, further releases wake nobody.
type LWLock struct {
	s      *sim.Sim
	wakeNs int64
	held   bool
	waking bool // releaseOK is off: a woken process has not run yet
	queue  sim.List
	watch  sim.List // those who only wait until the lock is free

	Acquired  int64 // acquisitions
	Contended int64 // of these, the ones that had to sleep at least once
}

// NewLWLock returns a free lock. wakeNs is the time in nanoseconds from
// the wake-up of a sleeping process until it runs.
func NewLWLock(s *sim.Sim, wakeNs int64) *LWLock {
	return &LWLock{s: s, wakeNs: wakeNs}
}

// Acquire takes the lock for p; the time it waits is booked under w.
func (l *LWLock) Acquire(p *sim.Proc, w sim.Wait) {
	l.Acquired++
	if l.held {
		l.Contended++
		outer := p.Enter(w)
		for l.held {
			l.queue.Wait(p)
			p.Sleep(l.wakeNs)
			l.waking = false
		}
		p.Enter(outer)
	}
	l.held = true
}

// AcquireOrWait takes the lock for p if it is free and reports true. If not, it
// waits until the lock is given back, without taking it, and reports false: who
// holds it may have done what p needs (LWLockAcquireOrWait, 9.2 and later). All
// who wait so are woken at once.
func (l *LWLock) AcquireOrWait(p *sim.Proc, w sim.Wait) bool {
	if !l.held {
		l.Acquired++
		l.held = true
		return true
	}
	l.Contended++
	outer := p.Enter(w)
	l.watch.Wait(p)
	p.Sleep(l.wakeNs)
	p.Enter(outer)
	return false
}

// Release gives the lock back; only its holder may call it.
func (l *LWLock) Release() {
	l.held = false
	l.watch.WakeAll(l.s)
	if !l.waking && l.queue.WakeOne(l.s) {
		l.waking = true
	}
}
