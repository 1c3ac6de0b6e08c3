package server

import "clocksweep/core/sim"

// alarm is a nap that something else can end early: pg_usleep, which a signal
// interrupts.
type alarm struct {
	p       *sim.Proc
	target  sim.Target
	nap     uint32 // number of the present nap
	napping bool
}

func newAlarm(p *sim.Proc) *alarm {
	a := &alarm{p: p}
	a.target = p.Sim().Register(a)
	return a
}

// Fire ends nap number n, unless it has ended already.
func (a *alarm) Fire(n uint32) {
	if n == a.nap {
		a.ring()
	}
}

// sleep parks the process for ns nanoseconds or until ring is called.
func (a *alarm) sleep(ns int64) {
	a.nap++
	a.napping = true
	a.p.Sim().At(a.p.Now()+ns, sim.PrioProcess, a.target, a.nap)
	a.p.Park()
}

// ring ends the nap if there is one.
func (a *alarm) ring() {
	if a.napping {
		a.napping = false
		a.p.Sim().Wake(a.p)
	}
}
