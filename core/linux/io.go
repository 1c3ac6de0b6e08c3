package linux

import (
	"math/bits"

	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
)

// maxRun is the longest stretch of pages that is submitted as one: 512 kB.
const maxRun = 64

// run is a stretch of neighbouring pages on its way to or from the disk.
type run struct {
	first   Page
	n       int32
	write   bool
	batches []int32 // who waits for it; the slice is reused
	free    int32   // next of the free list
}

// batch counts the runs somebody waits for.
type batch struct {
	pending int32
	waiting *sim.Proc
	inUse   bool
}

func (k *Kernel) newBatch() int32 {
	for i := range k.batches {
		if !k.batches[i].inUse {
			k.batches[i] = batch{inUse: true}
			return int32(i)
		}
	}
	k.batches = append(k.batches, batch{inUse: true})
	return int32(len(k.batches) - 1)
}

// waitBatch parks p until every run of the batch is complete, and gives the
// batch back.
func (k *Kernel) waitBatch(p *sim.Proc, b int32) {
	if k.batches[b].pending > 0 {
		k.batches[b].waiting = p
		p.Park()
	}
	k.batches[b] = batch{}
}

func (k *Kernel) newRun(first Page, n int32, write bool, b int32) int32 {
	r := k.freeRun
	if r == none {
		k.runs = append(k.runs, run{})
		r = int32(len(k.runs) - 1)
	} else {
		k.freeRun = k.runs[r].free
	}
	v := &k.runs[r]
	v.first, v.n, v.write = first, n, write
	v.batches = v.batches[:0]
	if b != none {
		v.batches = append(v.batches, b)
		k.batches[b].pending++
	}
	return r
}

// join makes the batch wait for a page that is under writeback already.
func (k *Kernel) join(pg Page, b int32) {
	r := &k.runs[k.inRun[pg]]
	for _, have := range r.batches {
		if have == b {
			return
		}
	}
	r.batches = append(r.batches, b)
	k.batches[b].pending++
}

// Fire is the completion of run number arg.
func (k *Kernel) Fire(arg uint32) {
	r := &k.runs[arg]
	if r.write && r.n > 0 {
		for pg := r.first; pg < r.first+r.n; pg++ {
			k.flags[pg] &^= writeback
		}
		k.nWriteback -= int64(r.n)
	}
	for _, b := range r.batches {
		v := &k.batches[b]
		v.pending--
		if v.pending == 0 && v.waiting != nil {
			k.s.Wake(v.waiting)
			v.waiting = nil
		}
	}
	r.free = k.freeRun
	k.freeRun = int32(arg)
}

// submit hands dirty pages of f from index i on, at most n and only as far as
// they are dirty neighbours on disk and not under writeback, to the request
// queue and returns how many. sync marks writes somebody waits for; b may be
// none.
func (k *Kernel) submit(p *sim.Proc, f *File, i, n int64, sync bool, b int32) int64 {
	first := f.Page(i)
	count := int64(0)
	last := min(n, maxRun, chunkPages-int64(first&(chunkPages-1)))
	for count < last && k.flags[first+int32(count)]&(dirty|writeback) == dirty {
		count++
	}
	if count == 0 {
		return 0
	}
	r := k.newRun(first, int32(count), true, b)
	allocated := false
	for j := int64(0); j < count; j++ {
		pg := first + int32(j)
		if k.flags[pg]&delayed != 0 {
			allocated = true
		}
		k.flags[pg] = k.flags[pg]&^(dirty|delayed) | writeback
		k.inRun[pg] = r
		f.dirty[(i+j)>>6] &^= 1 << ((i + j) & 63)
	}
	if allocated {
		k.journal.handle()
		k.journal.allocated(f)
	}
	f.nDirty -= count
	if f.nDirty == 0 {
		f.dirtiedWhen = -1
	}
	k.nDirty -= count
	k.nWriteback += count
	k.queue.Submit(p, elevator.IO{
		Off: k.diskOffset(first), Len: count * PageSize, Write: true, Sync: sync,
		Proc: procID(p), Done: k, Arg: uint32(r),
	})
	return count
}

// nextDirty returns the index of f's first dirty page at or after i, or -1.
func (f *File) nextDirty(i int64) int64 {
	w := i >> 6
	if w >= int64(len(f.dirty)) {
		return -1
	}
	word := f.dirty[w] &^ (1<<(i&63) - 1)
	for word == 0 {
		w++
		if w >= int64(len(f.dirty)) {
			return -1
		}
		word = f.dirty[w]
	}
	return w<<6 + int64(bits.TrailingZeros64(word))
}

// submitAll submits every dirty page of f in ascending order and makes b wait
// for them and for those that are under writeback already.
func (k *Kernel) submitAll(p *sim.Proc, f *File, sync bool, b int32) int64 {
	total := int64(0)
	for i := f.nextDirty(0); i >= 0; {
		n := k.submit(p, f, i, maxRun, sync, b)
		if n == 0 { // dirtied again while it is being written: wait, then write it
			pg := f.Page(i)
			w := k.newBatch()
			k.join(pg, w)
			k.waitBatch(p, w)
			n = k.submit(p, f, i, maxRun, sync, b)
		}
		total += n
		i = f.nextDirty(i + max(n, 1))
	}
	for _, c := range f.chunks {
		for pg := c << chunkShift; pg < (c+1)<<chunkShift; pg++ {
			if k.flags[pg]&writeback != 0 {
				k.join(pg, b)
			}
		}
	}
	return total
}
