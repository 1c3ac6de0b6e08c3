package linux

import (
	"math/bits"

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
	CPUs       int64 // 0 counts as 1
	DataOrigin int64 // disk offset of the first data file, bytes
	WALOrigin  int64 // disk offset of the first WAL segment
	LogOrigin  int64 // disk offset of the file system's journal
	LogBytes   int64 // its size
	Scheduler  string
	ThrottleNs int64 // target of throttled writeback (wbt), 0: off
	ReadAhead  bool  // files read in sequence are read ahead
	SubmitNs   int64 // processor time in which the kernel's writeback hands a page to the queue

	// Where the limits on dirty pages are set in bytes; 0: the ratio decides.
	DirtyBytes, BackgroundBytes int64

	// WALDrive is the device of the WAL's own file system, with a journal at
	// LogOrigin and the WAL at WALOrigin; nil: the WAL lies on the data's.
	WALDrive storage.Device
}

// Stats counts what the kernel did, in pages of 8 kB unless said otherwise.
type Stats struct {
	ReadHits, Reads, Writes int64
	ReadAhead               int64 // pages read before a process asked for them
	JournalCommits          int64 // commits
	JournalData             int64 // data pages written to their place by commits, or to make room in the journal
	JournalLogged           int64 // data pages written into the journal
	FlusherPages            int64 // pages written by the kernel's own writeback, or early because a process asked for it
	FsyncPages              int64 // pages written by fsync, fdatasync and sync
}

// Kernel is a running kernel with one disk, or one for data and one for WAL.
// Create it with [New].
type Kernel struct {
	s       *sim.Sim
	c       Config
	volumes []*volume // the data's; the WAL's if that has its own

	pageTable
	lru
	files      []*File
	nDirty     int64
	nWriteback int64
	background int64 // dirty pages above which writeback starts
	limit      int64 // dirty and under writeback: above it writers are throttled
	stop       int64 // 2.4: bdflush goes on until so many are dirty

	runs    []run
	freeRun int32
	batches []batch

	throttle throttling
	dirtied  dirtyList // 2.4
	blocked  int64
	Stats    Stats
}

// volume is a device with its queue and the file system on it.
type volume struct {
	k     *Kernel
	queue *elevator.Queue

	journal journal
	flush   *flusher // shared by all volumes up to 2.6.31
	own     flusher  // what a throttled writer of the volume writes: without a thread

	bytes           int64 // of the device
	dataEnd, walEnd int64 // bytes of chunks given out
	nDirty          int64
	nWriteback      int64
	finished        int64 // pages written, halved now and then: the volume's weight in the limit
	exceeded        bool  // its writers are checked often
	pace            pace
}

// New boots a kernel on the device d and starts its threads.
func New(s *sim.Sim, d storage.Device, c Config) *Kernel {
	k := &Kernel{s: s, c: c, freeRun: none}
	k.lru.init(c.CachePages)
	k.setLimits()
	k.throttle.init(k)
	k.mount(d)
	if c.WALDrive != nil {
		k.mount(c.WALDrive)
	}
	for _, v := range k.volumes {
		v.journal.start(v)
	}
	k.startWriteback()
	return k
}

func (k *Kernel) mount(d storage.Device) {
	v := &volume{k: k, bytes: d.Capacity(), finished: 1}
	v.queue = elevator.New(k.s, d, elevator.Config{
		Scheduler:        k.c.Scheduler,
		NrRequests:       int(k.c.Kernel.NrRequests),
		Batches:          k.c.Kernel.RequestBatches,
		SyncWritesTagged: k.c.Kernel.SyncWritesTagged,
		CFQ:              int(k.c.Kernel.CFQ),
		Quantum:          int(k.c.Kernel.CFQQuantum),
		ThrottleNs:       k.c.ThrottleNs,
	})
	v.pace.init()
	v.own.k = k
	if k.c.Kernel.PerDeviceLimits { // before 2.6.24 it wrote for any device
		v.own.only = v
	}
	k.volumes = append(k.volumes, v)
}

// volumeOf returns the volume on which new files lie.
func (k *Kernel) volumeOf(wal bool) *volume {
	if wal {
		return k.volumes[len(k.volumes)-1]
	}
	return k.volumes[0]
}

// setLimits derives the dirty limits from the ratios: of all memory up to
// 2.6.21, where half the unmapped share caps the hard limit, and of free
// memory and page cache later (mm/page-writeback.c, get_dirty_limits and
// global_dirty_limits; 2.4: fs/buffer.c, balance_dirty_state).
func (k *Kernel) setLimits() {
	c := &k.c
	base := c.CachePages
	hard := max(c.Kernel.DirtyRatio, c.Kernel.LeastDirtyRatio)
	soft := c.Kernel.BackgroundRatio
	if c.Kernel.RatioOfTotal {
		base = c.RAMPages
	}
	if c.Kernel.UnmappedClamp {
		hard = max(c.Kernel.LeastDirtyRatio, min(hard, (100-c.MappedPct)/2))
		if soft >= hard {
			soft = hard / 2
		}
	}
	k.background, k.limit = base*soft/100, base*hard/100
	if c.DirtyBytes > 0 {
		k.limit = (c.DirtyBytes + PageSize - 1) / PageSize
	}
	if c.BackgroundBytes > 0 {
		k.background = (c.BackgroundBytes + PageSize - 1) / PageSize
	}
	if k.background >= k.limit {
		k.background = k.limit / 2
	}
	k.stop = base * c.Kernel.StopRatio / 100
}

// Dirty returns the number of dirty pages in the page cache.
func (k *Kernel) Dirty() int64 { return k.nDirty }

// Blocked returns how many processes wait for the disk at this instant.
func (k *Kernel) Blocked() int64 { return k.blocked }

// Devices returns the number of devices: the data's is 0, the WAL's own is 1.
func (k *Kernel) Devices() int { return len(k.volumes) }

// DeviceStats returns the counters of a device's request queue.
func (k *Kernel) DeviceStats(device int) elevator.Stats { return k.volumes[device].queue.Stats() }

// log2 returns the logarithm of n to the base of 2, rounded down; 0 for n < 1.
func log2(n int64) int64 { return int64(max(bits.Len64(uint64(max(n, 0))), 1)) - 1 }
