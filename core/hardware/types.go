package hardware

// How tells where a value comes from.
type How string

// The kinds of provenance.
const (
	Stated    How = "stated"    // in the mail that describes the experiment
	Thread    How = "thread"    // read in a public thread or in source code
	Datasheet How = "datasheet" // read in a datasheet or review
	Recalled  How = "recalled"  // a vendor's or kernel's value, recalled and not read again
	Typical   How = "typical"   // usual for the class and the year
	Inferred  How = "inferred"  // follows from other facts of the same mail
	Fitted    How = "fitted"    // chosen inside a plausible range so that a named cell comes out
)

// Disk is a rotating disk as its datasheet describes it.
type Disk struct {
	ID            string
	Label         string
	RPM           int64
	TrackMs       float64 // track-to-track seek
	AvgMs         float64 // average read seek
	FullMs        float64 // full-stroke read seek
	WriteSettleMs float64 // extra settling before a write
	HeadSwitchMs  float64
	Heads         int64
	CapacityGB    float64 // 1e9 bytes
	OuterMBs      float64 // sustained rate at the outer edge, 1e6 bytes a second
	InnerMBs      float64
	OverheadMs    float64 // command overhead
	BusMBs        float64 // interface rate
	QueueDepth    int64   // commands the drive accepts at once (1: no NCQ or TCQ)
	CacheMB       float64 // on-board memory
	WriteSegments int64   // separate stretches the write cache holds, 0: as many as fit its memory
	SPTFAlpha     float64 // gain of command queueing: throughput grows as depth^alpha
	WriteCache    bool    // the write cache is on as the drive was normally delivered
	How           How
	Note          string
}

// CPU is a machine's processors and what its kernel paths cost on them.
type CPU struct {
	Cores     int64
	HWThreads int64
	SMTGain   float64 // throughput of a core with all its threads busy, relative to one thread
	TPCBUs    float64 // CPU of one TPC-B transaction, server and client together
	SelectUs  float64 // CPU of one select-only transaction
	SwitchUs  float64 // context switch
	WakeUs    float64 // from wake-up to running
	// LineNs is the transfer of a cache line that another core changed last, in ns:
	// about 60 from a core of the same chip, 200 from another chip. That many-core
	// computers have several chips makes it 200 for them; only power7-2014 is fitted.
	LineNs    float64
	SyscallUs float64
	Pread8kUs float64 // read of 8 kB that is in the page cache
	Pwrite8k  float64 // write of 8 kB into the page cache, µs
	How       How
	Note      string
}

// FdatasyncRule says when ext3's fdatasync forces a journal commit.
type FdatasyncRule string

// The rules, by kernel.
const (
	// CommitMtime: the inode is dirty in any way, and its time stamp makes it
	// so once a second.
	CommitMtime FdatasyncRule = "mtime"
	// CommitBlocks: only if blocks were allocated or the size changed since
	// the last commit.
	CommitBlocks FdatasyncRule = "blocks"
	// CommitAlways: at every call, as fsync does.
	CommitAlways FdatasyncRule = "always"
)

// Writeback says which part of the kernel writes dirty pages of its own accord.
type Writeback string

// The generations of writeback.
const (
	// Bdflush: two threads that write single pages in the order in which they
	// became dirty (2.4).
	Bdflush Writeback = "bdflush"
	// Pdflush: a pool of threads for all devices that writes file by file and
	// leaves a congested device alone (2.6 up to 2.6.31).
	Pdflush Writeback = "pdflush"
	// Flusher: a thread for each device, writing file by file (2.6.32 and later).
	Flusher Writeback = "flusher"
)

// InodeLock says while what part of an fsync no other process can write to the
// file, because both need the inode's mutex.
type InodeLock string

// The rules, by kernel.
const (
	// LockWhole: from the beginning until all of the file is on disk.
	LockWhole InodeLock = "whole"
	// LockCommit: during the file system's part, the commit of the journal.
	LockCommit InodeLock = "commit"
	// LockNone: not at all.
	LockNone InodeLock = "none"
)

