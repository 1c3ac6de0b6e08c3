package sim

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestSleepTakesVirtualTime(t *testing.T) {
	s := New()
	var times []int64
	s.Go("sleeper", func(p *Proc) {
		for _, d := range []int64{5, 0, 7} {
			times = append(times, p.Now())
			p.Sleep(d)
		}
		times = append(times, p.Now())
	})
	for s.Step(100) {
	}
	if want := []int64{0, 5, 5, 12}; !slices.Equal(times, want) {
		t.Errorf("the process was at %v, want %v", times, want)
	}
}

func TestParkLastsUntilWake(t *testing.T) {
	s := New()
	var log []string
	sleeper := s.Go("sleeper", func(p *Proc) {
		log = append(log, "parks")
		p.Park()
		log = append(log, "woken")
		if p.Now() != 30 {
			t.Errorf("woken at %d, want 30", p.Now())
		}
	})
	s.Go("waker", func(p *Proc) {
		p.Sleep(30)
		p.Sim().Wake(sleeper)
		log = append(log, "goes on") // a wake-up does not take the processor away
	})
	for s.Step(100) {
	}
	if got, want := strings.Join(log, ", "), "parks, goes on, woken"; got != want {
		t.Errorf("history: %s; want %s", got, want)
	}
}

func TestProcessesTakeTurns(t *testing.T) {
	s := New()
	var order []uint32
	var procs []*Proc
	for range 3 {
		procs = append(procs, s.Go("turn", func(p *Proc) {
			for range 2 {
				order = append(order, p.ID())
				p.Sleep(10)
			}
		}))
	}
	for s.Step(100) {
	}
	a, b, c := procs[0].ID(), procs[1].ID(), procs[2].ID()
	if want := []uint32{a, b, c, a, b, c}; !slices.Equal(order, want) || a == b || b == c {
		t.Errorf("order %v, want %v with three numbers", order, want)
	}
}

// TestBookedTimeAddsUp lets processes wait under random reasons in all ways
// there are; what is booked must add up to the time that went by.
func TestBookedTimeAddsUp(t *testing.T) {
	s := New()
	var ready List
	const ends = 1_000_000
	s.Go("waker", func(p *Proc) {
		for {
			p.Sleep(37)
			ready.WakeOne(s)
		}
	})
	done := 0
	for i := range 20 {
		rnd := NewRand(uint64(i), "booked")
		start := rnd.Intn(1000)
		s.Go("worker", func(p *Proc) {
			p.Sleep(start)
			begin := *p.Booked()
			var want [MaxWaits]int64
			for p.Now() < ends {
				w := Wait(rnd.Intn(MaxWaits))
				outer := p.Enter(w)
				at := p.Now()
				if rnd.Intn(2) == 0 {
					p.Sleep(rnd.Intn(5000))
				} else {
					ready.Wait(p)
				}
				want[w] += p.Now() - at
				if p.Enter(outer) != w {
					t.Error("Enter does not return the reason in force")
				}
			}
			var sum int64
			for w, ns := range p.Booked() {
				ns -= begin[w]
				sum += ns
				if ns != want[w] {
					t.Errorf("reason %d has %d ns booked, want %d", w, ns, want[w])
				}
			}
			if sum != p.Now()-start {
				t.Errorf("booked %d ns, %d went by", sum, p.Now()-start)
			}
			done++
		})
	}
	for done < 20 && s.Step(1000) {
	}
	if done != 20 {
		t.Errorf("%d of 20 workers finished", done)
	}
	s.Halt()
}

func TestHaltUnwindsEveryProcess(t *testing.T) {
	s := New()
	var list List
	unwound := 0
	for range 5 {
		s.Go("in list", func(p *Proc) {
			defer func() { unwound++ }()
			list.Wait(p)
			t.Error("a halted process went on")
		})
		s.Go("asleep", func(p *Proc) {
			defer func() { unwound++ }()
			defer func() {
				recover() // PostgreSQL-like code may have handlers of its own
				p.Sleep(1)
			}()
			p.Sleep(1000)
			t.Error("a halted process went on")
		})
	}
	s.Go("ended", func(*Proc) {})
	for range 11 {
		s.Step(1)
	}
	s.Go("not begun", func(*Proc) { t.Error("a process began in a halted machine") })
	s.Halt()
	if unwound != 10 {
		t.Errorf("%d of 10 processes were unwound", unwound)
	}
	if s.Step(100) {
		t.Error("a halted machine has more to do")
	}
	s.Halt() // once more does no harm
}

