package linux

import (
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

// join makes the batch wait for a page that is under writeback, or read ahead,
// already.
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

// waitPage waits until the write or read that carries a page is complete, if
// there is one.
func (k *Kernel) waitPage(p *sim.Proc, pg Page) {
	if k.flags[pg]&(writeback|reading) == 0 {
		return
	}
	b := k.newBatch()
	k.join(pg, b)
	k.waitBatch(p, b)
}

// Fire is the completion of run number arg.
func (k *Kernel) Fire(arg uint32) {
	r := &k.runs[arg]
	if !r.write {
		for j := range r.n {
			if k.inRun[r.first+j] == int32(arg) {
				k.flags[r.first+j] &^= reading
			}
		}
	} else if r.n > 0 {
		f, i := k.fileOf(r.first)
		for j := range int64(r.n) {
			k.flags[r.first+int32(j)] &^= writeback
			f.writing.clear(i + j)
		}
		f.nWriting -= int64(r.n)
		k.nWriteback -= int64(r.n)
		f.v.written(int64(r.n))
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

// urgency says for whom a page is written.
type urgency uint8

const (
	plain  urgency = iota // for a process that does not wait
	idle                  // for nobody: the kernel's own writeback
	waited                // for a process that waits
)

// pinned reports whether a page may not be written to its place yet, because
// the journal has to have it first.
func (k *Kernel) pinned(pg Page) bool {
	return k.c.FileSystem.JournalsData && k.flags[pg]&(onRunning|committing) != 0
}

// submit hands dirty pages of f from index i on, at most n and only as far as
// they are dirty neighbors on disk, not under writeback and not pinned, to the
// request queue and returns how many. b may be none.
func (k *Kernel) submit(p *sim.Proc, f *File, i, n int64, u urgency, b int32) int64 {
	first := f.Page(i)
	count := int64(0)
	last := min(n, maxRun, chunkPages-int64(first&(chunkPages-1)))
	blocking := writeback
	if k.c.FileSystem.JournalsData {
		blocking |= onRunning | committing
	}
	for count < last && k.flags[first+int32(count)]&(dirty|blocking) == dirty {
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
		f.dirty.clear(i + j)
		f.writing.set(i + j)
	}
	f.nWriting += count
	if allocated {
		f.v.journal.handle()
		f.v.journal.allocated(f)
	}
	f.nDirty -= count
	f.settleAge()
	k.nDirty -= count
	k.nWriteback += count
	f.v.nDirty -= count
	f.v.nWriteback += count
	f.v.queue.Submit(p, elevator.IO{
		Off: k.diskOffset(first), Len: count * PageSize, Write: true, Sync: u == waited, Idle: u == idle,
		Proc: procID(p), Done: k, Arg: uint32(r),
	})
	return count
}

// settleAge forgets the age of a file that is clean, unless a turn of writeback
// is under way: what is dirtied during the turn counts as old as the file was
// (I_LOCK in fs/fs-writeback.c, __mark_inode_dirty).
func (f *File) settleAge() {
	if f.nDirty == 0 && f.turns == 0 {
		f.dirtiedWhen = -1
	}
}

// submitAll submits every dirty page of f in ascending order and makes b wait
// for them and for those that are under writeback already.
func (k *Kernel) submitAll(p *sim.Proc, f *File, u urgency, b int32) int64 {
	total := int64(0)
	for i := f.dirty.next(0); i >= 0; {
		n := k.submit(p, f, i, maxRun, u, b)
		if n == 0 { // dirtied again while it is being written: wait, then write it
			k.waitPage(p, f.Page(i))
			n = k.submit(p, f, i, maxRun, u, b)
		}
		total += n
		i = f.dirty.next(i + max(n, 1))
	}
	if f.nWriting > 0 {
		for i := f.writing.next(0); i >= 0; i = f.writing.next(i + 1) {
			k.join(f.Page(i), b)
		}
	}
	return total
}
