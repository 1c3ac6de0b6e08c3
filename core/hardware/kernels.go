package hardware

import "slices"

// second is the granularity of ext3's time stamps (fs/ext3/super.c never sets
// a finer s_time_gran), in nanoseconds.
const second = 1_000_000_000

// What releases have in common.
var (
	ext3      = []string{"ext3-ordered", "ext3-writeback", "ext3-journal"}
	ext3xfs   = append(slices.Clone(ext3), "xfs")
	ext34xfs  = append(slices.Clone(ext3), "ext4", "xfs")
	ext4xfs   = []string{"ext4", "xfs"}
	cfqFirst  = []string{"cfq", "anticipatory", "deadline", "noop"}
	cfqLatest = []string{"cfq", "deadline", "noop"}
)

// Kernels returns the Linux releases of the lab, the oldest first. Each stands
// for a span of releases that write back in the same way.
//
// Sources: fs/buffer.c and drivers/block/elevator.c for 2.4;
// mm/page-writeback.c and fs/fs-writeback.c for the limits, the periods and
// who writes; fs/ext3/fsync.c for the rule of fdatasync; fs/buffer.c and
// fs/sync.c for the lock during fsync; block/cfq-iosched.c, block/blk-core.c,
// block/blk-wbt.c and their predecessors in drivers/block for the request
// queue. Which release a note does not name was not read.
func Kernels() []Kernel { return append([]Kernel(nil), kernels...) }

var kernels = allKernels()

