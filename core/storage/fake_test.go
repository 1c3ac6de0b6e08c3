package storage

import (
	"testing"

	"clocksweep/core/sim"
)

// transfer is what a fake device was asked for.
type transfer struct {
	off, length int64
	write       bool
	from, to    int64 // times; to is 0 while it is under way
}

// fake is a device that takes the same time for everything and remembers what
// it was asked for.
type fake struct {
	port
	ns      int64
	log     []transfer
	slotLog []int // by slot: index in log
	flushes int
	alone   func(t transfer, other transfer) // if set, sees every pair that overlaps in time and place
	done    sim.Target
	flushed sim.Target
	waiting []flush
}

type (
	fakeDone  fake
	fakeFlush fake
)

func newFake(s *sim.Sim, depth int, capacity, ns int64) *fake {
	f := &fake{port: newPort(s, depth, capacity), ns: ns, slotLog: make([]int, depth)}
	f.done = s.Register((*fakeDone)(f))
	f.flushed = s.Register((*fakeFlush)(f))
	return f
}

func (f *fake) QueuesFlush() bool { return true }
func (f *fake) Stats() Stats      { return f.counters() }

func (f *fake) Submit(off, length int64, write bool, done sim.Handler, arg uint32) {
	s := f.take(off, length, write, done, arg)
	now := f.sim.Now()
	t := transfer{off: off, length: length, write: write, from: now}
	if f.alone != nil {
		for i := len(f.log) - 1; i >= 0 && i > len(f.log)-200; i-- {
			o := f.log[i]
			if o.to == 0 && o.off < off+length && off < o.off+o.length {
				f.alone(t, o)
			}
		}
	}
	f.slotLog[s] = len(f.log)
	f.log = append(f.log, t)
	f.sim.At(now+f.ns, sim.PrioDevice, f.done, uint32(s))
}

func (d *fakeDone) Fire(slot uint32) {
	f := (*fake)(d)
	f.log[f.slotLog[slot]].to = f.sim.Now()
	f.complete(int16(slot))
}

func (f *fake) Flush(done sim.Handler, arg uint32) {
	f.waiting = append(f.waiting, flush{done: done, arg: arg})
	f.sim.At(f.sim.Now()+f.ns, sim.PrioDevice, f.flushed, 0)
}

func (d *fakeFlush) Fire(uint32) {
	f := (*fake)(d)
	first := f.waiting[0]
	f.waiting = f.waiting[1:]
	f.flushes++
	first.done.Fire(first.arg)
}

// count returns how many transfers of a direction the fakes were asked for, and
// their bytes.
func count(fakes []*fake, write bool) (n int, bytes int64) {
	for _, f := range fakes {
		for _, t := range f.log {
			if t.write == write {
				n++
				bytes += t.length
			}
		}
	}
	return n, bytes
}

// fakes returns devices that take a millisecond for everything.
func fakes(s *sim.Sim, n, depth int) ([]*fake, []Device) {
	var list []*fake
	var devs []Device
	for range n {
		f := newFake(s, depth, 1<<30, sim.Millisecond)
		list = append(list, f)
		devs = append(devs, f)
	}
	return list, devs
}

// finish runs the machine until nothing is left to do.
func finish(t *testing.T, s *sim.Sim) {
	t.Helper()
	for n := 0; s.Step(1000); n++ {
		if n > 100_000 {
			t.Fatal("the machine does not come to rest")
		}
	}
}
