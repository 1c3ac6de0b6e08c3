package linux

import (
	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
)

// Page is the machine-wide number of a page of some file.
type Page = int32

const none int32 = -1

// What is known of a page.
const (
	cached     uint8 = 1 << iota // in the page cache
	dirty                        // newer than the disk
	writeback                    // on its way to the disk
	onRunning                    // on the data list of the running transaction
	committing                   // on the data list of the transaction being committed
	referenced                   // touched since it came to its list
	active                       // on the active list
	delayed                      // has no disk block yet (delayed allocation)
)

// pageTable holds the state of every page of every file. Files own chunks of
// it; within a chunk, pages lie side by side on the disk.
type pageTable struct {
	flags     []uint8
	inRun     []int32 // the run that carries a page under writeback
	chunkFile []*File
	chunkBase []int64 // index in the file of a chunk's first page
	chunkDisk []int64 // disk offset of a chunk
	dataEnd   int64   // bytes of data chunks given out
	walEnd    int64
}

func (k *Kernel) addChunk(f *File) int32 {
	n := int32(len(k.chunkFile))
	k.chunkFile = append(k.chunkFile, f)
	k.chunkBase = append(k.chunkBase, f.pages)
	end, origin := &k.dataEnd, k.c.DataOrigin
	if f.wal {
		end, origin = &k.walEnd, k.c.WALOrigin
	}
	if origin+*end+chunkPages*PageSize > k.drive.Capacity() {
		*end = 0 // the disk is full: as if an old file had been removed
	}
	k.chunkDisk = append(k.chunkDisk, origin+*end)
	*end += chunkPages * PageSize
	k.flags = append(k.flags, make([]uint8, chunkPages)...)
	k.inRun = append(k.inRun, make([]int32, chunkPages)...)
	k.lru.grow(chunkPages)
	return n
}

func (k *Kernel) fileOf(pg Page) (*File, int64) {
	c := pg >> chunkShift
	return k.chunkFile[c], k.chunkBase[c] + int64(pg&(chunkPages-1))
}

func (k *Kernel) diskOffset(pg Page) int64 {
	return k.chunkDisk[pg>>chunkShift] + int64(pg&(chunkPages-1))*PageSize
}

// Preload puts a file's pages into the page cache without reading them, in
// their order: what an earlier program left behind. Pages that were there
// before, all of them clean, make room for them.
func (k *Kernel) Preload(f *File) {
	for i := int64(0); i < f.pages; i++ {
		pg := f.Page(i)
		if k.flags[pg]&cached != 0 {
			continue
		}
		if k.nCached >= k.capacity {
			k.reclaimOne()
		}
		k.insert(pg)
	}
}

// Read reads a page of a relation. A page that is not cached comes from the
// disk, and p waits for it.
func (k *Kernel) Read(p *sim.Proc, pg Page) {
	if k.flags[pg]&cached != 0 {
		k.Stats.ReadHits++
		k.touch(pg)
		return
	}
	k.Stats.Reads++
	b := k.newBatch()
	r := k.newRun(pg, 1, false, b)
	k.blocked++
	k.queue.Submit(p, elevator.IO{Off: k.diskOffset(pg), Len: PageSize, Sync: true, Proc: procID(p), Done: k, Arg: uint32(r)})
	k.waitBatch(p, b)
	k.blocked--
	k.makeRoom(p)
	if k.flags[pg]&cached == 0 {
		k.insert(pg)
	}
}

// Write overwrites a whole page of f, or appends one if i is the file's size.
// It returns once the page is in the page cache.
func (k *Kernel) Write(p *sim.Proc, f *File, i int64) {
	k.Stats.Writes++
	isNew := i == f.pages
	var pg Page
	if isNew {
		pg = f.grow()
	} else {
		pg = f.Page(i)
	}
	if k.flags[pg]&cached == 0 {
		k.makeRoom(p)
	}
	k.journal.beforeOverwrite(p, pg)
	// From here on nothing waits: the page is cached, dirty and part of the
	// running transaction at one instant. Were it clean for a moment, it could
	// be evicted; were the transaction opened earlier, it could be over.
	k.journal.handle()
	if k.flags[pg]&cached == 0 {
		k.insert(pg)
	} else {
		k.touch(pg)
	}
	k.stamp(f, isNew)
	if isNew && k.c.FileSystem.DelayedAllocation {
		k.flags[pg] |= delayed
	}
	k.markDirty(f, i, pg)
	k.journal.afterWrite(f, pg, isNew)
	k.balance(p)
}

// stamp updates the inode: its time stamp, and its size if it grew.
func (k *Kernel) stamp(f *File, grew bool) {
	if t := k.s.Now() / k.c.Kernel.MtimeGranularityNs; t != f.mtime {
		f.mtime = t
		f.metaTid = k.journal.running
	}
	if grew {
		f.metaTid = k.journal.running
		if !k.c.FileSystem.DelayedAllocation {
			f.allocTid = k.journal.running
		}
	}
}

