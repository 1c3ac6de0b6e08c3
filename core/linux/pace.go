package linux

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// pace is how the kernels from 3.2 on hold up writers (mm/page-writeback.c of
// 3.6, balance_dirty_pages). A writer never writes itself. From the middle
// between the background limit and the limit on it sleeps after every few
// pages, for as long as the device takes to write so many, times a factor that
// falls from two at the beginning over one half way to nothing at the limit:
//
//	pos = 1 + ((setpoint - dirty) / (limit - setpoint))³
//
// The rate at which one writer may go is estimated: every 200 ms it moves
// towards the rate at which the writers together would match the device.
//
// All numbers are kernel pages of 4 kB, and pages a second. Ratios have 10 bits
// behind the point, as in the kernel.
type pace struct {
	at           int64 // time of the last estimate, ns
	dirtied      int64 // pages made dirty on the volume
	written      int64 // pages written
	dirtiedThen  int64
	writtenThen  int64
	bandwidth    int64 // of the device, as seen
	average      int64 // the same, smoothed
	averagePages int64 // the same in pages of 8 kB
	rate         int64 // what one writer may dirty
	balancedThen int64
	pos          int64 // the factor of the last writer that slept
	writers      []writer
}

// writer is what is known of a process that writes.
type writer struct {
	dirtied  int64 // pages since the last look
	look     int64 // look after so many
	pausedAt int64 // until when it has slept or would have
}

const (
	paceInterval  = 200 * sim.Millisecond  // BANDWIDTH_INTERVAL
	paceMost      = 200 * sim.Millisecond  // MAX_PAUSE
	paceTarget    = 10 * sim.Millisecond   // the pause that is aimed at
	paceSmoothing = 4096 * sim.Millisecond // period of the bandwidth estimate
	paceInitial   = 100 << 20 / 4096       // INIT_BW
	pacePoll      = 32                     // DIRTY_POLL_THRESH
	paceOne       = 1 << 10
)

func (c *pace) init() {
	c.bandwidth, c.average, c.rate, c.balancedThen = paceInitial, paceInitial, paceInitial, paceInitial
	c.averagePages = c.average / 2
}

func (c *pace) writer(p *sim.Proc) *writer {
	for int(procID(p)) >= len(c.writers) {
		c.writers = append(c.writers, writer{look: pacePoll})
	}
	return &c.writers[procID(p)]
}

// paceWriter lets p, which has written a page, sleep if it has to. A page that
// was dirty already costs it nothing.
func (v *volume) paceWriter(p *sim.Proc, fresh bool) {
	k, c := v.k, &v.pace
	w := c.writer(p)
	if fresh {
		c.dirtied += 2
		w.dirtied += 2
	}
	look := w.look
	if v.exceeded {
		look = min(look, 8)
	}
	if w.dirtied < look {
		return
	}
	began, pages := p.Now(), w.dirtied
	outer := p.Enter(result.WaitDirtyLimit)
	k.blocked++
	for {
		dirty, limit := 2*(k.nDirty+k.nWriteback), 2*k.limit
		if dirty <= k.background+k.limit { // the middle of the two, in kernel pages
			w = c.writer(p)
			w.dirtied, w.pausedAt = 0, p.Now()
			w.look = int64(1) << (log2(limit-dirty) / 2)
			break
		}
		k.kickAll()
		own, share := 2*(v.nDirty+v.nWriteback), 2*v.share()
		v.exceeded = own > share && dirty > limit
		c.update(v, began)
		c.pos = v.position(dirty, own)
		rate := c.rate * c.pos / paceOne
		// So long that the device does not run dry: an eighth of the time it
		// needs for what is dirty (bdi_max_pause).
		longest := min(own*128*sim.Millisecond/(c.average+1)+sim.Millisecond, paceMost)
		shortest, next := c.shortest(longest, rate)
		period, pause := longest, longest
		if rate > 0 {
			period = pages * sim.Second / rate
			pause = period
			if w.pausedAt > 0 {
				pause -= p.Now() - w.pausedAt
			}
		}
		if rate > 0 && pause < shortest {
			// It thinks for longer than it would have to sleep. The debt, or
			// the credit up to a second, is carried over.
			switch {
			case pause < -sim.Second:
				w.pausedAt, w.dirtied = p.Now(), 0
			case period > 0:
				w.pausedAt += period
				w.dirtied = 0
			case w.look <= pages:
				w.look += pages
			}
			break
		}
		from := p.Now()
		if pause > longest {
			from += min(pause-longest, longest)
			pause = longest
		}
		p.Sleep(pause)
		w = c.writer(p)
		w.pausedAt = from + pause
		w.dirtied, w.look = 0, next
		if rate > 0 {
			break
		}
	}
	if 2*(k.nDirty+k.nWriteback) <= 2*k.limit {
		v.exceeded = false
	}
	k.blocked--
	p.Enter(outer)
	if k.nDirty > k.background {
		v.flush.kick()
	}
}

