package storage

import (
	"strconv"
	"testing"

	"clocksweep/core/sim"
)

// storm is a host that does everything a host may do, at random times.
type storm struct {
	t       *testing.T
	s       *sim.Sim
	d       Device
	verify  func() // checks the device after each completion
	span    int64  // pages that are written and read
	r       sim.Rand
	self    sim.Target
	left    int
	done    []bool
	pending int
	reads   int64
	writes  int64
	flushes int64
	end     int64 // where the last command ended
	hash    uint64
}

// issue is the argument of the storm's timer; others are command numbers.
const issue = ^uint32(0)

func (h *storm) Fire(arg uint32) {
	if arg != issue {
		if h.done[arg] {
			h.t.Fatalf("command %d completed twice", arg)
		}
		h.done[arg] = true
		h.pending--
		h.hash = (h.hash ^ uint64(arg) ^ uint64(h.s.Now())<<20) * 1099511628211
		h.verify()
		return
	}
	if h.left == 0 {
		return
	}
	h.left--
	if h.d.Room() > 0 {
		id := uint32(len(h.done))
		h.done = append(h.done, false)
		h.pending++
		off := h.r.Intn(2*h.span) * halfSize
		if h.r.Intn(3) == 0 {
			off = h.end // goes on behind the last one
		}
		length := (1 + h.r.Intn(8)*h.r.Intn(2)) * halfSize
		h.end = off + length
		switch h.r.Intn(8) {
		case 0:
			h.flushes++
			h.d.Flush(h, id)
		case 1, 2, 3:
			h.reads++
			h.d.Submit(off, length, false, h, id)
		default:
			h.writes++
			h.d.Submit(off, length, true, h, id)
		}
	}
	pause := h.r.Intn(4) * sim.Millisecond
	if h.left&512 != 0 {
		pause *= 10 // quiet times: the cache runs empty, the drive reads ahead
	}
	h.s.At(h.s.Now()+int64(h.r.Exp()*float64(pause)), sim.PrioProcess, h.self, issue)
}

func runStorm(t *testing.T, seed uint64, cache bool) *storm {
	d := disk7200y2011
	d.CacheMB = 1 // 64 pages: full most of the time
	d.QueueDepth = 1 + int64(seed%40)
	s := sim.New()
	drive := NewDrive(s, d, cache)
	h := newStorm(t, s, drive, seed)
	h.verify = func() { drive.writes.check(t) }
	h.play()
	return h
}

func newStorm(t *testing.T, s *sim.Sim, d Device, seed uint64) *storm {
	return &storm{t: t, s: s, d: d, verify: func() {}, span: 2000, r: sim.NewRand(seed, "storm"), left: 5000}
}

func (h *storm) play() {
	h.self = h.s.Register(h)
	h.s.At(0, sim.PrioProcess, h.self, issue)
	for h.s.Step(1000) {
	}
}

// TestConservation checks under random load that every command completes
// exactly once, that the counters agree, that room and cache are free again at
// the end, and that the history is the same each time.
func TestConservation(t *testing.T) {
	for _, cache := range []bool{false, true} {
		for seed := range uint64(8) {
			what := "seed " + strconv.FormatUint(seed, 10) + ", cache " + strconv.FormatBool(cache)
			h := runStorm(t, seed, cache)
			st := h.d.Stats()
			if h.pending != 0 || h.d.Room() != h.d.Depth() || st.CachedPages != 0 {
				t.Errorf("%s: %d commands pending, room for %d of %d, %d pages cached", what, h.pending, h.d.Room(), h.d.Depth(), st.CachedPages)
			}
			if st.Reads != h.reads || st.Writes != h.writes || st.Flushes != h.flushes {
				t.Errorf("%s: %+v, want %d reads, %d writes, %d flushes", what, st, h.reads, h.writes, h.flushes)
			}
			if cache != (st.Destages > 0) || st.ReadHits == 0 || st.BusyNs <= 0 || st.BusyNs > h.s.Now() {
				t.Errorf("%s: %+v at %d ns", what, st, h.s.Now())
			}
			if again := runStorm(t, seed, cache); again.hash != h.hash {
				t.Errorf("%s: two runs differ", what)
			}
		}
	}
}

// TestSameEverywhere pins one history to a number, so that a platform on which
// it differs is found.
func TestSameEverywhere(t *testing.T) {
	if got, want := runStorm(t, 30, true).hash, uint64(0x353886035015507b); got != want {
		t.Errorf("the history's hash is %#x, want %#x", got, want)
	}
}

// TestNoGarbage checks that commands cost no allocation once the drive has
// warmed up.
func TestNoGarbage(t *testing.T) {
	for _, cache := range []bool{false, true} {
		s := sim.New()
		l := &load{d: NewDrive(s, disk7200y2011, cache), r: sim.NewRand(1, "load"), span: 1e9, write: true, left: 1 << 40}
		for range 31 {
			l.submit()
		}
		s.Step(20000)
		if n := testing.AllocsPerRun(10, func() { s.Step(1000) }); n > 0 {
			t.Errorf("cache %v: %.0f allocations in 1000 events", cache, n)
		}
	}
}

// TestFlushEmptiesTheCache plays random writes and flushes: when a flush is
// complete, nothing that was acknowledged before it is in the write cache only.
func TestFlushEmptiesTheCache(t *testing.T) {
	for seed := range uint64(4) {
		disk := disk7200y2011
		disk.CacheMB = 1
		s, d, c := rig(t, disk, true)
		r := sim.NewRand(seed, "flushes")
		epochs := map[uint32]uint32{} // of flushes, by command
		next := uint32(0)
		c.then = func(arg uint32) {
			if epoch, ok := epochs[arg]; ok {
				for _, p := range append(append([]cached(nil), d.writes.waiting...), d.writes.run...) {
					if p.epoch <= epoch {
						t.Fatalf("seed %d: page %d was not written by the flush of epoch %d", seed, p.page, epoch)
					}
				}
			}
			for next < 3000 && d.Room() > 20 {
				if r.Intn(12) == 0 {
					epochs[next] = d.writes.epoch
					d.Flush(c, next)
				} else {
					d.Submit(r.Intn(2000)*halfSize, (1+r.Intn(4))*halfSize, true, c, next)
				}
				next++
			}
		}
		c.then(^uint32(0))
		finish(t, s)
		if len(epochs) < 100 || len(c.at) != 3000 || d.Stats().Flushes != int64(len(epochs)) {
			t.Errorf("seed %d: %d flushes, %d commands", seed, len(epochs), len(c.at))
		}
	}
}
