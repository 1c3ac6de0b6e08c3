package scenario

import (
	"slices"

	"clocksweep/core/hardware"
)

// standard returns the value a setting has if nobody sets it.
func (s *Scenario) standard(id ID) value {
	switch settings[id].Group {
	case GroupMachine, GroupKernel:
		return s.machineDefault(id)
	}
	switch id {
	case Release:
		return choice(id, "9.1")
	case Build:
		if s.Since("9.6") { // by then hardly anyone ran a 32-bit server
			return choice(id, "64-bit")
		}
		return choice(id, s.machine().Build)
	case SharedBuffers: // what initdb chooses where it can
		if s.Since("9.3") {
			return whole(128 << 20 / 8192)
		}
		if !s.Since("8.2") {
			return whole(1000)
		}
		return whole(32 << 20 / 8192)
	case BgwriterDelay:
		return whole(200)
	case BgwriterPercent:
		return whole(1)
	case BgwriterMaxpages:
		return whole(100)
	case BgwriterLRUPercent:
		return value{real: 1}
	case BgwriterAllPercent:
		return value{real: 0.333}
	case BgwriterAllMaxpages:
		return whole(5)
	case BgwriterLRUMaxpages:
		if s.Enum(Cleaning) == "scans" {
			return whole(5)
		}
		return whole(100)
	case CheckpointWritePercent:
		return value{real: 50} // the drafts' own default is not on record; the published runs had 50
	case CheckpointNapPercent, CheckpointSyncPercent:
		return value{real: 0}
	case BgwriterLRUMultiplier:
		return value{real: 2}
	case BgwriterFlushAfter:
		return whole(64)
	case BackendFlushAfter:
		return whole(0)
	case CheckpointFlushAfter:
		return whole(32)
	case CheckpointSegments:
		return whole(3)
	case MaxWALSize:
		return whole(1024)
	case MinWALSize:
		return whole(80)
	case CheckpointTimeout:
		return whole(300)
	case CheckpointCompletionTarget:
		if s.Since("14") {
			return value{real: 0.9}
		}
		return value{real: 0.5}
	case CheckpointWarning:
		return whole(30)
	case LogCheckpoints:
		return onOff(s.Since("15"))
	case CheckpointNeededFlag:
		return onOff(s.Since("8.3"))
	case BufferLocks:
		if s.Since("8.1") {
			return choice(id, "mapping")
		}
		return choice(id, "bufmgrlock")
	case BufferPartitions:
		switch { // NUM_BUFFER_PARTITIONS of storage/lwlock.h
		case s.Since("9.5"):
			return choice(id, "128")
		case s.Since("8.2"):
			return choice(id, "16")
		}
		return choice(id, "1")
	case FreelistLock:
		if s.Since("9.5") {
			return choice(id, "none")
		}
		return choice(id, "lwlock")
	case ReclaimWakeup:
		return choice(id, "latch")
	case LockDetail:
		return choice(id, "auto")
	case CheckpointSorted:
		return onOff(s.Since("9.6"))
	case Replacement:
		return choice(id, s.replacement())
	case Cleaning:
		return choice(id, s.cleaning())
	case ReclaimLowMark, ReclaimHighMark:
		return whole(0)
	case WALImagePercent:
		return whole(100)
	case FullPageWrites, Fsync, SynchronousCommit, HOTUpdates, GroupCommit, RowLocks,
		ThinkTime, RingBuffers, SynchronizedScans, ContentLocks, WALInsertLock:
		return onOff(true)
	case WALSyncMethod:
		return choice(id, "fdatasync")
	case WALBuffers:
		if s.Since("9.1") {
			return whole(-1)
		}
		return whole(8)
	case WALWriterDelay:
		return whole(200)
	case CommitDelay:
		return whole(0)
	case CommitSiblings:
		return whole(5)
	case Autovacuum:
		return choice(id, "off")
	case Workload:
		if s.explicit[Script] {
			return choice(id, "custom")
		}
		return choice(id, "tpc-b")
	case Script:
		return value{text: standardScript}
	case Scale, Clients, Seed:
		return whole(1)
	case Duration:
		return whole(60)
	case Transactions, EarlierTransactions:
		return whole(0)
	case AfterInit:
		return choice(id, "restart")
	case ReadAhead:
		return onOff(true)
	case InodeLock:
		return choice(id, string(s.kernel().InodeLock))
	case Rate, LatencyLimit, BurstOn, BurstOff, BackgroundStart, BackgroundEvery:
		return whole(0)
	case TableSize:
		return whole(1 << 30 / 8192)
	case DeadPages:
		return whole(20)
	case BackgroundJob:
		return choice(id, "none")
	case FdatasyncCommit:
		return choice(id, string(s.kernel().Fdatasync))
	case UsageCountMax:
		return whole(5) // BM_MAX_USAGE_COUNT in src/include/storage/buf_internals.h
	}
	panic("scenario: no default for " + settings[id].Name)
}

// replacement returns the name of the release's own policy.
func (s *Scenario) replacement() string {
	switch {
	case s.Since("19"):
		return "clock19"
	case s.Since("9.5"):
		return "clock95"
	case s.Since("8.3devel"):
		return "clock83"
	case s.Since("8.1"):
		return "clock81"
	case s.Since("8.1devel"):
		return "arc"
	case s.Since("8.0.2"):
		return "2q"
	case s.Since("8.0.0"):
		return "arc"
	}
	return "lru"
}

