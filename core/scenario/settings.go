package scenario

import (
	"math"

	"clocksweep/core/bufmgr"
	"clocksweep/core/hardware"
)

// The settings, in the order of [Settings].
const (
	Release ID = iota
	Build
	SharedBuffers
	BgwriterDelay
	BgwriterPercent
	BgwriterMaxpages
	BgwriterLRUPercent
	BgwriterAllPercent
	BgwriterAllMaxpages
	BgwriterLRUMaxpages
	BgwriterLRUMultiplier
	BgwriterFlushAfter
	BackendFlushAfter
	CheckpointSegments
	MaxWALSize
	MinWALSize
	CheckpointTimeout
	CheckpointCompletionTarget
	CheckpointWritePercent
	CheckpointNapPercent
	CheckpointSyncPercent
	CheckpointFlushAfter
	CheckpointWarning
	LogCheckpoints
	FullPageWrites
	Fsync
	SynchronousCommit
	WALSyncMethod
	WALBuffers
	WALWriterDelay
	CommitDelay
	CommitSiblings
	Autovacuum

	Workload
	Scale
	Clients
	Duration
	Transactions
	AfterInit
	Seed
	Script
	ThinkTime
	Rate
	LatencyLimit
	BurstOn
	BurstOff
	TableSize
	DeadPages
	BackgroundJob
	BackgroundStart
	BackgroundEvery
	EarlierTransactions

	Hardware
	Cores
	RAM
	CPUPerTransaction
	Disk
	DiskWriteCache
	DiskCacheSegments
	DiskSPTFAlpha
	RAID
	RAIDDisks
	RAIDStripe
	ControllerCache
	ControllerBattery
	ControllerHonorsFlush
	EBSIOPS
	EBSThroughput
	WALDevice
	SMTGain
	WakeLatency
	CacheLine

	Kernel
	Scheduler
	FileSystem
	Barrier
	CommitInterval
	DirtyBackgroundRatio
	DirtyRatio
	DirtyExpire
	DirtyWriteback
	DirtyBytes
	DirtyBackgroundBytes
	WBTLatency

	FdatasyncCommit
	HOTUpdates
	GroupCommit
	RowLocks
	UsageCountMax
	Replacement
	ReclaimLowMark
	ReclaimHighMark
	CheckpointNeededFlag
	CheckpointSorted
	ReadAhead
	InodeLock
	Cleaning
	WALImagePercent
	RingBuffers
	SynchronizedScans
	BufferLocks
	BufferPartitions
	FreelistLock
	LockDetail
	ReclaimWakeup
	ContentLocks
	WALInsertLock

	numSettings = iota
)

