package hardware

// machines is made once: every look at a scenario's settings asks for one.
var machines = allMachines()

// Machines returns the computers of the lab, those of the experiments in the
// order of their years, then those of today; the first is the default.
func Machines() []Machine { return append([]Machine(nil), machines...) }

func allMachines() []Machine {
	list := []Machine{meddle2011()}
	list = append(list, pastMachines()...)
	return append(list, presentMachines()...)
}

// meddle2011 is the computer of the shared buffers challenge.
func meddle2011() Machine {
	return Machine{
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
		RAID: NoRAID, RAIDHow: Inferred, ControllerHow: Inferred, BatteryHow: Inferred,
		Build: "32-bit", BuildHow: Inferred,
		Ranges: []Range{
			{"kernel", "2.6.18 to 2.6.32", "The mail names none. It must be one under which pages written by PostgreSQL reach the disk within seconds; 2.6.18 is the kernel of the enterprise distributions of the time."},
			{"disk", "hdd-7200-2011, hdd-7200-2004, hdd-7200-laptop-2006, hdd-5400-laptop-2006", "The mail names none. The first run is slow enough only for the slowest of them."},
			{"disk_sptf_alpha", "0.12 to 0.25", "How much a drive's firmware gains by choosing the order of its writes was measured for other drives, not for this one."},
			{"cpu_per_transaction", "1700us to 2300us", "At four clients a transaction takes 3.5 to 4.6 ms of computing and waiting on two cores."},
			{"filesystem", "ext3-ordered", "862 commits a second from 4 clients need a disk that acknowledges flushes from its cache (a 7,200 rpm disk without one allows about 240), so there were no barriers: the default of ext3."},
			{"build", "32-bit", "34 MB for an index on two million integers means 16 bytes an entry, which only a 32-bit build has."},
		},
	}
}

// MachineByID returns the machine with that id.
func MachineByID(id string) (Machine, bool) {
	return byID(machines, id, func(m *Machine) string { return m.ID })
}
