package result

import "clocksweep/core/sim"

// Setting is one name and its value as SHOW would print it.
type Setting struct {
	Name, Value string
	Changed     bool // differs from the default of the release and machine
}

// Counters are cumulative over the run. The names and the events behind them
// are those of pg_stat_bgwriter, pg_statio and the kernel's own statistics.
type Counters struct {
	CheckpointsTimed    int64
	CheckpointsReq      int64
	BuffersCheckpoint   int64 // pages written by checkpoints
	BuffersClean        int64 // pages written by background writer rounds
	MaxwrittenClean     int64 // rounds stopped by bgwriter_lru_maxpages
	BuffersBackend      int64 // pages written by backends: dirty victims and relation extensions
	BuffersBackendFsync int64 // fsync requests backends had to carry out themselves
	BuffersAlloc        int64 // calls of the victim search not served by a ring, retries included
	BuffersExtend       int64 // the part of BuffersBackend that extended a relation
	BuffersRefused      int64 // searches that found every buffer pinned; each ended a transaction, which began anew

	BlksRead int64 // pages not found in shared buffers (extensions included)
	BlksHit  int64 // pages found there

	WALRecords  int64
	WALBytes    int64
	WALFPI      int64 // full-page images
	WALFPIBytes int64
	WALSegments int64 // segments begun
	WALInits    int64 // segments that had to be created (zero-filled)
	WALFlushes  int64 // fdatasync or fsync calls on segments, their creation excluded
	HOTUpdates  int64 // updates whose new version stayed on its page
	ColdUpdates int64 // updates that needed a new index entry
	Prunes      int64 // times dead tuples were removed from a page

	PagesDirtied  int64 // transitions clean to dirty in the pool
	StillDirty    int64 // dirty pages in the pool at the end
	BgwriterRound int64 // cleaning rounds

	OSReadHits    int64 // 8 kB reads found in the page cache
	OSReads       int64 // 8 kB reads that went to the disk
	OSWrites      int64 // 8 kB writes into the page cache
	OSDirty       int64 // dirty 8 kB pages in the page cache at the end
	JournalCommit int64 // journal commits of the file system
	JournalData   int64 // 8 kB data pages written by journal commits (ordered mode)
	FlusherPages  int64 // 8 kB pages written by the kernel's own writeback, or early at PostgreSQL's request
	FsyncPages    int64 // 8 kB pages written by fsync and fdatasync
	DiskReads     int64 // requests at the device
	DiskWrites    int64
	DiskReadBytes int64 // bytes
	DiskWriteByte int64 // bytes
	DiskUtilNs    int64 // time with a request under way, as %util of iostat counts it
	DiskBusyNs    int64 // time the mechanism was seeking, waiting for rotation or transferring
	DiskFlushes   int64 // cache flushes
}

// Relation is one table or index.
type Relation struct {
	Name      string
	BlksRead  int64
	BlksHit   int64
	Pages     int64 // at the end of the run
	PagesInit int64 // at its start
}

// Checkpoint is what log_checkpoints tells of one checkpoint, in any release.
type Checkpoint struct {
	StartNs    int64
	WriteEndNs int64
	SyncEndNs  int64
	EndNs      int64 // 0 while it is running
	Timed      bool  // checkpoint_timeout had passed
	Immediate  bool  // at full speed; "fast" from 19 on
	Flags      int64 // what else it was: [FlagShutdown] and so on, added up
	Written    int64 // buffers
	SLRU       int64 // pages of the commit log and its like written; 18 and later report them
	SegAdded   int64
	SegRemoved int64
	SegRecycle int64
	SyncFiles  int64
	LongestNs  int64 // longest fsync
	SumSyncNs  int64 // of all fsyncs
	TooOften   int64 // seconds since the previous one if it was nearer than checkpoint_warning, else -1

	// Positions and amounts of WAL, in bytes. 9.5 and later report the last
	// two, 16 and later all.
	LSN      int64 // where the checkpoint's record begins
	RedoLSN  int64 // where recovery would begin
	Distance int64 // from the redo point before to this one
	Estimate int64 // what the server expects the next distance to be
}

// The flags of a checkpoint beside Timed and Immediate, in the order in which
// PostgreSQL names them (access/xlog.h). A checkpoint that is neither timed nor
// has a flag was requested by WAL volume.
const (
	FlagShutdown      int64 = 1 << iota // the server stops
	FlagEndOfRecovery                   // after a crash; 8.4 and later
	FlagForce                           // even without WAL since the last one: the CHECKPOINT command
	FlagWait                            // whoever asked waits for its end
	FlagByWAL                           // WAL volume, beside other reasons
	FlagFlushAll                        // unlogged relations too; 9.4 and later
)

// ByWAL reports whether WAL volume was a reason of the checkpoint.
func (c *Checkpoint) ByWAL() bool {
	return c.Flags&FlagByWAL != 0 || !c.Timed && c.Flags == 0
}

