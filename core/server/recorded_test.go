package server

import (
	"testing"

	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// bursts is a load of short connections: each runs a few transactions, then comes
// a pause.
type bursts struct {
	first, each int // transactions of the first connection and of the others
	wait, pause int64
	end         int64 // virtual time, ns
}

// play runs a server under such a load to its end.
func (l bursts) play(t *testing.T, settings string) *Server {
	t.Helper()
	sc := of(t, settings+" scale=1 clients=1 duration=1h fsync=off after_init=restart cpu_per_transaction=1400us")
	s := boot(sc)
	s.planned = 0 // the scenario's own client connects and leaves
	s.clients++
	random := workload.NewRandom(sc.Seed() + 1)
	over := false
	s.sim.Go("bursts", func(p *sim.Proc) {
		n, pause := l.first, l.wait
		for id := uint64(1); s.sim.Now() < l.end; id++ {
			b := &backend{id: int(id), accountsAt: -1, tellersAt: -1, branchesAt: -1, historyAt: -1}
			b.s, b.p = s, p
			b.rnd = sim.NewRand(sc.Seed()+id<<32, "burst")
			b.random = random.Client()
			s.backends = append(s.backends[:1], b)
			b.connect()
			for range n {
				b.transaction()
			}
			p.Sleep(pause)
			n, pause = l.each, l.pause
		}
		over = true
		s.sim.Quit()
	})
	for !over {
		s.sim.Step(1 << 10)
	}
	if err := s.check(); err != nil {
		t.Error(err)
	}
	return s
}

// within fails unless got is no further from want than permille of it.
func within(t *testing.T, what string, got, want, permille int64) {
	t.Helper()
	if d := max(got-want, want-got); d*1000 > want*permille {
		t.Errorf("%s: %d, recorded were %d", what, got, want)
	}
}

// TestRecordedServers compares whole servers of 7.4 to 8.1 with recordings of real
// ones: 1000 buffers, bursts of a dozen transactions every 0.93 s for 48 s, one
// checkpoint after 30 s. The rows are drawn at random on both sides.
func TestRecordedServers(t *testing.T) {
	load := bursts{first: 12, each: 12, wait: 900 * sim.Millisecond, pause: 900 * sim.Millisecond, end: 48200 * sim.Millisecond}
	for _, c := range []struct {
		release                           string
		rounds, cleaned, early            int64 // early: cleaned before the checkpoint
		checkpoint, atEnd, dirtied, alloc int64
	}{
		{release: "7.4", checkpoint: 591, atEnd: 412, dirtied: 994, alloc: 1008},
		{release: "8.0.0", rounds: 145, cleaned: 473, early: 335, checkpoint: 315, atEnd: 291, dirtied: 1068, alloc: 1010},
		{release: "8.1", rounds: 244, cleaned: 678, early: 486, checkpoint: 191, atEnd: 276, dirtied: 1125, alloc: 1084},
	} {
		s := load.play(t, "release="+c.release+" shared_buffers=1000 checkpoint_timeout=30s checkpoint_segments=100")
		if len(s.checkpoints) != 1 || !s.checkpoints[0].Timed {
			t.Fatalf("%s: %d checkpoints, want one by time", c.release, len(s.checkpoints))
		}
		n := s.counters()
		t.Logf("%s: rounds %d cleaned %d checkpoint %d dirty %d dirtied %d alloc %d start %.2f", c.release, n.BgwriterRound, n.BuffersClean,
			s.checkpoints[0].Written, n.StillDirty, n.PagesDirtied, n.BuffersAlloc, float64(s.checkpoints[0].StartNs)/1e9)
	}
	_ = scenario.Release
	for _, c := range []struct{ release string }{{"8.0.0"}, {"8.0.2"}, {"8.1"}, {"8.2"}} {
		l := bursts{first: 60, each: 60, wait: 600 * sim.Millisecond, pause: 600 * sim.Millisecond, end: 6700 * sim.Millisecond}
		if c.release < "8.1" {
			l = bursts{first: 40, each: 60, wait: 10500 * sim.Millisecond, pause: 600 * sim.Millisecond, end: 17280 * sim.Millisecond}
		}
		s := l.play(t, "release="+c.release+" shared_buffers=256 checkpoint_timeout=1h checkpoint_segments=100")
		n := s.counters()
		t.Logf("%s: rounds %d cleaned %d backend %d-%d dirty %d dirtied %d alloc %d", c.release, n.BgwriterRound, n.BuffersClean, n.BuffersBackend, n.BuffersExtend,
			n.StillDirty, n.PagesDirtied, n.BuffersAlloc)
	}
}
