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
	LineNs    float64 // transfer of a cache line that another core changed last, ns
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

// Kernel is a Linux release as far as writeback and fsync go.
type Kernel struct {
	ID                 string // release, for instance "2.6.28"
	Label              string
	BackgroundRatio    int64 // vm.dirty_background_ratio, %
	DirtyRatio         int64 // vm.dirty_ratio, %
	UnmappedClamp      bool  // DirtyRatio is clamped to half the unmapped share of memory
	RatioOfTotal       bool  // the ratios are of all memory, not of free memory and file pages
	ExpireCs           int64 // vm.dirty_expire_centisecs
	WritebackCs        int64 // vm.dirty_writeback_centisecs
	HotInodeQuirk      bool  // re-dirtying an inode under writeback does not refresh its age
	WriterDoesIO       bool  // a throttled writer submits writeback of its own
	Fdatasync          FdatasyncRule
	SyncWritesTagged   bool  // fsync's writes are scheduled as synchronous (WRITE_SYNC)
	NrRequests         int64 // requests a queue holds per direction
	MaxWritebackPages  int64 // 4 kB pages written per inode and turn
	MtimeGranularityNs int64
	How                How
	Note               string
}

// FileSystem is a file system with its mount options.
type FileSystem struct {
	ID                string // ext3-ordered, ext3-writeback, ext4, xfs
	Label             string
	Journal           bool  // has a jbd-like journal whose commit is a whole-file-system event
	OrderedAll        bool  // a commit writes every data page written since the last one, overwrites included
	OrderedNew        bool  // a commit writes the data of files with newly allocated blocks
	Barrier           bool  // a commit and an fsync flush the drive's cache, by default
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
	Disk            string
	DiskHow         How
	WriteCache      bool
	WriteCacheHow   How
	SPTFAlpha       float64 // of this machine's disk; see Disk
	SPTFAlphaHow    How
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
