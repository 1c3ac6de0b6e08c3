package sim

import "testing"

// hold is the event of the hold model: whenever it fires it schedules itself
// at a random time ahead, so the queue keeps its length.
type hold struct {
	s      *Sim
	target Target
	rnd    Rand
}

func (h *hold) Fire(arg uint32) {
	h.s.At(h.s.Now()+h.rnd.Intn(1000), PrioDevice, h.target, arg)
}

// BenchmarkQueueHold measures one event at a constant queue length.
func BenchmarkQueueHold(b *testing.B) {
	for _, n := range []struct {
		name   string
		events int
	}{{"16", 16}, {"256", 256}, {"4096", 4096}} {
		b.Run(n.name, func(b *testing.B) {
			s := New()
			h := &hold{s: s, rnd: NewRand(1, "hold")}
			h.target = s.Register(h)
			for range n.events {
				h.Fire(0)
			}
			b.ReportAllocs()
			for b.Loop() {
				s.Step(1)
			}
		})
	}
}

// BenchmarkSleep measures one switch to a process and back with its event.
func BenchmarkSleep(b *testing.B) {
	s := New()
	for range 2 {
		s.Go("sleeper", func(p *Proc) {
			for {
				p.Sleep(1)
			}
		})
	}
	s.Step(2)
	b.ReportAllocs()
	for b.Loop() {
		s.Step(1)
	}
	s.Halt()
}

func BenchmarkHistogramAdd(b *testing.B) {
	var h Histogram
	r := NewRand(1, "add")
	var vs [1024]int64
	for i := range vs {
		vs[i] = int64(r.Exp() * 4e6)
	}
	i := 0
	for b.Loop() {
		h.Add(vs[i&1023])
		i++
	}
}
