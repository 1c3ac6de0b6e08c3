package lock

import (
	"slices"
	"testing"

	"clocksweep/core/cpu"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// spinner starts a process that can take spinlocks.
func spinner(s *sim.Sim, c *cpu.CPU, rules *SpinRules, name string, f func(p *sim.Proc, sp *Spinner)) {
	s.Go(name, func(p *sim.Proc) {
		t := c.Task(p)
		sp := NewSpinner(rules, &t, sim.NewRand(3, name))
		f(p, &sp)
	})
}

// TestSpinnersQueueInTime: who finds the lock taken for a short time gets its place
// behind those before, without an event of its own.
func TestSpinnersQueueInTime(t *testing.T) {
	s := sim.New()
	c := cpu.New(s, 8, 8, 1, 0)
	rules := &SpinRules{SpinNs: 50, HandoverNs: 100, Adaptive: true}
	var l Spinlock
	var got []int64
	for range 3 {
		spinner(s, c, rules, "p", func(p *sim.Proc, sp *Spinner) {
			got = append(got, sp.Take(&l, 20, 200))
		})
	}
	for s.Step(100) {
	}
	// Each begins 20 ns from now and holds for 200; the later ones wait for those
	// before and for the transfer.
	if want := []int64{220, 520, 820}; !slices.Equal(got, want) || s.Events() != 3 || rules.Delays != 0 {
		t.Errorf("the holds end after %d in %d events with %d sleeps, want %d, 3 and none", got, s.Events(), rules.Delays, want)
	}
}

// TestBackOff: a process that has spun in vain sleeps 1 ms, or 10 ms up to 8.0, and
// each further sleep is longer by up to its own length.
func TestBackOff(t *testing.T) {
	for _, adaptive := range []bool{true, false} {
		s := sim.New()
		c := cpu.New(s, 8, 8, 1, 0)
		rules := &SpinRules{SpinNs: 50, HandoverNs: 100, Adaptive: adaptive}
		l := Spinlock(200 * sim.Millisecond)
		unit := 10 * sim.Millisecond
		if adaptive {
			unit = sim.Millisecond
		}
		spinner(s, c, rules, "p", func(p *sim.Proc, sp *Spinner) {
			p.OnYield(nil)
			ns := sp.Take(&l, 0, 200)
			if end := p.Now() + ns; end < 200*sim.Millisecond || Spinlock(end) != l {
				t.Errorf("the lock is taken until %d, and ours until %d", l, end)
			}
			if sleeping := p.Booked()[result.WaitLWLock]; sleeping%unit != 0 || sleeping < 190*sim.Millisecond {
				t.Errorf("slept %d ns in all, want a multiple of %d", sleeping, unit)
			}
		})
		for s.Step(100) {
		}
		// With sleeps that grow by half on the average, 200 ms take about 11 sleeps
		// of 1 ms and up or 6 of 10 ms and up.
		least, most := int64(8), int64(20)
		if !adaptive {
			least, most = 4, 12
		}
		if rules.Delays < least || rules.Delays > most {
			t.Errorf("adaptive %v: %d sleeps for 200 ms, want %d to %d", adaptive, rules.Delays, least, most)
		}
	}
}

// TestHolderLosesItsThread: with another process waiting for the only hardware
// thread, a holder whose slice ends keeps the lock while the other runs, who
// spins in vain and sleeps.
func TestHolderLosesItsThread(t *testing.T) {
	s := sim.New()
	c := cpu.New(s, 1, 1, 1, 0)
	rules := &SpinRules{SpinNs: 50, HandoverNs: 100, Adaptive: true}
	var l Spinlock
	spinner(s, c, rules, "holder", func(p *sim.Proc, sp *Spinner) {
		sp.t.Spend(cpu.Slice - 100)
		if ns := sp.Take(&l, 0, 200); ns != 0 {
			t.Errorf("%d ns are left to spend, want none: the time has passed", ns)
		}
		sp.t.Leave()
		// Slice - 100 alone, 100 of the hold, the other's 100 spins, 100 of the hold.
		if want := cpu.Slice + 5000 + 100; p.Now() != want {
			t.Errorf("the hold ended at %d, want %d", p.Now(), want)
		}
	})
	spinner(s, c, rules, "other", func(p *sim.Proc, sp *Spinner) {
		p.Sleep(10)
		sp.t.Enter()
		sp.t.Spend(sp.Take(&l, 0, 200))
		sp.t.Leave()
	})
	for s.Step(100) {
	}
	if rules.Delays != 1 || c.Preempted() != 1 {
		t.Errorf("%d sleeps, %d pre-emptions; want one each", rules.Delays, c.Preempted())
	}
}