func (k *Kernel) markDirty(f *File, i int64, pg Page) {
	if k.flags[pg]&dirty != 0 {
		return
	}
	k.flags[pg] |= dirty
	k.nDirty++
	if f.dirtiedWhen < 0 {
		f.dirtiedWhen = k.s.Now()
	}
	f.nDirty++
	f.dirty.set(i)
}

// lru is the page replacement of Linux 2.6: an inactive and an active list. A
// page comes in at the head of the inactive list, is promoted at its second
// touch, and leaves from the inactive tail.
type lru struct {
	capacity   int64
	nCached    int64
	nActive    int64
	next, prev []int32
	head, tail [2]int32 // 0 inactive, 1 active
}

func (l *lru) init(capacity int64) {
	l.capacity = capacity
	l.head = [2]int32{none, none}
	l.tail = [2]int32{none, none}
}

func (l *lru) grow(n int) {
	l.next = append(l.next, make([]int32, n)...)
	l.prev = append(l.prev, make([]int32, n)...)
}

func (l *lru) unlink(pg Page, list int) {
	n, p := l.next[pg], l.prev[pg]
	if p == none {
		l.head[list] = n
	} else {
		l.next[p] = n
	}
	if n == none {
		l.tail[list] = p
	} else {
		l.prev[n] = p
	}
}

func (l *lru) link(pg Page, list int) {
	h := l.head[list]
	l.next[pg], l.prev[pg] = h, none
	if h == none {
		l.tail[list] = pg
	} else {
		l.prev[h] = pg
	}
	l.head[list] = pg
}

func (k *Kernel) insert(pg Page) {
	k.flags[pg] |= cached
	k.nCached++
	k.link(pg, 0)
}

func (k *Kernel) touch(pg Page) {
	fl := k.flags[pg]
	if fl&referenced == 0 {
		k.flags[pg] = fl | referenced
		return
	}
	if fl&active == 0 {
		k.unlink(pg, 0)
		k.link(pg, 1)
		k.nActive++
		k.flags[pg] = fl&^referenced | active
	}
}

// makeRoom evicts pages until there is memory for one more. Dirty pages are
// passed over; if nothing but dirty pages is left, p writes some and waits.
func (k *Kernel) makeRoom(p *sim.Proc) {
	for k.nCached >= k.capacity {
		if !k.reclaimOne() {
			k.writeOldest(p)
		}
	}
}

// reclaimOne evicts one clean page and reports whether it found one within a
// bounded look at the inactive list.
func (k *Kernel) reclaimOne() bool {
	for tries := 0; tries < 1024; tries++ {
		if k.nActive > (k.nCached-k.nActive)*2 || k.tail[0] == none {
			if pg := k.tail[1]; pg != none {
				k.unlink(pg, 1)
				k.link(pg, 0)
				k.nActive--
				k.flags[pg] &^= active | referenced
				continue
			}
		}
		pg := k.tail[0]
		if pg == none {
			return false
		}
		k.unlink(pg, 0)
		fl := k.flags[pg]
		switch {
		case fl&(dirty|writeback) != 0:
			k.link(pg, 0)
		case fl&referenced != 0:
			k.link(pg, 1)
			k.nActive++
			k.flags[pg] = fl&^referenced | active
		default:
			k.flags[pg] = fl &^ cached
			k.nCached--
			return true
		}
	}
	return false
}

// writeOldest writes the dirty page at the end of the inactive list and waits;
// if it is on its way already, dirtied again or not, it waits for that.
func (k *Kernel) writeOldest(p *sim.Proc) {
	b := k.newBatch()
	if pg := k.tail[0]; pg != none {
		if k.flags[pg]&writeback != 0 {
			k.join(pg, b)
		} else if k.flags[pg]&dirty != 0 {
			f, i := k.fileOf(pg)
			k.Stats.FlusherPages += k.submit(p, f, i, 1, false, b)
		}
	}
	k.blocked++
	k.waitBatch(p, b)
	k.blocked--
}

// WritePage overwrites a page that exists.
func (k *Kernel) WritePage(p *sim.Proc, pg Page) {
	f, i := k.fileOf(pg)
	k.Write(p, f, i)
}

// FileOf returns the file that a page belongs to.
func (k *Kernel) FileOf(pg Page) *File { return k.chunkFile[pg>>chunkShift] }

// IndexOf returns the index of a page in its file.
func (k *Kernel) IndexOf(pg Page) int64 {
	_, i := k.fileOf(pg)
	return i
}

// PageCount returns how many page numbers are given out.
func (k *Kernel) PageCount() int { return len(k.flags) }
