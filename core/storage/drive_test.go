package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// stamp records when each command completed, and fails on a second time.
type stamp struct {
	t    *testing.T
	s    *sim.Sim
	at   []int64
	then func(arg uint32)
}

func (c *stamp) Fire(arg uint32) {
	for int(arg) >= len(c.at) {
		c.at = append(c.at, -1)
	}
	if c.at[arg] >= 0 {
		c.t.Fatalf("command %d completed twice", arg)
	}
	c.at[arg] = c.s.Now()
	if c.then != nil {
		c.then(arg)
	}
}

func (c *stamp) done(arg uint32) bool { return int(arg) < len(c.at) && c.at[arg] >= 0 }

func rig(t *testing.T, d hardware.Disk, cache bool) (*sim.Sim, *Drive, *stamp) {
	s := sim.New()
	return s, NewDrive(s, d, cache), &stamp{t: t, s: s}
}

// until runs the machine to the given time, or to the end of its events.
func until(s *sim.Sim, stop func() bool) {
	for !stop() && s.Step(1) {
	}
}

// TestBurst checks that the write cache takes a burst at the speed of the
// cable, and what does not fit at the speed of the platters.
func TestBurst(t *testing.T) {
	s, d, c := rig(t, disk7200y2004, true) // 512 pages, one command at a time
	r := sim.NewRand(1, "burst")
	const pages = 700
	next := uint32(0)
	submit := func(uint32) {
		if next < pages {
			d.Submit(r.Intn(1_000_000)*pageSize, pageSize, true, c, next)
			next++
		}
	}
	c.then = submit
	submit(0)
	until(s, func() bool { return c.done(pages - 1) })
	per := d.mech.overhead + pageSize*d.psByte/1000
	for i := 1; i < 500; i++ {
		if took := c.at[i] - c.at[i-1]; took != per {
			t.Fatalf("write %d was acknowledged after %d ns, want %d", i, took, per)
		}
	}
	full := float64(c.at[pages-1]-c.at[550]) / float64(pages-1-550)
	if full < float64(2*sim.Millisecond) {
		t.Errorf("with the cache full a write took %.0f ns", full)
	}
	if got := d.Stats().CachedPages; got > 512 || got < 500 {
		t.Errorf("%d pages are cached, want about 512", got)
	}
}

// TestSustained checks that writing without end runs at the rate at which the
// cache is emptied, and that the rate is what a sweep with as many pages
// costs: sorting is what the cache buys.
func TestSustained(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, true)
	r := sim.NewRand(1, "sustained")
	const span = 300_000_000 / pageSize
	next := uint32(0)
	submit := func(uint32) {
		d.Submit(r.Intn(span)*pageSize, pageSize, true, c, next)
		next++
	}
	c.then = submit
	for range 31 {
		submit(0)
	}
	until(s, func() bool { return s.Now() > 20*sim.Second })
	acked, written, start := len(c.at), d.Stats().DestagedPages, s.Now()
	until(s, func() bool { return s.Now() > 60*sim.Second })
	acked, written = len(c.at)-acked, d.Stats().DestagedPages-written
	seconds := float64(s.Now()-start) / 1e9
	// Pages overwritten in the cache are acknowledged and not written.
	if ratio := float64(acked) / float64(written); ratio < 1 || ratio > 1.15 {
		t.Errorf("%d writes acknowledged, %d pages written", acked, written)
	}
	// 2048 pages: each lap of the sweep finds them spread evenly.
	ms := 1000 * seconds / float64(written)
	if full := sweep(disk7200y2011, 0, 300_000_000, 2048, 5); ms < 0.5*full || ms > 1.1*full {
		t.Errorf("a page took %.2f ms, a plain sweep of 2048 pages takes %.2f", ms, full)
	}
	if busy := d.Stats().BusyNs; float64(busy) < 0.999*float64(s.Now()) {
		t.Errorf("the mechanism was at work for %d of %d ns", busy, s.Now())
	}
}

