package scenario

import "clocksweep/core/hardware"

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
		return value{real: 1}
	case BgwriterMaxpages:
		return whole(100)
	case BgwriterLRUPercent:
		return value{real: 1}
	case BgwriterAllPercent:
		return value{real: 0.333}
	case BgwriterAllMaxpages:
		return whole(5)
	case BgwriterLRUMaxpages:
		if !s.Since("8.3") {
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
	case ReclaimLowMark, ReclaimHighMark:
		return whole(0)
	case FullPageWrites, Fsync, SynchronousCommit, HOTUpdates, GroupCommit, RowLocks:
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
		return choice(id, "tpc-b")
	case Scale, Clients, Seed:
		return whole(1)
	case Duration:
		return whole(60)
	case Transactions:
		return whole(0)
	case AfterInit:
		return choice(id, "restart")
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
		default:
			return whole(tpcb)
		}
	case Disk:
		return choice(id, s.machine().Disk)
	case DiskWriteCache:
		return onOff(s.machine().WriteCache)
	case DiskCacheSegments:
		return whole(s.disk().WriteSegments)
	case DiskSPTFAlpha:
		if m := s.machine(); s.Enum(Disk) == m.Disk {
			return value{real: m.SPTFAlpha}
		}
		return value{real: s.disk().SPTFAlpha}
	case Kernel:
		return choice(id, s.machine().Kernel)
	case Scheduler:
		return choice(id, s.machine().Scheduler)
	case FileSystem:
		return choice(id, s.machine().FileSystem)
	case Barrier:
		return onOff(s.fileSystem().Barrier)
	case CommitInterval:
		return whole(s.fileSystem().CommitS)
	case DirtyBackgroundRatio:
		return whole(s.kernel().BackgroundRatio)
	case DirtyRatio:
		return whole(s.kernel().DirtyRatio)
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

func (s *Scenario) disk() hardware.Disk {
	d, _ := hardware.DiskByID(s.Enum(Disk))
	return d
}

func (s *Scenario) kernel() hardware.Kernel {
	k, _ := hardware.KernelByID(s.Enum(Kernel))
	return k
}

func (s *Scenario) fileSystem() hardware.FileSystem {
	f, _ := hardware.FileSystemByID(s.Enum(FileSystem))
	return f
}
