package cpu

import (
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

const ms = sim.Millisecond

// run lets each process compute the given bursts (ns), all at once from time
// zero, and returns the processes and the time at which each ended.
func run(t *testing.T, s *sim.Sim, c *CPU, bursts [][]int64) (procs []*sim.Proc, ends []int64) {
	t.Helper()
	ends = make([]int64, len(bursts))
	for i, todo := range bursts {
		procs = append(procs, s.Go("worker", func(p *sim.Proc) {
			for _, ns := range todo {
				c.Use(p, ns)
			}
			ends[i] = p.Now()
		}))
	}
	for s.Step(1000) {
	}
	for i, p := range procs {
		var sum int64
		for _, ns := range p.Booked() {
			sum += ns
		}
		if sum != ends[i] || p.Booked()[result.WaitCPU]+p.Booked()[result.WaitRunQueue] != sum {
			t.Errorf("process %d has %v booked at %d", i, p.Booked(), ends[i])
		}
	}
	if c.Runnable() != 0 {
		t.Errorf("%d processes are still runnable", c.Runnable())
	}
	return procs, ends
}

func booked(procs []*sim.Proc, w sim.Wait) (sum int64) {
	for _, p := range procs {
		sum += p.Booked()[w]
	}
	return sum
}

func TestNoWaitingWithACoreEach(t *testing.T) {
	s := sim.New()
	c := New(s, 4, 4, 1, 3000)
	bursts := [][]int64{{10 * ms}, {ms, ms, ms}, {100}, {0, -5, 70 * ms}}
	procs, ends := run(t, s, c, bursts)
	if w := booked(procs, result.WaitRunQueue); w != 0 {
		t.Errorf("%d ns were spent waiting with a core for each process", w)
	}
	// A switch costs 3 µs, nothing costs nothing, and a long burst on an idle
	// core is not interrupted.
	for i, want := range []int64{10*ms + 3000, 3*ms + 9000, 3100, 70*ms + 3000} {
		if ends[i] != want {
			t.Errorf("process %d ended at %d, want %d", i, ends[i], want)
		}
	}
	if c.Switches() != 6 {
		t.Errorf("%d context switches, want 6", c.Switches())
	}
}

func TestFirstComeFirstServed(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	_, ends := run(t, s, c, [][]int64{{3 * ms}, {2 * ms}, {1 * ms}})
	for i, want := range []int64{3 * ms, 5 * ms, 6 * ms} {
		if ends[i] != want {
			t.Errorf("process %d ended at %d, want %d", i, ends[i], want)
		}
	}
}

// TestSlices: two processes of 10 ms on one core take turns of 4 ms, and the
// last one to finish isn't switched away from when nobody else is left.
func TestSlices(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 1000)
	_, ends := run(t, s, c, [][]int64{{10 * ms}, {10 * ms}})
	// A 4, B 4, A 4, B 4, A 2, B 2 ms. Each turn begins with a switch, whose
	// cost is part of the slice, so the last turns are the longer ones.
	if want := 18*ms + 3000; ends[0] != want {
		t.Errorf("the first process ended at %d, want %d", ends[0], want)
	}
	if want := 20*ms + 6000; ends[1] != want {
		t.Errorf("the second process ended at %d, want %d", ends[1], want)
	}
	if c.Switches() != 6 {
		t.Errorf("%d context switches, want 6", c.Switches())
	}
}

// TestLateComerWaitsForTheSliceOnly: a long burst that began on an idle core
// gives way at the end of its slice to one that came meanwhile.
func TestLateComerWaitsForTheSliceOnly(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	var waited int64
	s.Go("long", func(p *sim.Proc) { c.Use(p, 100*ms) })
	s.Go("late", func(p *sim.Proc) {
		p.Sleep(5 * ms)
		c.Use(p, ms)
		waited = p.Booked()[result.WaitRunQueue]
	})
	for s.Step(100) {
	}
	if waited != 3*ms {
		t.Errorf("the late comer waited %d ns, want 3 ms: until the second slice ends", waited)
	}
	if s.Now() != 101*ms {
		t.Errorf("everything ended at %d, want 101 ms", s.Now())
	}
}

