package hardware

import (
	"slices"
	"testing"
)

// unique checks that ids are there once, and found.
func unique(t *testing.T, ids []string, found func(id string) bool) {
	t.Helper()
	for i, id := range ids {
		if id == "" || slices.Contains(ids[:i], id) {
			t.Errorf("id %q is empty or there twice", id)
		}
		if !found(id) {
			t.Errorf("id %q is not found", id)
		}
	}
	if found("no-such-id") {
		t.Error("an id that does not exist is found")
	}
}

func TestIDs(t *testing.T) {
	var disks, kernels, fileSystems, machines []string
	for _, d := range Disks() {
		disks = append(disks, d.ID)
	}
	unique(t, disks, func(id string) bool { d, ok := DiskByID(id); return ok && d.ID == id })
	var devices, controllers []string
	for _, d := range Devices() {
		devices = append(devices, d.ID())
	}
	unique(t, devices, func(id string) bool { d, ok := DeviceByID(id); return ok && d.ID() == id })
	for _, c := range Controllers() {
		controllers = append(controllers, c.ID)
	}
	unique(t, controllers, func(id string) bool { c, ok := ControllerByID(id); return ok && c.ID == id })
	for _, k := range Kernels() {
		kernels = append(kernels, k.ID)
	}
	unique(t, kernels, func(id string) bool { k, ok := KernelByID(id); return ok && k.ID == id })
	for _, f := range FileSystems() {
		fileSystems = append(fileSystems, f.ID)
	}
	unique(t, fileSystems, func(id string) bool { f, ok := FileSystemByID(id); return ok && f.ID == id })
	for _, m := range Machines() {
		machines = append(machines, m.ID)
	}
	unique(t, machines, func(id string) bool { m, ok := MachineByID(id); return ok && m.ID == id })
}

func TestDisksArePlausible(t *testing.T) {
	for _, d := range Disks() {
		switch {
		case d.Label == "" || d.How == "" || d.Note == "":
			t.Errorf("%s lacks label, origin or note", d.ID)
		case !(0 < d.TrackMs && d.TrackMs < d.AvgMs && d.AvgMs < d.FullMs):
			t.Errorf("%s: seek times %v, %v, %v are not in order", d.ID, d.TrackMs, d.AvgMs, d.FullMs)
		case !(0 < d.InnerMBs && d.InnerMBs < d.OuterMBs && d.OuterMBs < d.BusMBs):
			t.Errorf("%s: rates %v, %v, %v are not in order", d.ID, d.InnerMBs, d.OuterMBs, d.BusMBs)
		case d.RPM < 5400 || d.Heads < 1 || d.QueueDepth < 1 || d.CacheMB <= 0 || d.CapacityGB <= 0:
			t.Errorf("%s: geometry or queue is missing: %+v", d.ID, d)
		case d.WriteSettleMs <= 0 || d.HeadSwitchMs <= 0 || d.OverheadMs <= 0:
			t.Errorf("%s: a delay is missing: %+v", d.ID, d)
		case d.SPTFAlpha < 0.12 || d.SPTFAlpha > 0.25:
			t.Errorf("%s: gain of queueing %v is outside what was measured", d.ID, d.SPTFAlpha)
		}
	}
}

