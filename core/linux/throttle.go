package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// throttling is how the kernels up to 3.1 hold up a process that makes pages
// dirty faster than the disk takes them. A processor counts the pages that
// became dirty on it and looks at the limits after every so many
// (mm/page-writeback.c, balance_dirty_pages_ratelimited). Over the limit, the
// process itself writes a chunk of one and a half times that many, of any
// files of the device, and waits for congestion to end until it has done so.
type throttling struct {
	every  int64   // pages between two looks
	counts []int64 // by processor
}

// Limits of the pages between two looks: 16 and 1024 kernel pages, and 8 while
// the limit is exceeded.
const (
	lookLeast    = 16 / 2
	lookMost     = 1024 / 2
	lookExceeded = 8 / 2
)

func (t *throttling) init(k *Kernel) {
	cpus := max(k.c.CPUs, 1)
	t.every = min(max(k.c.RAMPages/(cpus*32), lookLeast), lookMost)
	t.counts = make([]int64, cpus)
}

// due counts a page that p has written and says whether it is time to look.
// Which processor a process runs on is not simulated here: it is the one of
// its number.
func (t *throttling) due(p *sim.Proc, exceeded bool) bool {
	every := t.every
	if exceeded {
		every = lookExceeded
	}
	n := &t.counts[int(procID(p))%len(t.counts)]
	*n++
	if *n < every {
		return false
	}
	*n = 0
	return true
}

// balance stops a process that has written a page, which was clean before if it
// is fresh, while too many pages are dirty or under writeback. Between 2.6.0
// and 3.1 every write counts, otherwise only those that made a page dirty.
func (k *Kernel) balance(p *sim.Proc, v *volume, fresh bool) {
	switch {
	case k.c.Kernel.Writeback == hardware.Bdflush:
		if fresh {
			k.dirtied.balance(p)
		}
		return
	case !k.c.Kernel.WriterDoesIO:
		v.paceWriter(p, fresh)
		return
	}
	if !k.throttle.due(p, v.exceeded) {
		return
	}
	chunk := k.throttle.every * 3 / 2
	pause := congestionWait
	if k.c.Kernel.Writeback == hardware.Flusher {
		pause = 4 * sim.Millisecond // a tick of a kernel with HZ=250
	}
	done := int64(0)
	if k.exceeded(v) {
		outer := p.Enter(result.WaitDirtyLimit)
		k.blocked++
		for k.exceeded(v) {
			v.exceeded = true
			if v.nDirty > 0 {
				n, _ := v.own.writeSome(p, chunk-done, plain)
				done += n
			}
			if done >= chunk || !k.exceeded(v) {
				break
			}
			// Up to 2.6.31 the end of congestion ends the wait; later it is a
			// sleep that doubles from one tick to 100 ms.
			if k.c.Kernel.Writeback == hardware.Flusher {
				p.Sleep(pause)
				pause = min(2*pause, congestionWait)
			} else {
				v.queue.WaitCalm(p, pause)
			}
		}
		k.blocked--
		p.Enter(outer)
	}
	if !k.exceeded(v) {
		v.exceeded = false
	}
	if k.nDirty > k.background {
		v.flush.kick()
	}
}

// exceeded reports whether writers of the volume have to be held up. Up to
// 2.6.23 all pages count against one limit; later the pages of a device count
// against its share, and from 2.6.32 on only while all of them are more than
// half way from the background limit to the limit.
func (k *Kernel) exceeded(v *volume) bool {
	total := k.nDirty + k.nWriteback
	if !k.c.Kernel.PerDeviceLimits {
		return total > k.limit
	}
	if k.c.Kernel.Writeback == hardware.Flusher && total < (k.background+k.limit)/2 {
		return false
	}
	return v.nDirty+v.nWriteback > v.limit()
}

// share returns the volume's part of the limit, as large as its part of what was
// written lately.
func (v *volume) share() int64 {
	total := int64(0)
	for _, other := range v.k.volumes {
		total += other.finished
	}
	return v.k.limit * v.finished / total
}

// limit returns the share, but not more than what others leave: up to 3.1
// (clip_bdi_dirty_limit).
func (v *volume) limit() int64 {
	k := v.k
	return min(v.share(), max(k.limit-k.nDirty-k.nWriteback, 0)+v.nDirty+v.nWriteback)
}

// written books n pages that have reached the device. What was written long ago
// weighs less: all weights are halved after about as many pages as four times
// the limit (calc_period_shift).
func (v *volume) written(n int64) {
	v.nWriteback -= n
	v.finished += n
	v.pace.written += 2 * n
	total := int64(0)
	for _, other := range v.k.volumes {
		total += other.finished
	}
	if total > 2<<log2(2*v.k.limit) {
		for _, other := range v.k.volumes {
			other.finished = (other.finished + 1) / 2
		}
	}
}
