package linux

import (
	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
)

// window is what the kernel knows of how a process reads a file
// (mm/readahead.c, struct file_ra_state).
type window struct {
	next  int64 // the page after the last one read: reading it is reading in sequence
	start int64 // of the newest window
	size  int64 // of it, in pages; 0: there is none
	async int64 // so many pages before its end the next one starts
}

// Read reads a page of a file. A page that is not cached comes from the disk,
// and p waits for it.
//
// A process that reads in sequence makes the kernel read ahead: the first page
// of a file, or the page after the last one it read, starts with a window of
// 16 kB, and the next one, twice as large up to ReadAheadKB, is read when the
// process comes to the first page that it did not ask for in the present one,
// so that the disk works while the process does. A read anywhere else reads
// one page (mm/readahead.c, ondemand_readahead; releases before 2.6.23 got the
// same windows in another way).
func (k *Kernel) Read(p *sim.Proc, pg Page) {
	f, i := k.fileOf(pg)
	w := f.reader(p)
	inSequence := i == 0 || i == w.next
	w.next = i + 1
	if k.flags[pg]&cached != 0 {
		k.Stats.ReadHits++
		if k.flags[pg]&unread != 0 {
			k.flags[pg] &^= unread // it has come for this
		} else {
			k.touch(pg)
		}
		if k.flags[pg]&marked != 0 {
			k.flags[pg] &^= marked
			k.advance(p, f, i)
		}
		if k.flags[pg]&reading != 0 {
			k.blocked++
			k.waitPage(p, pg)
			k.blocked--
		}
		return
	}
	k.Stats.Reads++
	if most := k.c.Kernel.ReadAheadKB * 1024 / PageSize; inSequence && k.c.ReadAhead && most > 1 {
		w.start, w.size, w.async = i, min(2, most), 1
		k.blocked++
		k.readWindow(p, f, *w, false)
		if k.flags[pg]&cached != 0 {
			k.flags[pg] &^= unread
			k.waitPage(p, pg)
			k.blocked--
			return
		}
		k.blocked-- // there was no memory for it
	} else {
		w.size = 0
	}
	b := k.newBatch()
	r := k.newRun(pg, 1, false, b)
	k.blocked++
	f.v.queue.Submit(p, elevator.IO{Off: k.diskOffset(pg), Len: PageSize, Sync: true, Proc: procID(p), Done: k, Arg: uint32(r)})
	k.waitBatch(p, b)
	k.blocked--
	k.makeRoom(p)
	if k.flags[pg]&cached == 0 {
		k.insert(pg)
	}
}

// reader returns what is known of the process as a reader of f.
func (f *File) reader(p *sim.Proc) *window {
	id := procID(p)
	for int(id) >= len(f.readers) {
		f.readers = append(f.readers, window{next: -1})
	}
	return &f.readers[id]
}

// advance starts the next window: the process has come to the marked page i. If
// another process has set the mark, its window is taken over
// (ondemand_readahead, the interleaved case).
func (k *Kernel) advance(p *sim.Proc, f *File, i int64) {
	most := k.c.Kernel.ReadAheadKB * 1024 / PageSize
	w := f.reader(p)
	if w.size == 0 || i != w.start+w.size-w.async {
		w.start = i + 1
		for w.start < f.pages && k.flags[f.Page(w.start)]&cached != 0 && w.start-i < most {
			w.start++
		}
		w.size = min(2*max(w.start-i, 1), most)
	} else {
		w.start += w.size
		w.size = min(2*w.size, most)
	}
	w.async = w.size
	k.readWindow(p, f, *w, true)
}

// readWindow reads the pages of a window that are not cached and marks the one
// whose reading starts the next window. ahead says that the process has not
// asked for any of them. It stops where memory is short.
func (k *Kernel) readWindow(p *sim.Proc, f *File, w window, ahead bool) {
	end := min(w.start+w.size, f.pages)
	for i := w.start; i < end; {
		first := f.Page(i)
		n := int32(0)
		for i+int64(n) < end && k.flags[first+n]&cached == 0 && (n == 0 || (first+n)&(chunkPages-1) != 0) {
			if k.nCached >= k.capacity && !k.reclaimOne() {
				end = i + int64(n)
				break
			}
			k.insert(first + n)
			k.flags[first+n] |= reading | unread
			n++
		}
		if n == 0 {
			i++
			continue
		}
		if mark := w.start + w.size - w.async; i <= mark && mark < i+int64(n) {
			k.flags[f.Page(mark)] |= marked
		}
		k.Stats.ReadAhead += int64(n)
		if !ahead && i == w.start {
			k.Stats.ReadAhead--
		}
		r := k.newRun(first, n, false, none)
		for j := range n {
			k.inRun[first+j] = r
		}
		f.v.queue.Submit(p, elevator.IO{Off: k.diskOffset(first), Len: int64(n) * PageSize, Sync: true, Proc: procID(p), Done: k, Arg: uint32(r)})
		i += int64(n)
	}
}