func TestPanicOfAProcessReachesStep(t *testing.T) {
	cause := errors.New("the cause")
	s := New()
	s.Go("bystander", func(p *Proc) { p.Park() })
	s.Go("broken", func(p *Proc) {
		p.Sleep(10)
		panic(cause)
	})
	got := catch(func() {
		for s.Step(1) {
		}
	})
	if got != error(cause) {
		t.Errorf("Step panics with %v, want %v", got, cause)
	}
	s.Halt()
}

func TestWakingWhoDoesNotWaitIsBroken(t *testing.T) {
	tests := []struct {
		name string
		wake func(s *Sim, sleeper, parked, ended *Proc)
	}{
		{"asleep", func(s *Sim, sleeper, _, _ *Proc) { s.Wake(sleeper) }},
		{"twice", func(s *Sim, _, parked, _ *Proc) { s.Wake(parked); s.Wake(parked) }},
		{"ended", func(s *Sim, _, _, ended *Proc) { s.Wake(ended) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := New()
			sleeper := s.Go("victim", func(p *Proc) { p.Sleep(100) })
			parked := s.Go("victim", func(p *Proc) { p.Park() })
			ended := s.Go("victim", func(*Proc) {})
			s.Step(3)
			got := catch(func() { test.wake(s, sleeper, parked, ended) })
			if want := (Broken{What: "process victim was woken while it was not waiting"}); got != want {
				t.Errorf("panic value %v, want %v", got, want)
			}
			s.Halt()
		})
	}
	t.Run("running", func(t *testing.T) {
		s := New()
		s.Go("victim", func(p *Proc) { s.Wake(p) })
		got := catch(func() { s.Step(1) })
		if _, ok := got.(Broken); !ok {
			t.Errorf("panic value %v, want a Broken", got)
		}
	})
}

func TestListIsFirstComeFirstServed(t *testing.T) {
	s := New()
	var list List
	var order []int
	for i := range 6 {
		s.Go("waiter", func(p *Proc) {
			p.Sleep(int64(10 - i)) // the last one comes first
			list.Wait(p)
			order = append(order, i)
			if i == 3 { // and once more, behind the others
				list.Wait(p)
				order = append(order, i)
			}
		})
	}
	s.Go("waker", func(p *Proc) {
		p.Sleep(100)
		for range 4 {
			if !list.WakeOne(s) {
				t.Error("nobody is on the list")
			}
			p.Sleep(1)
		}
		list.WakeAll(s)
		p.Sleep(1)
		if list.WakeOne(s) {
			t.Error("somebody is left on the list")
		}
	})
	for s.Step(100) {
	}
	if want := []int{5, 4, 3, 2, 1, 0, 3}; !slices.Equal(order, want) {
		t.Errorf("woken in the order %v, want %v", order, want)
	}
}

// yielding counts how often a process told that it blocks.
type yielding struct{ n int }

func (y *yielding) Yield() { y.n++ }

// TestYielderIsToldOnce: the next block of a process, or its own word, is told once.
func TestYielderIsToldOnce(t *testing.T) {
	s := New()
	var y yielding
	s.Go("p", func(p *Proc) {
		told := func(want int, what string) {
			t.Helper()
			if y.n != want {
				t.Errorf("told %d times after %s, want %d", y.n, what, want)
			}
		}
		p.OnYield(&y)
		told(0, "nothing")
		p.Sleep(10)
		p.Sleep(10)
		told(1, "two sleeps")
		p.OnYield(&y)
		p.Yield()
		p.Sleep(10)
		told(2, "its own word and a sleep")
		p.OnYield(&y)
		p.OnYield(nil)
		p.Sleep(10)
		told(2, "taking it back")
		p.OnYield(&y)
		s.At(s.Now()+5, PrioProcess, s.Register(waker{s, p}), 0)
		p.Park()
		told(3, "parking")
	})
	for s.Step(10) {
	}
}

// waker wakes a process.
type waker struct {
	s *Sim
	p *Proc
}

func (w waker) Fire(uint32) { w.s.Wake(w.p) }
