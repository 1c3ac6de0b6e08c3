package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

func flashOf(t *testing.T, s *sim.Sim, id string) *Flash {
	t.Helper()
	d, ok := hardware.DeviceByID(id)
	if !ok {
		t.Fatal("there is no " + id)
	}
	return NewFlash(s, d.Flash, 1, "flash")
}

// TestFlashFlush checks the law of the flush: without power-loss protection it
// lasts until the memory is empty, and at least the drive's own time.
func TestFlashFlush(t *testing.T) {
	for _, c := range []struct {
		id     string
		writes int64 // random, 8 kB
		want   float64
	}{
		{"nvme-consumer-2018", 1, 1.5e6},
		{"nvme-consumer-2018", 0, 20_000},                         // nothing to do
		{"ssd-sata-consumer-2013", 200, 200 * 2 * 100_000},        // 20,000 pages of 4 kB a second and so on
		{"nvme-dc-2021", 0, 25_000}, {"nvme-dc-2021", 64, 25_000}, // what is in memory is safe
		{"ssd-sata-320-2011", 500, 120_000},
	} {
		s := sim.New()
		f := flashOf(t, s, c.id)
		done := &stamp{t: t, s: s}
		r := sim.NewRand(1, "flash")
		next := uint32(0)
		done.then = func(uint32) {
			if int64(next) < c.writes {
				f.Submit(r.Intn(1_000_000)*2*pageSize, pageSize, true, done, next)
				next++
			}
		}
		for range min(c.writes, int64(f.Depth())) {
			done.then(0)
		}
		until(s, func() bool { return c.writes > 0 && done.done(uint32(c.writes-1)) })
		issued, left := s.Now(), f.drained-s.Now()
		f.Flush(done, 1_000)
		finish(t, s)
		took := float64(done.at[1_000] - issued)
		if c.want > 1e7 { // what is left of the time that all of the writes take
			c.want = float64(left)
			if left < 10*sim.Millisecond {
				t.Errorf("%s: only %d ns of writes were in memory", c.id, left)
			}
		}
		within(t, c.id+" flush, ns", took, c.want, 0.001)
		if !f.hardware.PLP && f.drained > done.at[1_000] {
			t.Errorf("%s: the flush was complete at %d, the memory empty at %d", c.id, done.at[1_000], f.drained)
		}
	}
}

// TestFlashFlushesCoverWrites plays random writes and flushes: nothing that was
// acknowledged before a flush is in memory only when the flush is complete.
func TestFlashFlushesCoverWrites(t *testing.T) {
	s := sim.New()
	f := flashOf(t, s, "ssd-sata-x25m-2010")
	r := sim.NewRand(1, "covers")
	done := &stamp{t: t, s: s}
	covered := map[uint32]int64{} // by flush: when what it must cover is in flash
	next, last := uint32(0), int64(0)
	done.then = func(arg uint32) {
		if until, ok := covered[arg]; ok {
			if s.Now() < until {
				t.Fatalf("flush %d was complete at %d, its writes are in flash at %d", arg, s.Now(), until)
			}
			if s.Now() < last {
				t.Fatal("flushes overtake each other")
			}
			last = s.Now()
		}
		for next < 3000 && f.Room() > 10 {
			if r.Intn(10) == 0 {
				covered[next] = f.drained
				f.Flush(done, next)
			} else {
				f.Submit(r.Intn(1_000_000)*halfSize, (1+r.Intn(4))*halfSize, true, done, next)
			}
			next++
		}
	}
	done.then(^uint32(0))
	finish(t, s)
	s.At(max(s.Now(), f.drained), sim.PrioSample, s.Register(tickFunc(func(uint32) {})), 0)
	finish(t, s)
	if len(covered) < 100 || len(done.at) != 3000 || f.Stats().CachedPages != 0 {
		t.Errorf("%d flushes, %d commands, %d pages left", len(covered), len(done.at), f.Stats().CachedPages)
	}
}

// TestBufferOfFlash checks that a burst of writes fits into the drive's memory,
// that the memory is never overfull, and that what does not fit comes at the
// sustained rate.
func TestBufferOfFlash(t *testing.T) {
	s := sim.New()
	f := flashOf(t, s, "ssd-sata-x25m-2010")
	done := &stamp{t: t, s: s}
	r := sim.NewRand(1, "buffer")
	const n = 4000
	next := uint32(0)
	done.then = func(uint32) {
		if f.bytes > f.room {
			t.Fatalf("%d bytes in a memory of %d", f.bytes, f.room)
		}
		if next < n {
			f.Submit(r.Intn(1_000_000)*2*halfSize, halfSize, true, done, next)
			next++
		}
	}
	for range 16 {
		done.then(0)
	}
	finish(t, s)
	// 256 pages of 4 kB fit; meanwhile the drive writes at 4,000 a second what
	// comes in at 8,600.
	within(t, "writes/s into memory", 400/(float64(done.at[399])/1e9), 8600, 0.05)
	within(t, "writes/s with the memory full", 3000/(float64(done.at[n-1]-done.at[n-3001])/1e9), 4000, 0.01)
}

// TestFastFlash checks that a stream is fast until the fast flash is used up,
// and again after a rest.
func TestFastFlash(t *testing.T) {
	s := sim.New()
	d, _ := hardware.DeviceByID("nvme-consumer-2018")
	d.Flash.SLCGB, d.Flash.BufferMB = 1, 4
	f := NewFlash(s, d.Flash, 1, "flash")
	done := &stamp{t: t, s: s}
	const length = 512 * 1024
	next, most := uint32(0), uint32(0)
	done.then = func(uint32) {
		if next < most {
			f.Submit(int64(next)*length, length, true, done, next)
			next++
		}
	}
	stream := func(n uint32) {
		most += n
		for range 4 {
			done.then(0)
		}
		finish(t, s)
	}
	rate := func(from, to uint32) float64 {
		return float64(to-from) * length / float64(done.at[to]-done.at[from]) * 1000
	}
	stream(6000)
	within(t, "MB/s into fast flash", rate(100, 1800), 2500, 0.01)
	within(t, "MB/s behind it", rate(2200, 5900), 1200, 0.01)
	pause := s.Register(tickFunc(func(uint32) { stream(1000) }))
	s.At(s.Now()+2*sim.Second, sim.PrioProcess, pause, 0)
	finish(t, s)
	within(t, "MB/s after a rest", rate(6100, 6900), 2500, 0.01)
}

// TestReadsBehindWrites checks that reads are slower while the drive programs.
func TestReadsBehindWrites(t *testing.T) {
	mean := func(writes bool) float64 {
		s := sim.New()
		f := flashOf(t, s, "ssd-sata-consumer-2013")
		done := &stamp{t: t, s: s}
		r := sim.NewRand(1, "mixed")
		const n = 2000
		next, total, begin := uint32(0), int64(0), int64(0)
		done.then = func(arg uint32) {
			if arg%2 == 1 {
				return
			}
			if arg > 0 {
				total += s.Now() - begin
			}
			if next >= 2*n {
				return
			}
			next += 2
			begin = s.Now()
			if writes {
				f.Submit(r.Intn(1_000_000)*2*pageSize, pageSize, true, done, next+1)
			}
			f.Submit(r.Intn(1_000_000)*pageSize, pageSize, false, done, next)
		}
		done.then(0)
		finish(t, s)
		return float64(total) / n
	}
	alone, mixed := mean(false), mean(true)
	// One channel of eight is busy with programming, for 0.75 ms on average; and
	// the write has the cable first.
	within(t, "ns by which writes slow down a read", mixed-alone, 750_000/8+8192*1000/450, 0.1)
}
