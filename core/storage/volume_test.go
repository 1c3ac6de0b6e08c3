package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// saturate keeps commands of a size outstanding and returns how many were
// complete by the given times.
func saturate(s *sim.Sim, d Device, length int64, write, sequential bool, at ...int64) []int64 {
	r := sim.NewRand(1, "saturate")
	h := &countdown{}
	var off int64
	h.more = func() {
		if !sequential {
			off = r.Intn(d.Capacity()/2/length) * 2 * length
		}
		d.Submit(off, length, write, h, 0)
		if off += length; off+length > d.Capacity() {
			off = 0
		}
	}
	for d.Room() > 0 {
		h.more()
	}
	var counts []int64
	for _, t := range at {
		for s.Now() < t && s.Step(1) {
		}
		counts = append(counts, h.n)
	}
	return counts
}

type countdown struct {
	n    int64
	more func()
}

func (c *countdown) Fire(uint32) {
	c.n++
	c.more()
}

// TestCredits checks that gp2 bursts as long as its credits last.
func TestCredits(t *testing.T) {
	s := sim.New()
	d, _ := hardware.DeviceByID("ebs-gp2")
	d.Volume.IOPS, d.Volume.Credits = 1500, 54_000
	v := NewVolume(s, d.Volume, 1, "volume")
	// 54,000 credits and 1,500 more each second pay for 36 s at 3,000.
	n := saturate(s, v, pageSize, true, false, 30*sim.Second, 40*sim.Second, 60*sim.Second)
	within(t, "IOPS of the burst", float64(n[0])/30, 3000, 0.01)
	within(t, "IOPS without credits", float64(n[2]-n[1])/20, 1500, 0.01)
	within(t, "I/Os in 40 s", float64(n[1]), 54_000+1500*40, 0.01)
}

// TestMerging checks that neighbors that wait for their tokens count as one up
// to 256 kB, and that long I/Os count as several.
func TestMerging(t *testing.T) {
	for _, c := range []struct {
		what       string
		length     int64
		sequential bool
		rate       float64 // commands a second
	}{
		{"random 8 kB", 8 << 10, false, 3000},
		{"sequential 8 kB", 8 << 10, true, 125 << 20 / (8 << 10)}, // bytes are the limit
		{"random 128 kB", 128 << 10, false, 1000},
	} {
		s := sim.New()
		d, _ := hardware.DeviceByID("ebs-gp3")
		v := NewVolume(s, d.Volume, 1, "volume")
		n := saturate(s, v, c.length, true, c.sequential, 10*sim.Second, 30*sim.Second)
		within(t, c.what+", commands/s", float64(n[1]-n[0])/20, c.rate, 0.01)
	}
	s := sim.New()
	d, _ := hardware.DeviceByID("ebs-gp3")
	d.Volume.MiBs, d.Volume.IOPS = 100_000, 3000
	v := NewVolume(s, d.Volume, 1, "volume")
	n := saturate(s, v, 512<<10, true, false, 10*sim.Second, 30*sim.Second)
	within(t, "512 kB, commands/s", float64(n[1]-n[0])/20, 1500, 0.01)
}

// TestSharedBucket checks that a writer of pages takes the tokens away that a
// committer needs: latency, not the device's own time, is what grows.
func TestSharedBucket(t *testing.T) {
	commit := func(background bool) float64 {
		s := sim.New()
		d, _ := hardware.DeviceByID("ebs-gp3")
		v := NewVolume(s, d.Volume, 1, "volume")
		r := sim.NewRand(1, "shared")
		if background {
			h := &countdown{}
			h.more = func() { v.Submit(r.Intn(1_000_000)*2*pageSize, pageSize, true, h, 0) }
			for range 100 {
				h.more()
			}
		}
		c := &countdown{}
		c.more = func() { v.Submit(r.Intn(1000)*2*pageSize, pageSize, true, c, 0) }
		c.more()
		for s.Now() < 20*sim.Second && s.Step(1) {
		}
		return 20e9 / float64(c.n)
	}
	alone, crowded := commit(false), commit(true)
	within(t, "ns of a lone commit", alone, 850_000, 0.02)
	// 101 at a time at 3,000 a second.
	within(t, "ns of a commit beside a checkpoint", crowded, 101*1e9/3000, 0.05)
}

// TestCard checks what a memory card does one after the other.
func TestCard(t *testing.T) {
	s := sim.New()
	d, _ := hardware.DeviceByID("sd-a1")
	c := NewCard(s, d.Card)
	done := &stamp{t: t, s: s}
	last, next := int64(0), uint32(0)
	step := func(what string, want int64, begin func()) {
		t.Helper()
		begin()
		finish(t, s)
		if took := done.at[next] - last; took != want {
			t.Errorf("%s took %d ns, want %d", what, took, want)
		}
		last = s.Now()
		next++
	}
	submit := func(off, length int64, write bool) func() {
		return func() { c.Submit(off, length, write, done, next) }
	}
	flush := func() { c.Flush(done, next) }
	step("a flush of nothing", 0, flush)
	step("a read of 4 kB", 400_000, submit(1<<20, 4096, false))
	step("a read of 8 kB", 526_000, submit(1<<20, 8192, false))
	step("a random write", 1_667_000, submit(2<<20, 8192, true))
	step("the next one", rateNs(8192, c.streamMBs), submit(2<<20+8192, 8192, true))
	step("a flush", 3_000_000, flush)
	step("another", 0, flush)
	// Pauses: one for each 64 MB.
	begin := s.Now()
	for i := range int64(1000) {
		submit(100<<20+i<<19, 512*1024, true)()
		finish(t, s)
		next++
	}
	within(t, "ns for 524 MB", float64(s.Now()-begin), 524.288/38.8*1e9, 0.01)
	if got := c.Stats().BusyNs; got > s.Now() || got < s.Now()*9/10 {
		t.Errorf("the card was busy for %d of %d ns", got, s.Now())
	}
}
