package lock

import (
	"math"
	"slices"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

const us = sim.Microsecond

func TestFreeLockTakesNoTime(t *testing.T) {
	s := sim.New()
	l := NewLWLock(s, 100*us)
	s.Go("alone", func(p *sim.Proc) {
		for range 3 {
			l.Acquire(p, result.WaitWALLock)
			l.Release()
		}
		if p.Now() != 0 || p.Booked()[result.WaitWALLock] != 0 {
			t.Errorf("taking a free lock lasted until %d", p.Now())
		}
	})
	for s.Step(1) {
	}
	if l.Stats.Acquired() != 3 || l.Stats.Blocked != 0 {
		t.Errorf("%d acquisitions, %d contended; want 3 and 0", l.Stats.Acquired(), l.Stats.Blocked)
	}
}

// TestBarging: while the first waiter is on its way, whoever comes by takes the
// lock; the waiter finds it held and queues again, at the end.
func TestBarging(t *testing.T) {
	s := sim.New()
	l := NewLWLock(s, 100*us)
	var order []string
	take := func(name string, at, hold int64) {
		s.Go(name, func(p *sim.Proc) {
			p.Sleep(at)
			l.Acquire(p, result.WaitWALLock)
			order = append(order, name)
			p.Sleep(hold)
			l.Release()
		})
	}
	take("holder", 0, 10*us)
	take("first waiter", 1*us, us)      // woken at 10, runs at 110, finds it held
	take("second waiter", 2*us, 500*us) // woken at 150 by the barger, runs at 250
	take("barger", 50*us, 100*us)
	for s.Step(1) {
	}
	if want := []string{"holder", "barger", "second waiter", "first waiter"}; !slices.Equal(order, want) {
		t.Errorf("the lock went to %q, want %q", order, want)
	}
	if l.Stats.Acquired() != 4 || l.Stats.Blocked != 2 {
		t.Errorf("%d acquisitions, %d contended; want 4 and 2", l.Stats.Acquired(), l.Stats.Blocked)
	}
}

// TestOneWakeUpAtATime: as long as a woken process has not run, releases wake
// nobody else (releaseOK).
func TestOneWakeUpAtATime(t *testing.T) {
	s := sim.New()
	l := NewLWLock(s, 100*us)
	var got []int64
	for range 3 {
		s.Go("waiter", func(p *sim.Proc) {
			p.Sleep(us)
			l.Acquire(p, result.WaitWALLock)
			got = append(got, p.Now())
			l.Release()
		})
	}
	s.Go("busy", func(p *sim.Proc) {
		l.Acquire(p, result.WaitWALLock)
		p.Sleep(10 * us)
		l.Release() // wakes the first waiter, which runs at 110
		for range 5 {
			l.Acquire(p, result.WaitWALLock)
			p.Sleep(us)
			l.Release() // at 11 to 15: wakes nobody
		}
	})
	for s.Step(1) {
	}
	if want := []int64{110 * us, 210 * us, 310 * us}; !slices.Equal(got, want) {
		t.Errorf("the waiters got the lock at %d, want one wake-up after the other: %d", got, want)
	}
}

func TestWaitingIsBooked(t *testing.T) {
	s := sim.New()
	l := NewLWLock(s, 20*us)
	s.Go("holder", func(p *sim.Proc) {
		l.Acquire(p, result.WaitWALLock)
		p.Sleep(30 * us)
		l.Release()
	})
	s.Go("waiter", func(p *sim.Proc) {
		p.Enter(result.WaitWALWrite)
		l.Acquire(p, result.WaitWALLock)
		if got := p.Booked()[result.WaitWALLock]; got != 50*us {
			t.Errorf("%d ns are booked as waiting for the lock, want 50 µs", got)
		}
		if p.Enter(result.WaitIdle) != result.WaitWALWrite {
			t.Error("the caller's reason is lost")
		}
		l.Release()
	})
	for s.Step(1) {
	}
}

// TestNobodyIsForgotten runs a random crowd: the lock never has two holders,
// and everyone gets it in the end.
func TestNobodyIsForgotten(t *testing.T) {
	for seed := range uint64(20) {
		s := sim.New()
		rnd := sim.NewRand(seed, "crowd")
		l := NewLWLock(s, rnd.Intn(3)*5*us)
		held, finished := false, 0
		for range 15 {
			s.Go("client", func(p *sim.Proc) {
				for range 100 {
					p.Sleep(rnd.Intn(20 * us))
					l.Acquire(p, result.WaitWALLock)
					if held {
						t.Error("two processes hold the lock")
					}
					held = true
					p.Sleep(rnd.Intn(3 * us))
					held = false
					l.Release()
				}
				finished++
			})
		}
		for s.Step(1000) {
		}
		if finished != 15 || l.Stats.Acquired() != 1500 {
			t.Errorf("seed %d: %d of 15 clients finished, %d acquisitions", seed, finished, l.Stats.Acquired())
		}
		s.Halt()
	}
}

// convoy lets clients take the lock after exponential think times and returns
// acquisitions a second and the share that was blocked.
func convoy(clients int, thinkNs, holdNs, wakeNs float64) (rate, blocked float64) {
	s := sim.New()
	l := NewLWLock(s, int64(wakeNs))
	for i := range clients {
		rnd := sim.NewRand(uint64(i), "convoy")
		s.Go("client", func(p *sim.Proc) {
			for {
				p.Sleep(int64(rnd.Exp() * thinkNs))
				l.Acquire(p, result.WaitWALLock)
				p.Sleep(int64(holdNs))
				l.Release()
			}
		})
	}
	for s.Step(1000) && s.Now() < 100*sim.Millisecond {
	}
	a, c, from := l.Stats.Acquired(), l.Stats.Blocked, s.Now()
	for s.Step(1000) && s.Now() < sim.Second {
	}
	s.Halt()
	n := float64(l.Stats.Acquired() - a)
	return n / (float64(s.Now()-from) / 1e9), float64(l.Stats.Blocked-c) / n
}

// TestConvoyLaw: with hold time h and wake-up time w and enough clients, the
// rate is min(1/h, 1/sqrt(h*w)) whatever their number, and the share blocked is
// rate*h. The first case is a published simulation of select-only pgbench on a
// machine with 64 hardware threads, which would do 160,000 transactions a second
// without the lock: 1.19 acquisitions a transaction, 46,600 transactions a
// second, 11.3 % blocked. The law is for many thinking clients.
func TestConvoyLaw(t *testing.T) {
	rate, blocked := convoy(64, 64*1e9/160_000/1.19, 2000, 160_000)
	if tps := rate / 1.19; math.Abs(tps/46600-1) > 0.10 {
		t.Errorf("%.0f transactions a second, want 46,600 within 10 %%", tps)
	}
	t.Logf("%.0f transactions a second, %.1f %% blocked", rate/1.19, 100*blocked)
	if math.Abs(blocked/0.113-1) > 0.10 {
		t.Errorf("%.1f %% of the acquisitions were blocked, want 11.3 %% within 10 %%", 100*blocked)
	}
	for _, test := range []struct {
		clients              int
		think, hold, wake    float64
		wantRate, wantShared float64
	}{
		{48, 400_000, 2000, 160_000, 55_902, 0.112},
		{128, 400_000, 2000, 160_000, 55_902, 0.112},
		{64, 400_000, 1000, 200_000, 70_711, 0.071},
	} {
		rate, blocked := convoy(test.clients, test.think, test.hold, test.wake)
		if math.Abs(rate/test.wantRate-1) > 0.10 || math.Abs(blocked/test.wantShared-1) > 0.10 {
			t.Errorf("%d clients, hold %v, wake %v: %.0f a second, %.4f blocked; the law says %.0f and %.3f",
				test.clients, test.hold, test.wake, rate, blocked, test.wantRate, test.wantShared)
		}
	}
	// Few clients don't queue.
	if rate, _ := convoy(2, 1_000_000, 2000, 160_000); rate < 1900 || rate > 2100 {
		t.Errorf("two clients that think for 1 ms take the lock %.0f times a second, want 2,000", rate)
	}
}
