package server

import (
	"math"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
)

// schedule is when transactions begin: at once, at a rate (pgbench -R), in bursts.
type schedule struct {
	gapNs   float64 // mean time between two transactions, 0: no rate
	limitNs int64   // latency limit, 0: none
	on, off int64   // ns of bursts and of the rests between them; off 0: no bursts
	rnd     sim.Rand
	next    int64 // when the last one was to begin, over all clients, from the start
	kept    result.Schedule
	sumSq   float64 // of the latencies in µs, squared
}

func (s *Server) readSchedule(sc *scenario.Scenario) {
	p := &s.schedule
	p.rnd = sim.NewRand(sc.Seed(), "schedule")
	if sc.InForce(scenario.Rate) {
		p.gapNs = float64(sim.Second) / float64(sc.Int(scenario.Rate))
	}
	p.limitNs = sc.Int(scenario.LatencyLimit) * sim.Millisecond
	if sc.InForce(scenario.BurstOn) {
		p.on, p.off = sc.Int(scenario.BurstOn)*sim.Second, sc.Int(scenario.BurstOff)*sim.Second
	}
}

// working returns the time at or after t, which counts from the start of the
// clients, at which the clients work.
func (p *schedule) working(t int64) int64 {
	if p.off > 0 && t%(p.on+p.off) >= p.on {
		return t - t%(p.on+p.off) + p.on + p.off
	}
	return t
}

// nextStart waits until this client's next transaction is to begin and returns when
// that was: not later than now. ok is false if there is none; done is how many
// the client has done, and grows by those it skips.
//
// With a rate all clients of pgbench's one thread take their times from one
// schedule; a client that is late begins at once, or, with a latency limit, skips
// what cannot make it any more (threadRun, chooseScript and
// CSTATE_CHOOSE_SCRIPT of pgbench.c).
func (b *backend) nextStart(done *int64) (scheduled int64, ok bool) {
	s := b.s
	p := &s.schedule
	if !s.goesOn(*done) {
		return 0, false
	}
	if p.gapNs == 0 {
		if p.off > 0 {
			b.idle(s.started + p.working(s.sim.Now()-s.started))
		}
		return s.sim.Now(), s.goesOn(*done)
	}
	if p.next == 0 { // the first client has connected
		p.next = s.sim.Now() - s.started
	}
	for {
		p.next = p.working(p.next + int64(p.rnd.Exp()*p.gapNs))
		scheduled = s.started + p.next
		if s.planned > 0 && scheduled > s.started+s.planned {
			return 0, false
		}
		if p.limitNs == 0 || scheduled >= s.sim.Now()-p.limitNs {
			break
		}
		p.kept.Skipped++
		if *done++; !s.goesOn(*done) {
			return 0, false
		}
	}
	b.idle(scheduled)
	return scheduled, true
}

// idle waits for a time that may have passed already.
func (b *backend) idle(until int64) {
	if d := until - b.s.sim.Now(); d > 0 {
		outer := b.p.Enter(result.WaitIdle)
		b.p.Sleep(d)
		b.p.Enter(outer)
	}
}

// book counts a transaction that was to begin at scheduled, began at began and
// took so long from the first of the two.
func (p *schedule) book(scheduled, began, latency int64) {
	lag := began - scheduled
	p.kept.LagNs += lag
	p.kept.LagMaxNs = max(p.kept.LagMaxNs, lag)
	if p.limitNs > 0 && latency > p.limitNs {
		p.kept.Late++
	}
	us := float64(latency) / 1000
	p.sumSq += float64(us * us)
}

// stddev returns the standard deviation of the latencies, as pgbench computes it.
func (p *schedule) stddev(count, sumNs int64) int64 {
	if count == 0 {
		return 0
	}
	mean := float64(sumNs) / 1000 / float64(count)
	return int64(1000 * math.Sqrt(max(0, p.sumSq/float64(count)-float64(mean*mean))))
}