// TestSaturation: more processes than cores keep every core busy, and no time
// is lost or made.
func TestSaturation(t *testing.T) {
	for _, switchNs := range []int64{0, 3000} {
		s := sim.New()
		c := New(s, 3, 3, 1, switchNs)
		rnd := sim.NewRand(2, "bursts")
		var bursts [][]int64
		var asked int64
		for range 12 {
			var todo []int64
			for range 200 {
				ns := 1 + rnd.Intn(9*ms)
				todo = append(todo, ns)
				asked += ns
			}
			bursts = append(bursts, todo)
		}
		procs, _ := run(t, s, c, bursts)
		asked += c.Switches() * switchNs
		if got := booked(procs, result.WaitCPU); got != asked {
			t.Errorf("%d ns are booked as computing, %d were asked for", got, asked)
		}
		if c.BusyNs() != asked {
			t.Errorf("threads were busy for %d ns, %d were asked for", c.BusyNs(), asked)
		}
		if c.Switches() < 12*200 {
			t.Errorf("%d context switches in 2400 bursts", c.Switches())
		}
		// Toward the end there are fewer processes than cores.
		if idle := 3*s.Now() - asked; idle < 0 || idle > asked/20 {
			t.Errorf("three cores were idle for %d of %d ns with twelve processes to serve", idle, 3*s.Now())
		}
	}
}

// TestTimeIsShared: equal processes on too few cores get equal shares.
func TestTimeIsShared(t *testing.T) {
	s := sim.New()
	c := New(s, 2, 2, 1, 0)
	var procs []*sim.Proc
	for range 5 {
		procs = append(procs, s.Go("worker", func(p *sim.Proc) {
			for {
				c.Use(p, 700_000)
			}
		}))
	}
	for s.Step(100) && s.Now() < 10*sim.Second {
	}
	for i, p := range procs {
		if got := p.Booked()[result.WaitCPU]; got < 3990*ms || got > 4010*ms {
			t.Errorf("process %d computed for %d ms of 10 s, want 4 s", i, got/ms)
		}
	}
	s.Halt()
}

// TestHardwareThreads: a core with both threads busy yields SMTGain times what
// one yields alone; in between the machine's capacity grows linearly.
func TestHardwareThreads(t *testing.T) {
	tests := []struct {
		cores, threads int64
		gain           float64
		processes      int
		capacity       float64 // in cores
	}{
		{2, 4, 1.3, 1, 1},
		{2, 4, 1.3, 2, 2},
		{2, 4, 1.3, 3, 2.3},
		{2, 4, 1.3, 4, 2.6},
		{2, 4, 1.3, 9, 2.6},
		{8, 32, 2.2, 8, 8},
		{8, 32, 2.2, 20, 12.8},
		{8, 32, 2.2, 32, 17.6},
		{8, 32, 2.2, 64, 17.6},
		{4, 4, 1.3, 9, 4}, // no hardware threads, no gain
		{4, 2, 1, 9, 4},   // fewer threads than cores make no sense: one each
	}
	for _, test := range tests {
		s := sim.New()
		c := New(s, test.cores, test.threads, test.gain, 0)
		var done int64
		for range test.processes {
			s.Go("worker", func(p *sim.Proc) {
				for {
					c.Use(p, ms)
					done++
				}
			})
		}
		for s.Step(100) && s.Now() < 2*sim.Second {
		}
		got := float64(done*ms) / float64(s.Now())
		if got < test.capacity*0.98 || got > test.capacity*1.02 {
			t.Errorf("%d cores, %d threads, gain %v, %d processes: %.3f cores' worth of work, want %.3f",
				test.cores, test.threads, test.gain, test.processes, got, test.capacity)
		}
		if want := min(int64(test.processes), max(test.cores, test.threads)); c.Runnable() < want {
			t.Errorf("%d processes are runnable, want %d or more", c.Runnable(), want)
		}
		s.Halt()
	}
}

// TestReasonIsGivenBack: Use books its own time and leaves the caller's reason
// in force.
func TestReasonIsGivenBack(t *testing.T) {
	s := sim.New()
	c := New(s, 1, 1, 1, 0)
	s.Go("worker", func(p *sim.Proc) {
		p.Enter(result.WaitWALWrite)
		c.Use(p, 5)
		if got := p.Enter(result.WaitIdle); got != result.WaitWALWrite {
			t.Errorf("after Use time is booked under %s", result.WaitName[got])
		}
	})
	for s.Step(1) {
	}
}
