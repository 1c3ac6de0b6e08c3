package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// cache is a controller with room for 100 dirty pages.
var cache = hardware.Controller{
	CacheMB: 1, HitUs: 100, BusMBs: 1000, WriteShare: 100.5 / 128, High: 0.8, Low: 0.5, IdleMs: 500,
	HostDepth: 64, DiskDepth: 4, StripeKB: 64, XorUs: 10,
}

// bench is a controller in front of fakes.
type bench struct {
	s    *sim.Sim
	list []*fake
	c    *Controller
	done *stamp
	next uint32
}

func newBench(t *testing.T, level hardware.Level, disks int, c ControllerConfig) *bench {
	b := &bench{s: sim.New()}
	var devs []Device
	b.list, devs = fakes(b.s, disks, 16)
	a := NewArray(b.s, ArrayConfig{Level: level, Unit: 65536, XorNs: 1000, Depth: arrayDepth(&c.Hardware, level, disks)}, devs)
	b.c = NewController(b.s, c, a)
	b.done = &stamp{t: t, s: b.s}
	return b
}

func (b *bench) submit(page int64, pages int64, write bool) uint32 {
	b.c.Submit(page*pageSize, pages*pageSize, write, b.done, b.next)
	b.next++
	return b.next - 1
}

func (b *bench) writes() int { n, _ := count(b.list, true); return n }

// wait runs the machine until the command is complete.
func (b *bench) wait(cmd uint32) {
	until(b.s, func() bool { return b.done.done(cmd) })
}

// TestControllerAbsorbs checks that a burst is acknowledged from the cache, and
// that a page written again and again reaches the disk once.
func TestControllerAbsorbs(t *testing.T) {
	b := newBench(t, hardware.RAID1, 2, ControllerConfig{Hardware: cache, Battery: true})
	for i := range 40 {
		begin := b.s.Now()
		cmd := b.submit(7, 1, true)
		b.wait(cmd)
		if took := b.done.at[cmd] - begin; took != 100_000 {
			t.Fatalf("write %d took %d ns, want 100000", i, took)
		}
	}
	if b.writes() != 0 || b.c.Stats().CachedPages != 1 {
		t.Errorf("%d writes reached the disks, %d pages are cached", b.writes(), b.c.Stats().CachedPages)
	}
	read := b.submit(7, 1, false)
	b.wait(read)
	if b.c.Stats().ReadHits != 1 {
		t.Error("the page was not read from the cache")
	}
	finish(t, b.s) // the host is silent, the cache is written out
	if b.writes() != 2 || b.c.Stats().CachedPages != 0 || b.s.Now() < 500*sim.Millisecond {
		t.Errorf("%d writes reached the disks until %d ns", b.writes(), b.s.Now())
	}
	b.wait(b.submit(7, 1, false))
	if reads, _ := count(b.list, false); reads != 0 || b.c.Stats().ReadHits != 2 {
		t.Error("a page that was written out is no longer known")
	}
}

// TestMarks checks that destaging begins above the high mark and ends at the
// low one, in ascending order and with neighbors joined up to the stripe unit.
func TestMarks(t *testing.T) {
	b := newBench(t, hardware.NoRAID, 1, ControllerConfig{Hardware: cache, Battery: true})
	if b.c.limit != 100 || b.c.high != 80 || b.c.low != 50 {
		t.Fatalf("marks %d, %d, %d", b.c.limit, b.c.high, b.c.low)
	}
	page := func(i int) int64 { return int64(i*37%101) * 4 } // no neighbors
	for i := range 80 {
		b.wait(b.submit(page(i), 1, true))
	}
	if b.writes() != 0 {
		t.Errorf("%d transfers below the high mark", b.writes())
	}
	b.wait(b.submit(page(80), 1, true))
	until(b.s, func() bool { return b.c.Stats().CachedPages <= 50 })
	end := b.s.Now() + 20*sim.Millisecond
	until(b.s, func() bool { return b.s.Now() > end })
	log := b.list[0].log
	// Those that were under way when the low mark was reached end, too.
	if n := len(log); n < 31 || n > 31+int(cache.DiskDepth) {
		t.Errorf("%d transfers from 81 pages to 50", n)
	}
	for i := 1; i < len(log); i++ {
		if log[i].off <= log[i-1].off {
			t.Errorf("transfer %d went to %d after %d", i, log[i].off, log[i-1].off)
		}
	}
	// Neighbors: 20 pages in a row that begin 4 pages before a unit's end.
	b = newBench(t, hardware.NoRAID, 1, ControllerConfig{Hardware: cache, Battery: true})
	for i := range int64(20) {
		b.wait(b.submit(4+(i*7)%20, 1, true))
	}
	finish(t, b.s)
	want := []int64{4, 8, 8}
	for i, x := range b.list[0].log {
		if i >= len(want) || x.length != want[i]*pageSize {
			t.Fatalf("the transfers are %+v", b.list[0].log)
		}
	}
}