func allKernels() []Kernel {
	return []Kernel{
		{
			ID: "2.4", Label: "Linux 2.4 (2.4.19 to 2.4.37: bdflush, 30 % and 60 %)",
			Writeback: Bdflush, BackgroundRatio: 30, DirtyRatio: 60, StopRatio: 20,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true, MaxWritebackPages: 32,
			Fdatasync: CommitMtime, InodeLock: LockWhole, MtimeGranularityNs: second,
			FileSystems: ext3xfs, ReadAheadKB: 124,
			Schedulers: []string{"linus"}, NrRequests: 128,
			How:  Thread,
			Note: "Source of 2.4.32 read: fs/buffer.c, drivers/block/elevator.c. The read-ahead of 124 kB and the 128 requests are recalled. XFS came with 2.4.25. The settings vm.dirty_* stand for fields of vm.bdflush.",
		},
		{
			ID: "2.6.9", Label: "Linux 2.6.9 (Red Hat Enterprise Linux 4, Fedora Core 3)",
			Writeback: Pdflush, BackgroundRatio: 10, DirtyRatio: 40, LeastDirtyRatio: 5, UnmappedClamp: true, RatioOfTotal: true,
			ExpireCs: 3000, WritebackCs: 500,
			HotInodeQuirk: true, WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitMtime, InodeLock: LockWhole, MtimeGranularityNs: second,
			FileSystems: ext3, ReadAheadKB: 128,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 1, CFQQuantum: 4,
			How:  Thread,
			Note: "Source of 2.6.9-42.0.2.EL read. fsync keeps writers of its file out until all of it is on disk. In a later update of RHEL 4 throttled writers only wait.",
		},
		{
			ID: "2.6.11", Label: "Linux 2.6.11 (2.6.10 to 2.6.12, Fedora Core 3 with its updates)",
			Writeback: Pdflush, BackgroundRatio: 10, DirtyRatio: 40, LeastDirtyRatio: 5, UnmappedClamp: true, RatioOfTotal: true,
			ExpireCs: 3000, WritebackCs: 500,
			HotInodeQuirk: true, WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitMtime, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext3xfs, ReadAheadKB: 128,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 2, CFQQuantum: 4,
			How:  Thread,
			Note: "Source of 2.6.11 read for writeback, ext3 and jbd, that of 2.6.12-rc2 for CFQ; that CFQ became this with 2.6.10, and got time slices with 2.6.13, is recalled. Mainline's default scheduler was anticipatory.",
		},
		{
			ID: "2.6.18", Label: "Linux 2.6.18 (2.6.13 to 2.6.21: pdflush, 10 % and 40 %)",
			Writeback: Pdflush, BackgroundRatio: 10, DirtyRatio: 40, LeastDirtyRatio: 5, UnmappedClamp: true, RatioOfTotal: true,
			ExpireCs: 3000, WritebackCs: 500,
			HotInodeQuirk: true, WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitMtime, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext34xfs, Barriers: ext4xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 3, CFQQuantum: 4,
			How:  Thread,
			Note: "Source of 2.6.18 read. ext4 is that of Red Hat Enterprise Linux 5.6, which has this kernel; that, and that XFS sends barriers by default since 2.6.17, is recalled.",
		},
		{
			ID: "2.6.24", Label: "Linux 2.6.24 (2.6.22 to 2.6.26: pdflush, 5 % and 10 %)",
			Writeback: Pdflush, BackgroundRatio: 5, DirtyRatio: 10, LeastDirtyRatio: 5, UnmappedClamp: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitMtime, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext3xfs, Barriers: []string{"xfs"}, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 3, CFQQuantum: 4,
			How:  Thread,
			Note: "Source of 2.6.24 read. From this release on, an inode that is dirtied again while it is written gets a new age.",
		},
		{
			ID: "2.6.28", Label: "Linux 2.6.28 (2.6.27 and 2.6.28: fdatasync ignores time stamps)",
			Writeback: Pdflush, BackgroundRatio: 5, DirtyRatio: 10, LeastDirtyRatio: 5, UnmappedClamp: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitBlocks, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext34xfs, Barriers: ext4xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 3, CFQQuantum: 4,
			How:  Thread,
			Note: "Source of 2.6.28 read. The check of fdatasync is present here and absent in 2.6.24; which release between them brought it was not found.",
		},
		{
			ID: "2.6.29", Label: "Linux 2.6.29 (2.6.29 to 2.6.31: pdflush, 10 % and 20 %, limits in bytes)",
			Writeback: Pdflush, BackgroundRatio: 10, DirtyRatio: 20, LeastDirtyRatio: 5, BytesKnobs: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitBlocks, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext34xfs, Barriers: ext4xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, CFQ: 3, CFQQuantum: 4,
			How:  Recalled,
			Note: "As 2.6.28, but for the limits. From 2.6.30 on the writes of fsync are scheduled as synchronous; this entry is 2.6.29.",
		},
		{
			ID: "2.6.32", Label: "Linux 2.6.32 (2.6.32 to 3.1: a flusher thread per device, 10 % and 20 %)",
			Writeback: Flusher, BackgroundRatio: 10, DirtyRatio: 20, LeastDirtyRatio: 5, BytesKnobs: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true, MaxWritebackPages: 1024,
			Fdatasync: CommitBlocks, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext34xfs, Barriers: ext4xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqFirst, NrRequests: 128, RequestBatches: true, SyncWritesTagged: true, CFQ: 3, CFQQuantum: 8,
			How:  Recalled,
			Note: "Limits and throttling were read in mm/page-writeback.c of 2.6.32.71. Writes of fsync are scheduled as synchronous since 2.6.30. Mainline ext3 mounted data=writeback by default for some releases after 2.6.30; distributions kept data=ordered.",
		},
		{
			ID: "3.2", Label: "Linux 3.2 (3.2 to 4.9: only the flusher writes, writers sleep)",
			Writeback: Flusher, BackgroundRatio: 10, DirtyRatio: 20, BytesKnobs: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			MaxWritebackPages: 1024,
			Fdatasync:         CommitBlocks, InodeLock: LockCommit, MtimeGranularityNs: second,
			FileSystems: ext34xfs, Barriers: ext34xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: cfqLatest, NrRequests: 128, RequestBatches: true, SyncWritesTagged: true, CFQ: 3, CFQQuantum: 8,
			How:  Thread,
			Note: "Source of 3.6 read. That ext3 sends barriers by default since about 3.1 is recalled.",
		},
		{
			ID: "5.10", Label: "Linux 5.10 (5.0 to 6.x: multi-queue block layer, throttled writeback)",
			Writeback: Flusher, BackgroundRatio: 10, DirtyRatio: 20, BytesKnobs: true, PerDeviceLimits: true,
			ExpireCs: 3000, WritebackCs: 500,
			MaxWritebackPages: 1024,
			Fdatasync:         CommitBlocks, InodeLock: LockNone, MtimeGranularityNs: second,
			FileSystems: ext4xfs, Barriers: ext4xfs, ReadAheadKB: 128, SyncFileRange: true,
			Schedulers: []string{"mq-deadline", "none"}, NrRequests: 256, SyncWritesTagged: true,
			WBTDiskUs: 75_000, WBTFlashUs: 2_000,
			How:  Thread,
			Note: "block/blk-wbt.c of 5.10 and block/mq-deadline.c read; writeback as in 3.6. Its ext4 driver mounts ext3 file systems, too, and treats them by its own rules. bfq and kyber, which it also has, are not modelled. Time stamps are finer than a second there, which no rule of its file systems depends on.",
		},
	}
}

// SendsBarriers reports whether the file system flushes the drive's cache at
// commits and syncs unless mounted otherwise.
func (k *Kernel) SendsBarriers(fileSystem string) bool {
	return slices.Contains(k.Barriers, fileSystem)
}

// KernelByID returns the kernel with that id.
func KernelByID(id string) (Kernel, bool) {
	return byID(kernels, id, func(k *Kernel) string { return k.ID })
}
