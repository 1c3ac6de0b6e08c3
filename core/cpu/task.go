package cpu

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// Task is a process that computes in small pieces and keeps its hardware thread
// between them: until it blocks in anything, until its slice is over while others
// wait, or until it leaves of its own accord. Create it with [CPU.Task].
//
// A piece lasts as long as the load at its beginning makes it last.
type Task struct {
	c    *CPU
	p    *sim.Proc
	on   bool  // has a hardware thread
	left int64 // of its slice, ns of virtual time
	debt int64 // processor time of a context switch still to be spent, ns
}

// Task makes p a task of these processors.
func (c *CPU) Task(p *sim.Proc) Task { return Task{c: c, p: p} }

// Proc returns the process.
func (t *Task) Proc() *sim.Proc { return t.p }

// Spend lets the task compute for ns nanoseconds of processor time, and for a
// context switch if it has to get a hardware thread first. Waiting for one is
// booked as result.WaitRunQueue, computing as result.WaitCPU.
func (t *Task) Spend(ns int64) {
	if ns <= 0 {
		return
	}
	t.Enter()
	ns += t.debt
	t.debt = 0
	outer := t.p.Enter(result.WaitCPU)
	t.p.OnYield(nil)
	for {
		wall := t.c.stretch(ns)
		if wall < t.left {
			t.left -= wall
			t.p.Sleep(wall)
			break
		}
		part := ns * t.left / wall
		t.p.Sleep(t.left)
		ns -= part
		t.left = Slice
		if t.c.waiting > 0 {
			t.preempt()
			ns += t.c.switchNs
		}
		if ns <= 0 {
			break
		}
	}
	t.p.OnYield(t)
	t.p.Enter(outer)
}

// preempt gives the thread to who has waited longest and waits for the next one.
func (t *Task) preempt() {
	t.c.preempted++
	outer := t.p.Enter(result.WaitRunQueue)
	t.c.giveUp()
	t.c.seize(t.p)
	t.p.Enter(outer)
}

// Enter gets the task a hardware thread if it has none. The context switch is
// part of what it spends next.
func (t *Task) Enter() {
	if t.on {
		return
	}
	outer := t.p.Enter(result.WaitRunQueue)
	t.c.seize(t.p)
	t.p.Enter(outer)
	t.on, t.left = true, Slice
	t.debt += t.c.switchNs
	t.p.OnYield(t)
}

// Leave gives up the hardware thread if the task has one.
func (t *Task) Leave() {
	if t.on {
		t.p.OnYield(nil)
		t.Yield()
	}
}

// Yield is [sim.Yielder]: the process blocks.
func (t *Task) Yield() {
	t.on = false
	t.c.giveUp()
}

// Wall returns how long ns nanoseconds of processor time last under the present
// load.
func (t *Task) Wall(ns int64) int64 { return t.c.stretch(ns) }

// Cut reports whether the task's slice may end within the next ns nanoseconds of
// processor time: what it holds then, it may have to hold while others run.
func (t *Task) Cut(ns int64) bool { return t.on && t.c.stretch(ns) >= t.left }
