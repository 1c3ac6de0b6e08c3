package sim

import "iter"

// Wait is a reason for which a process lets time pass. The meanings belong to
// the machine built on top (core/result lists them); sim only keeps the books.
type Wait uint8

// MaxWaits is the number of reasons a process can book time under.
const MaxWaits = 24

// Proc is a process of the simulated machine: a backend, the background
// writer, a kernel thread. Its function runs as a coroutine.
type Proc struct {
	sim    *Sim
	name   string
	target Target
	next   func() (struct{}, bool)
	stop   func()
	yield  func(struct{}) bool
	reason Wait
	parked bool
	due    bool // a wake-up is scheduled
	done   bool
	waits  [MaxWaits]int64
	yields Yielder // or nil

	nextWaiting *Proc // the one behind this process on its [List]
}

// unwound is what Park panics with when the machine is halted: the process's
// function is left at once, wherever it stands.
type unwound struct{}

// Go starts f as a process at the current virtual time.
func (s *Sim) Go(name string, f func(p *Proc)) *Proc {
	p := &Proc{sim: s, name: name}
	p.target = s.Register(p)
	p.next, p.stop = iter.Pull(func(yield func(struct{}) bool) {
		defer func() {
			p.done = true
			if r := recover(); r != nil {
				if _, ok := r.(unwound); !ok {
					panic(r)
				}
			}
		}()
		p.yield = yield
		f(p)
	})
	s.procs = append(s.procs, p)
	p.parked, p.due = true, true
	s.At(s.now, PrioProcess, p.target, 0)
	return p
}

// Fire gives the process control until it parks again.
func (p *Proc) Fire(uint32) {
	p.due = false
	if p.done {
		return
	}
	p.parked = false
	p.next()
}

// ID returns a number that no other process of the machine has.
func (p *Proc) ID() uint32 { return uint32(p.target) }

// Now returns the virtual time in nanoseconds.
func (p *Proc) Now() int64 { return p.sim.now }

// Sim returns the machine that the process runs on.
func (p *Proc) Sim() *Sim { return p.sim }

// Enter sets the reason under which time is booked from here on and returns
// the one that was in force, to be given back to Enter afterwards.
func (p *Proc) Enter(w Wait) Wait {
	old := p.reason
	p.reason = w
	return old
}

// Booked returns the nanoseconds booked so far under each reason.
func (p *Proc) Booked() *[MaxWaits]int64 { return &p.waits }

// Yielder is told when a process is about to let time pass.
type Yielder interface {
	// Yield is called once, in the process, before it blocks. It must not
	// block itself.
	Yield()
}

// OnYield makes the next Park or Sleep of the process call y first. With nil,
// nobody is called.
func (p *Proc) OnYield(y Yielder) { p.yields = y }

// Yield calls who wants to know that the process is about to block, and forgets it.
// Park and Sleep do so themselves.
func (p *Proc) Yield() {
	if y := p.yields; y != nil {
		p.yields = nil
		y.Yield()
	}
}

// Park blocks the process until [Sim.Wake] is called for it.
func (p *Proc) Park() {
	if p.yields != nil {
		p.Yield()
	}
	start := p.sim.now
	p.parked = true
	if !p.yield(struct{}{}) {
		panic(unwound{})
	}
	p.waits[p.reason] += p.sim.now - start
}

// Sleep blocks the process for d nanoseconds of virtual time; nothing else can
// wake it.
//
// If the process's own wake-up is the very next event, it keeps control and
// only the clock moves: the history is the same, and the cost of an event and
// of two switches is saved.
func (p *Proc) Sleep(d int64) {
	if p.yields != nil {
		p.Yield()
	}
	s := p.sim
	if s.skipTo(s.now+d, PrioProcess) {
		p.waits[p.reason] += d
		return
	}
	p.due = true
	s.At(s.now+d, PrioProcess, p.target, 0)
	p.Park()
}

// Wake makes a parked process runnable at the current instant. Waking a
// process that is not parked, or twice, is a broken invariant.
func (s *Sim) Wake(p *Proc) {
	if !p.parked || p.due {
		s.broken("process " + p.name + " was woken while it was not waiting")
	}
	p.due = true
	s.At(s.now, PrioProcess, p.target, 0)
}