func TestKernelsArePlausible(t *testing.T) {
	for _, k := range Kernels() {
		switch {
		case k.Label == "" || k.How == "" || k.Note == "":
			t.Errorf("%s lacks label, origin or note", k.ID)
		case !(0 < k.BackgroundRatio && k.BackgroundRatio < k.DirtyRatio && k.DirtyRatio <= 100):
			t.Errorf("%s: ratios %d and %d", k.ID, k.BackgroundRatio, k.DirtyRatio)
		case k.ExpireCs != 3000 || k.WritebackCs != 500:
			t.Errorf("%s: periods %d and %d, every release has 3000 and 500", k.ID, k.ExpireCs, k.WritebackCs)
		case k.Fdatasync != CommitMtime && k.Fdatasync != CommitBlocks:
			t.Errorf("%s: rule of fdatasync %q", k.ID, k.Fdatasync)
		case k.NrRequests < 1 || k.MaxWritebackPages < 1 || k.MtimeGranularityNs < 1 || k.ReadAheadKB < 8:
			t.Errorf("%s: queue, turn, time stamp or read-ahead is missing: %+v", k.ID, k)
		case k.Writeback != Bdflush && k.Writeback != Pdflush && k.Writeback != Flusher:
			t.Errorf("%s: writeback %q", k.ID, k.Writeback)
		case (k.Writeback == Bdflush) != (k.StopRatio > 0) || k.StopRatio >= k.BackgroundRatio:
			t.Errorf("%s: bdflush stops at %d %%", k.ID, k.StopRatio)
		case k.InodeLock != LockWhole && k.InodeLock != LockCommit && k.InodeLock != LockNone:
			t.Errorf("%s: lock during fsync %q", k.ID, k.InodeLock)
		case len(k.Schedulers) == 0 || len(k.FileSystems) == 0:
			t.Errorf("%s: has no scheduler or no file system", k.ID)
		case slices.Contains(k.Schedulers, "cfq") != (k.CFQQuantum > 0):
			t.Errorf("%s: quantum of cfq %d", k.ID, k.CFQQuantum)
		case (k.CFQ > 0) != (k.CFQQuantum > 0) || k.CFQ > 3:
			t.Errorf("%s: version of cfq %d", k.ID, k.CFQ)
		case (k.WBTDiskUs > 0) != (k.WBTFlashUs > 0):
			t.Errorf("%s: targets of throttled writeback %d and %d", k.ID, k.WBTDiskUs, k.WBTFlashUs)
		}
	}
}

// Each file system has a kernel, and what a kernel names exists.
func TestKernelsNameFileSystems(t *testing.T) {
	mounted := map[string]bool{}
	for _, k := range Kernels() {
		for _, id := range k.FileSystems {
			if _, ok := FileSystemByID(id); !ok {
				t.Errorf("%s has the file system %q, which the lab lacks", k.ID, id)
			}
			mounted[id] = true
		}
		for _, id := range k.Barriers {
			if !slices.Contains(k.FileSystems, id) || !k.SendsBarriers(id) {
				t.Errorf("%s sends barriers for %q, which it does not have", k.ID, id)
			}
		}
		if k.SendsBarriers("ext2") {
			t.Errorf("%s sends barriers for ext2", k.ID)
		}
	}
	for _, f := range FileSystems() {
		if !mounted[f.ID] {
			t.Errorf("no kernel has %s", f.ID)
		}
		if f.Barrier {
			t.Errorf("%s: whether there are barriers is the kernel's default", f.ID)
		}
	}
}

func TestFileSystemsArePlausible(t *testing.T) {
	for _, f := range FileSystems() {
		switch {
		case f.Label == "" || f.How == "" || f.Note == "":
			t.Errorf("%s lacks label, origin or note", f.ID)
		case f.CommitS < 1 || f.JournalBlocks < 1:
			t.Errorf("%s: commit is missing: %+v", f.ID, f)
		case f.JournalsData && (f.OrderedAll || f.OrderedNew || f.DelayedAllocation):
			t.Errorf("%s has two data modes: %+v", f.ID, f)
		case !f.Journal && (f.OrderedAll || f.OrderedNew || f.JournalsData || f.DatasyncCommits):
			t.Errorf("%s orders data by a journal that it does not have", f.ID)
		}
	}
}

