package cpu

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// Slice is the longest a process keeps a hardware thread while others wait:
// the order of the kernel's scheduling granularity (3 to 6 ms for two to four
// cores in Linux 2.6.23 and later, kernel/sched_fair.c).
const Slice = 4 * sim.Millisecond

// CPU is the processors of one machine. Create it with [New].
type CPU struct {
	s        *sim.Sim
	cores    int64
	threads  int64
	gain     int64 // throughput of a core with all its threads busy, in thousandths of one thread's
	switchNs int64
	busy     int64 // threads in use, and those handed over to a woken process
	waiting  int64 // processes on ready
	ready    sim.List

	switches  int64
	preempted int64
	busyNs    int64 // time booked on threads up to `since`
	since     int64
}

// New returns processors with the given number of cores and hardware threads.
// smtGain is the throughput of a core with all its threads busy relative to
// one thread (1 without SMT); switchNs is the cost of a context switch, in
// nanoseconds of processor time. threads below cores stands for cores.
func New(s *sim.Sim, cores, threads int64, smtGain float64, switchNs int64) *CPU {
	return &CPU{s: s, cores: cores, threads: max(cores, threads), gain: int64(float64(smtGain*1000) + 0.5), switchNs: switchNs}
}

// Use lets p compute for ns nanoseconds of processor time, a context switch not
// included, and returns when it is done. Waiting for a thread is booked as
// result.WaitRunQueue, computing as result.WaitCPU.
func (c *CPU) Use(p *sim.Proc, ns int64) {
	if ns <= 0 {
		return
	}
	p.Yield() // a [Task] gives up its thread before it waits for one here
	outer := p.Enter(result.WaitRunQueue)
	c.seize(p)
	for ns += c.switchNs; ns > 0; {
		work := min(ns, Slice)
		p.Enter(result.WaitCPU)
		p.Sleep(c.stretch(work))
		ns -= work
		if ns > 0 && c.waiting > 0 {
			p.Enter(result.WaitRunQueue)
			c.giveUp()
			c.seize(p)
			ns += c.switchNs
		}
	}
	c.giveUp()
	p.Enter(outer)
}

// seize gets p a thread, at once or when one is handed over.
func (c *CPU) seize(p *sim.Proc) {
	if c.busy >= c.threads {
		c.waiting++
		c.ready.Wait(p)
	} else {
		c.settle()
		c.busy++
	}
	c.switches++
}

// giveUp hands the thread to the process that has waited longest, if any.
func (c *CPU) giveUp() {
	if c.ready.WakeOne(c.s) {
		c.waiting-- // busy stays as it is: the thread never is free in between
	} else {
		c.settle()
		c.busy--
	}
}

// stretch returns how long work lasts with the threads now in use.
func (c *CPU) stretch(work int64) int64 {
	if c.busy <= c.cores || c.threads == c.cores {
		return work
	}
	// Capacity grows linearly from cores to cores*gain as threads fill up.
	capacity := c.cores*1000 + (c.gain-1000)*c.cores*(c.busy-c.cores)/(c.threads-c.cores)
	return work * c.busy * 1000 / capacity
}

func (c *CPU) settle() {
	now := c.s.Now()
	c.busyNs += (now - c.since) * c.busy
	c.since = now
}

// BusyNs returns the thread time used so far, in nanoseconds.
func (c *CPU) BusyNs() int64 {
	c.settle()
	return c.busyNs
}

// Threads returns the number of hardware threads.
func (c *CPU) Threads() int64 { return c.threads }

// Runnable returns how many processes run or wait for a thread.
func (c *CPU) Runnable() int64 { return c.busy + c.waiting }

// Preempted returns how often a task lost its thread at the end of a slice.
func (c *CPU) Preempted() int64 { return c.preempted }

// Switches returns the number of context switches so far.
func (c *CPU) Switches() int64 { return c.switches }
