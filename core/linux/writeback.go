package linux

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// flusher is the kernel's own writeback: pdflush up to 2.6.31, the flusher
// thread of the device later. Every vm.dirty_writeback_centisecs it writes the
// files that have been dirty for longer than vm.dirty_expire_centisecs; above
// the background limit it writes whatever is dirty until the count is below.
type flusher struct {
	k      *Kernel
	thread *sim.Proc
	timer  sim.Target
	idle   bool
	tick   bool
}

type flusherTimer struct{ w *flusher }

func (t flusherTimer) Fire(uint32) {
	t.w.tick = true
	t.w.arm()
	t.w.kick()
}

func (w *flusher) start(k *Kernel) {
	w.k = k
	w.timer = k.s.Register(flusherTimer{w})
	w.thread = k.s.Go("flusher", w.run)
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

func (w *flusher) run(p *sim.Proc) {
	k := w.k
	for {
		for !w.tick && k.nDirty <= k.background {
			w.idle = true
			p.Park()
		}
		if w.tick {
			w.tick = false
			w.writeOld(p)
		}
		for k.nDirty > k.background && !w.tick {
			if w.writeSome(p, k.nDirty-k.background) == 0 {
				p.Sleep(100 * sim.Millisecond) // all of it is under writeback already
			}
		}
	}
}

// writeOld writes every file that was old enough when the pass began, in turns
// of MaxWritebackPages. A file is written whole, including what was dirtied
// just now.
func (w *flusher) writeOld(p *sim.Proc) {
	k := w.k
	now := k.s.Now()
	oldest := now - k.c.Kernel.ExpireCs*10*sim.Millisecond
	for again := true; again; {
		again = false
		for _, f := range k.files {
			if f.dirtiedWhen < 0 || f.dirtiedWhen > oldest {
				continue
			}
			n := w.writeFile(p, f, k.c.Kernel.MaxWritebackPages/2)
			if f.nDirty > 0 && n == k.c.Kernel.MaxWritebackPages/2 {
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
	}
}

// writeSome writes at least n dirty pages of any files, as far as there are.
func (w *flusher) writeSome(p *sim.Proc, n int64) int64 {
	done := int64(0)
	for _, f := range w.k.files {
		if f.nDirty == 0 {
			continue
		}
		done += w.writeFile(p, f, w.k.c.Kernel.MaxWritebackPages/2)
		if done >= n {
			break
		}
	}
	return done
}

// writeFile submits up to n dirty pages of f in ascending order from where the
// last turn ended, once around.
func (w *flusher) writeFile(p *sim.Proc, f *File, n int64) int64 {
	k := w.k
	done := int64(0)
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
		c := k.submit(p, f, i, n-done, false, none)
		k.Stats.FlusherPages += c
		done += c
		f.cursor = i + max(c, 1)
		i = f.dirty.next(f.cursor)
	}
	f.turns--
	f.settleAge()
	return done
}

// throttleChunk is how many pages a throttled writer writes itself before it
// looks again: 1.5 times the rate limit of 4 MB or less (mm/page-writeback.c,
// sync_writeback_pages), in 8 kB pages for a machine of some hundred MB up.
const throttleChunk = 768

// balance stops a writer while too many pages are dirty or under writeback.
func (k *Kernel) balance(p *sim.Proc) {
	if k.nDirty > k.background {
		k.flush.kick()
	}
	if k.nDirty+k.nWriteback <= k.limit {
		return
	}
	outer := p.Enter(result.WaitDirtyLimit)
	k.blocked++
	for k.nDirty+k.nWriteback > k.limit {
		if k.c.Kernel.WriterDoesIO && k.flush.writeSome(p, throttleChunk) >= throttleChunk {
			break
		}
		p.Sleep(100 * sim.Millisecond)
	}
	k.blocked--
	p.Enter(outer)
}
