package server

import (
	"clocksweep/core/bgwriter"
	"clocksweep/core/bufmgr"
	"clocksweep/core/checkpointer"
	"clocksweep/core/cpu"
	"clocksweep/core/hardware"
	"clocksweep/core/linux"
	"clocksweep/core/lock"
	"clocksweep/core/pgbench"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/storage"
	"clocksweep/core/wal"
	"clocksweep/core/workload"
)

// Server is one server on one machine.
type Server struct {
	sim      *sim.Sim
	cpu      *cpu.CPU
	drive    storage.Device
	walDrive storage.Device // wal_device = own
	os       *linux.Kernel
	wal      *wal.Log
	pool     *bufmgr.Pool   // what is where; whose rules choose a victim: policy
	db       *workload.TPCB // of pgbench; nil for dbt-2
	dbt2     *dbt2
	large    *largeTable // nil if there is no work for it

	policy bufmgr.Policy
	clock  bufmgr.Clock // policy, if it has a clock hand

	// Costs in ns.
	readNs, writeNs, wakeNs, transactionNs int64

	// The release and the settings in force.
	era
	fullPageWrites, fsync, synchronousCommit bool
	imagePercent                             int64 // of a full-page image that compression leaves
	hot, rowLocks                            bool
	schedule                                 schedule
	script                                   script
	scriptCPU                                int64                        // of custom, in per cent of TPC-B
	custom                                   *pgbench.Script              // in place of script, if workload is custom
	draw                                     func(*backend) workload.Draw // the rows of the next transaction
	bgwriterDelay, walwriterDelay            int64
	commitDelay, commitSiblings              int64
	checkpointTimeoutS, checkpointWarningS   int64
	bgwriterSettings                         bgwriter.Settings
	checkpointSettings                       checkpointer.Settings
	walSizes                                 checkpointer.WALSizes // 9.5 and later
	checkpointFlushAfter, bgwriterFlushAfter int                   // pages; 9.6 and later
	backendFlushAfter                        int

	relations                                 []*relation
	owner                                     map[*linux.File]place
	loader                                    bufmgr.Backend // who preloads
	catalog, accountKey, tellerKey, branchKey *relation
	visibility                                *relation // visibility map of accounts, nil before 8.4 and from 9.3 on
	accounts, tellers, branches, history      heapTable
	before83                                  before83 // up to the tree of June 2007: tpcb82.go

	// Processes, nil if the release has none.
	cleanerProc, checkpointerProc, walwriterProc *sim.Proc

	seed        uint64
	lineNs      int64        // transfer of a cache line
	reclaim     reclaimer    // of the patches of 2014
	selectsOnly bool         // the script changes nothing
	inserts     *walInserts  // nil: WAL is inserted without waiting
	locks       *bufferLocks // nil: nobody waits for them
	content     contentLocks

	// Shared memory.
	inIO        []uint8 // by buffer: kind of the I/O in progress
	ios         []*bufferIO
	pageLSN     []int64 // by page: end of the record of its newest change
	fsyncQueue  *checkpointer.FsyncQueue[*linux.File]
	nextXid     uint32
	begun       uint32 // transactions begun
	asyncCommit int64
	backends    []*backend
	job         *backend // the session beside the clients, nil if there is none
	lockedRows  lockTable
	terminals   *terminals
	loaded      *relation // what COPY has loaded

	writers

	// The background writer's memory.
	jit              bgwriter.JustInTime
	pacer            checkpointer.Pacer
	order            checkpointer.Order
	sorted           checkpointer.Sorted   // 9.6 and later
	items            []checkpointer.Item   // memory of the above
	estimate         checkpointer.Estimate // likewise
	hibernation      bgwriter.Hibernation
	hibernates       bool                                 // asks to be woken by the next allocation
	bgwriterAlarm    *alarm                               // of the process that cleans
	checkpointAlarm  *alarm                               // of the process that runs checkpoints, maybe the same
	toFsync          checkpointer.FsyncTable[*linux.File] // at the next checkpoint
	lastCheckpoint   int64                                // when the last one began
	idleAt           int64                                // end of its record if no other has been inserted since it began, else -1
	redo             int64
	walStart         int64 // where the log stood when the run began
	checkpointWanted bool
	inCheckpoint     bool
	checkpoints      []result.Checkpoint

	n         result.Counters
	io        [ioKinds]ioCounts
	allocated int64
	books     books

	started, planned int64 // start of pgbench and its length, ns
	transactions     int64 // of each client; if not 0, these bound the run, and planned is 0
	clients          int   // still running
	connecting       int
	samples          sampler
	tpccStats        tpccStats
	earlier          earlier
}