// cleaning returns the release's own rule of cleaning.
func (s *Scenario) cleaning() string {
	switch {
	case s.Since("8.3"):
		return "just-in-time"
	case s.Since("8.1"):
		return "scans"
	case s.Since("8.0.0"):
		return "percent"
	}
	return "none"
}

// machineDefault returns the value a setting of machine or kernel has if
// nobody sets it.
func (s *Scenario) machineDefault(id ID) value {
	switch id {
	case Hardware:
		return whole(0) // the first machine of the list
	case Cores:
		return whole(s.machine().CPU.Cores)
	case SMTGain:
		return value{real: s.machine().CPU.SMTGain}
	case WakeLatency:
		return whole(int64(s.machine().CPU.WakeUs))
	case CacheLine:
		return whole(int64(s.machine().CPU.LineNs))
	case RAM:
		return whole(s.machine().RAMkB)
	case CPUPerTransaction:
		switch tpcb := int64(s.machine().CPU.TPCBUs); s.Enum(Workload) {
		case "select-only":
			return whole(int64(s.machine().CPU.SelectUs))
		case "simple-update":
			return whole(tpcb * 64 / 100) // without the statements on tellers and branches
		case "custom":
			return whole(s.customCPU(tpcb, int64(s.machine().CPU.SelectUs)))
		case "dbt-2":
			return whole(tpcb * 3) // some 28 statements on average, in one call of a function
		default:
			return whole(tpcb)
		}
	case Disk:
		return choice(id, s.machine().Disk)
	case DiskWriteCache:
		if m := s.machine(); s.Enum(Disk) == m.Disk {
			return onOff(m.WriteCache)
		}
		return onOff(s.disk().WriteCache)
	case DiskCacheSegments:
		return whole(s.disk().WriteSegments)
	case DiskSPTFAlpha:
		if m := s.machine(); s.Enum(Disk) == m.Disk {
			return value{real: m.SPTFAlpha}
		}
		return value{real: s.disk().SPTFAlpha}
	case RAID, RAIDDisks, RAIDStripe, ControllerCache, ControllerBattery, ControllerHonorsFlush, EBSIOPS, EBSThroughput:
		return s.storageDefault(id)
	case WALDevice:
		return choice(id, "shared")
	case Kernel:
		return choice(id, s.machine().Kernel)
	case Scheduler:
		return choice(id, s.defaultScheduler())
	case FileSystem:
		return choice(id, s.defaultFileSystem())
	case Barrier:
		k := s.kernel()
		return onOff(k.SendsBarriers(s.Enum(FileSystem)))
	case CommitInterval:
		return whole(s.fileSystem().CommitS)
	case DirtyBackgroundRatio:
		if s.Int(DirtyBackgroundBytes) > 0 {
			return whole(0)
		}
		return whole(s.kernel().BackgroundRatio)
	case DirtyRatio:
		if s.Int(DirtyBytes) > 0 {
			return whole(0)
		}
		return whole(s.kernel().DirtyRatio)
	case DirtyBytes, DirtyBackgroundBytes:
		return whole(0)
	case WBTLatency:
		if s.flash() {
			return whole(s.kernel().WBTFlashUs)
		}
		return whole(s.kernel().WBTDiskUs)
	case DirtyExpire:
		return whole(s.kernel().ExpireCs)
	case DirtyWriteback:
		return whole(s.kernel().WritebackCs)
	}
	panic("scenario: no default for " + settings[id].Name)
}

func whole(n int64) value { return value{int: n} }

func onOff(on bool) value {
	if on {
		return value{int: 1}
	}
	return value{}
}

// choice returns the value of an enum. A hardware record that names something
// outside the registry is a mistake in the data.
func choice(id ID, name string) value {
	for i, legal := range settings[id].Enum {
		if legal == name {
			return value{int: int64(i)}
		}
	}
	panic("scenario: " + settings[id].Name + " has no value " + name)
}

func (s *Scenario) machine() hardware.Machine {
	m, _ := hardware.MachineByID(s.Enum(Hardware))
	return m
}

func (s *Scenario) kernel() hardware.Kernel {
	k, _ := hardware.KernelByID(s.Enum(Kernel))
	return k
}

func (s *Scenario) fileSystem() hardware.FileSystem {
	f, _ := hardware.FileSystemByID(s.Enum(FileSystem))
	return f
}

// flash reports whether the disk does not rotate.
func (s *Scenario) flash() bool { return s.disk().RPM == 0 }

// defaultScheduler returns the machine's scheduler, or if the kernel does not
// have that, what it takes by itself: none for flash, if it has that.
func (s *Scenario) defaultScheduler() string {
	k := s.kernel()
	switch m := s.machine().Scheduler; {
	case slices.Contains(k.Schedulers, m):
		return m
	case s.flash() && slices.Contains(k.Schedulers, "none"):
		return "none"
	}
	return k.Schedulers[0]
}

// defaultFileSystem returns the machine's file system, or if the kernel does
// not have that, its first one.
func (s *Scenario) defaultFileSystem() string {
	k := s.kernel()
	if m := s.machine().FileSystem; slices.Contains(k.FileSystems, m) {
		return m
	}
	return k.FileSystems[0]
}
