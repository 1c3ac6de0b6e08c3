package sim

import "strconv"

// Durations in nanoseconds of virtual time.
const (
	Microsecond int64 = 1_000
	Millisecond int64 = 1_000_000
	Second      int64 = 1_000_000_000
)

// Priority orders events of one instant; smaller fires first. Devices come
// before the processes that wait for them, and the sampler comes last so that
// it sees an instant when everything in it has happened.
type Priority uint8

// The priorities in use.
const (
	PrioDevice  Priority = 1
	PrioKernel  Priority = 2
	PrioProcess Priority = 3
	PrioSample  Priority = 9
)

// Handler is something that can be scheduled: a device completion, a timer.
type Handler interface {
	// Fire is called when the event is due. It runs outside every process
	// and must not block.
	Fire(arg uint32)
}

// Target names a registered [Handler].
type Target uint32

// Sim is one simulated machine's clock and event queue. Create it with [New].
type Sim struct {
	now     int64
	seq     uint64
	fired   uint64
	q       queue
	targets []Handler
	procs   []*Proc
	halted  bool
	quit    bool
	left    int // events that the Step under way may still fire
}

// New returns a machine at virtual time zero with nothing scheduled.
func New() *Sim {
	return &Sim{q: queue{ev: make([]event, 0, 256)}}
}

// Now returns the virtual time in nanoseconds.
func (s *Sim) Now() int64 { return s.now }

// Events returns how many events have fired.
func (s *Sim) Events() uint64 { return s.fired }

// Register makes h schedulable.
func (s *Sim) Register(h Handler) Target {
	s.targets = append(s.targets, h)
	return Target(len(s.targets) - 1)
}

// At schedules h to fire at virtual time t, which must not lie in the past.
func (s *Sim) At(t int64, prio Priority, h Target, arg uint32) {
	if t < s.now {
		s.broken("an event was scheduled in the past")
	}
	s.seq++
	s.q.push(event{at: t, ord: uint64(prio)<<56 | s.seq, tgt: uint32(h), arg: arg})
}

// Halt makes [Sim.Step] return false from now on and unwinds all processes.
// What was scheduled is forgotten. It must be called from outside Step.
func (s *Sim) Halt() {
	s.halted = true
	for _, p := range s.procs {
		p.stop()
	}
	s.q.ev = s.q.ev[:0]
}

// Quit makes the Step that is under way return after the present event.
func (s *Sim) Quit() { s.quit = true }

// Step fires up to n events and reports whether there is more to do.
func (s *Sim) Step(n int) bool {
	s.quit = false
	for s.left = n; s.left > 0 && !s.halted && !s.quit && len(s.q.ev) > 0; s.left-- {
		e := s.q.pop()
		s.now = e.at
		s.fired++
		s.targets[e.tgt].Fire(e.arg)
	}
	s.left = 0
	return !s.halted && len(s.q.ev) > 0
}

// skipTo advances the clock to t if an event scheduled for then, with the given
// priority, would be the next one to fire, and counts it as fired. It does not
// when the Step under way has fired its last event.
func (s *Sim) skipTo(t int64, prio Priority) bool {
	if s.left <= 1 || s.quit || t < s.now {
		return false
	}
	e := event{at: t, ord: uint64(prio)<<56 | (s.seq + 1)}
	if len(s.q.ev) > 0 && s.q.ev[0].before(&e) {
		return false
	}
	s.seq++
	s.now = t
	s.fired++
	s.left--
	return true
}

// broken reports an invariant of the machine that does not hold. It is a bug
// of the simulator, never of a scenario.
func (s *Sim) broken(what string) {
	panic(Broken{What: what, At: s.now})
}

// Broken is the value of the panic raised when an invariant of the machine
// does not hold.
type Broken struct {
	What string // what happened, without a capital or a full stop
	At   int64  // virtual time, ns
}

// Error implements error.
func (b Broken) Error() string {
	return "clocksweep: " + b.What + " at virtual time " + strconv.FormatInt(b.At, 10) + " ns"
}
