// Package cpu is a machine's processors and their run queue.
//
// Runnable processes share the hardware threads first come, first served. A
// process keeps its thread until it blocks or until its time slice is over
// while others wait; PostgreSQL's bursts between two blocking calls are a few
// hundred microseconds, well inside a slice. A core with all its hardware
// threads busy yields SMTGain times what one thread yields alone; a slice runs
// at the rate in force when it starts.
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
	gain     int64 // thousandths
	switchNs int64
	busy     int64 // threads in use, and those handed over to a woken process
	waiting  int64
	ready    sim.List

	switches int64
	busyNs   int64 // time booked on threads up to `since`
	since    int64
}

// New returns processors with the given number of cores and hardware threads.
// smtGain is the throughput of a core with all its threads busy relative to
// one thread (1 without SMT); switchNs is the cost of a context switch.
func New(s *sim.Sim, cores, threads int64, smtGain float64, switchNs int64) *CPU {
	return &CPU{s: s, cores: cores, threads: max(cores, threads), gain: int64(smtGain * 1000), switchNs: switchNs}
}

// Use lets p compute for ns nanoseconds of processor time and returns when it
// is done. Waiting for a thread is booked as result.WaitRunQueue, computing as
// result.WaitCPU.
func (c *CPU) Use(p *sim.Proc, ns int64) {
	if ns <= 0 {
		return
	}
	outer := p.Enter(result.WaitRunQueue)
	ns += c.switchNs
	c.switches++
	for {
		if c.busy >= c.threads {
			c.waiting++
			c.ready.Wait(p) // the thread is handed over, busy stays as it is
			c.waiting--
		} else {
			c.settle()
			c.busy++
		}
		work := ns
		if c.waiting > 0 && work > Slice {
			work = Slice
		}
		p.Enter(result.WaitCPU)
		p.Sleep(c.stretch(work))
		p.Enter(result.WaitRunQueue)
		ns -= work
		if !c.ready.WakeOne(c.s) {
			c.settle()
			c.busy--
		}
		if ns <= 0 {
			break
		}
		ns += c.switchNs
		c.switches++
	}
	p.Enter(outer)
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

// Switches returns the number of context switches so far.
func (c *CPU) Switches() int64 { return c.switches }
