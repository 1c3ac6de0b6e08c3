package linux

import (
	"slices"

	"clocksweep/core/sim"
)

// Page is the machine-wide number of a page of some file.
type Page = int32

const none int32 = -1

// What is known of a page.
const (
	cached     uint16 = 1 << iota // in the page cache
	dirty                         // newer than the disk
	writeback                     // on its way to the disk
	onRunning                     // on the data list of the running transaction
	committing                    // on the data list of the transaction being committed
	referenced                    // touched since it came to its list
	active                        // on the active list
	delayed                       // has no disk block yet (delayed allocation)
	reading                       // on its way from the disk, read ahead
	unread                        // read ahead and not used yet
	marked                        // who reads it makes the next window of read-ahead start
)

// pageTable holds the state of every page of every file. Files own chunks of
// it; within a chunk, pages lie side by side on the disk.
type pageTable struct {
	flags     []uint16
	inRun     []int32 // the run that carries a page under writeback
	chunkFile []*File
	chunkBase []int64 // index in the file of a chunk's first page
	chunkDisk []int64 // disk offset of a chunk
}

// Reserve makes room for files of so many pages more, so that creating them does not
// copy the page table again and again.
func (k *Kernel) Reserve(more int64) {
	chunks := int((more + chunkPages - 1) >> chunkShift)
	pages := chunks << chunkShift
	k.chunkFile = slices.Grow(k.chunkFile, chunks)
	k.chunkBase = slices.Grow(k.chunkBase, chunks)
	k.chunkDisk = slices.Grow(k.chunkDisk, chunks)
	k.flags = slices.Grow(k.flags, pages)
	k.inRun = slices.Grow(k.inRun, pages)
	k.lru.next = slices.Grow(k.lru.next, pages)
	k.lru.prev = slices.Grow(k.lru.prev, pages)
}

func (k *Kernel) addChunk(f *File) int32 {
	n := int32(len(k.chunkFile))
	k.chunkFile = append(k.chunkFile, f)
	k.chunkBase = append(k.chunkBase, f.pages)
	end, origin := &f.v.dataEnd, k.c.DataOrigin
	if f.wal {
		end, origin = &f.v.walEnd, k.c.WALOrigin
	}
	if origin+*end+chunkPages*PageSize > f.v.bytes {
		*end = 0 // the disk is full: as if an old file had been removed
	}
	k.chunkDisk = append(k.chunkDisk, origin+*end)
	*end += chunkPages * PageSize
	k.flags = append(k.flags, make([]uint16, chunkPages)...)
	k.inRun = append(k.inRun, make([]int32, chunkPages)...)
	k.lru.grow(chunkPages)
	k.dirtied.grow(k, chunkPages)
	f.v.journal.grow(len(k.flags))
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

// Write overwrites a whole page of f, or appends one if i is the file's size.
// It returns once the page is in the page cache.
func (k *Kernel) Write(p *sim.Proc, f *File, i int64) {
	k.Stats.Writes++
	f.lock(p)
	j := &f.v.journal
	isNew := i == f.pages
	var pg Page
	if isNew {
		pg = f.grow()
	} else {
		pg = f.Page(i)
	}
	for ready := false; !ready; { // each wait may undo what the one before brought
		switch {
		case k.flags[pg]&reading != 0:
			k.blocked++
			k.waitPage(p, pg)
			k.blocked--
		case j.full(pg):
			j.waitRoom(p, pg)
		case k.flags[pg]&cached == 0 && k.nCached >= k.capacity:
			k.makeRoom(p)
		default:
			ready = !j.beforeOverwrite(p, pg)
		}
	}
	// From here on nothing waits: the page is cached, dirty and part of the
	// running transaction at one instant. Were it clean for a moment, it could
	// be evicted; were the transaction opened earlier, it could be over.
	j.handle()
	if k.flags[pg]&cached == 0 {
		k.insert(pg)
	} else {
		k.flags[pg] &^= unread
		k.touch(pg)
	}
	k.stamp(f, isNew)
	if isNew && k.c.FileSystem.DelayedAllocation {
		k.flags[pg] |= delayed
	}
	fresh := k.markDirty(f, i, pg)
	j.afterWrite(f, pg, isNew)
	k.balance(p, f.v, fresh)
	f.unlock()
}

// stamp updates the inode: its time stamp, and its size if it grew.
func (k *Kernel) stamp(f *File, grew bool) {
	if t := k.s.Now() / k.c.Kernel.MtimeGranularityNs; t != f.mtime {
		f.mtime = t
		f.metaTid = f.v.journal.running
	}
	if grew {
		f.metaTid = f.v.journal.running
		if !k.c.FileSystem.DelayedAllocation {
			f.allocTid = f.v.journal.running
		}
	}
}

// markDirty makes a page dirty and reports whether it was clean.
func (k *Kernel) markDirty(f *File, i int64, pg Page) bool {
	if k.flags[pg]&dirty != 0 {
		return false
	}
	k.flags[pg] |= dirty
	k.nDirty++
	f.v.nDirty++
	k.dirtied.add(k, pg)
	if f.dirtiedWhen < 0 {
		f.dirtiedWhen = k.s.Now()
	}
	f.nDirty++
	f.dirty.set(i)
	return true
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
