package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// flusher is the kernel's own writeback, file by file: pdflush up to 2.6.31,
// which serves all devices, the flusher thread of a device later. Every
// vm.dirty_writeback_centisecs it writes the files that have been dirty for
// longer than vm.dirty_expire_centisecs; above the background limit it writes
// whatever is dirty until the count is below.
//
// pdflush does not wait for a request: when a device's queue is congested it
// leaves the file and looks again when the congestion is over, after 100 ms at
// the latest. A flusher of its own waits in the queue.
type flusher struct {
	k      *Kernel
	only   *volume // whose files it writes; nil: all
	thread *sim.Proc
	timer  sim.Target
	idle   bool
	tick   bool
	begun  int64 // when the present piece of work began
}

// congestionWait is how long writeback waits for a congested queue at most
// (HZ/10 in mm/page-writeback.c).
const congestionWait = 100 * sim.Millisecond

// startWriteback starts the threads of the kernel's generation.
func (k *Kernel) startWriteback() {
	switch k.c.Kernel.Writeback {
	case hardware.Bdflush:
		k.dirtied.start(k)
	case hardware.Flusher:
		for _, v := range k.volumes {
			v.flush = &flusher{k: k, only: v}
			v.flush.start()
		}
	default:
		w := &flusher{k: k}
		for _, v := range k.volumes {
			v.flush = w
		}
		w.start()
	}
}

type flusherTimer struct{ w *flusher }

func (t flusherTimer) Fire(uint32) {
	t.w.tick = true
	t.w.arm()
	t.w.kick()
}

func (w *flusher) start() {
	w.timer = w.k.s.Register(flusherTimer{w})
	w.thread = w.k.s.Go("flusher", w.run)
	w.arm()
}

func (w *flusher) arm() {
	if period := w.k.c.Kernel.WritebackCs; period > 0 {
		w.k.s.At(w.k.s.Now()+period*10*sim.Millisecond, sim.PrioKernel, w.timer, 0)
	}
}

func (w *flusher) kick() {
	if w.idle {
		w.idle = false
		w.k.s.Wake(w.thread)
	}
}

// behind reports whether there is more dirty than the background limit allows,
// and the flusher could do something about it.
func (w *flusher) behind() bool {
	return w.k.nDirty > w.k.background && (w.only == nil || w.only.nDirty > 0)
}

func (w *flusher) run(p *sim.Proc) {
	k := w.k
	for {
		for !w.tick && !w.behind() {
			w.idle = true
			p.Park()
		}
		w.begun = p.Now()
		if w.tick {
			w.tick = false
			w.writeOld(p)
		}
		for w.behind() && !w.tick {
			n, congested := w.writeSome(p, k.nDirty-k.background, idle)
			if congested != nil {
				congested.queue.WaitCalm(p, congestionWait)
			} else if n == 0 {
				p.Sleep(congestionWait) // all of it is under writeback, or pinned
			}
		}
	}
}

// writeOld writes every file that was old enough when the pass began, in turns
// of MaxWritebackPages. A file is written whole, including what was dirtied
// just now.
func (w *flusher) writeOld(p *sim.Proc) {
	k := w.k
	oldest := k.s.Now() - k.c.Kernel.ExpireCs*10*sim.Millisecond
	for again := true; again; {
		again = false
		var congested *volume
		for _, f := range k.files {
			if f.dirtiedWhen < 0 || f.dirtiedWhen > oldest || w.only != nil && f.v != w.only {
				continue
			}
			turn := k.turnOf(f.v)
			n, stopped := w.writeFile(p, f, turn, idle)
			if stopped {
				congested = f.v
				again = true
				continue
			}
			if f.nDirty > 0 && n == turn {
				again = true
				continue
			}
			// Dirtied again behind the cursor. Up to 2.6.23 the file keeps its
			// age and is written again at every pass (fs/fs-writeback.c,
			// __sync_single_inode); later its age starts anew (redirty_tail).
			if f.nDirty > 0 && !k.c.Kernel.HotInodeQuirk {
				f.dirtiedWhen = k.s.Now()
			}
		}
		if congested != nil {
			congested.queue.WaitCalm(p, congestionWait)
		}
	}
}

// turnOf returns how many pages of a file are written in one turn. From 3.2 on
// it is what the device writes in half a second, an eighth of the limit at
// most (fs/fs-writeback.c, writeback_chunk_size).
func (k *Kernel) turnOf(v *volume) int64 {
	least := k.c.Kernel.MaxWritebackPages / 2
	if k.c.Kernel.WriterDoesIO {
		return least
	}
	n := min(v.pace.averagePages/4, k.limit/8)
	return max(n/least*least, least)
}

// writeSome writes at least n dirty pages of any files, as far as there are. If
// it met a congested device and therefore did not, it returns that.
func (w *flusher) writeSome(p *sim.Proc, n int64, u urgency) (done int64, congested *volume) {
	for _, f := range w.k.files {
		if f.nDirty == 0 || w.only != nil && f.v != w.only {
			continue
		}
		c, stopped := w.writeFile(p, f, w.k.turnOf(f.v), u)
		done += c
		if stopped {
			congested = f.v
		}
		if done >= n {
			return done, nil
		}
	}
	return done, congested
}

// writeFile submits up to n dirty pages of f in ascending order from where the
// last turn ended, once around. It reports whether it stopped because the
// device is congested. The turn lasts as long as the pages take the kernel's
// thread, which decides whether a process makes the file dirty meanwhile; the
// queue gets them at once, for those of fsync and of commits come at once, too.
func (w *flusher) writeFile(p *sim.Proc, f *File, n int64, u urgency) (done int64, stopped bool) {
	k := w.k
	backsOff := u == idle && k.c.Kernel.Writeback == hardware.Pdflush
	f.turns++
	start, wrapped := f.cursor, false
	i := f.dirty.next(start)
	for done < n {
		if i < 0 || (wrapped && i >= start) {
			if wrapped {
				break
			}
			wrapped = true
			i = f.dirty.next(0)
			continue
		}
		if backsOff && f.v.queue.Congested(true) {
			stopped = true
			break
		}
		c := k.submit(p, f, i, n-done, u, none)
		k.Stats.FlusherPages += c
		done += c
		f.cursor = i + max(c, 1)
		i = f.dirty.next(f.cursor)
	}
	if u == idle && done > 0 && k.c.SubmitNs > 0 {
		p.Sleep(done * k.c.SubmitNs)
	}
	f.turns--
	f.settleAge()
	if u == idle && !k.c.Kernel.WriterDoesIO {
		f.v.pace.update(f.v, w.begun)
	}
	return done, stopped
}
