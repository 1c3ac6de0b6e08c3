package sim

import (
	"cmp"
	"slices"
	"testing"
)

// recorder writes down the order in which its events fire.
type recorder struct {
	s     *Sim
	fired []firing
}

type firing struct {
	at  int64
	arg uint32
}

func (r *recorder) Fire(arg uint32) { r.fired = append(r.fired, firing{r.s.Now(), arg}) }

func (r *recorder) args() []uint32 {
	var args []uint32
	for _, f := range r.fired {
		args = append(args, f.arg)
	}
	return args
}

func TestEventsFireByTimePriorityAndSequence(t *testing.T) {
	s := New()
	r := &recorder{s: s}
	h := s.Register(r)
	s.At(20, PrioDevice, h, 6)
	s.At(10, PrioSample, h, 5)
	s.At(10, PrioProcess, h, 3)
	s.At(10, PrioDevice, h, 1)
	s.At(10, PrioProcess, h, 4)
	s.At(10, PrioKernel, h, 2)
	s.At(0, PrioSample, h, 0)
	for s.Step(1) {
	}
	if got, want := r.args(), []uint32{0, 1, 2, 3, 4, 5, 6}; !slices.Equal(got, want) {
		t.Errorf("events fired in the order %v, want %v", got, want)
	}
	if s.Now() != 20 || s.Events() != 7 {
		t.Errorf("the clock stands at %d after %d events, want 20 after 7", s.Now(), s.Events())
	}
}

// TestRandomScheduleAgainstSorting lets events schedule further ones and
// compares the history with everything that was scheduled, sorted.
func TestRandomScheduleAgainstSorting(t *testing.T) {
	type scheduled struct {
		at   int64
		prio Priority
		arg  uint32 // counts up with the sequence
	}
	s := New()
	rnd := NewRand(3, "schedule")
	var all []scheduled
	var fired []uint32
	var h Target
	schedule := func() {
		e := scheduled{s.Now() + 1 + rnd.Intn(50), Priority(1 + rnd.Intn(9)), uint32(len(all))}
		all = append(all, e)
		s.At(e.at, e.prio, h, e.arg)
	}
	h = s.Register(handlerFunc(func(arg uint32) {
		fired = append(fired, arg)
		for range rnd.Intn(3) {
			if len(all) < 20000 {
				schedule()
			}
		}
	}))
	for range 400 {
		schedule()
	}
	for s.Step(7) {
	}
	slices.SortFunc(all, func(a, b scheduled) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.prio, b.prio), cmp.Compare(a.arg, b.arg))
	})
	if len(fired) != len(all) || len(fired) < 5000 {
		t.Fatalf("%d events fired, %d were scheduled", len(fired), len(all))
	}
	for i := range fired {
		if fired[i] != all[i].arg {
			t.Fatalf("event %d fired as number %d, want event %d", fired[i], i, all[i].arg)
		}
	}
}

// handlerFunc is a function as a Handler.
type handlerFunc func(arg uint32)

func (f handlerFunc) Fire(arg uint32) { f(arg) }

func TestQueueAgainstSortedReference(t *testing.T) {
	rnd := NewRand(1, "queue")
	var q queue
	var reference []event
	order := func(a, b event) int {
		if a.before(&b) {
			return -1
		}
		return 1
	}
	for step := range 20000 {
		// Grow to some thousand entries, then drain.
		grow := int64(3)
		if step > 12000 {
			grow = 1
		}
		if rnd.Intn(5) < grow || len(reference) == 0 {
			e := event{
				at:  rnd.Intn(1000),
				ord: uint64(rnd.Intn(10))<<56 | uint64(step),
				tgt: uint32(step), arg: uint32(rnd.Uint64()),
			}
			q.push(e)
			i, _ := slices.BinarySearchFunc(reference, e, order)
			reference = slices.Insert(reference, i, e)
			continue
		}
		if got := q.pop(); got != reference[0] {
			t.Fatalf("step %d: popped %+v, want %+v", step, got, reference[0])
		}
		reference = reference[1:]
	}
	for _, want := range reference {
		if got := q.pop(); got != want {
			t.Fatalf("draining: popped %+v, want %+v", got, want)
		}
	}
	if len(q.ev) != 0 {
		t.Errorf("%d entries are left", len(q.ev))
	}
}

func TestStepCountsEventsAndStopsAtQuit(t *testing.T) {
	s := New()
	r := &recorder{s: s}
	h := s.Register(r)
	quit := s.Register(handlerFunc(func(uint32) { s.Quit() }))
	for i := range int64(10) {
		s.At(i, PrioDevice, h, uint32(i))
	}
	s.At(4, PrioKernel, quit, 0)
	if !s.Step(3) || len(r.fired) != 3 {
		t.Fatalf("Step(3) fired %d events", len(r.fired))
	}
	if !s.Step(100) || len(r.fired) != 5 || s.Now() != 4 {
		t.Fatalf("the step with Quit left %d fired, time %d; want 5 and 4", len(r.fired), s.Now())
	}
	if s.Step(100) || len(r.fired) != 10 {
		t.Fatalf("the next step fired %d events and did not end", len(r.fired))
	}
	if s.Step(1) {
		t.Error("an empty machine has more to do")
	}
}

func TestEventInThePastIsBroken(t *testing.T) {
	s := New()
	h := s.Register(&recorder{s: s})
	s.At(100, PrioDevice, h, 0)
	s.Step(1)
	got := catch(func() { s.At(99, PrioDevice, h, 0) })
	want := Broken{What: "an event was scheduled in the past", At: 100}
	if got != want {
		t.Errorf("panic value %v, want %v", got, want)
	}
	if got, want := want.Error(), "clocksweep: an event was scheduled in the past at virtual time 100 ns"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
}

// catch returns what f panics with, nil if it does not.
func catch(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// ping schedules itself again and again, as a busy device does.
type ping struct {
	s      *Sim
	target Target
}

func (p *ping) Fire(uint32) { p.s.At(p.s.Now()+10, PrioDevice, p.target, 0) }

func TestEventsAndSwitchesDoNotAllocate(t *testing.T) {
	s := New()
	for range 100 {
		p := &ping{s: s}
		p.target = s.Register(p)
		p.Fire(0)
		s.Go("sleeper", func(p *Proc) {
			for {
				p.Sleep(7)
			}
		})
	}
	var ready List
	s.Go("waiter", func(p *Proc) {
		for {
			ready.Wait(p)
		}
	})
	s.Go("waker", func(p *Proc) {
		for {
			p.Sleep(3)
			ready.WakeOne(s)
		}
	})
	s.Step(10000)
	if n := testing.AllocsPerRun(10, func() { s.Step(10000) }); n != 0 {
		t.Errorf("10,000 events allocate %v times, want none", n)
	}
	s.Halt()
}
