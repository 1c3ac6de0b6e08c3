package server

import (
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// terminals are the users of DBT-2: ten for each warehouse, each of whom keys in
// a transaction, waits for it and thinks. The client program keeps a queue of
// what they have keyed in, from which its connections take one after the other;
// the response time is that of the terminal, the time in the queue included.
type terminals struct {
	s       *Server
	target  sim.Target
	kind    []workload.TPCC // by terminal: what it is keying in, or waiting for
	rnd     []sim.Rand
	queue   []request // a ring
	first   int
	n       int
	resting sim.List // connections without work
	over    bool
}

// request is a transaction that a terminal has keyed in.
type request struct {
	terminal int32
	at       int64
}

// startTerminals lets the terminals begin: each somewhere in its keying or
// thinking, as in a run that has been going on for long. DBT-2 starts them one
// after the other and leaves the time until all are there out of its report.
func (s *Server) startTerminals(sc *scenario.Scenario) {
	n := int(sc.Int(scenario.Scale)) * workload.Districts
	t := &terminals{s: s, kind: make([]workload.TPCC, n), rnd: make([]sim.Rand, n), queue: make([]request, n)}
	t.target = s.sim.Register(t)
	s.terminals = t
	for i := range n {
		t.rnd[i] = sim.NewRand(sc.Seed()+uint64(i)<<32, "terminal")
		rnd := &t.rnd[i]
		t.kind[i] = workload.DrawKind(rnd)
		whole := workload.KeyingNs(t.kind[i]) + workload.ThinkNs(rnd, t.kind[i])
		s.sim.At(s.sim.Now()+rnd.Intn(whole+1), sim.PrioProcess, t.target, uint32(i))
	}
	if s.planned > 0 {
		s.sim.At(s.started+s.planned, sim.PrioProcess, t.target, closing)
	}
}

// closing is the event that ends the run.
const closing = 1<<32 - 1

// Fire is a terminal that has keyed in its transaction.
func (t *terminals) Fire(terminal uint32) {
	if t.over {
		return
	}
	if terminal == closing {
		t.over = true
		t.resting.WakeAll(t.s.sim)
		return
	}
	at := t.first + t.n
	if at >= len(t.queue) {
		at -= len(t.queue)
	}
	t.queue[at] = request{int32(terminal), t.s.sim.Now()}
	t.n++
	t.resting.WakeOne(t.s.sim)
}

// take waits for a transaction and returns when it was keyed in; ok is false when
// the run is over.
func (t *terminals) take(b *backend) (scheduled int64, ok bool) {
	for t.n == 0 && !t.over {
		t.resting.Wait(b.p)
	}
	if t.over {
		return 0, false
	}
	r := t.queue[t.first]
	t.n--
	if t.first++; t.first == len(t.queue) {
		t.first = 0
	}
	b.terminal = int64(r.terminal)
	b.input = t.s.dbt2.Draw(&t.rnd[b.terminal], t.kind[b.terminal], b.terminal)
	return r.at, true
}

// done lets the terminal of the transaction that b has ended go on: it thinks and
// keys in the next one.
func (t *terminals) done(b *backend) {
	i := b.terminal
	rnd := &t.rnd[i]
	pause := workload.ThinkNs(rnd, t.kind[i])
	t.kind[i] = workload.DrawKind(rnd)
	pause += workload.KeyingNs(t.kind[i])
	t.s.sim.At(t.s.sim.Now()+pause, sim.PrioProcess, t.target, uint32(i))
}