func TestDevicesArePlausible(t *testing.T) {
	for _, d := range Devices() {
		if d.Label() == "" || d.Bytes() < 8e9 {
			t.Errorf("%s lacks a label, or holds %d bytes only", d.ID(), d.Bytes())
		}
	}
	for _, f := range Flashes() {
		switch {
		case f.How == "" || f.Note == "":
			t.Errorf("%s lacks origin or note", f.ID)
		case f.Channels < 1 || f.QueueDepth < 1 || f.BufferMB <= 0 || f.ReadUs <= 0 || f.WriteUs <= 0 || f.FlushUs <= 0:
			t.Errorf("%s: a size or a time is missing: %+v", f.ID, f)
		case f.SustainedIOPS > f.BurstIOPS || f.SustainedMBs > f.WriteMBs || f.WriteMBs > f.ReadMBs:
			t.Errorf("%s: rates are out of order: %+v", f.ID, f)
		case f.SLCGB == 0 && f.SustainedMBs != f.WriteMBs:
			t.Errorf("%s has no fast flash, but two sequential rates", f.ID)
		case f.PLP == (f.FlushUs > 500):
			t.Errorf("%s: a flush of %v us with power-loss protection %v", f.ID, f.FlushUs, f.PLP)
		}
	}
	for _, v := range Volumes() {
		switch {
		case v.How == "" || v.PauseFreeHow == "" || v.Note == "":
			t.Errorf("%s lacks origin or note", v.ID)
		case v.IOPS < v.MinIOPS || v.IOPS > v.MaxIOPS || v.MiBs < v.MinMiBs || v.MiBs > v.MaxMiBs:
			t.Errorf("%s has less or more than it can have: %+v", v.ID, v)
		case v.IOPSPerGiB > 0 && v.IOPS != v.CapacityGiB*v.IOPSPerGiB:
			t.Errorf("%s: %d IOPS for %d GiB", v.ID, v.IOPS, v.CapacityGiB)
		case (v.Credits > 0) != (v.BurstIOPS > 0):
			t.Errorf("%s: bursts without credits, or credits without bursts", v.ID)
		}
	}
	for _, c := range Cards() {
		if c.How == "" || c.Note == "" || c.Read4kUs >= c.Read8kUs || c.Write4kUs >= c.Write8kUs || c.PauseMB <= 0 {
			t.Errorf("%s: %+v", c.ID, c)
		}
	}
	size := int64(0)
	for _, c := range Controllers() {
		if c.How == "" || c.Note == "" || c.CacheMB <= size || !(0 < c.Low && c.Low < c.High && c.High < 1) || c.WriteShare > 1 || c.StripeKB%8 != 0 {
			t.Errorf("%s, which follows one of %d MB: %+v", c.ID, size, c)
		}
		size = c.CacheMB
	}
	for want, mb := range map[string]int64{"lsi-megaraid-64": 1, "lsi-megaraid-128": 65, "3ware-9550-256": 256, "hp-p400-512": 4096} {
		if c := ControllerOfSize(mb); c.ID != want || c.CacheMB != mb {
			t.Errorf("a cache of %d MB is that of %s with %d MB, want %s", mb, c.ID, c.CacheMB, want)
		}
	}
}

func TestMachinesAreComplete(t *testing.T) {
	for _, m := range Machines() {
		disk, okDisk := DeviceByID(m.Disk)
		_, okKernel := KernelByID(m.Kernel)
		_, okFileSystem := FileSystemByID(m.FileSystem)
		if !okDisk || !okKernel || !okFileSystem {
			t.Errorf("%s is made of unknown parts: %s, %s, %s", m.ID, m.Disk, m.Kernel, m.FileSystem)
		}
		for _, how := range []How{m.CPU.How, m.RAMHow, m.KernelHow, m.FileSystemHow, m.SchedulerHow, m.DiskHow, m.WriteCacheHow, m.RAIDHow, m.ControllerHow, m.BatteryHow, m.BuildHow} {
			if how == "" {
				t.Errorf("%s: a value has no origin: %+v", m.ID, m)
			}
		}
		if c := m.CPU; c.Cores < 1 || c.HWThreads < c.Cores || c.TPCBUs <= c.SelectUs || c.Pread8kUs <= c.SyscallUs || c.SwitchUs <= 0 || c.WakeUs <= 0 || c.LineNs <= 0 {
			t.Errorf("%s: processor %+v", m.ID, c)
		}
		if (disk.Kind == Rotating) != (m.SPTFAlpha > 0) {
			t.Errorf("%s: gain of queueing %v with disk %s", m.ID, m.SPTFAlpha, m.Disk)
		}
		if m.RAID == "" || m.RAID != NoRAID && (m.RAIDDisks < m.RAID.MinDisks() || m.RAIDStripeKB%8 != 0 || m.RAIDStripeKB == 0) {
			t.Errorf("%s: array %s of %d disks, stripe unit %d kB", m.ID, m.RAID, m.RAIDDisks, m.RAIDStripeKB)
		}
		if _, ok := ControllerByID(m.Controller); ok != (m.Controller != "") || m.Battery && !ok {
			t.Errorf("%s: controller %q, battery %v", m.ID, m.Controller, m.Battery)
		}
		// What was fitted or inferred leaves a range for the reader.
		for setting, how := range map[string]How{"kernel": m.KernelHow, "disk": m.DiskHow, "filesystem": m.FileSystemHow, "build": m.BuildHow} {
			if how != Fitted && how != Inferred {
				continue
			}
			if !slices.ContainsFunc(m.Ranges, func(r Range) bool { return r.Setting == setting && r.Values != "" && r.Why != "" }) {
				t.Errorf("%s: %s is %s, but its range is not told", m.ID, setting, how)
			}
		}
	}
}
