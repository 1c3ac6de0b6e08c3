package hardware

// benchmarkMachines returns the computers of published benchmarks whose authors
// say most of what is in them. What was not stated starts at a value that the note
// or a range explains.
func benchmarkMachines() []Machine {
	return []Machine{
		{
			ID: "i7-raid0-2011", Label: "quad-core i7, 2011: three 7,200 rpm disks in RAID 0, ext4 or XFS",
			Note: "The computer of a comparison of file systems and mount options. Processor, disks, RAID 0, Ubuntu 10.10 with kernel 2.6.35 and its file systems are stated.",
			CPU: CPU{
				Cores: 4, HWThreads: 8, SMTGain: 1.25,
				TPCBUs: 1000, SelectUs: 110,
				SwitchUs: 3, WakeUs: 15, LineNs: 60, SyscallUs: 0.15, Pread8kUs: 3, Pwrite8k: 3.3,
				How:  Typical,
				Note: "Four cores of 3 GHz are stated. A TPC-B transaction takes 0.7 to 1.3 ms on processors of the years 2008 to 2011.",
			},
			RAMkB: 8 << 20, RAMHow: Typical,
			Kernel: "2.6.32", KernelHow: Stated,
			FileSystem: "ext4", FileSystemHow: Stated,
			Scheduler: "cfq", SchedulerHow: Typical,
			Disk: "hdd-7200-2011", DiskHow: Inferred,
			SPTFAlpha: 0.2, SPTFAlphaHow: Typical,
			WriteCache: true, WriteCacheHow: Inferred,
			RAID: RAID0, RAIDDisks: 3, RAIDStripeKB: 64, RAIDHow: Stated,
			ControllerHow: Inferred, BatteryHow: Inferred,
			Build: "64-bit", BuildHow: Typical,
			Ranges: []Range{
				{"disk", "hdd-7200-2011, hdd-7200-2004", "SATA at 7,200 rpm is stated, not the model."},
				{"disk_write_cache", "on, off", "Ten times the throughput without barriers needs disks that acknowledge from memory."},
				{"raid_stripe", "64kB to 512kB", "Not stated: 64 kB was the default of md until 2010, 512 kB after."},
				{"scheduler", "cfq, deadline", "CFQ is the distribution's default; its server kernel may have had deadline."},
				{"cpu_per_transaction", "700us to 1300us", "Typical of the processors of those years."},
				{"ram", "4GB to 12GB", "Not stated. The tables take 160 MB."},
			},
		},
		{
			ID: "battery-2011", Label: "server, 2011: 16 GB, three disks in RAID 0 behind 256 MB of controller cache",
			Note: "The computer of the tests of ext3, XFS and vm.dirty_bytes. 16 GB and a controller with 256 MB and a battery are stated, and a kernel of 2.6.29 or later; the disks are not.",
			CPU: CPU{
				Cores: 4, HWThreads: 8, SMTGain: 1.25,
				TPCBUs: 1000, SelectUs: 110,
				SwitchUs: 3, WakeUs: 15, LineNs: 60, SyscallUs: 0.15, Pread8kUs: 3, Pwrite8k: 3.3,
				How:  Typical,
				Note: "Not stated. Four cores of the years 2009 to 2011.",
			},
			RAMkB: 16 << 20, RAMHow: Stated,
			Kernel: "2.6.32", KernelHow: Inferred,
			FileSystem: "ext3-ordered", FileSystemHow: Stated,
			Scheduler: "cfq", SchedulerHow: Typical,
			Disk: "hdd-7200-2011", DiskHow: Inferred,
			SPTFAlpha: 0.2, SPTFAlphaHow: Typical,
			WriteCache: false, WriteCacheHow: Typical,
			RAID: RAID0, RAIDDisks: 3, RAIDStripeKB: 64, RAIDHow: Inferred,
			Controller: "3ware-9550-256", ControllerHow: Inferred,
			Battery: true, BatteryHow: Stated,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: []Range{
				{"kernel", "2.6.29, 2.6.32", "The limits in bytes came with 2.6.29."},
				{"disk", "hdd-7200-2011, hdd-15k-sas-2006", "Not stated."},
				{"raid_disks", "2 to 6", "Not stated."},
				{"wal_device", "own, shared", "Not stated. Disks of its own for WAL were the author's advice."},
				{"scheduler", "cfq, deadline", "CFQ is the usual default."},
				{"build", "64-bit", "16 GB of memory."},
			},
		},
		{
			ID: "i5-ssd6-2022", Label: "i5-2500K, 2022: 8 GB, six Intel S3700 in an md array, ext4 or XFS",
			Note: "The computer of a comparison of RAID levels. Processor, memory, drives, the chunk of 64 kB, kernel 5.17 and the file systems are stated.",
			CPU: CPU{
				Cores: 4, HWThreads: 4, SMTGain: 1,
				TPCBUs: 300, SelectUs: 39,
				SwitchUs: 2, WakeUs: 10, LineNs: 60, SyscallUs: 0.2, Pread8kUs: 1.6, Pwrite8k: 1.8,
				How:  Inferred,
				Note: "Four cores of 3.3 GHz without hyper-threading are stated. Read-only, 101,000 transactions a second of a database in memory are 39 us on four cores; updates of one account, 20,800 a second at scale 50, are 190 us at most.",
			},
			RAMkB: 8 << 20, RAMHow: Stated,
			Kernel: "5.10", KernelHow: Stated,
			FileSystem: "ext4", FileSystemHow: Stated,
			Scheduler: "mq-deadline", SchedulerHow: Typical,
			Disk: "ssd-sata-dc-100-2012", DiskHow: Stated,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: RAID0, RAIDDisks: 6, RAIDStripeKB: 64, RAIDHow: Stated,
			ControllerHow: Stated, BatteryHow: Stated,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: []Range{
				{"scheduler", "mq-deadline, none", "Not stated; mq-deadline is the kernel's own choice for SATA."},
				{"cpu_per_transaction", "110us to 190us", "Of an update of one account (pgbench -N): 20,800 a second are 190 us if nothing but computing takes time on four cores."},
				{"build", "64-bit", "8 GB of memory."},
			},
		},
		{
			ID: "hdd-raid1-2015", Label: "8 cores, 2015: 16 GB, two disks in RAID 1, ext4",
			Note: "The computer of the tests of early flushing. The mail with the numbers says nothing about it; a later one of the same author has 2 processors with 8 cores, 16 GB, RAID 1 of rotating disks with 200 GB, Ubuntu 12.04 and ext4.",
			CPU: CPU{
				Cores: 8, HWThreads: 8, SMTGain: 1,
				TPCBUs: 500, SelectUs: 60,
				SwitchUs: 2, WakeUs: 12, LineNs: 200, SyscallUs: 0.15, Pread8kUs: 2, Pwrite8k: 2.2,
				How:  Typical,
				Note: "8 cores in two processors; costs are typical of servers of 2008 to 2014.",
			},
			RAMkB: 16 << 20, RAMHow: Thread,
			Kernel: "3.2", KernelHow: Thread,
			FileSystem: "ext4", FileSystemHow: Thread,
			Scheduler: "cfq", SchedulerHow: Typical,
			Disk: "hdd-15k-sas-2006", DiskHow: Fitted,
			SPTFAlpha: 0.2, SPTFAlphaHow: Typical,
			WriteCache: false, WriteCacheHow: Typical,
			RAID: RAID1, RAIDDisks: 2, RAIDStripeKB: 64, RAIDHow: Thread,
			ControllerHow: Inferred, BatteryHow: Inferred,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: []Range{
				{"disk", "hdd-7200-2011, hdd-10k-scsi-2003, hdd-15k-sas-2006", "Rotating disks are stated, 200 GB of room as well; no model."},
				{"controller_cache", "0 to 512MB", "Not stated. With a cache there would be no late transactions at all."},
				{"scheduler", "cfq, deadline", "CFQ is the distribution's default."},
				{"build", "64-bit", "16 GB of memory."},
			},
		},
		{
			ID: "e5-sata3-2017", Label: "two Xeon E5-2620 v4, 2017: 32 GB, three 7,200 rpm SATA disks",
			Note: "One of the computers of a study of WAL segment sizes. Processors, memory, disks and Linux 4.10 are stated; how the disks are put together, and the file system, are not.",
			CPU:  xeonE5v4(), RAMkB: 32 << 20, RAMHow: Stated,
			Kernel: "3.2", KernelHow: Inferred,
			FileSystem: "ext4", FileSystemHow: Inferred,
			Scheduler: "cfq", SchedulerHow: Typical,
			Disk: "hdd-7200-2011", DiskHow: Inferred,
			SPTFAlpha: 0.2, SPTFAlphaHow: Typical,
			WriteCache: true, WriteCacheHow: Inferred,
			RAID: RAID0, RAIDDisks: 3, RAIDStripeKB: 512, RAIDHow: Inferred,
			ControllerHow: Inferred, BatteryHow: Inferred,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: append(kernel410(), Range{
				"disk", "hdd-7200-2011", "7,200 rpm and SATA are stated, not the model."},
				Range{"raid", "0, 5", "\"sata-raid\" with three disks is RAID 0 or 5; the stripe unit is md's default."},
				Range{"barrier", "on, off", "1,600 commits a second at scale 50 mean large groups or drives that acknowledge flushes from memory."},
				Range{"scheduler", "cfq, deadline", "CFQ is the kernel's default, deadline that of some distributions."},
			),
		},
		{
			ID: "e5-nvme-2017", Label: "two Xeon E5-2620 v4, 2017: 32 GB, Intel 750 NVMe",
			Note: "One of the computers of a study of WAL segment sizes. Processors, memory, drive and Linux 4.10 are stated; the file system is not.",
			CPU:  xeonE5v4(), RAMkB: 32 << 20, RAMHow: Stated,
			Kernel: "3.2", KernelHow: Inferred,
			FileSystem: "ext4", FileSystemHow: Inferred,
			Scheduler: "noop", SchedulerHow: Typical,
			Disk: "nvme-750-2015", DiskHow: Stated,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Stated, ControllerHow: Stated, BatteryHow: Stated,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: kernel410(),
		},
		{
			ID: "xeon6230-ssd-2020", Label: "two Xeon Gold 6230, 2020: 40 cores, 188 GB, Intel D3-S4510 SATA SSD",
			Note: "The computer of a study of checkpoints. Processors, memory, drive and Linux 5.3 are stated; the file system is not.",
			CPU: CPU{
				Cores: 40, HWThreads: 80, SMTGain: 1.25,
				TPCBUs: 400, SelectUs: 45,
				SwitchUs: 1.5, WakeUs: 10, LineNs: 150, SyscallUs: 0.15, Pread8kUs: 1.5, Pwrite8k: 1.65,
				How:  Typical,
				Note: "Two processors with 20 cores and 40 threads each are stated; costs are typical of 2.1 GHz in 2019.",
			},
			RAMkB: 188 << 20, RAMHow: Stated,
			Kernel: "5.10", KernelHow: Stated,
			FileSystem: "ext4", FileSystemHow: Inferred,
			Scheduler: "mq-deadline", SchedulerHow: Typical,
			Disk: "ssd-sata-dc-2018", DiskHow: Stated,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Stated, ControllerHow: Typical, BatteryHow: Typical,
			Build: "64-bit", BuildHow: Stated,
			Ranges: []Range{
				{"filesystem", "ext4, xfs", "Not stated; ext4 is the distribution's default."},
				{"scheduler", "mq-deadline, none", "Not stated; mq-deadline is the kernel's own choice for SATA."},
				{"build", "64-bit", "188 GB of memory."},
			},
		},
	}
}

// xeonE5v4 is two E5-2620 v4 of 2.1 GHz.
func xeonE5v4() CPU {
	return CPU{
		Cores: 16, HWThreads: 32, SMTGain: 1.3,
		TPCBUs: 500, SelectUs: 60,
		SwitchUs: 2, WakeUs: 12, LineNs: 200, SyscallUs: 0.15, Pread8kUs: 2, Pwrite8k: 2.2,
		How:  Inferred,
		Note: "Two processors with 8 cores and 16 threads each are stated. On the fast drive 31,000 TPC-B and 52,000 simple updates a second are at most 670 and 400 us on 16 cores with a gain of 1.3.",
	}
}

// kernel410 is what stays open about a computer with Linux 4.10.
func kernel410() []Range {
	return []Range{
		{"kernel", "3.2, 5.10", "Linux 4.10 is stated. It stands between both: its writeback and its queues are those of the older one, and it was the first to hold back writeback in favor of reads."},
		{"filesystem", "ext4, xfs", "Not stated."},
		{"build", "64-bit", "32 GB of memory."},
	}
}