// TestFlush checks that a flush waits for what was written before it, and for
// nothing that came later.
func TestFlush(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, true)
	r := sim.NewRand(1, "flush")
	for i := range uint32(20) {
		d.Submit(r.Intn(1_000_000)*pageSize, pageSize, true, c, i)
	}
	until(s, func() bool { return c.done(19) })
	old := d.writes.epoch
	d.Flush(c, 100)
	for i := range uint32(10) {
		d.Submit(r.Intn(1_000_000)*pageSize, pageSize, true, c, 20+i)
	}
	d.Flush(c, 101)
	c.then = func(arg uint32) {
		if arg < 100 {
			return
		}
		for _, p := range d.writes.waiting {
			if p.epoch <= old+(arg-100) {
				t.Errorf("flush %d completed with page %d still to be written", arg, p.page)
			}
		}
	}
	until(s, func() bool { return c.done(101) })
	if !c.done(100) || c.at[100] < 20*sim.Millisecond || c.at[100] > c.at[101] {
		t.Errorf("flushes completed at %d and %d ns", c.at[100], c.at[101])
	}
	d.Flush(c, 102)
	issued := s.Now()
	until(s, func() bool { return c.done(102) })
	if took := c.at[102] - issued; took != d.mech.overhead {
		t.Errorf("a flush of an empty cache took %d ns, want %d", took, d.mech.overhead)
	}
	if d.Stats().Flushes != 3 {
		t.Errorf("%d flushes counted, want 3", d.Stats().Flushes)
	}
}

// TestFlushWithoutCache checks that a flush has nothing to wait for when every
// write is on the platters at its completion.
func TestFlushWithoutCache(t *testing.T) {
	s, d, c := rig(t, disk10k2003, false)
	d.Submit(0, pageSize, true, c, 0)
	d.Flush(c, 1)
	until(s, func() bool { return c.done(0) && c.done(1) })
	if c.at[1] != d.mech.overhead || c.at[0] < c.at[1] {
		t.Errorf("flush at %d ns, write at %d ns", c.at[1], c.at[0])
	}
}

// TestRewrite checks that pages written again and again while the mechanism is
// busy elsewhere reach the platters once.
func TestRewrite(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, true)
	d.Submit(gb(900), pageSize, true, c, 0) // keeps the mechanism busy
	until(s, func() bool { return c.done(0) })
	arg := uint32(1)
	for range 5 {
		for page := range int64(4) {
			d.Submit((1000+page)*pageSize, pageSize, true, c, arg)
			arg++
		}
	}
	for s.Step(1) {
	}
	if st := d.Stats(); st.Writes != 21 || st.Destages != 2 || st.DestagedPages != 5 || st.CachedPages != 0 {
		t.Errorf("%+v: want 21 writes, of which 5 pages reach the platters in 2 transfers", st)
	}
}

// TestReadOfCachedWrite checks that a page in the write cache is read from it.
func TestReadOfCachedWrite(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, true)
	d.Submit(gb(900), pageSize, true, c, 0)
	d.Submit(5*pageSize, pageSize, true, c, 1)
	until(s, func() bool { return c.done(1) })
	start := s.Now()
	d.Submit(5*pageSize, pageSize, false, c, 2)
	d.Submit(5*pageSize, 2*pageSize, false, c, 3) // half of it is not cached
	until(s, func() bool { return c.done(3) })
	if took := c.at[2] - start; took != d.mech.overhead+hitNs {
		t.Errorf("a hit took %d ns, want %d", took, d.mech.overhead+hitNs)
	}
	if c.at[3]-start < sim.Millisecond || d.Stats().ReadHits != 1 {
		t.Errorf("the other read took %d ns, %d hits", c.at[3]-start, d.Stats().ReadHits)
	}
}

// TestSequentialReader checks that a reader of consecutive 64 or 512 kB gets the
// zone's rate less the head switches, and that one of consecutive 8 kB, which the electronics cannot
// follow at that rate, gets at least half of what they can do: the read-ahead
// stops for it and waits for the platters when it goes on.
func TestSequentialReader(t *testing.T) {
	for _, c := range []struct {
		length int64
		want   func(d *Drive) float64 // bytes per ns
		below  float64
	}{
		{65536, func(d *Drive) float64 {
			return float64(d.mech.trackBytes[0]) / float64(d.mech.rev+d.mech.hs+crossNs)
		}, 0.02},
		{512 * 1024, func(d *Drive) float64 {
			return float64(d.mech.trackBytes[0]) / float64(d.mech.rev+d.mech.hs+crossNs)
		}, 0.02},
		{8192, func(d *Drive) float64 { return 8192 / float64(d.mech.overhead+hitNs) }, 0.50},
	} {
		s, d, done := rig(t, disk7200y2011, false)
		const total = 64 << 20
		next := uint32(0)
		done.then = func(uint32) {
			if off := int64(next) * c.length; off < total {
				d.Submit(off, c.length, false, done, next)
				next++
			}
		}
		done.then(0)
		for s.Step(1) {
		}
		last := done.at[len(done.at)-1]
		rate, want := float64(total)/float64(last), c.want(d)
		if rate > want || rate < want*(1-c.below) {
			t.Errorf("reads of %d bytes come at %.1f MB/s, want %.1f or up to %.0f %% less", c.length, 1000*rate, 1000*want, 100*c.below)
		}
	}
}

