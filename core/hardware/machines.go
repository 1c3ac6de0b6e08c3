package hardware

// Machines returns the computers of the lab; the first is the default.
func Machines() []Machine {
	return []Machine{
		{
			ID: "meddle2011", Label: "meddle, 2011: 2 cores, 2 GB, one laptop disk, ext3",
			Note: "The computer of the shared buffers challenge. Only its memory is stated.",
			CPU: CPU{
				Cores: 2, HWThreads: 2, SMTGain: 1,
				TPCBUs: 2050, SelectUs: 190,
				SwitchUs: 3, WakeUs: 15, LineNs: 60, SyscallUs: 0.2, Pread8kUs: 4, Pwrite8k: 4.4,
				How:  Inferred,
				Note: "862 transactions a second on two cores with an idle disk leave about 2 ms of CPU for each.",
			},
			RAMkB: 2 << 20, RAMHow: Stated,
			Kernel: "2.6.18", KernelHow: Inferred,
			FileSystem: "ext3-ordered", FileSystemHow: Inferred,
			Scheduler: "cfq", SchedulerHow: Inferred,
			Disk: "hdd-5400-laptop-2006", DiskHow: Fitted,
			SPTFAlpha: 0.12, SPTFAlphaHow: Fitted,
			WriteCache: true, WriteCacheHow: Inferred,
			Build: "32-bit", BuildHow: Inferred,
			Ranges: []Range{
				{"kernel", "2.6.18 to 2.6.32", "The mail names none. It must be one under which pages written by PostgreSQL reach the disk within seconds; 2.6.18 is the kernel of the enterprise distributions of the time."},
				{"disk", "hdd-7200-2011, hdd-7200-2004, hdd-7200-laptop-2006, hdd-5400-laptop-2006", "The mail names none. The first run is slow enough only for the slowest of them."},
				{"disk_sptf_alpha", "0.12 to 0.25", "How much a drive's firmware gains by choosing the order of its writes was measured for other drives, not for this one."},
				{"cpu_per_transaction", "1700us to 2300us", "At four clients a transaction takes 3.5 to 4.6 ms of computing and waiting on two cores."},
				{"filesystem", "ext3-ordered", "862 commits a second from 4 clients need a disk that acknowledges flushes from its cache (a 7,200 rpm disk without one allows about 240), so there were no barriers: the default of ext3."},
				{"build", "32-bit", "34 MB for an index on two million integers means 16 bytes an entry, which only a 32-bit build has."},
			},
		},
		{
			ID: "power7-2014", Label: "POWER7, 2014: 16 cores, 64 hardware threads, 64 GB",
			Note: "The computer on which buffer eviction was measured in 2014. Cores, threads and memory are stated; the database of the reads fits its memory.",
			CPU: CPU{
				Cores: 16, HWThreads: 64, SMTGain: 1.7,
				TPCBUs: 900, SelectUs: 80,
				SwitchUs: 4, WakeUs: 135, LineNs: 228, SyscallUs: 0.3, Pread8kUs: 5, Pwrite8k: 5.5,
				How:  Fitted,
				Note: "157,732 selects a second from 16 clients on 16 cores leave 0.1 ms for each, of which misses take a fifth; 271,536 from 64 clients are 1.7 times as many. The wake-up and the cache line are fitted on the run without a patch.",
			},
			RAMkB: 64 << 20, RAMHow: Stated,
			Kernel: "2.6.32", KernelHow: Typical,
			FileSystem: "ext4", FileSystemHow: Typical,
			Scheduler: "deadline", SchedulerHow: Typical,
			Disk: "hdd-7200-2011", DiskHow: Typical,
			SPTFAlpha: 0.2, SPTFAlphaHow: Typical,
			WriteCache: true, WriteCacheHow: Typical,
			Build: "64-bit", BuildHow: Inferred,
			Ranges: []Range{
				{"wake_latency", "60us to 250us", "How long a process that slept for a lock takes to run again was not measured. With the time BufFreelistLock is held it sets the throughput of the unpatched server."},
				{"cache_line_ns", "100 to 300", "A line from another core of the same chip takes about 60 ns, from the other chip 200 ns and more under load."},
				{"smt_gain", "1.4 to 1.8", "Four hardware threads a core."},
				{"cpu_per_transaction", "70us to 100us", "157,732 selects a second on 16 cores are 101 us each, misses included."},
				{"kernel", "2.6.32 to 3.14", "Not stated. It has no part in the runs that only read."},
				{"filesystem", "ext4, xfs", "Not stated."},
				{"disk", "hdd-7200-2011 and others", "Not stated. About 800 TPC-B transactions a second mean a disk that acknowledges flushes early."},
				{"build", "64-bit", "8 GB of shared_buffers need it."},
			},
		},
	}
}

// MachineByID returns the machine with that id.
func MachineByID(id string) (Machine, bool) {
	return byID(Machines(), id, func(m *Machine) string { return m.ID })
}