// IO is one row of pg_stat_io (16 and later): what the processes of one kind did
// with one kind of object in one context. Backend, Object and Context are the
// view's own words, for instance "client backend", "relation" and "normal".
type IO struct {
	Backend, Object, Context string

	Reads       int64 // pages in 16 and 17, calls that may read several from 18 on
	ReadBytes   int64
	Writes      int64
	WriteBytes  int64
	Writebacks  int64 // pages the kernel was asked to write soon (*_flush_after)
	Extends     int64 // pages added in 16 and 17, calls from 18 on
	ExtendBytes int64
	Hits        int64
	Evictions   int64 // pages that had to leave a buffer that is in no ring
	Reuses      int64 // buffers of a ring used again
	Fsyncs      int64
}

// Lock is what LWLOCK_STATS counts of a lock, or of several locks of one kind, over
// all processes.
type Lock struct {
	Name      string
	Locks     int64 // how many there are
	Shared    int64 // acquisitions
	Exclusive int64
	Blocked   int64 // acquisitions that had to sleep at least once
	Busiest   int64 // the largest number of them at one of the locks
	Delays    int64 // sleeps for the spinlock inside (spindelay), or for the spinlock that this is
}

// The names of two locks: of WAL insertion, and of pages, for which sessions wait in
// a state of their own (WaitContent).
const (
	WALInsertLock = "WALInsertLock"
	ContentLock   = "BufferContent"
)

// BusiestLock returns the kind of lock for which most sessions in the state
// WaitLWLock have waited. Without counts of locks it was that of WAL insertion, which
// alone is taken then.
func (r *Result) BusiestLock() string {
	name, most := WALInsertLock, int64(0)
	for _, l := range r.Locks {
		if l.Blocked > most && l.Name != ContentLock {
			name, most = l.Name, l.Blocked
		}
	}
	return name
}

// Stall is a span in which no transaction ended although clients were waiting.
type Stall struct {
	StartNs, LengthNs int64
}

// Schedule is how transactions that are to begin at set times kept to them, as
// pgbench reports it for -R and -L. The latency of such a transaction counts from
// the time at which it was to begin.
type Schedule struct {
	LagNs    int64 // by which transactions began late, all of them together
	LagMaxNs int64 // and the one that began latest
	Skipped  int64 // that were not begun, being above the latency limit already
	Late     int64 // that were, at their end, above the latency limit
}

// TransactionType is what one kind of transaction of a mix came to.
type TransactionType struct {
	Name      string
	Count     int64       // completed, those rolled back included
	Rollbacks int64       // of these, rolled back as the workload asks for
	Latency   Percentiles // of the others
}

// Job is one statement of a session beside the clients.
type Job struct {
	Name    string // as in the setting background_job
	StartNs int64
	EndNs   int64 // 0 while it is running
	Pages   int64 // of the table, read or written
}

// Percentiles are latencies in nanoseconds.
type Percentiles struct {
	Avg, P50, P90, P95, P99, Max int64
}

// Series are values by virtual second. All columns have the length of TPS;
// second i covers (i, i+1] seconds of the run. Counts are of that second,
// levels are of its end, latencies in nanoseconds.
type Series struct {
	TPS          []float64
	LatencyAvg   []float64
	LatencyP50   []float64
	LatencyP90   []float64
	LatencyP99   []float64
	LatencyMax   []float64
	WrittenCkpt  []float64 // pool pages written by the checkpointer
	WrittenClean []float64 // by the background writer
	WrittenBack  []float64 // by backends, extensions included
	Alloc        []float64 // buffers allocated
	PoolDirty    []float64 // level, buffers
	OSDirty      []float64 // level, 8 kB pages dirty in the page cache
	WALBytes     []float64
	DiskBusy     []float64 // share of the second with a request under way, 0 to 1
	DiskReadB    []float64 // bytes
	DiskWriteB   []float64 // bytes
	CPUBusy      []float64 // share of all processors, 0 to 1
	Runnable     []float64 // level: processes running or waiting for a processor
	Blocked      []float64 // level: processes waiting for a disk
	ContextSw    []float64 // context switches
}

// Columns returns the columns of s with their stable names, in a fixed order.
func (s *Series) Columns() []Column {
	return []Column{
		{"tps", &s.TPS}, {"latency_avg_ns", &s.LatencyAvg}, {"latency_p50_ns", &s.LatencyP50},
		{"latency_p90_ns", &s.LatencyP90}, {"latency_p99_ns", &s.LatencyP99}, {"latency_max_ns", &s.LatencyMax},
		{"written_checkpoint", &s.WrittenCkpt}, {"written_clean", &s.WrittenClean}, {"written_backend", &s.WrittenBack},
		{"alloc", &s.Alloc}, {"pool_dirty", &s.PoolDirty}, {"os_dirty", &s.OSDirty}, {"wal_bytes", &s.WALBytes},
		{"disk_busy", &s.DiskBusy}, {"disk_read_bytes", &s.DiskReadB}, {"disk_write_bytes", &s.DiskWriteB},
		{"cpu_busy", &s.CPUBusy}, {"runnable", &s.Runnable}, {"blocked", &s.Blocked}, {"context_switches", &s.ContextSw},
	}
}

