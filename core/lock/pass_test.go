package lock

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestPass: a hold that begins a little later is given back in advance, costs no
// event, and keeps out who wants the lock for itself.
func TestPass(t *testing.T) {
	for _, atomic := range []bool{false, true} {
		c := newCrowd(atomic, 0)
		c.s.Go("reader", func(p *sim.Proc) {
			task := c.cpu.Task(p)
			sp := NewSpinner(&c.rules, &task, sim.NewRand(1, "reader"))
			ns, ok := c.l.Pass(&sp, 300, 700, 200)
			if !ok || ns != 1000 || p.Now() != 0 || c.l.Idle() {
				t.Errorf("atomic = %v: passed %v in %d ns at %d", atomic, ok, ns, p.Now())
			}
		})
		c.take("writer", Exclusive, 100, 500, false)
		c.want(t, []string{"writer"}, []int64{1000})
		if !c.l.Idle() || c.l.Stats != (Stats{Shared: 1, Exclusive: 1, Blocked: 1}) {
			t.Errorf("atomic = %v: in the end %+v", atomic, c.l.Stats)
		}
	}
}

// TestPassIsRefused: nobody passes who has the lock for himself, and what was owed is
// owed still.
func TestPassIsRefused(t *testing.T) {
	for _, inAdvance := range []bool{false, true} {
		c := newCrowd(true, 0)
		c.take("writer", Exclusive, 0, 1000, inAdvance)
		c.s.Go("reader", func(p *sim.Proc) {
			task := c.cpu.Task(p)
			sp := NewSpinner(&c.rules, &task, sim.NewRand(1, "reader"))
			p.Sleep(500)
			if ns, ok := c.l.Pass(&sp, 300, 700, 200); ok || ns != 300 {
				t.Errorf("in advance = %v: passed %v in %d ns", inAdvance, ok, ns)
			}
			if _, ok := c.l.Pass(&sp, 600, 700, 200); ok != inAdvance {
				t.Errorf("in advance = %v: passed %v after the end of the hold, if that is known", inAdvance, ok)
			}
		})
		for c.s.Step(100) {
		}
	}
}

// TestTryAcquire takes a lock that is free, and only then.
func TestTryAcquire(t *testing.T) {
	c := newCrowd(true, 0)
	c.s.Go("first", func(p *sim.Proc) {
		if !c.l.Idle() || !c.l.TryAcquire() || !c.l.Exclusive() || c.l.Idle() || c.l.TryAcquire() {
			t.Error("a free lock is taken once")
		}
		c.l.Release()
		c.l.AcquireIn(p, Shared, result.WaitLWLock)
		if c.l.Exclusive() || c.l.Idle() || c.l.TryAcquire() {
			t.Error("a shared lock is nobody's own")
		}
		c.l.Release()
		if !c.l.Idle() {
			t.Error("the lock is free in the end")
		}
	})
	for c.s.Step(100) {
	}
}