// reserveKB is what the kernel and the programs of an idle machine take, and
// backendKB what a backend adds, in kB: the middle of what machines of 2005 to
// 2011 show (0.3 to 0.5 GB, 3 to 10 MB).
const (
	reserveKB = 400 << 10
	backendKB = 6 << 10
	leastKB   = 16 << 10
)

func ns(us float64) int64 { return int64(us * 1000) }

// boot builds the machine of a scenario, starts the server and its clients.
func boot(sc *scenario.Scenario) *Server {
	s := &Server{sim: sim.New(), owner: map[*linux.File]place{}}
	machine, _ := hardware.MachineByID(sc.Enum(scenario.Hardware))
	s.readSettings(sc, &machine)

	cores := sc.Int(scenario.Cores)
	threads := max(cores, cores*machine.CPU.HWThreads/machine.CPU.Cores)
	s.cpu = cpu.New(s.sim, cores, threads, sc.Float(scenario.SMTGain), ns(machine.CPU.SwitchUs))
	s.bootKernel(sc)

	release := sc.Enum(scenario.Release)
	bits := int64(64)
	if sc.Enum(scenario.Build) == "32-bit" {
		bits = 32
	}
	var beforeFlush func(*sim.Proc)
	if s.leaderDelays {
		beforeFlush = s.delayCommit
	}
	s.wal = wal.New(s.cpu, s.os, lock.NewLWLock(s.sim, s.wakeNs), wal.Config{
		Sizes:       walSizesOf(sc, bits),
		Format:      formatOf(sc, bits/8),
		Buffers:     sc.EffectiveWALBuffers(),
		Fsync:       s.fsync,
		Fdatasync:   sc.Enum(scenario.WALSyncMethod) == "fdatasync",
		GroupCommit: sc.Bool(scenario.GroupCommit),
		WakeAll:     s.ownCheckpointer,
		HalfFull:    !sc.Since("8.3"),
		InHalves:    sc.Since("8.1"),
		BeforeFlush: beforeFlush,
		WriteNs:     s.writeNs,
		SegmentFull: s.requestCheckpoint,
		Note:        s.noteWAL,
	})
	s.redo = s.wal.Redo
	s.idleAt = s.wal.Insert
	s.walStart = s.wal.Insert

	s.createDatabase(sc, bits)
	s.keepInitSegments(sc)
	s.createPool(sc)
	s.seed = sc.Seed()
	s.lineNs = sc.Int(scenario.CacheLine)
	s.selectsOnly = sc.Enum(scenario.Workload) == "select-only" || s.custom != nil && !s.custom.Writes()
	s.locks = s.newBufferLocks(sc)
	s.content = s.newContentLocks(sc)
	if sc.Bool(scenario.WALInsertLock) {
		s.inserts = newWALInserts(s.sim, sc, s.wakeNs)
		s.wal.BeforeInsert, s.wal.AfterInsert = s.inserts.begin, s.inserts.end
	}
	s.inIO = make([]uint8, s.pool.Len())
	s.fsyncQueue = checkpointer.NewFsyncQueue[*linux.File](s.queueLength(), sc.Since("9.1"))
	s.prepare(sc.Enum(scenario.AfterInit), release)
	s.startProcesses(sc)
	return s
}

