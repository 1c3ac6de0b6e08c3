package lock

import (
	"slices"
	"testing"

	"clocksweep/core/cpu"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// crowd is a lock with processes that come at given times.
type crowd struct {
	s     *sim.Sim
	cpu   *cpu.CPU
	l     *LWLock
	rules SpinRules
	order []string
	times []int64
}

func newCrowd(atomic bool, wakeNs int64) *crowd {
	c := &crowd{s: sim.New(), rules: SpinRules{SpinNs: 50, HandoverNs: 100, Adaptive: true}}
	c.cpu = cpu.New(c.s, 64, 64, 1, 0)
	c.l = NewLWLock(c.s, wakeNs)
	if atomic {
		c.l = NewAtomicLWLock(c.s, wakeNs)
	}
	return c
}

// take lets a process come at a time and hold the lock for a while, which it either
// says in advance or not.
func (c *crowd) take(name string, mode Mode, at, hold int64, inAdvance bool) {
	c.s.Go(name, func(p *sim.Proc) {
		t := c.cpu.Task(p)
		sp := NewSpinner(&c.rules, &t, sim.NewRand(1, name))
		p.Sleep(at)
		c.l.AcquireOn(&sp, mode, result.WaitLWLock, 0)
		c.order = append(c.order, name)
		c.times = append(c.times, p.Now())
		if inAdvance {
			c.l.ReleaseAfter(hold)
			return
		}
		p.Sleep(hold)
		c.l.Release()
	})
}

func (c *crowd) want(t *testing.T, order []string, times []int64) {
	t.Helper()
	for c.s.Step(1000) {
	}
	if !slices.Equal(c.order, order) || !slices.Equal(c.times, times) {
		t.Errorf("the lock went to %q at %d, want %q at %d", c.order, c.times, order, times)
	}
}

func TestSharersDoNotBlockEachOther(t *testing.T) {
	for _, inAdvance := range []bool{false, true} {
		c := newCrowd(false, 10*us)
		c.take("a", Shared, 0, 5*us, inAdvance)
		c.take("b", Shared, us, 5*us, inAdvance)
		c.take("x", Exclusive, 2*us, us, inAdvance) // free at 6, runs at 16
		c.want(t, []string{"a", "b", "x"}, []int64{0, us, 16 * us})
		if s := c.l.Stats; s != (Stats{Shared: 2, Exclusive: 1, Blocked: 1}) {
			t.Errorf("counted %+v", s)
		}
	}
}

// TestHoldGivenBackInAdvance: nobody returns at the end of such a hold, and if
// nobody waits for it, there is no event for it either.
func TestHoldGivenBackInAdvance(t *testing.T) {
	c := newCrowd(false, 10*us)
	c.take("first", Exclusive, 0, 5*us, true)
	c.take("late", Exclusive, 5*us, us, true)
	c.want(t, []string{"first", "late"}, []int64{0, 5 * us})
	if n := c.s.Events(); n != 4 { // two starts, two arrivals
		t.Errorf("%d events for a lock that nobody waited for, want 4", n)
	}
	c = newCrowd(false, 10*us)
	c.take("first", Exclusive, 0, 5*us, true)
	c.take("waiter", Exclusive, us, us, true)
	c.want(t, []string{"first", "waiter"}, []int64{0, 15 * us})
}

// TestBargerProlongsTheWait: who takes the lock while the woken one is on its way
// makes it queue again, also if the barger has given it back in advance.
func TestBargerProlongsTheWait(t *testing.T) {
	c := newCrowd(false, 10*us)
	c.take("holder", Exclusive, 0, 5*us, true)
	c.take("waiter", Exclusive, us, us, true)      // woken at 5, finds it held at 15
	c.take("barger", Exclusive, 14*us, 3*us, true) // until 17: wakes at 17
	c.want(t, []string{"holder", "barger", "waiter"}, []int64{0, 14 * us, 27 * us})
}

// TestWhoIsWoken: S sharers and X exclusive waiters in the order s1 x1 s2 x2. Up to
// 9.4 a release wakes the sharers at the head, from 9.5 on all sharers.
func TestWhoIsWoken(t *testing.T) {
	for _, test := range []struct {
		atomic bool
		order  []string
		times  []int64
	}{
		{false, []string{"h", "s1", "x1", "s2", "x2"}, []int64{0, 20 * us, 31 * us, 42 * us, 53 * us}},
		{true, []string{"h", "s1", "s2", "x1", "x2"}, []int64{0, 20 * us, 20 * us, 31 * us, 42 * us}},
	} {
		c := newCrowd(test.atomic, 10*us)
		c.take("h", Exclusive, 0, 10*us, false)
		c.take("s1", Shared, us, us, false)
		c.take("x1", Exclusive, 2*us, us, false)
		c.take("s2", Shared, 3*us, us, false)
		c.take("x2", Exclusive, 4*us, us, false)
		c.want(t, test.order, test.times)
	}
}

// TestAcquireOrWait: the waiters are woken by the release without taking the lock;
// the first of them to run leads, and the one that wants the lock is woken with
// them. From 9.5 on who only waits stands at the head.
func TestAcquireOrWait(t *testing.T) {
	for _, test := range []struct {
		atomic bool
		want   []string
	}{
		{false, []string{"w1", "w2", "got"}},
		{true, []string{"w2", "w1", "got"}},
	} {
		c := newCrowd(test.atomic, 10*us)
		c.take("h", Exclusive, 0, 10*us, false)
		var order []string
		for i, name := range []string{"w1", "w2"} {
			c.s.Go(name, func(p *sim.Proc) {
				p.Sleep(int64(i+1) * us)
				if c.l.AcquireOrWait(p, result.WaitWALLock) {
					t.Errorf("%s took a lock that was held", name)
				}
				order = append(order, name)
				if p.Now() != 20*us {
					t.Errorf("%s went on at %d, want 20 µs", name, p.Now())
				}
			})
		}
		c.s.Go("got", func(p *sim.Proc) {
			p.Sleep(5 * us)
			c.l.Acquire(p, result.WaitWALLock)
			order = append(order, "got")
			c.l.Release()
		})
		for c.s.Step(1000) {
		}
		if !slices.Equal(order, test.want) {
			t.Errorf("atomic %v: %q, want %q", test.atomic, order, test.want)
		}
	}
}

// TestRandomModes runs a random crowd in both modes: no exclusive holder has
// company, and everyone gets the lock in the end.
func TestRandomModes(t *testing.T) {
	for seed := range uint64(20) {
		c := newCrowd(seed%2 == 1, int64(seed%3)*5*us)
		rnd := sim.NewRand(seed, "modes")
		sharedUntil, exclusiveUntil, done := int64(0), int64(0), 0
		for range 12 {
			c.s.Go("client", func(p *sim.Proc) {
				task := c.cpu.Task(p)
				sp := NewSpinner(&c.rules, &task, sim.NewRand(seed, "spin"))
				for range 100 {
					p.Sleep(rnd.Intn(20 * us))
					mode := Mode(rnd.Intn(2))
					c.l.AcquireOn(&sp, mode, result.WaitLWLock, 200)
					now := p.Now()
					if now < exclusiveUntil || mode == Exclusive && now < sharedUntil {
						t.Errorf("seed %d: mode %d was granted at %d, held until %d and %d", seed, mode, now, exclusiveUntil, sharedUntil)
					}
					hold := rnd.Intn(3*us) + 1
					if mode == Exclusive {
						exclusiveUntil = now + hold
					} else {
						sharedUntil = max(sharedUntil, now+hold)
					}
					if rnd.Intn(2) == 0 {
						c.l.ReleaseAfter(hold)
						continue
					}
					p.Sleep(hold)
					c.l.Release()
				}
				done++
			})
		}
		for c.s.Step(1000) {
		}
		if done != 12 || c.l.Stats.Acquired() != 1200 {
			t.Errorf("seed %d: %d of 12 clients finished, %d acquisitions", seed, done, c.l.Stats.Acquired())
		}
		c.s.Halt()
	}
}
