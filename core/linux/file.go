package linux

import "clocksweep/core/sim"

// File is an open file.
type File struct {
	k      *Kernel
	v      *volume
	id     int32
	wal    bool
	chunks []int32 // number of each chunk in the page table
	pages  int64

	dirty       bitmap // by page index
	nDirty      int64
	writing     bitmap // pages under writeback
	nWriting    int64
	dirtiedWhen int64 // virtual time of the change from clean to dirty, ns; -1 while clean
	turns       int32 // turns of writeback under way: the file keeps its age meanwhile
	cursor      int64 // where cyclic writeback goes on

	mtime    int64 // in units of the file system's time stamps
	metaTid  int64 // last transaction that holds a change of the inode
	allocTid int64 // last transaction that holds a change of its blocks or size

	locked  bool // the inode's mutex
	waiters sim.List
	readers []window // by process
}

// Pages returns the file's size in pages.
func (f *File) Pages() int64 { return f.pages }

// Create makes a file of the given size whose content is on disk already. wal
// puts it where the WAL lies: into a region of the disk, or on its own device.
func (k *Kernel) Create(pages int64, wal bool) *File {
	f := k.create(wal)
	for f.pages < pages {
		f.grow()
	}
	return f
}

func (k *Kernel) create(wal bool) *File {
	f := &File{k: k, v: k.volumeOf(wal), id: int32(len(k.files)), wal: wal, dirtiedWhen: -1, mtime: -1}
	k.files = append(k.files, f)
	return f
}

// grow adds one page at the end of f and returns it.
func (f *File) grow() Page {
	f.Next()
	f.dirty.grow(f.pages)
	f.writing.grow(f.pages)
	f.pages++
	return f.Page(f.pages - 1)
}

// Next returns the machine-wide number that the page after the last one will
// have when it is written.
func (f *File) Next() Page {
	if f.pages == int64(len(f.chunks))<<chunkShift {
		f.chunks = append(f.chunks, f.k.addChunk(f))
	}
	return f.Page(f.pages)
}

// Page returns the machine-wide number of the file's page i.
func (f *File) Page(i int64) Page {
	return f.chunks[i>>chunkShift]<<chunkShift | int32(i&(chunkPages-1))
}

// lock takes the inode's mutex, which write() holds while it works and fsync
// for a part of its work that depends on the kernel.
func (f *File) lock(p *sim.Proc) {
	if !f.locked {
		f.locked = true
		return
	}
	f.k.blocked++
	f.waiters.Wait(p) // unlock has handed it over when this returns
	f.k.blocked--
}

func (f *File) unlock() {
	if !f.waiters.WakeOne(f.k.s) {
		f.locked = false
	}
}