func (s *Server) readSettings(sc *scenario.Scenario, m *hardware.Machine) {
	s.readNs, s.writeNs = ns(m.CPU.Pread8kUs), ns(m.CPU.Pwrite8k)
	s.wakeNs = sc.Int(scenario.WakeLatency) * sim.Microsecond
	s.transactionNs = sc.Int(scenario.CPUPerTransaction) * sim.Microsecond
	s.fullPageWrites = sc.Bool(scenario.FullPageWrites)
	s.imagePercent = 100
	if sc.Has(scenario.WALImagePercent) {
		s.imagePercent = sc.Int(scenario.WALImagePercent)
	}
	s.fsync = sc.Bool(scenario.Fsync)
	s.synchronousCommit = sc.Bool(scenario.SynchronousCommit)
	s.era = eraOf(sc)
	s.hot = s.hasHOT && sc.Bool(scenario.HOTUpdates)
	s.rowLocks = sc.Bool(scenario.RowLocks)
	s.readSchedule(sc)
	if sc.InForce(scenario.Script) {
		s.custom = sc.Script()
		s.scriptCPU = s.custom.CPU()
	} else {
		s.script = s.statements().scriptOf(sc.Enum(scenario.Workload))
		s.draw = drawOf(sc)
	}
	s.bgwriterDelay = sc.Int(scenario.BgwriterDelay) * sim.Millisecond
	s.walwriterDelay = sc.Int(scenario.WALWriterDelay) * sim.Millisecond
	s.commitDelay = sc.Int(scenario.CommitDelay) * sim.Microsecond
	s.commitSiblings = sc.Int(scenario.CommitSiblings)
	s.checkpointTimeoutS = sc.Int(scenario.CheckpointTimeout)
	s.checkpointWarningS = sc.Int(scenario.CheckpointWarning)
	s.bgwriterSettings = bgwriter.Settings{
		DelayMs:    int(sc.Int(scenario.BgwriterDelay)),
		MaxPages:   int(sc.Int(scenario.BgwriterLRUMaxpages)),
		Multiplier: sc.Float(scenario.BgwriterLRUMultiplier),
		ForgetIdle: s.ownCheckpointer,
	}
	s.checkpointSettings = checkpointer.Settings{
		Segments:         int(sc.Int(scenario.CheckpointSegments)),
		TimeoutS:         int(sc.Int(scenario.CheckpointTimeout)),
		CompletionTarget: sc.Float(scenario.CheckpointCompletionTarget),
	}
	s.readWriters(sc)
	if s.maxWAL {
		s.readWALSizes(sc)
	}
	if sc.Has(scenario.CheckpointFlushAfter) {
		s.checkpointFlushAfter = int(sc.Int(scenario.CheckpointFlushAfter))
		s.bgwriterFlushAfter = int(sc.Int(scenario.BgwriterFlushAfter))
		s.backendFlushAfter = int(sc.Int(scenario.BackendFlushAfter))
	}
}

// bootKernel sets up the storage and the kernel. The database lies at a fifth of
// the disk, the journal of the file system before it, the WAL a gigabyte or
// more behind it.
func (s *Server) bootKernel(sc *scenario.Scenario) {
	kernel, _ := hardware.KernelByID(sc.Enum(scenario.Kernel))
	fs, _ := hardware.FileSystemByID(sc.Enum(scenario.FileSystem))
	kernel.BackgroundRatio = sc.Int(scenario.DirtyBackgroundRatio)
	kernel.DirtyRatio = sc.Int(scenario.DirtyRatio)
	kernel.ExpireCs = sc.Int(scenario.DirtyExpire)
	kernel.WritebackCs = sc.Int(scenario.DirtyWriteback)
	kernel.InodeLock = hardware.InodeLock(sc.Enum(scenario.InodeLock))
	fs.Barrier = sc.Bool(scenario.Barrier)
	fs.CommitS = sc.Int(scenario.CommitInterval)

	const gb, logBytes = 1 << 30, 128 << 20
	origin, data := sc.DatabaseOrigin(), sc.DatabaseBytes()
	ram := sc.Int(scenario.RAM)
	buffersKB := sc.Int(scenario.SharedBuffers) * (workload.PageSize / 1024)
	cacheKB := max(leastKB, ram-buffersKB-reserveKB-backendKB*sc.Int(scenario.Clients))
	device := storage.Config{
		Device:     sc.Device(),
		WriteCache: sc.Bool(scenario.DiskWriteCache),
		Level:      sc.Level(),
		Disks:      int(sc.Int(scenario.RAIDDisks)),
		Unit:       sc.Int(scenario.RAIDStripe) << 10,
		Controller: storage.ControllerConfig{
			Hardware:    sc.Controller(),
			Battery:     sc.Bool(scenario.ControllerBattery),
			HonorsFlush: sc.Bool(scenario.ControllerHonorsFlush),
		},
		Seed: sc.Seed(),
	}
	s.drive = storage.New(s.sim, device)
	if sc.Enum(scenario.WALDevice) == "own" {
		device.Seed += 1 << 32 // a device of its own
		s.walDrive = storage.New(s.sim, device)
	}
	s.os = linux.New(s.sim, s.drive, linux.Config{
		Kernel: kernel, FileSystem: fs,
		Fdatasync:  hardware.FdatasyncRule(sc.Enum(scenario.FdatasyncCommit)),
		CachePages: cacheKB / (linux.PageSize / 1024),
		RAMPages:   ram / (linux.PageSize / 1024),
		MappedPct:  buffersKB * 100 / ram,
		DataOrigin: origin,
		WALOrigin:  origin + data + gb,
		LogOrigin:  origin - 2*logBytes,
		LogBytes:   logBytes,
		Scheduler:  sc.Enum(scenario.Scheduler),
		CPUs:       sc.Int(scenario.Cores),
		ReadAhead:  sc.Bool(scenario.ReadAhead),
		ThrottleNs: sc.Int(scenario.WBTLatency) * sim.Microsecond,
		SubmitNs:   s.writeNs, // as long as a write() of the page takes: inferred, nobody has measured it

		DirtyBytes:      sc.Int(scenario.DirtyBytes),
		BackgroundBytes: sc.Int(scenario.DirtyBackgroundBytes),
		WALDrive:        s.walDrive,
	})
}

