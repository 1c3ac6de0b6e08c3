package elevator

import "clocksweep/core/sim"

// Constants of Linux 5.10 block/blk-wbt.c and block/blk-rq-qos.c.
const (
	wbtWindow     = 100 * sim.Millisecond // RWB_WINDOW_NSEC
	wbtDepth      = 16                    // RWB_DEF_DEPTH
	wbtMinWrites  = 3                     // RWB_MIN_WRITE_SAMPLES
	wbtUnknown    = 5                     // RWB_UNKNOWN_BUMP
	wbtRecentRead = 100 * sim.Millisecond // close_io
)

// throttle is blk-wbt: it bounds the writes that may be queued or in the drive,
// so that reads do not stand behind a deep queue of writeback. If in a window
// of time the fastest read took longer than the target, the bound is halved
// and the window shortened; if reads are fast it is doubled, and while there
// are only writes it may grow beyond its normal size. Writes that somebody
// waits for may use all of the bound, others half of it, background writeback
// and whatever comes within 100 ms of a read a quarter.
type throttle struct {
	q        *Queue
	target   int64
	depth    int // of the drive
	step     int // halvings; negative: doublings
	most     int // max_depth
	normal   int
	idle     int  // wb_background
	scaledUp bool // it cannot grow any more
	inFlight int
	waiting  []throttled

	timer    sim.Target
	armed    bool
	window   int64
	unknown  int
	lastRead int64 // when a read was issued or completed last

	fastest  int64 // read of the window, ns
	reads    int
	writes   int
	watched  int32 // request number of a read in the drive, none: no read is watched
	watchedT int64
}

type throttled struct {
	p          *sim.Proc
	sync, idle bool
}

func newThrottle(q *Queue, target int64, depth int) *throttle {
	t := &throttle{q: q, target: target, depth: depth, watched: none, lastRead: -wbtRecentRead, window: wbtWindow}
	t.timer = q.sim.Register(t)
	t.resize()
	return t
}

// resize derives the bounds from the step (rq_depth_calc_max_depth,
// calc_wb_limits).
func (t *throttle) resize() {
	t.scaledUp = false
	switch {
	case t.depth == 1 && t.step > 0:
		t.most = 1
	case t.depth == 1:
		t.most = 2 // one in the drive, one ready behind it
		t.scaledUp = true
	default:
		t.most = min(wbtDepth, t.depth)
		if t.step > 0 {
			t.most = 1 + (t.most-1)>>min(31, t.step)
		} else if t.step < 0 {
			limit := 3 * t.depth / 4
			t.most = 1 + (t.most-1)<<min(16, -t.step)
			if t.most > limit {
				t.most = limit
				t.scaledUp = true
			}
		}
	}
	if t.most <= 2 {
		t.normal, t.idle = t.most, 1
	} else {
		t.normal, t.idle = (t.most+1)/2, (t.most+3)/4
	}
}

// limit returns how many writes may be under way for one of this kind to be
// let in (get_limit).
func (t *throttle) limit(sync, idle bool) int {
	switch {
	case sync:
		return t.most
	case idle || t.q.sim.Now() < t.lastRead+wbtRecentRead:
		return t.idle
	}
	return t.normal
}

// wait parks p until its write may be queued, and counts it.
func (t *throttle) wait(p *sim.Proc, io *IO) {
	if len(t.waiting) == 0 && t.inFlight < t.limit(io.Sync, io.Idle) {
		t.inFlight++
	} else {
		t.q.meter.Waits[1]++
		t.q.pull()
		t.waiting = append(t.waiting, throttled{p, io.Sync, io.Idle})
		p.Park() // admit has counted the write when this returns
	}
	t.arm()
}

// admit lets in those who wait, in their order, as far as their limits allow.
func (t *throttle) admit() {
	n := 0
	for n < len(t.waiting) && t.inFlight < t.limit(t.waiting[n].sync, t.waiting[n].idle) {
		t.inFlight++
		t.q.sim.Wake(t.waiting[n].p)
		n++
	}
	t.waiting = append(t.waiting[:0], t.waiting[n:]...)
}

// release counts a write that is complete or has become part of another. Who
// waits is woken when there is room for a few (wbt_rqw_done).
func (t *throttle) release() {
	t.inFlight--
	if t.inFlight == 0 || t.normal-t.inFlight >= max(t.idle/2, 1) {
		t.admit()
	}
}

func (t *throttle) issue(r int32, now int64) {
	t.lastRead = now
	if t.watched == none {
		t.watched, t.watchedT = r, now
	}
}

// done looks at a request that the drive has completed.
func (t *throttle) done(r int32, now int64) {
	rq := &t.q.reqs[r]
	took := now - rq.issued
	if !rq.write {
		if t.watched == r {
			t.watched = none
		}
		t.lastRead = now
		if t.reads == 0 || took < t.fastest {
			t.fastest = took
		}
		t.reads++
		return
	}
	t.writes++
	if rq.held {
		t.release()
	}
}

func (t *throttle) arm() {
	if t.armed {
		return
	}
	t.armed = true
	t.window = wbtWindow
	if t.step > 0 {
		t.window = wbtWindow * 16 / isqrt(int64(t.step+1)<<8)
	}
	t.fastest, t.reads, t.writes = 0, 0, 0
	t.q.sim.At(t.q.sim.Now()+t.window, sim.PrioKernel, t.timer, 0)
}

// Fire ends a window (wb_timer_fn).
func (t *throttle) Fire(uint32) {
	t.armed = false
	stuck := int64(0)
	if t.watched != none {
		stuck = t.q.sim.Now() - t.watchedT
	}
	switch {
	case stuck > t.window || stuck > t.target && t.reads == 0:
		t.down(true)
	case t.reads == 0 || t.writes < wbtMinWrites:
		if t.writes > 0 || t.inFlight > 0 {
			t.up()
		} else if t.unknown++; t.unknown >= wbtUnknown {
			if t.step > 0 {
				t.up()
			} else if t.step < 0 {
				t.down(false)
			}
		}
	case t.fastest > t.target:
		t.down(true)
	default:
		t.up()
	}
	if t.step != 0 || t.inFlight > 0 {
		t.arm()
	}
}

func (t *throttle) up() {
	if t.scaledUp {
		return
	}
	t.step--
	t.unknown = 0
	t.resize()
	t.admit()
}

func (t *throttle) down(hard bool) {
	if t.most == 1 {
		return
	}
	if t.step < 0 && hard {
		t.step = 0
	} else {
		t.step++
	}
	t.unknown = 0
	t.resize()
}

// isqrt returns the integer square root.
func isqrt(n int64) int64 {
	r := int64(0)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}