// Kernel is a Linux release as far as writeback, fsync and the queue in front
// of the disk go.
type Kernel struct {
	ID    string // release, for instance "2.6.28"
	Label string

	// Writeback.
	Writeback         Writeback
	BackgroundRatio   int64 // vm.dirty_background_ratio, %; 2.4: nfract of vm.bdflush
	DirtyRatio        int64 // vm.dirty_ratio, %; 2.4: nfract_sync
	StopRatio         int64 // 2.4: bdflush goes on until the dirty share is below, % (nfract_stop_bdflush)
	LeastDirtyRatio   int64 // a lower DirtyRatio counts as this, %
	UnmappedClamp     bool  // DirtyRatio is clamped to half the unmapped share of memory
	RatioOfTotal      bool  // the ratios are of all memory, not of free memory and file pages
	BytesKnobs        bool  // vm.dirty_bytes and vm.dirty_background_bytes exist
	PerDeviceLimits   bool  // a device has a share of the limit, by how much it has written lately
	ExpireCs          int64 // vm.dirty_expire_centisecs
	WritebackCs       int64 // vm.dirty_writeback_centisecs
	HotInodeQuirk     bool  // re-dirtying an inode under writeback does not refresh its age
	WriterDoesIO      bool  // a throttled writer submits writeback of its own; else it sleeps, paced by the device's rate
	MaxWritebackPages int64 // 4 kB pages written per inode and turn; the least where turns follow the device's rate

	// Files.
	Fdatasync          FdatasyncRule
	InodeLock          InodeLock
	MtimeGranularityNs int64
	FileSystems        []string // those it has
	Barriers           []string // those that flush the drive's cache unless mounted otherwise
	ReadAheadKB        int64    // the most that is read ahead
	SyncFileRange      bool     // has sync_file_range

	// The request queue.
	Schedulers       []string // those it has, the default first
	NrRequests       int64    // requests a queue holds per direction
	RequestBatches   bool     // a process that waited for one may take a batch, beyond NrRequests if need be
	SyncWritesTagged bool     // fsync's writes are scheduled as synchronous (WRITE_SYNC)
	CFQ              int64    // which cfq: 1 (2.6.9) and 2 (2.6.10 to 2.6.12) serve processes in turn, 3 has time slices; 0: none
	CFQQuantum       int64    // cfq: requests of one process in the drive while others wait
	WBTDiskUs        int64    // reads of a rotating disk slower than this throttle writeback, µs; 0: never
	WBTFlashUs       int64    // the same for flash

	How  How
	Note string
}

// FileSystem is a file system with its mount options.
type FileSystem struct {
	ID                string // ext3-ordered, ext3-writeback, ext3-journal, ext4, xfs
	Label             string
	Journal           bool  // has a jbd-like journal whose commit is a whole-file-system event
	OrderedAll        bool  // a commit writes every data page written since the last one, overwrites included
	OrderedNew        bool  // a commit writes the data of files with newly allocated blocks
	JournalsData      bool  // a commit writes every data page written since the last one into the journal
	Barrier           bool  // a commit and an fsync flush the drive's cache; a mount option, whose default is the kernel's
	CommitS           int64 // seconds between periodic commits
	JournalBlocks     int64 // 4 kB blocks a commit writes; a journal like jbd adds the commit block
	DatasyncCommits   bool  // fdatasync follows the kernel's FdatasyncRule; else only new blocks count
	DelayedAllocation bool  // blocks are allocated when the page is written back
	How               How
	Note              string
}

// Machine is a whole computer.
type Machine struct {
	ID, Label, Note string
	CPU             CPU
	RAMkB           int64
	RAMHow          How
	Kernel          string
	KernelHow       How
	FileSystem      string
	FileSystemHow   How
	Scheduler       string // cfq, deadline, noop
	SchedulerHow    How
	Disk            string // any device of Devices
	DiskHow         How
	WriteCache      bool
	WriteCacheHow   How
	SPTFAlpha       float64 // of this machine's disk; see Disk. 0 unless it is one that rotates
	SPTFAlphaHow    How
	RAID            Level // of the array that the disks form
	RAIDDisks       int64 // in it
	RAIDStripeKB    int64 // stripe unit
	RAIDHow         How
	Controller      string // with a cache; empty if there is none
	ControllerHow   How
	Battery         bool // the controller's cache survives a loss of power
	BatteryHow      How
	HonorsFlush     bool   // the controller empties its cache when the host flushes
	Build           string // 32-bit or 64-bit PostgreSQL
	BuildHow        How
	Ranges          []Range // what stays open, and between which values
}

// Range says between which values an unknown of a machine lies.
type Range struct {
	Setting string
	Values  string
	Why     string
}