// diskStats returns what the disks have done. With two of them, commands and
// bytes are those of both, as vmstat counts them, and the time in use is that
// of the data's.
func (s *Server) diskStats() storage.Stats {
	d := s.drive.Stats()
	if s.walDrive != nil {
		w := s.walDrive.Stats()
		d.Reads += w.Reads
		d.Writes += w.Writes
		d.ReadBytes += w.ReadBytes
		d.WriteBytes += w.WriteBytes
		d.Flushes += w.Flushes
	}
	return d
}

// createDatabase lays out the tables as pgbench -i leaves them, in the order in
// which it creates them.
func (s *Server) createDatabase(sc *scenario.Scenario, bits int64) {
	catalog := int64(catalogPages)
	switch {
	case s.mapped:
		catalog = catalogPages96
	case !s.hasHOT:
		catalog = catalogPages74
	}
	s.catalog = s.newRelation("pg_catalog", catalog)
	if sc.Enum(scenario.Workload) == "dbt-2" {
		s.createDBT2(sc, bits)
	} else {
		s.createTPCB(sc, bits)
	}
	machine, _ := hardware.MachineByID(sc.Enum(scenario.Hardware))
	s.createLargeTable(sc, bits, ns(machine.CPU.TPCBUs))
	s.growPages()
}

// createTPCB makes the tables of pgbench.
func (s *Server) createTPCB(sc *scenario.Scenario, bits int64) {
	layout := layoutOf(sc, bits)
	hasMap := sc.Since("8.4")
	prefix := ""
	if hasMap {
		prefix = "pgbench_"
	}
	s.db = workload.NewTPCB(layout, sc.Int(scenario.Scale), hasMap)
	table := func(name string, h *workload.Heap, tuple int64) heapTable {
		return heapTable{rel: s.newRelation(prefix+name, h.Pages()), heap: h, tuple: tuple, item: layout.Item(tuple)}
	}
	s.branches = table("branches", s.db.Branches, layout.BranchTuple)
	s.tellers = table("tellers", s.db.Tellers, layout.TellerTuple)
	s.accounts = table("accounts", s.db.Accounts, layout.AccountTuple)
	s.history = table("history", s.db.History, layout.HistoryTuple)
	s.branchKey = s.newRelation(prefix+"branches_pkey", s.db.BranchKey.Pages())
	s.tellerKey = s.newRelation(prefix+"tellers_pkey", s.db.TellerKey.Pages())
	s.accountKey = s.newRelation(prefix+"accounts_pkey", s.db.AccountKey.Pages())
	switch {
	case s.mapped:
		s.createForks()
	case !sc.Since("8.3"):
		s.createBefore83(sc)
	case hasMap:
		s.visibility = s.newRelation(prefix+"accounts_vm", s.accounts.heap.Pages()/mapPageCovers+1)
	}
}

// createPool makes the pool under the rules that the scenario asks for.
func (s *Server) createPool(sc *scenario.Scenario) {
	named, _ := bufmgr.PolicyByName(sc.Enum(scenario.Replacement))
	buffers := int(sc.Int(scenario.SharedBuffers))
	if s.policy = named.New(buffers); !sc.IsDefault(scenario.ReclaimLowMark) || !sc.IsDefault(scenario.ReclaimHighMark) {
		if version, ok := bufmgr.ReclaimerByName(named.Name); ok {
			low, high := sc.ReclaimMarks()
			s.policy = bufmgr.NewReclaimer(buffers, version, int(low), int(high))
		}
	}
	s.pool = s.policy.Base()
	s.pool.Reserve(s.os.PageCount())
	s.clock, _ = s.policy.(bufmgr.Clock)
	if _, ok := s.policy.(bufmgr.Stepwise); !ok {
		s.detaches = false // rules older than 9.5 know of no such order
	}
	if !sc.IsDefault(scenario.UsageCountMax) {
		s.pool.LimitUsage(uint8(sc.Int(scenario.UsageCountMax)))
	}
}

