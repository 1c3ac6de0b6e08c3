package hardware

// presentMachines returns computers of today. Nothing about them was measured
// in an experiment: their values are typical of the class.
func presentMachines() []Machine {
	return []Machine{
		{
			ID: "laptop-nvme", Label: "laptop of today: 8 cores, 16 GB, consumer NVMe",
			Note: "A flush of its drive takes more than a millisecond: there are no capacitors.",
			CPU: CPU{
				Cores: 8, HWThreads: 16, SMTGain: 1.25,
				TPCBUs: 250, SelectUs: 28,
				SwitchUs: 1.5, WakeUs: 8, LineNs: 60, SyscallUs: 0.1, Pread8kUs: 1.2, Pwrite8k: 1.32,
				How: Typical,
			},
			RAMkB: 16 << 20, RAMHow: Typical,
			Kernel: "5.10", KernelHow: Typical,
			FileSystem: "ext4", FileSystemHow: Typical,
			Scheduler: "none", SchedulerHow: Typical,
			Disk: "nvme-consumer-2018", DiskHow: Typical,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Typical, ControllerHow: Typical, BatteryHow: Typical,
			Build: "64-bit", BuildHow: Typical,
			Ranges: []Range{
				{"disk", "nvme-consumer-2018, nvme-consumer-2023", "Flushes of consumer drives take 0.9 to 5 ms."},
			},
		},
		{
			ID: "cloud-gp3", Label: "cloud server: 4 vCPUs, 16 GB, gp3 with 3,000 IOPS",
			Note: "WAL, tables and checkpoints share the volume's 3,000 I/Os and 125 MiB a second.",
			CPU: CPU{
				Cores: 2, HWThreads: 4, SMTGain: 1.3,
				TPCBUs: 330, SelectUs: 38,
				SwitchUs: 2, WakeUs: 15, LineNs: 60, SyscallUs: 0.15, Pread8kUs: 1.8, Pwrite8k: 1.98,
				How: Typical,
			},
			RAMkB: 16 << 20, RAMHow: Typical,
			Kernel: "5.10", KernelHow: Typical,
			FileSystem: "xfs", FileSystemHow: Typical,
			Scheduler: "none", SchedulerHow: Typical,
			Disk: "ebs-gp3", DiskHow: Thread,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Typical, ControllerHow: Typical, BatteryHow: Typical,
			Build: "64-bit", BuildHow: Typical,
			Ranges: []Range{
				{"disk", "ebs-gp3, ebs-gp2", "Latency is not published: 0.6 to 2 ms for a commit."},
			},
		},
		{
			ID: "numa-server", Label: "server of today: 2 sockets, 128 cores, 512 GB, NVMe with power-loss protection",
			Note: "A line of memory that the other socket has changed takes 100 to 200 ns.",
			CPU: CPU{
				Cores: 128, HWThreads: 256, SMTGain: 1.25,
				TPCBUs: 260, SelectUs: 30,
				SwitchUs: 1.5, WakeUs: 10, LineNs: 200, SyscallUs: 0.1, Pread8kUs: 1.2, Pwrite8k: 1.32,
				How: Typical,
			},
			RAMkB: 512 << 20, RAMHow: Typical,
			Kernel: "5.10", KernelHow: Typical,
			FileSystem: "xfs", FileSystemHow: Typical,
			Scheduler: "none", SchedulerHow: Typical,
			Disk: "nvme-dc-2021", DiskHow: Thread,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Typical, ControllerHow: Typical, BatteryHow: Typical,
			Build: "64-bit", BuildHow: Typical,
		},
		{
			ID: "pi4-sd", Label: "Raspberry Pi 4: 4 cores, 4 GB, microSD card",
			Note: "One command at a time, and pauses while the card collects garbage.",
			CPU: CPU{
				Cores: 4, HWThreads: 4, SMTGain: 1,
				TPCBUs: 1100, SelectUs: 140,
				SwitchUs: 5, WakeUs: 25, LineNs: 60, SyscallUs: 0.3, Pread8kUs: 6, Pwrite8k: 6.6,
				How: Typical,
			},
			RAMkB: 4 << 20, RAMHow: Typical,
			Kernel: "5.10", KernelHow: Typical,
			FileSystem: "ext4", FileSystemHow: Typical,
			Scheduler: "mq-deadline", SchedulerHow: Typical,
			Disk: "sd-a1", DiskHow: Thread,
			WriteCache: true, WriteCacheHow: Typical,
			RAID: NoRAID, RAIDHow: Typical, ControllerHow: Typical, BatteryHow: Typical,
			Build: "64-bit", BuildHow: Typical,
			Ranges: []Range{
				{"disk", "sd-a1, sd-cheap", "Cards differ by a factor of twenty in random writes."},
			},
		},
	}
}