// settings is the registry, indexed by ID.
var settings = []Setting{
	enum(Release, "release", GroupPostgreSQL,
		"Which PostgreSQL runs. Algorithms, defaults and reports follow it.",
		"7.4", "PostgreSQL 7.4 (2003): LRU list, no background writer, checkpoints sync the whole machine",
		"8.0.0", "PostgreSQL 8.0.0 and 8.0.1 (2005): ARC, the first background writer",
		"8.0.2", "PostgreSQL 8.0.2 and later (2005): 2Q in place of ARC",
		"8.1devel", "the development tree of February 2005: still ARC under one lock",
		"8.1", "PostgreSQL 8.1 (2005): clock sweep",
		"8.2", "PostgreSQL 8.2 (2006): buffer mapping in 16 partitions",
		"8.3devel", "the development tree of June 2007, with the drafts of the spread checkpoint",
		"8.3", "PostgreSQL 8.3 (2008): HOT, spread checkpoints, rings, just-in-time background writer",
		"8.4", "PostgreSQL 8.4 (2009)",
		"9.0", "PostgreSQL 9.0 (2010)",
		"9.1", "PostgreSQL 9.1 (2011)",
		"9.2", "PostgreSQL 9.2 (2012): checkpoints have a process of their own",
		"9.3", "PostgreSQL 9.3 (2013)",
		"9.4", "PostgreSQL 9.4 (2014)",
		"9.5", "PostgreSQL 9.5 (2016): max_wal_size, the clock hand moves without a lock",
		"9.6", "PostgreSQL 9.6 (2016): checkpoints write in the order of the disk",
		"10", "PostgreSQL 10 (2017)",
		"11", "PostgreSQL 11 (2018): WAL is kept for one checkpoint only",
		"12", "PostgreSQL 12 (2019)",
		"13", "PostgreSQL 13 (2020)",
		"14", "PostgreSQL 14 (2021): checkpoints spread over 0.9 of the interval",
		"15", "PostgreSQL 15 (2022)",
		"16", "PostgreSQL 16 (2023): pg_stat_io",
		"17", "PostgreSQL 17 (2024): pg_stat_checkpointer, a larger ring for VACUUM",
		"18", "PostgreSQL 18 (2025): asynchronous reads, a larger ring for scans",
		"19", "PostgreSQL 19 (2026): no freelist"),
	enum(Build, "build", GroupPostgreSQL,
		"The word size PostgreSQL was compiled for. It decides how many rows and index entries fit on a page.",
		"32-bit", "4-byte alignment: an integer index entry takes 16 bytes",
		"64-bit", "8-byte alignment: an integer index entry takes 20 bytes"),
	number(SharedBuffers, "shared_buffers", GroupPostgreSQL, UnitPages, 16, 16777216,
		"Memory of PostgreSQL's own page cache, the buffer pool."),
	number(BgwriterDelay, "bgwriter_delay", GroupPostgreSQL, UnitMs, 10, 10000,
		"Sleep between two rounds of the background writer (8.0 and later)."),
	number(BgwriterPercent, "bgwriter_percent", GroupPostgreSQL, UnitNone, 0, 100,
		"How many per cent of the dirty pages one round of the background writer writes (8.0). 0 turns its cleaning off."),
	number(BgwriterMaxpages, "bgwriter_maxpages", GroupPostgreSQL, UnitNone, 0, 1000,
		"The most pages one round of the background writer writes (8.0). 0 turns its cleaning off."),
	real(BgwriterLRUPercent, "bgwriter_lru_percent", GroupPostgreSQL, 0, 100,
		"How many per cent of the pool, from the clock hand on, a round searches for dirty pages about to be evicted (8.1 and 8.2)."),
	real(BgwriterAllPercent, "bgwriter_all_percent", GroupPostgreSQL, 0, 100,
		"How many per cent of the pool a round searches for dirty pages of any kind, going on where the last round stopped (8.1 and 8.2)."),
	number(BgwriterAllMaxpages, "bgwriter_all_maxpages", GroupPostgreSQL, UnitNone, 0, 1000,
		"The most pages one round writes in that search of the whole pool (8.1 and 8.2). 0 turns it off."),
	number(BgwriterLRUMaxpages, "bgwriter_lru_maxpages", GroupPostgreSQL, UnitNone, 0, math.MaxInt32/2,
		"The most pages one round of the background writer writes. 0 turns its cleaning off."),
	real(BgwriterLRUMultiplier, "bgwriter_lru_multiplier", GroupPostgreSQL, 0, 10,
		"How many clean buffers a round prepares, as a multiple of the recent demand for buffers."),
	number(BgwriterFlushAfter, "bgwriter_flush_after", GroupPostgreSQL, UnitPages, 0, 256,
		"The background writer asks the kernel to begin writing to disk whenever it has written this much (9.6 and later). 0 leaves it to the kernel."),
	number(BackendFlushAfter, "backend_flush_after", GroupPostgreSQL, UnitPages, 0, 256,
		"The same for the pages that a backend writes (9.6 and later)."),
	number(CheckpointSegments, "checkpoint_segments", GroupPostgreSQL, UnitNone, 1, math.MaxInt32,
		"A checkpoint begins after this many WAL segments of 16 MB (up to 9.4)."),
	number(MaxWALSize, "max_wal_size", GroupPostgreSQL, UnitMB, 32, math.MaxInt32,
		"A checkpoint begins early enough for WAL to stay below this size until it is complete (9.5 and later)."),
	number(MinWALSize, "min_wal_size", GroupPostgreSQL, UnitMB, 32, math.MaxInt32,
		"Old WAL files are kept for new WAL, not removed, as long as WAL takes less than this (9.5 and later)."),
	number(CheckpointTimeout, "checkpoint_timeout", GroupPostgreSQL, UnitS, 30, 86400,
		"A checkpoint begins at the latest this long after the last one."),
	real(CheckpointCompletionTarget, "checkpoint_completion_target", GroupPostgreSQL, 0, 1,
		"The share of the time between checkpoints over which a checkpoint spreads its writes. 0 writes as fast as it can."),
	real(CheckpointWritePercent, "checkpoint_write_percent", GroupPostgreSQL, 0, 100,
		"Over how many per cent of the time between checkpoints a checkpoint spreads its writes (drafts of 2007)."),
	real(CheckpointNapPercent, "checkpoint_nap_percent", GroupPostgreSQL, 0, 100,
		"For how many per cent of that time a checkpoint rests between its writes and its fsyncs (drafts of 2007)."),
	real(CheckpointSyncPercent, "checkpoint_sync_percent", GroupPostgreSQL, 0, 100,
		"Over how many per cent of that time a checkpoint spreads its fsyncs (drafts of 2007)."),
	number(CheckpointFlushAfter, "checkpoint_flush_after", GroupPostgreSQL, UnitPages, 0, 256,
		"A checkpoint asks the kernel to begin writing to disk whenever it has written this much, so that fsync finds little to do (9.6 and later)."),
	number(CheckpointWarning, "checkpoint_warning", GroupPostgreSQL, UnitS, 0, math.MaxInt32,
		"Checkpoints forced by WAL that follow each other sooner than this are logged as too frequent. 0 turns the warning off."),
	boolean(LogCheckpoints, "log_checkpoints", GroupPostgreSQL,
		"Writes a line to the server log when a checkpoint begins and when it ends."),
	boolean(FullPageWrites, "full_page_writes", GroupPostgreSQL,
		"After a checkpoint, the first change of a page puts the whole page into WAL."),
	boolean(Fsync, "fsync", GroupPostgreSQL,
		"Makes commits and checkpoints wait until the disk has the data. Without it a crash can destroy the database."),
	boolean(SynchronousCommit, "synchronous_commit", GroupPostgreSQL,
		"A commit waits until its WAL is on disk. Without it the WAL writer writes it a little later."),
	enum(WALSyncMethod, "wal_sync_method", GroupPostgreSQL,
		"The system call that forces WAL to disk.",
		"fdatasync", "data, and metadata only where needed to read it (the default on Linux)",
		"fsync", "data and all metadata: on ext3 always a journal commit"),
	number(WALBuffers, "wal_buffers", GroupPostgreSQL, UnitPages, -1, math.MaxInt32,
		"Memory for WAL that is not yet written. -1 (9.1 and later) takes 1/32 of shared_buffers, at least 64kB and at most 16MB."),
	number(WALWriterDelay, "wal_writer_delay", GroupPostgreSQL, UnitMs, 1, 10000,
		"Sleep between two rounds of the WAL writer, which flushes what asynchronous commits left."),
	number(CommitDelay, "commit_delay", GroupPostgreSQL, UnitNone, 0, 100000,
		"A commit waits this many microseconds before it flushes WAL, so that others can join. A plain number, as in PostgreSQL of that time."),
	number(CommitSiblings, "commit_siblings", GroupPostgreSQL, UnitNone, 0, 1000,
		"commit_delay works only while at least this many other transactions are open."),
	enum(Autovacuum, "autovacuum", GroupPostgreSQL,
		"The workload of the lab runs without autovacuum, as the experiments in the gallery did.",
		"off", "no autovacuum during the run"),

	enum(Workload, "workload", GroupWorkload,
		"What the clients repeat: a transaction of pgbench, the mix of DBT-2, or one statement on a large table.",
		"tpc-b", "one random account, its teller and branch updated, a history row added",
		"select-only", "one random account read (pgbench -S)",
		"simple-update", "one random account updated and read, a history row added (pgbench -N)",
		"custom", "the transaction that script says (pgbench -f)",
		"dbt-2", "the five transactions of TPC-C, as OSDL's DBT-2 runs them",
		"copy", "COPY of table_size into a table that grows",
		"scan", "a sequential scan of a table of table_size",
		"vacuum", "VACUUM of a table of table_size with an index"),
	number(Scale, "scale", GroupWorkload, UnitNone, 1, 5000,
		"pgbench -s: 100,000 accounts, 10 tellers and 1 branch for each unit. For dbt-2 the number of warehouses, of some 100 MB each."),
	number(Clients, "clients", GroupWorkload, UnitNone, 1, 1024,
		"pgbench -c: how many sessions run at the same time. For dbt-2 the number of database connections."),
	number(Duration, "duration", GroupWorkload, UnitS, 1, 86400,
		"pgbench -T: how long the run lasts, unless transactions says how many there are."),
	number(Transactions, "transactions", GroupWorkload, UnitNone, 0, 100_000_000,
		"pgbench -t: how many transactions each client runs. 0 lets duration bound the run."),
	enum(AfterInit, "after_init", GroupWorkload,
		"What happened between pgbench -i, which creates and fills the tables, and the run. For dbt-2, none and warm are the same as restart; warm knows the tables of pgbench only.",
		"restart", "PostgreSQL restarted: its pool is empty, the kernel's page cache holds what pgbench -i left",
		"none", "nothing: the pool, too, holds what pgbench -i left",
		"warm", "the workload ran for a long time: the pool holds what it leaves there, all of it clean",
		"reboot", "the computer restarted: pool and page cache are empty"),
	number(Seed, "seed", GroupWorkload, UnitNone, 0, 1<<53,
		"Start of the random numbers. The same seed gives the same run to the last bit."),
	{ID: Script, Name: "script", Kind: KindText, Group: GroupWorkload,
		Help: "pgbench -f: what a transaction of workload = custom consists of, in pgbench's own language: \\set, \\setrandom, \\sleep, BEGIN, END, SELECT of an account, UPDATE of an account, teller or branch by its key, INSERT into history. Each ends with a semicolon or its line."},
	boolean(ThinkTime, "think_time", GroupWorkload,
		"The users of dbt-2, ten for each warehouse, key in and think as TPC-C says. Turned off (option -n), every connection begins the next transaction at once."),
	number(Rate, "rate", GroupWorkload, UnitNone, 0, 1_000_000,
		"pgbench -R (9.4 and later): transactions a second that are begun, at random times, whether the one before is done or not; latency counts from there. 0: each client begins one when it has done the last. The users of dbt-2 set their own pace."),
	number(LatencyLimit, "latency_limit", GroupWorkload, UnitMs, 0, 3_600_000,
		"pgbench -L (9.5 and later): transactions that take longer are counted as late; with a rate, one that is late already when it could begin is skipped. 0: no limit."),
	number(BurstOn, "burst_on", GroupWorkload, UnitS, 0, 86400,
		"The clients work for this long, then rest for burst_off, and so on. 0: they work all the time."),
	number(BurstOff, "burst_off", GroupWorkload, UnitS, 0, 86400,
		"How long the clients rest between bursts. No transaction begins then. 0: they never rest."),
	number(TableSize, "table_size", GroupWorkload, UnitPages, 8, 1<<22,
		"Size of the table that copy, scan and vacuum work on, as a workload or as background_job."),
	number(DeadPages, "dead_pages", GroupWorkload, UnitPercent, 0, 100,
		"Of the pages that VACUUM finds, the share with dead rows on them, in per cent."),
	enum(BackgroundJob, "background_job", GroupWorkload,
		"A session of its own beside the clients. Its statements count in no transaction.",
		"none", "the clients are alone",
		"copy", "COPY into a new table",
		"scan", "a sequential scan, as a report or a dump does it",
		"vacuum", "VACUUM of a table and its index"),
	number(BackgroundStart, "background_start", GroupWorkload, UnitS, 0, 86400,
		"When background_job begins, from the start of the clients."),
	number(BackgroundEvery, "background_every", GroupWorkload, UnitS, 0, 86400,
		"background_job begins again this long after it began last, or when it is done if that is later. 0: it runs once."),
	number(EarlierTransactions, "earlier_transactions", GroupWorkload, UnitNone, 0, 100_000_000,
		"How many transactions each client ran just before, in an earlier run of pgbench that isn't counted. 0: there was none, the run is the first after pgbench -i or a restart."),

	enum(Hardware, "hardware", GroupMachine,
		"The computer. It gives the defaults of the settings of machine and kernel.",
		labels(hardware.Machines(), func(m *hardware.Machine) (string, string) { return m.ID, m.Label })...),
	number(Cores, "cores", GroupMachine, UnitNone, 1, 256,
		"Processor cores. Each has as many hardware threads as those of the machine."),
	number(RAM, "ram", GroupMachine, UnitKB, 256<<10, 1<<30,
		"Main memory. What PostgreSQL does not take is the kernel's page cache."),
	number(CPUPerTransaction, "cpu_per_transaction", GroupMachine, UnitUs, 10, 100000,
		"Processor time of one transaction, server and pgbench together, when no page is missed."),
	enum(Disk, "disk", GroupMachine,
		"What holds tables, indexes, WAL and the journal: a rotating disk, a solid-state drive, a cloud volume or a memory card. Of an array it is one of the disks.",
		labels(hardware.Devices(), func(d *hardware.Device) (string, string) { return d.ID(), d.Label() })...),
	boolean(DiskWriteCache, "disk_write_cache", GroupMachine,
		"The drive acknowledges a write when it is in the drive's memory, and brings it to the platter later."),
	number(DiskCacheSegments, "disk_cache_segments", GroupMachine, UnitNone, 0, 4096,
		"How many separate stretches of writes the drive's cache holds before it makes the next one wait; 0: as many as fit its memory."),
	real(DiskSPTFAlpha, "disk_sptf_alpha", GroupMachine, 0, 0.26,
		"How much the drive gains by choosing the order of its work: throughput grows as depth to this power. A perfect choice gives 0.26."),
	enum(RAID, "raid", GroupMachine,
		"How several disks of the same kind form an array.",
		string(hardware.NoRAID), "a single disk",
		string(hardware.RAID0), "striped: all disks work, and none may fail",
		string(hardware.RAID1), "mirrored: reads go to one disk, writes to all",
		string(hardware.RAID5), "striped with parity: a small write reads and writes two disks",
		string(hardware.RAID6), "striped with two parities: a small write reads and writes three disks",
		string(hardware.RAID10), "striped over mirrored pairs"),
	number(RAIDDisks, "raid_disks", GroupMachine, UnitNone, 2, 32,
		"How many disks the array has, mirrors and parity included."),
	number(RAIDStripe, "raid_stripe", GroupMachine, UnitKB, 8, 1024,
		"How much of the data lies on one disk before the array goes on with the next."),
	number(ControllerCache, "controller_cache", GroupMachine, UnitMB, 0, 16384,
		"Memory of a RAID controller that acknowledges writes and brings them to the disks later, sorted. 0: there is no such controller."),
	boolean(ControllerBattery, "controller_battery", GroupMachine,
		"The controller's battery is good. Without it the controller lets every write wait for the disks."),
	boolean(ControllerHonorsFlush, "controller_honors_flush", GroupMachine,
		"The controller writes its cache out when the kernel flushes, as with barriers, though the battery would keep it. Most only acknowledge a flush."),
	number(EBSIOPS, "ebs_iops", GroupMachine, UnitNone, 100, 16000,
		"I/Os a second that the cloud volume is provisioned with. Those of gp2 come with its size, 3 for each GiB."),
	number(EBSThroughput, "ebs_throughput", GroupMachine, UnitNone, 125, 1000,
		"Throughput in MiB a second that the cloud volume is provisioned with."),
	enum(WALDevice, "wal_device", GroupMachine,
		"Where the WAL lies. On a device of its own, flushes of WAL do not wait for the data's writes, neither in the queue nor, on ext3, in the journal.",
		"shared", "on the disk and file system of the data",
		"own", "on a second disk of the same kind, with a file system of its own"),
	real(SMTGain, "smt_gain", GroupMachine, 1, 4,
		"What a core gets done with all its hardware threads busy, as a multiple of what one thread alone gets done."),
	number(WakeLatency, "wake_latency", GroupMachine, UnitUs, 0, 10000,
		"How long it takes from the wake-up of a process that slept for a lock until it could run."),
	number(CacheLine, "cache_line_ns", GroupMachine, UnitNone, 1, 2000,
		"How long it takes, in nanoseconds, to bring a cache line that another processor changed last. What is done under a lock of the buffer manager is counted in such lines."),

	enum(Kernel, "kernel", GroupKernel,
		"The Linux release. It decides when dirty pages of the page cache are written, and what fdatasync does on ext3.",
		labels(hardware.Kernels(), func(k *hardware.Kernel) (string, string) { return k.ID, k.Label })...),
	enum(Scheduler, "scheduler", GroupKernel,
		"The kernel's I/O scheduler: in which order requests go to the disk.",
		"cfq", "slices of time for each process, one shared queue for asynchronous writes; in 2.6.9 and 2.6.11 one request of each process in turn",
		"deadline", "ascending order in batches, reads first, nobody waits beyond a deadline",
		"noop", "first come, first served",
		"anticipatory", "like deadline, and the disk waits a few ms for a reader's next request (2.6.32 and before)",
		"linus", "one queue in ascending order for reads and writes (2.4)",
		"mq-deadline", "deadline for many queues (5.x)",
		"none", "first come, first served (5.x)"),
	enum(FileSystem, "filesystem", GroupKernel,
		"The file system with its journaling mode. It decides what else has to reach the disk when WAL is flushed.",
		labels(hardware.FileSystems(), func(f *hardware.FileSystem) (string, string) { return f.ID, f.Label })...),
	boolean(Barrier, "barrier", GroupKernel,
		"The file system makes the drive empty its write cache at each commit and fsync (mount option barrier)."),
	number(CommitInterval, "commit_interval", GroupKernel, UnitS, 1, 300,
		"The journal commits at the latest this long after the last commit (mount option commit)."),
	number(DirtyBackgroundRatio, "vm.dirty_background_ratio", GroupKernel, UnitPercent, 0, 100,
		"The kernel starts to write when this share of memory, in percent, is dirty. In 2.4 it is nfract of vm.bdflush."),
	number(DirtyRatio, "vm.dirty_ratio", GroupKernel, UnitPercent, 1, 100,
		"A process that writes is held up when this share of memory, in percent, is dirty. In 2.4 it is nfract_sync of vm.bdflush. 0 while vm.dirty_bytes is set."),
	number(DirtyExpire, "vm.dirty_expire_centisecs", GroupKernel, UnitCs, 1, 360000,
		"The periodic writeback writes files that have been dirty for this long, in hundredths of a second."),
	number(DirtyWriteback, "vm.dirty_writeback_centisecs", GroupKernel, UnitCs, 0, 360000,
		"How often the periodic writeback looks for such files, in hundredths of a second. 0 turns it off."),
	number(DirtyBytes, "vm.dirty_bytes", GroupKernel, UnitNone, 0, 1<<40,
		"The same limit as vm.dirty_ratio in bytes (Linux 2.6.29 and later), which then counts no more. 0 leaves it to the ratio."),
	number(DirtyBackgroundBytes, "vm.dirty_background_bytes", GroupKernel, UnitNone, 0, 1<<40,
		"The same limit as vm.dirty_background_ratio in bytes (Linux 2.6.29 and later), which then counts no more. 0 leaves it to the ratio."),
	number(WBTLatency, "wbt_lat_usec", GroupKernel, UnitNone, 0, 10_000_000,
		"The kernel holds back its writes while the fastest read of the last 100 ms took longer than this many microseconds (Linux 4.10 and later, queue/wbt_lat_usec). 0 turns it off."),

	enum(FdatasyncCommit, "fdatasync_commit", GroupMechanism,
		"When an fdatasync of WAL on ext3 forces a commit of the journal, and with data=ordered the writing of everything written since the last one. Each kernel has one of these rules.",
		string(hardware.CommitMtime), "when the file's time stamp changed: the first flush of each second",
		string(hardware.CommitBlocks), "only when the file got new blocks or a new size",
		string(hardware.CommitAlways), "at every call, as fsync does"),
	boolean(HOTUpdates, "hot_updates", GroupMechanism,
		"An update that changes no indexed column and finds room on its page adds no index entry (8.3 and later). Turned off, every update adds an entry to each index."),
	boolean(GroupCommit, "group_commit", GroupMechanism,
		"A flush of WAL takes along all commits that are already in the buffers. Turned off, every commit flushes for itself."),
	boolean(RowLocks, "row_locks", GroupMechanism,
		"Updates of the same row wait for each other until commit. Turned off, they pass: what is left is the cost of pages and flushes."),
	number(UsageCountMax, "usage_count_max", GroupMechanism, UnitNone, 1, 255,
		"How often the clock hand must pass a much-used page before it evicts it. PostgreSQL has 5; with 1 the clock sweep only knows used and not used."),
	enum(Replacement, "replacement", GroupMechanism,
		"Which page leaves the pool when another needs its place: the rules of the release, or those of another release or of a patch.",
		labels(bufmgr.Policies(), func(p *bufmgr.Named) (string, string) { return p.Name, p.About })...),
	number(ReclaimLowMark, "reclaim_low_mark", GroupMechanism, UnitPages, 0, 16777216,
		"The patches of 2014 fill the freelist when it is shorter than this. 0: a fifth of reclaim_high_mark."),
	number(ReclaimHighMark, "reclaim_high_mark", GroupMechanism, UnitPages, 0, 16777216,
		"The patches of 2014 fill the freelist up to this length. 0: half a per cent of the pool, at least 5 and at most 2000 buffers."),
	boolean(CheckpointNeededFlag, "checkpoint_needed_flag", GroupMechanism,
		"A checkpoint marks the pages that are dirty when it begins and writes no others. Turned off, it writes whatever is dirty when it comes by, as up to 8.2."),
	boolean(CheckpointSorted, "checkpoint_sorted", GroupMechanism,
		"A checkpoint writes in the order of the files (9.6 and later, and a patch of 2007). Turned off, it writes in the order of the pool."),
	boolean(ReadAhead, "read_ahead", GroupMechanism,
		"The kernel reads ahead for a process that reads a file in sequence."),
	enum(InodeLock, "inode_lock", GroupMechanism,
		"During which part of an fsync nobody else can write to the file. Each kernel has one of these rules.",
		string(hardware.LockWhole), "from the beginning until the file is on disk",
		string(hardware.LockCommit), "while the journal commits for it",
		string(hardware.LockNone), "never"),
	enum(Cleaning, "cleaning", GroupMechanism,
		"Which dirty pages are written before somebody needs their buffers: by the rule of the release, or by that of another one or of a proposal. Settings that only the other release has are at their defaults.",
		"none", "none: nobody cleans (7.4)",
		"percent", "a percentage of the dirty pages, the least recently used ones (8.0)",
		"scans", "a slow scan of the whole pool, and one just ahead of the clock hand (8.1, 8.2)",
		"just-in-time", "as many ahead of the clock hand as will be needed until the next round (8.3 and later)",
		"all-reusable", "all that the clock hand would take, as soon as it would (a proposal of July 2007)",
		"as-used", "as many ahead of the clock hand as were taken since the last round (a proposal of July 2007)"),
	number(WALImagePercent, "wal_image_percent", GroupMechanism, UnitNone, 5, 100,
		"How many per cent of a full-page image wal_compression = on leaves (9.5 and later); what it saves depends on the data. 100 is wal_compression = off. The processor time of compressing is not counted."),
	boolean(RingBuffers, "ring_buffers", GroupMechanism,
		"Large scans and VACUUM (8.3 and later) and COPY (8.4 and later) keep to a few buffers of their own. Turned off, their pages go through the whole pool and push others out."),
	boolean(SynchronizedScans, "synchronized_scans", GroupMechanism,
		"A large scan begins where another one of the same table is, so that one read serves both (8.3 and later, synchronize_seqscans)."),
	enum(BufferLocks, "buffer_locks", GroupMechanism,
		"Which locks guard the table of buffers. Each release has one of these schemes.",
		"bufmgrlock", "BufMgrLock: one for everything, taken at every access (up to 8.0, and early in the work on 8.1)",
		"mapping", "buffer mapping locks for the table, another lock for the choice of a victim (8.1 and later)",
		"off", "none: accesses never wait for each other"),
	enum(BufferPartitions, "buffer_partitions", GroupMechanism,
		"Into how many parts the table of buffers is split, each with a buffer mapping lock of its own.",
		"1", "one BufMappingLock (8.1)",
		"16", "16 partitions (8.2 to 9.4)",
		"32", "32 partitions (no release)",
		"64", "64 partitions (no release)",
		"128", "128 partitions (9.5 and later)"),
	enum(FreelistLock, "freelist_lock", GroupMechanism,
		"What guards the freelist and the clock hand.",
		"lwlock", "BufFreelistLock, held until a victim is found (8.1 to 9.4)",
		"spinlock", "a spinlock, held for one step of the clock hand at a time (a stage on the way to 9.5)",
		"none", "an atomic clock hand (9.5 and later)"),
	enum(LockDetail, "lock_detail", GroupMechanism,
		"Whether a statement computes from page access to page access, so that locks of the buffer manager, of pages and of WAL insertion are held for their real time. Otherwise it computes first and finds these locks free, but for those that are held during an I/O.",
		"auto", "from 16 clients and 8 hardware threads on",
		"on", "always",
		"off", "never"),
	enum(ReclaimWakeup, "reclaim_wakeup", GroupMechanism,
		"When the patches of 2014 fill the freelist again once it is shorter than the low mark.",
		"latch", "at once: the backend that finds it too short wakes the process",
		"round", "at the next round, bgwriter_delay after the last one"),
	boolean(ContentLocks, "content_locks", GroupMechanism,
		"Who changes a page keeps everybody else from it until the change is in the WAL buffers, and who writes a page keeps it from being changed. Turned off, nobody waits for a page that is in the pool."),
	boolean(WALInsertLock, "wal_insert_lock", GroupMechanism,
		"Who puts a record into the WAL buffers holds WALInsertLock meanwhile (one of eight locks from 9.4 on), also while it waits for room there. Turned off, records pass each other."),
}

func number(id ID, name, group string, unit Unit, min, max int64, help string) Setting {
	return Setting{ID: id, Name: name, Kind: KindInt, Unit: unit,
		Min: float64(min), Max: float64(max), Group: group, Help: help}
}

func real(id ID, name, group string, min, max float64, help string) Setting {
	return Setting{ID: id, Name: name, Kind: KindReal, Min: min, Max: max, Group: group, Help: help}
}

func boolean(id ID, name, group, help string) Setting {
	return Setting{ID: id, Name: name, Kind: KindBool, Max: 1, Group: group, Help: help}
}

// enum takes the legal values as pairs of value and label.
func enum(id ID, name, group, help string, pairs ...string) Setting {
	s := Setting{ID: id, Name: name, Kind: KindEnum, Group: group, Help: help}
	for i := 0; i < len(pairs); i += 2 {
		s.Enum = append(s.Enum, pairs[i])
		s.Labels = append(s.Labels, pairs[i+1])
	}
	return s
}

// labels turns the records of a hardware list into pairs for [enum].
func labels[T any](list []T, pair func(*T) (id, label string)) []string {
	var pairs []string
	for i := range list {
		id, label := pair(&list[i])
		pairs = append(pairs, id, label)
	}
	return pairs
}
