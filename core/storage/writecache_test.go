package storage

import (
	"testing"

	"clocksweep/core/sim"
)

// check walks the whole cache and fails on a broken invariant.
func (w *writeCache) check(t *testing.T) {
	t.Helper()
	for i := range w.waiting {
		c := &w.waiting[i]
		if c.half < 1 || c.half > 3 {
			t.Fatalf("page %d holds halves %b", c.page, c.half)
		}
		if i > 0 && w.waiting[i-1].page >= c.page {
			t.Fatalf("pages %d and %d are out of order", w.waiting[i-1].page, c.page)
		}
		if c.epoch > w.epoch {
			t.Fatalf("page %d is of the future epoch %d", c.page, c.epoch)
		}
	}
	for i := 1; i < len(w.run); i++ {
		if w.run[i].from() != w.run[i-1].to() {
			t.Fatalf("the run has a gap before page %d", w.run[i].page)
		}
	}
}

// TestWriteCacheModel drives the write cache with random writes and compares
// it, block by block, with a plain list of which blocks are dirty.
func TestWriteCacheModel(t *testing.T) {
	for _, segments := range []int{0, 1, 12} {
		testWriteCacheModel(t, segments)
	}
}

func testWriteCacheModel(t *testing.T, segments int) {
	const blocks = 400
	var waiting, running [blocks]bool
	w := newWriteCache(60, segments)
	m := NewMechanics(disk7200y2011)
	r := sim.NewRand(1, "model")
	var now int64
	refused, taken, written := 0, 0, 0
	for step := range 20000 {
		if r.Intn(3) < 2 {
			at, n := r.Intn(blocks-8), 1+r.Intn(8)
			fresh := map[int64]bool{}
			for b := at; b < at+n; b++ {
				if page := b / 2; !waiting[2*page] && !waiting[2*page+1] {
					fresh[page] = true
				}
			}
			want := w.pages()+len(fresh) <= w.limit || w.pages() == 0
			if segments > 0 && w.stretches() >= segments && !extends(waiting[:], at, at+n) {
				want = false
			}
			if got := w.put(at*halfSize, n*halfSize); got != want {
				t.Fatalf("step %d: put with %d pages in use and %d fresh says %v", step, w.pages(), len(fresh), got)
			}
			if want {
				taken++
				for b := at; b < at+n; b++ {
					waiting[b] = true
				}
			} else {
				refused++
			}
		} else {
			running = [blocks]bool{}
			w.run = w.run[:0]
			if len(w.waiting) > 0 {
				off, length, _ := w.next(m, now)
				now += m.Service(now, off, length, true)
				for b := off / halfSize; b < (off+length)/halfSize; b++ {
					if !waiting[b] {
						t.Fatalf("step %d: block %d is written and was not dirty", step, b)
					}
					waiting[b], running[b] = false, true
					written++
				}
			}
		}
		w.check(t)
		if got := stretches(waiting[:]); got != w.runs {
			t.Fatalf("step %d: %d separate stretches, the cache counts %d", step, got, w.runs)
		}
		for range 5 {
			b := r.Intn(blocks)
			if got, want := w.holds(b*halfSize, halfSize), waiting[b] || running[b]; got != want {
				t.Fatalf("step %d: block %d held: %v, want %v", step, b, got, want)
			}
		}
	}
	if refused == 0 || taken == 0 || written == 0 {
		t.Fatalf("%d writes taken, %d refused, %d blocks written: the test did not reach all cases", taken, refused, written)
	}
}

// stretches counts the runs of dirty blocks. Two dirty halves of neighboring
// pages are one run only if they touch, as the cache sees it.
func stretches(dirty []bool) int {
	n := 0
	for b, is := range dirty {
		if is && (b == 0 || !dirty[b-1]) {
			n++
		}
	}
	return n
}

// extends reports whether writing the blocks from lo to before hi touches a
// page that is there or a run that ends or begins there.
func extends(dirty []bool, lo, hi int64) bool {
	for b := lo &^ 1; b < (hi+1)&^1; b++ {
		if dirty[b] {
			return true
		}
	}
	return lo > 0 && dirty[lo-1] || hi < int64(len(dirty)) && dirty[hi]
}

// TestSweepOrder checks that the pages leave in ascending order but for the
// choice among the next few, that none is passed over too often, and that
// neighbors leave together.
func TestSweepOrder(t *testing.T) {
	w := newWriteCache(2048, 0)
	m := NewMechanics(disk7200y2011)
	r := sim.NewRand(1, "order")
	for w.pages() < 1000 {
		w.put(r.Intn(100_000)*pageSize, pageSize)
	}
	w.put(50*pageSize, 3*pageSize)
	w.put(53*pageSize, halfSize)
	var now int64
	joined := false
	for len(w.waiting) > 0 {
		nearest := w.waiting[0].page
		ahead := 0
		off, length, _ := w.next(m, now)
		now += m.Service(now, off, length, true)
		for _, c := range w.waiting {
			if c.page < w.run[0].page {
				ahead++
			}
		}
		if ahead >= sweepWindow*2 { // a run ahead may be more than one page
			t.Errorf("page %d left with %d pages before it, the first of them %d", w.run[0].page, ahead, nearest)
		}
		if w.passed > maxPassed {
			t.Errorf("page %d was passed over %d times", nearest, w.passed)
		}
		joined = joined || off <= 50*pageSize && off+length >= 53*pageSize+halfSize
	}
	if !joined {
		t.Error("the adjacent pages did not leave in one transfer")
	}
}
