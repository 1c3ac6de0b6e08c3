package hardware

// second is the granularity of ext3's time stamps (fs/ext3/super.c never sets
// a finer s_time_gran), in nanoseconds.
const second = 1_000_000_000

// Kernels returns the Linux releases of the lab, the oldest first. Each stands
// for a span of releases that write back in the same way.
//
// Sources: mm/page-writeback.c and fs/fs-writeback.c for the limits, the
// periods and who writes; fs/ext3/fsync.c for the rule of fdatasync;
// block/cfq-iosched.c and block/blk-core.c for the request queue.
func Kernels() []Kernel {
	return []Kernel{
		{
			ID: "2.6.18", Label: "Linux 2.6.18 (2.6.9 to 2.6.21: pdflush, 10 % and 40 %)",
			BackgroundRatio: 10, DirtyRatio: 40, UnmappedClamp: true, RatioOfTotal: true,
			ExpireCs: 3000, WritebackCs: 500,
			HotInodeQuirk: true, WriterDoesIO: true,
			Fdatasync:  CommitMtime,
			NrRequests: 128, MaxWritebackPages: 1024, MtimeGranularityNs: second,
			How:  Thread,
			Note: "Source of 2.6.11 and 2.6.18 read.",
		},
		{
			ID: "2.6.24", Label: "Linux 2.6.24 (2.6.22 to 2.6.26: pdflush, 5 % and 10 %)",
			BackgroundRatio: 5, DirtyRatio: 10, UnmappedClamp: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true,
			Fdatasync:    CommitMtime,
			NrRequests:   128, MaxWritebackPages: 1024, MtimeGranularityNs: second,
			How:  Thread,
			Note: "Source of 2.6.24 read. From this release on, an inode that is dirtied again while it is written gets a new age.",
		},
		{
			ID: "2.6.28", Label: "Linux 2.6.28 (2.6.27 and 2.6.28: fdatasync ignores time stamps)",
			BackgroundRatio: 5, DirtyRatio: 10, UnmappedClamp: true,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true,
			Fdatasync:    CommitBlocks,
			NrRequests:   128, MaxWritebackPages: 1024, MtimeGranularityNs: second,
			How:  Thread,
			Note: "Source of 2.6.28 read. The check of fdatasync is present here and absent in 2.6.24; which release between them brought it was not found.",
		},
		{
			ID: "2.6.32", Label: "Linux 2.6.32 (2.6.32 to 3.1: a flusher thread per device, 10 % and 20 %)",
			BackgroundRatio: 10, DirtyRatio: 20,
			ExpireCs: 3000, WritebackCs: 500,
			WriterDoesIO: true,
			Fdatasync:    CommitBlocks, SyncWritesTagged: true,
			NrRequests: 128, MaxWritebackPages: 1024, MtimeGranularityNs: second,
			How:  Recalled,
			Note: "Writes of fsync are scheduled as synchronous since 2.6.30. Mainline ext3 mounted data=writeback by default for some releases after 2.6.30; distributions kept data=ordered.",
		},
		{
			ID: "3.2", Label: "Linux 3.2 (3.2 and later 3.x: only the flusher writes, writers sleep)",
			BackgroundRatio: 10, DirtyRatio: 20,
			ExpireCs: 3000, WritebackCs: 500,
			Fdatasync: CommitBlocks, SyncWritesTagged: true,
			NrRequests: 128, MaxWritebackPages: 1024, MtimeGranularityNs: second,
			How:  Thread,
			Note: "Source of 3.6 read. The pages of a turn follow the measured bandwidth from 3.2 on; 1024 is the smallest turn.",
		},
	}
}

// KernelByID returns the kernel with that id.
func KernelByID(id string) (Kernel, bool) {
	return byID(Kernels(), id, func(k *Kernel) string { return k.ID })
}