// TestReadAhead checks that the read-ahead ends at its limit, and that a write
// makes what was read stale.
func TestReadAhead(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, false)
	at := gb(10)
	read := func(arg uint32, off int64) int64 {
		start := s.Now()
		d.Submit(off, pageSize, false, c, arg)
		until(s, func() bool { return c.done(arg) })
		return c.at[arg] - start
	}
	read(5000, at)
	s.At(s.Now()+sim.Second, sim.PrioSample, d.idle, 0)
	for s.Step(1) {
	}
	hit := d.mech.overhead + hitNs
	if took := read(5001, at+readAheadCap); took != hit {
		t.Errorf("the last page of the read-ahead took %d ns, want %d", took, hit)
	}
	if took := read(5002, at+readAheadCap+pageSize); took == hit {
		t.Error("a page behind the read-ahead was a hit")
	}
	d.Submit(at, pageSize, true, c, 5003)
	until(s, func() bool { return c.done(5003) })
	if took := read(5004, at); took == hit {
		t.Error("a page was a hit after it had been written")
	}
}

// TestReadsBeforeDestaging checks the rules of precedence: reads come first
// while the write cache is at most half full, and take turns with destaging
// when it is fuller.
func TestReadsBeforeDestaging(t *testing.T) {
	for _, c := range []struct {
		pages int
		turns bool
	}{{200, false}, {400, true}} {
		d := disk7200y2004 // 512 pages
		d.QueueDepth = 31
		s, drive, done := rig(t, d, true)
		r := sim.NewRand(1, "turns")
		arg := uint32(0)
		read := func(uint32) {
			if done.done(uint32(c.pages) - 1) {
				drive.Submit(r.Intn(9_000_000)*pageSize, pageSize, false, done, uint32(c.pages)+arg)
				arg++
			}
		}
		done.then = read
		for i := range uint32(c.pages) {
			if drive.Room() == 0 {
				until(s, func() bool { return drive.Room() > 0 })
			}
			drive.Submit(gb(20)+int64(i)*200*pageSize, pageSize, true, done, i)
		}
		until(s, func() bool { return arg >= 10 })
		st := drive.Stats()
		until(s, func() bool { return arg >= 60 })
		destaged := drive.Stats().Destages - st.Destages
		if c.turns && (destaged < 45 || destaged > 51) || !c.turns && destaged != 0 {
			t.Errorf("with %d pages cached, %d destages beside 50 reads", c.pages, destaged)
		}
	}
}

// TestOldCommand checks that a command far away is served although nearer ones
// never cease to come.
func TestOldCommand(t *testing.T) {
	s, d, c := rig(t, disk7200y2011, false)
	r := sim.NewRand(1, "old")
	arg := uint32(0)
	near := func(uint32) {
		arg++
		d.Submit(r.Intn(1000)*pageSize, pageSize, true, c, arg)
	}
	for range 30 {
		near(0)
	}
	d.Submit(gb(990), pageSize, true, c, 0)
	c.then = near
	until(s, func() bool { return c.done(0) })
	if d.served > forcedAge+1 {
		t.Errorf("the far command was the %d-th to be served", d.served)
	}
}

// TestMisuse checks that commands no host may send are refused.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		what        string
		off, length int64
		before      int
	}{
		{"one command too many", 0, pageSize, 1},
		{"beyond the end", 1 << 50, pageSize, 0},
		{"no length", 0, 0, 0},
		{"not on a block", 512, pageSize, 0},
		{"before the start", -pageSize, pageSize, 0},
	} {
		func() {
			_, d, done := rig(t, disk7200y2004, false)
			for range c.before {
				d.Submit(0, pageSize, true, done, 0)
			}
			defer func() {
				if _, ok := recover().(sim.Broken); !ok {
					t.Errorf("%s: the command was taken", c.what)
				}
			}()
			d.Submit(c.off, c.length, true, done, 1)
		}()
	}
}
