package storage

import (
	"testing"

	"clocksweep/core/sim"
)

// TestSegments checks that scattered writes fill the list of cached stretches
// while there is memory left, and that a sequential writer never does.
func TestSegments(t *testing.T) {
	disk := disk7200y2004
	disk.WriteSegments = 16
	fast := func(scattered bool) int {
		s, d, c := rig(t, disk, true)
		r := sim.NewRand(1, "segments")
		const writes = 200
		next := uint32(0)
		submit := func(uint32) {
			if next < writes {
				off := int64(next) * pageSize
				if scattered {
					off = r.Intn(1_000_000) * pageSize
				}
				d.Submit(off, pageSize, true, c, next)
				next++
			}
		}
		c.then = submit
		submit(0)
		until(s, func() bool { return c.done(writes - 1) })
		n := 0
		for i := 1; i < writes; i++ {
			if c.at[i]-c.at[i-1] < sim.Millisecond {
				n++
			}
		}
		return n
	}
	// The first 16 are taken at once, and a few more while the drive is busy
	// with the one that it took out of the list first.
	if n := fast(true); n < 15 || n > 40 {
		t.Errorf("%d of 200 scattered writes were acknowledged within 1 ms, with room for 16 stretches", n)
	}
	if n := fast(false); n < 190 {
		t.Errorf("%d of 200 sequential writes were acknowledged within 1 ms", n)
	}
}

// TestUtilization checks that a drive that works off its cache between the
// host's commands is busy all the time and yet hardly utilized.
func TestUtilization(t *testing.T) {
	s, d, c := rig(t, disk7200y2004, true)
	const writes, gap = 50, 20 * sim.Millisecond
	tick := s.Register(tickFunc(func(i uint32) {
		d.Submit(int64(i)*100*pageSize, pageSize, true, c, i)
	}))
	for i := range uint32(writes) {
		s.At(int64(i)*gap, sim.PrioKernel, tick, i)
	}
	until(s, func() bool { return false })
	st := d.Stats()
	per := d.mech.overhead + pageSize*d.psByte/1000
	if st.UtilNs != writes*per {
		t.Errorf("a command was under way for %d ns, want %d acknowledgements of %d ns", st.UtilNs, writes, per)
	}
	if st.BusyNs < 10*st.UtilNs {
		t.Errorf("the mechanism was at work for %d ns only", st.BusyNs)
	}
}

type tickFunc func(uint32)

func (f tickFunc) Fire(arg uint32) { f(arg) }