// TestFull checks that a write waits for room, and that writes are acknowledged
// in the order in which they came.
func TestFull(t *testing.T) {
	b := newBench(t, hardware.NoRAID, 1, ControllerConfig{Hardware: cache, Battery: true})
	r := sim.NewRand(1, "full")
	var last int64
	b.done.then = func(arg uint32) {
		if b.done.at[arg] < last {
			t.Error("a write was acknowledged before one that came earlier")
		}
		last = b.done.at[arg]
		if b.c.lines.n > 100 {
			t.Errorf("%d pages in a cache for 100", b.c.lines.n)
		}
		if b.next < 3000 {
			b.submit(r.Intn(100_000), 1, true)
		}
	}
	for range 50 {
		b.submit(r.Intn(100_000), 1, true)
	}
	finish(t, b.s)
	// Four transfers of 1 ms at a time.
	within(t, "pages/s of a full cache", 2900/(float64(last)/1e9), 4000, 0.1)
}

// TestWholeRows checks that a row that is dirty as a whole is written without
// reading, and a page in it with.
func TestWholeRows(t *testing.T) {
	b := newBench(t, hardware.RAID5, 5, ControllerConfig{Hardware: cache, Battery: true})
	for i := range int64(32) { // one row: four units of eight pages
		b.wait(b.submit(32+i, 1, true))
	}
	b.wait(b.submit(200, 1, true))
	finish(t, b.s)
	reads, _ := count(b.list, false)
	writes, bytes := count(b.list, true)
	if reads != 2 || writes != 5+2 || bytes != 40*pageSize+2*pageSize {
		t.Errorf("%d reads, %d writes of %d bytes for a row and a page", reads, writes, bytes)
	}
}

// TestReadsFirst checks that below the high mark a disk that reads for the host
// gets no writes, and that above it the two take turns.
func TestReadsFirst(t *testing.T) {
	for _, full := range []bool{false, true} {
		hw := cache
		hw.DiskDepth = 16
		if full {
			hw.High, hw.Low = 0.2, 0.1
		}
		b := newBench(t, hardware.NoRAID, 1, ControllerConfig{Hardware: hw, Battery: true})
		for i := range int64(60) {
			b.submit(1000+2*i, 1, true)
		}
		until(b.s, func() bool { return b.c.lines.n == 60 })
		if !full { // silence makes the cache destage; then the reads come
			until(b.s, func() bool { return b.s.Now() > 505*sim.Millisecond })
		}
		from := len(b.list[0].log)
		first, reads := b.next, 0
		b.done.then = func(arg uint32) {
			if arg >= first && reads < 20 {
				reads++
				b.submit(int64(reads)*5000, 1, false)
			}
		}
		b.done.then(first)
		until(b.s, func() bool { return b.done.done(first + 19) })
		nr, nw := 0, 0
		for _, x := range b.list[0].log[from:] {
			if !x.write {
				nr++
			} else if nr < 20 { // those behind the last read have the disk for themselves
				nw++
			}
		}
		if !full && nw > 0 || nr != 20 || full && (nw < 15 || nw > 25) {
			t.Errorf("full %v: %d writes during %d reads", full, nw, nr)
		}
	}
}

// TestFlushOfController checks what a flush costs with and without a battery,
// honored or not.
func TestFlushOfController(t *testing.T) {
	for _, c := range []struct {
		battery, honors bool
		writes, flushes int // on the disks when the flush is complete
	}{
		{true, false, 0, 0}, {true, true, 20, 2}, {false, false, 20, 2}, {false, true, 20, 2},
	} {
		b := newBench(t, hardware.RAID1, 2, ControllerConfig{Hardware: cache, Battery: c.battery, HonorsFlush: c.honors})
		for i := range int64(10) {
			b.wait(b.submit(i*10, 1, true))
		}
		b.c.Flush(b.done, b.next)
		b.wait(b.next)
		if flushes := b.list[0].flushes + b.list[1].flushes; b.writes() != c.writes || flushes != c.flushes || b.c.Stats().Flushes != 1 {
			t.Errorf("battery %v, honors %v: %d writes and %d flushes at the disks", c.battery, c.honors, b.writes(), flushes)
		}
		if !c.battery && b.done.at[9] < 10*sim.Millisecond {
			t.Error("writing through was faster than the disks")
		}
	}
}