// kickAll wakes the threads of all volumes. The kernel wakes that of the writer's
// volume only, and trusts that of another to wake up by itself; without periodic
// writeback (vm.dirty_writeback_centisecs = 0) its pages could hold up this one's
// writers for ever.
func (k *Kernel) kickAll() {
	for _, v := range k.volumes {
		v.flush.kick()
	}
}

// shortest returns the shortest pause that is worth a sleep, and after how many
// pages to look again (bdi_min_pause). Many writers on a slow device pause for
// longer.
func (c *pace) shortest(longest, rate int64) (pause, look int64) {
	t := paceTarget
	if hi, lo := log2(c.bandwidth), log2(c.rate); hi > lo {
		t += (hi - lo) * 10 * sim.Second / 1024
	}
	t = min(t, sim.Millisecond+longest/2)
	look = c.rate * t / sim.Second
	if look < pacePoll {
		t = longest
		if look = c.rate * t / sim.Second; look > pacePoll {
			look = pacePoll
			t = pacePoll * sim.Second / c.rate
		}
	}
	if look*sim.Second/(rate+1) > longest {
		t = longest
		look = rate * t / sim.Second
	}
	look = max(look, 1)
	if look >= pacePoll {
		t = sim.Millisecond + t/2
	}
	return t, look
}

// position returns the factor by which the rate is multiplied where things
// stand (bdi_position_ratio): by all dirty pages against the limit, and by the
// volume's against its share, where a device may go over its setpoint by what
// it writes in 8 s.
func (v *volume) position(dirty, own int64) int64 {
	k := v.k
	limit := 2 * k.limit
	free := k.background + k.limit
	if dirty >= limit {
		return 0
	}
	setpoint := (free + limit) / 2
	x := (setpoint - dirty) * paceOne / (limit - setpoint + 1)
	pos := paceOne + x*x/paceOne*x/paceOne

	share := min(max(2*v.share(), (limit-dirty)/8), limit)
	part := share << 16 / (limit + 1)
	ownSetpoint := setpoint * part >> 16
	span := (limit - share + 8*v.pace.average) * part >> 16
	end := ownSetpoint + span
	if own < end-span/4 {
		pos = pos * (end - own) / (span + 1)
	} else {
		pos /= 4
	}
	// A device with next to nothing dirty runs dry if its writers wait.
	if reserve := share / 2; own < reserve {
		if own > reserve/8 {
			pos = pos * reserve / own
		} else {
			pos *= 8
		}
	}
	return pos
}

// update estimates the device's bandwidth and the writers' rate anew when 200
// ms have passed (bdi_update_bandwidth, bdi_update_dirty_ratelimit). since is
// when the caller's work began: a longer time in which nothing happened is
// left out.
func (c *pace) update(v *volume, since int64) {
	now := v.k.s.Now()
	elapsed := now - c.at
	if elapsed < paceInterval {
		return
	}
	if elapsed <= sim.Second || c.at >= since {
		c.estimateRate(v, elapsed)
		c.estimateBandwidth(elapsed)
	}
	c.at, c.dirtiedThen, c.writtenThen = now, c.dirtied, c.written
}

func (c *pace) estimateBandwidth(elapsed int64) {
	old := c.bandwidth
	moved := c.written - c.writtenThen
	if elapsed > paceSmoothing {
		c.bandwidth = moved * sim.Second / elapsed
		c.average = c.bandwidth
	} else {
		ms := sim.Millisecond
		c.bandwidth = (moved*1000 + old*((paceSmoothing-elapsed)/ms)) / (paceSmoothing / ms)
		if c.average > old && old >= c.bandwidth {
			c.average -= (c.average - old) / 8
		}
		if c.average < old && old <= c.bandwidth {
			c.average += (old - c.average) / 8
		}
	}
	c.averagePages = c.average / 2
}

// estimateRate moves the rate by up to an eighth of its distance from where
// the writers' rate, scaled by what the device wrote for what they dirtied,
// would be in balance, in the direction only in which dirty pages have to go.
func (c *pace) estimateRate(v *volume, elapsed int64) {
	dirty := 2 * (v.k.nDirty + v.k.nWriteback)
	free := v.k.background + v.k.limit
	setpoint := (free + 2*v.k.limit) / 2
	dirtyRate := (c.dirtied - c.dirtiedThen) * sim.Second / elapsed
	task := c.rate*v.position(dirty, 2*(v.nDirty+v.nWriteback))/paceOne + 1
	balanced := min(task*c.average/(dirtyRate|1), c.average)
	step := int64(0)
	if dirty < setpoint {
		step = min(c.balancedThen, balanced, task) - c.rate
	} else {
		step = c.rate - max(c.balancedThen, balanced, task)
	}
	if step = max(step, 0); step > 0 {
		step >>= min(63, uint64(c.rate/(2*step+1))) // no chase after the last percent
		step = (step + 7) / 8
	}
	if c.rate < balanced {
		c.rate += step
	} else {
		c.rate -= step
	}
	c.rate = max(c.rate, 1)
	c.balancedThen = balanced
}