// Column is one named series.
type Column struct {
	Name   string
	Values *[]float64
}

// Traffic is what a block device has done, as /proc/diskstats counts it; iostat -x
// is made of it. Merged I/Os were joined to a request that was queued already.
type Traffic struct {
	Reads       float64 // requests completed
	Writes      float64
	ReadMerges  float64
	WriteMerges float64
	ReadBytes   float64 // of the requests completed
	WriteBytes  float64
	ReadWaitNs  float64 // from the queueing of a request to its completion, summed
	WriteWaitNs float64
	QueueNs     float64 // integral of the number of requests queued or in the drive
	BusyNs      float64 // time with at least one
}

// NumTraffic is the number of figures of a [Traffic].
const NumTraffic = 10

// TrafficName are their stable names, in the order of [Traffic.Values].
var TrafficName = [NumTraffic]string{
	"reads", "writes", "reads_merged", "writes_merged", "read_bytes", "write_bytes",
	"read_wait_ns", "write_wait_ns", "queue_ns", "busy_ns",
}

// Values returns the figures of t.
func (t *Traffic) Values() [NumTraffic]*float64 {
	return [NumTraffic]*float64{
		&t.Reads, &t.Writes, &t.ReadMerges, &t.WriteMerges, &t.ReadBytes, &t.WriteBytes,
		&t.ReadWaitNs, &t.WriteWaitNs, &t.QueueNs, &t.BusyNs,
	}
}

// Add adds what o has done.
func (t *Traffic) Add(o *Traffic) {
	more := o.Values()
	for i, v := range t.Values() {
		*v += *more[i]
	}
}

// Sub takes away what o has done.
func (t *Traffic) Sub(o *Traffic) {
	less := o.Values()
	for i, v := range t.Values() {
		*v -= *less[i]
	}
}

// Device is one block device of the machine.
type Device struct {
	Name    string    // sda, and sdb for the WAL's own
	Total   Traffic   // of the run
	Seconds []Traffic // of each second of Series
}

// Result is everything a run leaves behind.
type Result struct {
	Engine     string // engine version
	Experiment string // slug, empty for a free scenario
	Run        string // name of the run in its experiment, empty if it has one only
	Release    string // PostgreSQL release, for instance "9.1"
	Seed       uint64
	Settings   []Setting // every setting in force, in the order of core/scenario

	PlannedNs int64 // length the run was to have (pgbench -T)
	VirtualNs int64 // virtual time from the start of pgbench to its end
	ConnectNs int64 // the part of it spent connecting
	Stopped   bool  // ended early: the result is partial

	Clients      int64
	Scale        int64
	Buffers      int64 // shared_buffers in pages
	Transactions int64

	Latency Percentiles
	// Waits is the time of all completed transactions by reason, ns. It adds
	// up to the sum of their latencies.
	Waits     [NumWaits]int64
	LatencyNs int64 // sum of all latencies

	Counters    Counters
	IO          []IO // no row before 16
	Relations   []Relation
	Checkpoints []Checkpoint
	Stalls      []Stall
	Locks       []Lock // of the buffer manager; no row if accesses do not wait for each other
	Series      Series
	Devices     []Device

	// Backends are the sessions of the clients by what they were doing at the end
	// of each second of Series: Backends[w][i] of them were in state w. A state in
	// which none ever was has no column. A client that is done, or has to wait for
	// the time of its next transaction, is idle.
	Backends [NumWaits][]float64

	StddevNs int64    // standard deviation of the latencies
	Schedule Schedule // nothing in it without a rate, a latency limit or terminals
	Types    []TransactionType
	Jobs     []Job

	UsageCount [6]int64 // buffers of the pool by usage count at the end (valid ones)
	Histogram  []uint32 // latency histogram, see sim.BucketUpper

	// Pool is what the pool looked like along the run, if the run was asked to watch
	// it. It is beside the result: [Result.Hash] leaves it out.
	Pool []Snapshot
}

// TPSIncluding returns transactions per second, the time to connect included.
func (r *Result) TPSIncluding() float64 {
	if r.VirtualNs == 0 {
		return 0
	}
	return float64(r.Transactions) / (float64(r.VirtualNs) / 1e9)
}

// TPSExcluding returns transactions per second without the time to connect.
func (r *Result) TPSExcluding() float64 {
	if r.VirtualNs <= r.ConnectNs {
		return 0
	}
	return float64(r.Transactions) / (float64(r.VirtualNs-r.ConnectNs) / 1e9)
}

// PercentilesOf reads the usual percentiles off a histogram.
func PercentilesOf(h *sim.Histogram) Percentiles {
	return Percentiles{
		Avg: h.Mean(), P50: h.Percentile(.5), P90: h.Percentile(.9),
		P95: h.Percentile(.95), P99: h.Percentile(.99), Max: h.Max,
	}
}
