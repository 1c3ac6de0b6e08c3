package hardware

// Disks returns the rotating disks of the lab, the youngest of each class first.
//
// Seek times, rates and cache sizes are a datasheet's or a review's where How
// says so. BusMBs is the rate of the interface standard the drive was sold
// with. SPTFAlpha is one number for all: measured gains of command queueing
// are about a factor of two at a depth of 32, which is depth^0.20; a perfect
// shortest-positioning-time-first order would give depth^0.26; firmware lies
// between 0.12 and 0.25. WriteSegments is typical of the class, not read in a
// datasheet: product manuals speak of a bounded list of cached writes and
// seldom of its length, and drives measured for DiskSim keep between a few and
// some tens.
func Disks() []Disk {
	return []Disk{
		{
			ID: "hdd-7200-2011", Label: "3.5-inch SATA, 7,200 rpm, 1 TB, 2011",
			RPM: 7200, TrackMs: 0.9, AvgMs: 8.5, FullMs: 17.0,
			WriteSettleMs: 0.6, HeadSwitchMs: 0.7, Heads: 4,
			CapacityGB: 1000, OuterMBs: 125, InnerMBs: 62,
			OverheadMs: 0.05, BusMBs: 300, QueueDepth: 31, CacheMB: 32, WriteSegments: 32, SPTFAlpha: 0.2, WriteCache: true,
			How:  Recalled,
			Note: "Class of the Seagate Barracuda 7200.12. The 138 MB/s that were read for a Barracuda XT agree with the outer rate.",
		},
		{
			ID: "hdd-7200-2004", Label: "3.5-inch SATA, 7,200 rpm, 80 GB, 2004",
			RPM: 7200, TrackMs: 1.0, AvgMs: 8.5, FullMs: 17.5,
			WriteSettleMs: 0.8, HeadSwitchMs: 0.8, Heads: 2,
			CapacityGB: 80, OuterMBs: 58, InnerMBs: 32,
			OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, WriteSegments: 16, SPTFAlpha: 0.2, WriteCache: true,
			How:  Datasheet,
			Note: "Seagate Barracuda 7200.7: average seek 8.5 ms, media rate 683 Mbit/s. The other values are typical of the class.",
		},
		{
			ID: "hdd-7200-laptop-2006", Label: "2.5-inch SATA, 7,200 rpm, 100 GB, 2006",
			RPM: 7200, TrackMs: 1.0, AvgMs: 10.5, FullMs: 18,
			WriteSettleMs: 0.8, HeadSwitchMs: 1.0, Heads: 4,
			CapacityGB: 100, OuterMBs: 55, InnerMBs: 28,
			OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, WriteSegments: 16, SPTFAlpha: 0.2, WriteCache: true,
			How:  Typical,
			Note: "The fast laptop disk of its year.",
		},
		{
			ID: "hdd-5400-laptop-2006", Label: "2.5-inch SATA, 5,400 rpm, 100 GB, 2006",
			RPM: 5400, TrackMs: 1.0, AvgMs: 12, FullMs: 20,
			WriteSettleMs: 0.8, HeadSwitchMs: 1.0, Heads: 4,
			CapacityGB: 100, OuterMBs: 45, InnerMBs: 22,
			OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, WriteSegments: 16, SPTFAlpha: 0.2, WriteCache: true,
			How:  Typical,
			Note: "Seek times are the datasheet's of the Hitachi Travelstar 5K320 (12 ms read, 13 ms write, 20 ms full stroke); rates are typical of 2005 and 2006.",
		},
		{
			ID: "hdd-10k-raptor-2004", Label: "3.5-inch SATA, 10,000 rpm, 74 GB, 2004",
			RPM: 10000, TrackMs: 0.6, AvgMs: 4.5, FullMs: 9.9,
			WriteSettleMs: 0.7, HeadSwitchMs: 0.5, Heads: 4,
			CapacityGB: 74, OuterMBs: 72, InnerMBs: 53,
			OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, WriteSegments: 16, SPTFAlpha: 0.2, WriteCache: true,
			How:  Datasheet,
			Note: "Western Digital Raptor WD740GD: 4.5 ms read and 5.9 ms write seek, 72 MB/s.",
		},
		{
			ID: "hdd-10k-scsi-2003", Label: "3.5-inch SCSI, 10,000 rpm, 146 GB, 2003",
			RPM: 10000, TrackMs: 0.4, AvgMs: 4.7, FullMs: 9.7,
			WriteSettleMs: 0.5, HeadSwitchMs: 0.3, Heads: 8,
			CapacityGB: 146, OuterMBs: 69, InnerMBs: 38,
			OverheadMs: 0.1, BusMBs: 320, QueueDepth: 32, CacheMB: 8, WriteSegments: 16, SPTFAlpha: 0.2,
			How:  Recalled,
			Note: "Class of the Seagate Cheetah 10K.6. SCSI disks were normally run with the write cache off.",
		},
		{
			ID: "hdd-15k-sas-2006", Label: "3.5-inch SAS, 15,000 rpm, 300 GB, 2006",
			RPM: 15000, TrackMs: 0.25, AvgMs: 3.5, FullMs: 7.2,
			WriteSettleMs: 0.4, HeadSwitchMs: 0.25, Heads: 8,
			CapacityGB: 300, OuterMBs: 125, InnerMBs: 73,
			OverheadMs: 0.05, BusMBs: 300, QueueDepth: 64, CacheMB: 16, WriteSegments: 32, SPTFAlpha: 0.2,
			How:  Recalled,
			Note: "Class of the Seagate Cheetah 15K.5. The seek times that were read for a Hitachi Ultrastar 15K450 (3.1 to 3.3 ms read, 3.6 to 3.8 ms write) agree.",
		},
	}
}

// DiskByID returns the disk with that id.
func DiskByID(id string) (Disk, bool) {
	return byID(Disks(), id, func(d *Disk) string { return d.ID })
}