// hand returns the buffer at which a checkpoint begins: 0 without a clock hand.
func (s *Server) hand() int32 {
	if s.clock == nil {
		return 0
	}
	return s.clock.Hand()
}

// preload reads page pg into the pool before the run, in no time and uncounted,
// and returns its buffer.
func (s *Server) preload(pg linux.Page) int32 {
	be := &s.loader
	*be = bufmgr.Backend{}
	b, hit := s.policy.Read(be, pg, false)
	if !hit {
		b, _, _ = s.policy.Choose(be)
		s.policy.Install(be, b, pg)
	}
	s.policy.Release(be, b)
	if s.clock != nil {
		s.clock.StrategySync()
	}
	return b
}

// growPages makes room in the per-page arrays for every page there is.
func (s *Server) growPages() {
	if n := s.os.PageCount(); n > len(s.pageLSN) {
		s.pageLSN = append(s.pageLSN, make([]int64, n-len(s.pageLSN))...)
	}
}

// prepare puts the caches into the state in which the run finds them.
func (s *Server) prepare(afterInit, release string) {
	if afterInit == "reboot" {
		return
	}
	for _, r := range s.relations {
		for _, f := range r.files {
			s.os.Preload(f)
		}
	}
	if s.mapped {
		s.keepStartup()
	}
	switch {
	case s.db == nil: // dbt-2
	case afterInit == "none":
		s.keepInitRing(release)
	case afterInit == "warm":
		s.keepWorkload(s.selectsOnly, s.seed)
	}
}

// keepInitRing puts into the pool what pgbench -i leaves there: the pages of
// accounts that COPY wrote last, changed once more by the hint bits of VACUUM.
// COPY goes through a ring of 16 MB from 8.4 on (an eighth of the pool at
// most), through the whole pool before.
func (s *Server) keepInitRing(release string) {
	n := int64(s.pool.Len())
	if release != "8.3" && s.before83.Before83 == nil {
		n = int64(bufmgr.RingSize(bufmgr.BulkWrite, s.pool.Len()))
	}
	pages := s.accounts.rel.pages()
	for block := max(0, pages-n); block < pages; block++ {
		s.pool.MarkDirty(s.preload(s.accounts.rel.page(block)))
		s.n.PagesDirtied++
	}
}

func (s *Server) newBackend(sc *scenario.Scenario, id int) *backend {
	b := &backend{id: id, accountsAt: -1, tellersAt: -1, branchesAt: -1, historyAt: -1}
	b.s, b.flushAfter = s, s.backendFlushAfter
	b.rnd = sim.NewRand(sc.Seed()+uint64(id)<<32, "client")
	for i := range b.targets {
		b.targets[i] = -1
	}
	return b
}

func (s *Server) startProcesses(sc *scenario.Scenario) {
	s.samples.start(s)
	s.startWriters()
	if sc.Since("8.3") {
		s.walwriterProc = s.sim.Go("walwriter", s.walwriterMain)
	}
	if list, ok := s.policy.(bufmgr.Reclaimer); ok {
		s.reclaim.list = list
		s.reclaim.inRounds = sc.Enum(scenario.ReclaimWakeup) == "round"
		s.sim.Go("reclaimer", s.reclaimerMain)
	}
	if s.transactions = sc.Int(scenario.Transactions); s.transactions == 0 {
		s.planned = sc.Int(scenario.Duration) * sim.Second
	}
	s.clients = int(sc.Int(scenario.Clients))
	s.connecting = s.clients
	if n := sc.Int(scenario.EarlierTransactions); n > 0 && s.db != nil {
		s.earlier.transactions = n
		s.earlier.left = s.clients
	}
	random := workload.NewRandom(sc.Seed())
	for i := range s.clients {
		b := s.newBackend(sc, i)
		b.random = random.Client()
		if s.custom != nil {
			s.startScript(b, sc)
		}
		s.backends = append(s.backends, b)
	}
	if sc.Terminals() {
		s.startTerminals(sc)
	}
	s.background(sc)
	for _, b := range s.backends {
		s.sim.Go("backend", b.client)
	}
}