// TestFlushLeavesNothingBehind is a host that writes and flushes at random, and checks at each
// flush that nothing it covers is still in the cache.
func TestFlushLeavesNothingBehind(t *testing.T) {
	for seed := range uint64(6) {
		b := newBench(t, hardware.RAID5, 3, ControllerConfig{Hardware: cache, Battery: true, HonorsFlush: true})
		r := sim.NewRand(seed, "durability")
		epochs := map[uint32]uint32{} // of flushes, by command
		flushes := 0
		step := func(uint32) {}
		b.done.then = func(arg uint32) {
			if epoch, ok := epochs[arg]; ok {
				flushes++
				n := 0
				for p := (spot{}); b.c.lines.at(p) != nil; p = b.c.lines.next(p) {
					l := b.c.lines.at(p)
					if l.half != 0 && l.epoch <= epoch || l.out != 0 && l.fly <= epoch {
						t.Fatalf("page %d was not written by the flush of epoch %d", l.page, epoch)
					}
					n++
				}
				if n != b.c.lines.n {
					t.Fatalf("%d lines were found, %d are counted", n, b.c.lines.n)
				}
			}
			step(arg)
		}
		step = func(uint32) {
			for b.next < 4000 && b.c.Room() > 40 {
				switch r.Intn(12) {
				case 0:
					epochs[b.next] = b.c.epoch
					b.c.Flush(b.done, b.next)
					b.next++
				case 1, 2:
					b.submit(r.Intn(600), 1+r.Intn(4), false)
				default:
					b.c.Submit(r.Intn(1200)*halfSize, (1+r.Intn(6))*halfSize, true, b.done, b.next)
					b.next++
				}
			}
		}
		step(0)
		finish(t, b.s)
		if b.c.Stats().CachedPages != 0 || flushes != len(epochs) || flushes < 100 || len(b.done.at) != int(b.next) {
			t.Errorf("%d pages are cached, %d of %d flushes and %d of %d commands were seen", b.c.Stats().CachedPages, flushes, len(epochs), len(b.done.at), b.next)
		}
		for i := range b.c.columns {
			if k := b.c.columns[i]; k.dirty != 0 || k.inFlight != 0 || k.reads != 0 {
				t.Errorf("column %d is left with %+v", i, k)
			}
		}
	}
}

// TestLineSet compares the sorted lines with a plain list.
func TestLineSet(t *testing.T) {
	var s lineSet
	r := sim.NewRand(1, "lines")
	have := map[uint32]bool{}
	for step := range 30_000 {
		page := uint32(r.Intn(3000))
		grow := step%6000 < 3000
		switch l := s.find(page); {
		case (l != nil) != have[page]:
			t.Fatalf("page %d: found %v, want %v", page, l != nil, have[page])
		case l == nil && (grow || r.Intn(4) == 0):
			if s.insert(page).page != page {
				t.Fatalf("the new line is not that of page %d", page)
			}
			have[page] = true
		case l != nil && (!grow || r.Intn(4) == 0):
			p := s.remove(s.seek(page))
			if l := s.at(p); l != nil && l.page <= page {
				t.Fatalf("behind page %d comes %d", page, l.page)
			}
			delete(have, page)
		}
		if step%500 == 0 {
			n, last := 0, int64(-1)
			for p := s.seek(0); s.at(p) != nil; p = s.next(p) {
				l := s.at(p)
				if int64(l.page) <= last || !have[l.page] {
					t.Fatalf("page %d after %d, there: %v", l.page, last, have[l.page])
				}
				last = int64(l.page)
				n++
			}
			if n != len(have) || n != s.n {
				t.Fatalf("%d lines are in order, %d counted, want %d", n, s.n, len(have))
			}
		}
	}
}

// TestHalfPages checks that half a page in the cache does not pass for a whole
// one, neither while it is dirty nor when it has been written out.
func TestHalfPages(t *testing.T) {
	b := newBench(t, hardware.NoRAID, 1, ControllerConfig{Hardware: cache, Battery: true})
	b.c.Submit(halfSize, halfSize, true, b.done, b.next)
	b.next++
	b.wait(b.submit(0, 1, false))
	if reads, _ := count(b.list, false); reads != 1 {
		t.Errorf("%d reads of a page of which half is in the cache", reads)
	}
	b.c.Submit(10*pageSize, halfSize, true, b.done, b.next)
	b.next++
	finish(t, b.s)
	if writes, bytes := count(b.list, true); writes != 2 || bytes != pageSize {
		t.Errorf("%d transfers of %d bytes for two half pages", writes, bytes)
	}
	b.wait(b.submit(10, 1, false))
	if reads, _ := count(b.list, false); reads != 2 {
		t.Errorf("%d reads, half of the second page was written and the rest never read", reads)
	}
}
