package cpu

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// TestTaskKeepsItsThread: pieces of work cost one context switch together, until
// the task blocks in anything.
func TestTaskKeepsItsThread(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 3000)
	s.Go("worker", func(p *sim.Proc) {
		task := c.Task(p)
		for range 5 {
			task.Spend(1000)
		}
		if p.Now() != 8000 || c.Runnable() != 1 {
			t.Errorf("five pieces took %d ns, %d runnable; want 8000 and 1", p.Now(), c.Runnable())
		}
		p.Sleep(100)
		if c.Runnable() != 0 {
			t.Error("the task kept its thread while it slept")
		}
		task.Spend(1000)
		task.Leave()
		task.Leave()
		if p.Now() != 12100 || c.Runnable() != 0 || c.Switches() != 2 {
			t.Errorf("it is %d, %d runnable, %d switches; want 12100, 0 and 2", p.Now(), c.Runnable(), c.Switches())
		}
		if got := p.Booked()[result.WaitCPU]; got != 12000 {
			t.Errorf("%d ns are booked as computing, want 12000", got)
		}
	})
	for s.Step(100) {
	}
	if c.BusyNs() != 12000 {
		t.Errorf("the thread was busy for %d ns, want 12000", c.BusyNs())
	}
}

// TestTaskSlice: a task whose slice is over gives way if others wait, wherever it
// stands in its piece, and goes on if nobody does.
func TestTaskSlice(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	var ends [2]int64
	for i, at := range []int64{0, Slice + 1} {
		s.Go("worker", func(p *sim.Proc) {
			p.Sleep(at)
			task := c.Task(p)
			for range 10 {
				task.Spend(Slice / 4)
			}
			task.Leave()
			ends[i] = p.Now()
		})
	}
	for s.Step(100) {
	}
	// A runs two slices, the second one because nobody waits when the first ends; B
	// one, A its last half, B the rest.
	if ends[0] != 3*Slice+Slice/2 || ends[1] != 5*Slice || c.Preempted() != 2 {
		t.Errorf("ended at %d with %d pre-emptions, want %d, %d and 2", ends, c.Preempted(), 3*Slice+Slice/2, 5*Slice)
	}
}

// TestTaskCut: only near the end of a slice can something be cut.
func TestTaskCut(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	s.Go("worker", func(p *sim.Proc) {
		task := c.Task(p)
		if task.Cut(Slice) {
			t.Error("a task without a thread has nothing to lose")
		}
		task.Spend(Slice - 500)
		if task.Cut(499) || !task.Cut(500) {
			t.Error("500 ns of the slice are left")
		}
	})
	for s.Step(100) {
	}
}

// TestTaskSlowsWithLoad: two hardware threads of one core with a gain of 1.5 run
// at three quarters of the speed each.
func TestTaskSlowsWithLoad(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 2, 1.5, 0)
	for range 2 {
		s.Go("worker", func(p *sim.Proc) {
			task := c.Task(p)
			task.Enter()
			p.OnYield(nil)
			p.Sleep(10) // both have a thread now
			if got := task.Wall(3000); got != 4000 {
				t.Errorf("3000 ns of work last %d, want 4000", got)
			}
			p.Sleep(10)
			task.Leave()
		})
	}
	for s.Step(100) {
	}
}

// TestTaskThatUses: a task that computes with Use on a full machine gives up its own
// thread first.
func TestTaskThatUses(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	s.Go("worker", func(p *sim.Proc) {
		task := c.Task(p)
		task.Spend(1000)
		c.Use(p, 1000)
		task.Spend(1000)
		task.Leave()
		if p.Now() != 3000 || c.Runnable() != 0 {
			t.Errorf("it is %d and %d are runnable, want 3000 and none", p.Now(), c.Runnable())
		}
	})
	for s.Step(100) {
	}
}
