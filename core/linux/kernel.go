package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// PageSize is the size of a page in bytes.
const PageSize = 8192

// chunkPages is the unit in which files get disk space: 1 MB.
const (
	chunkShift = 7
	chunkPages = 1 << chunkShift
)

// Config is what the kernel runs on and how it is set.
type Config struct {
	Kernel     hardware.Kernel // with the vm.* settings in force
	FileSystem hardware.FileSystem
	Fdatasync  hardware.FdatasyncRule
	CachePages int64 // memory the page cache can fill
	RAMPages   int64 // all memory
	MappedPct  int64 // share of memory mapped by processes (shared_buffers), %
	DataOrigin int64 // disk offset of the first data file, bytes
	WALOrigin  int64 // disk offset of the first WAL segment
	LogOrigin  int64 // disk offset of the file system's journal
	LogBytes   int64 // its size
	Scheduler  string
}

// Stats counts what the kernel did, in pages of 8 kB unless said otherwise.
type Stats struct {
	ReadHits, Reads, Writes int64
	JournalCommits          int64 // commits
	JournalData             int64 // data pages written by commits
	FlusherPages            int64 // pages written by the kernel's own writeback, or early because a process asked for it
	FsyncPages              int64 // pages written by fsync and fdatasync
}

// Kernel is a running kernel with one block device. Create it with [New].
type Kernel struct {
	s     *sim.Sim
	c     Config
	queue *elevator.Queue
	drive storage.Device

	pageTable
	lru
	files      []*File
	nDirty     int64
	nWriteback int64
	background int64 // dirty pages above which writeback starts
	limit      int64 // dirty and under writeback: above it writers are throttled

	runs    []run
	freeRun int32
	batches []batch

	journal journal
	flush   flusher
	blocked int64
	Stats   Stats
}

// New boots a kernel on the device d and starts its threads.
func New(s *sim.Sim, d storage.Device, c Config) *Kernel {
	k := &Kernel{s: s, c: c, drive: d, freeRun: none}
	k.queue = elevator.New(s, d, elevator.Config{
		Scheduler:        c.Scheduler,
		NrRequests:       int(c.Kernel.NrRequests),
		SyncWritesTagged: c.Kernel.SyncWritesTagged,
	})
	k.lru.init(c.CachePages)
	k.setLimits()
	k.journal.start(k)
	k.flush.start(k)
	return k
}

// setLimits derives the dirty limits from the ratios: of all memory up to
// 2.6.21, where half the unmapped share caps the hard limit, and of free
// memory and page cache later (mm/page-writeback.c, get_dirty_limits).
func (k *Kernel) setLimits() {
	base := k.c.CachePages
	hard := k.c.Kernel.DirtyRatio
	soft := k.c.Kernel.BackgroundRatio
	if k.c.Kernel.RatioOfTotal {
		base = k.c.RAMPages
	}
	if k.c.Kernel.UnmappedClamp {
		hard = max(5, min(hard, (100-k.c.MappedPct)/2))
	}
	if soft >= hard {
		soft = hard / 2
	}
	k.background = base * soft / 100
	k.limit = base * hard / 100
}

// Dirty returns the number of dirty pages in the page cache.
func (k *Kernel) Dirty() int64 { return k.nDirty }

// Blocked returns how many processes wait for the disk at this instant.
func (k *Kernel) Blocked() int64 { return k.blocked }

// File is an open file.
type File struct {
	k      *Kernel
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
}

// Pages returns the file's size in pages.
func (f *File) Pages() int64 { return f.pages }

// Create makes a file of the given size whose content is on disk already. wal
// puts it into the disk region of the WAL.
func (k *Kernel) Create(pages int64, wal bool) *File {
	f := k.create(wal)
	for f.pages < pages {
		f.grow()
	}
	return f
}

func (k *Kernel) create(wal bool) *File {
	f := &File{k: k, id: int32(len(k.files)), wal: wal, dirtiedWhen: -1, mtime: -1}
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
