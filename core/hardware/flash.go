package hardware

// Flash is a solid-state drive as its datasheet and public measurements
// describe it. I/Os a second are vendors' figures: random, 4 kB, on a full
// queue.
type Flash struct {
	ID            string
	Label         string
	NVMe          bool // else SATA
	CapacityGB    float64
	Channels      int64   // reads that proceed at the same time
	ReadUs        float64 // one random read on an idle drive
	WriteUs       float64 // until a write is in the drive's memory
	ReadIOPS      int64   // the controller's limit
	BurstIOPS     int64   // random writes into memory and fast flash
	SustainedIOPS int64   // random writes in the long run, garbage collection included
	ReadMBs       float64 // sequential, 1e6 bytes a second
	WriteMBs      float64
	SustainedMBs  float64 // sequential writes beyond the fast flash
	BufferMB      float64 // memory for writes
	SLCGB         float64 // fast flash (one bit a cell) that takes bursts, 0: none
	PLP           bool    // capacitors save the memory when power is lost
	FlushUs       float64 // FLUSH CACHE
	QueueDepth    int64
	How           How
	Note          string
}

// Flashes returns the solid-state drives of the lab, the oldest of each
// interface first.
//
// QueueDepth is that of the interface: 31 commands of NCQ, and of NVMe as many
// as a queue of the kernel holds (fewer than the drive would take). Capacities
// are those of the model the figures were read for, or usual ones. BufferMB is
// the size of the drive's memory, of which firmware keeps an unknown part for
// its tables.
func Flashes() []Flash {
	return []Flash{
		{
			ID: "ssd-sata-x25m-2010", Label: "SATA SSD, consumer, 160 GB, 2010",
			CapacityGB: 160, Channels: 10, ReadUs: 100, WriteUs: 95,
			ReadIOPS: 35000, BurstIOPS: 8600, SustainedIOPS: 4000,
			ReadMBs: 250, WriteMBs: 100, SustainedMBs: 100,
			BufferMB: 1, FlushUs: 1500, QueueDepth: 31,
			How:  Recalled,
			Note: "Class of the Intel X25-M G2. User data passes through a small buffer; there is no protection against a loss of power.",
		},
		{
			ID: "ssd-sata-320-2011", Label: "SATA SSD with power-loss protection, 300 GB, 2011",
			CapacityGB: 300, Channels: 10, ReadUs: 95, WriteUs: 90,
			ReadIOPS: 39500, BurstIOPS: 23000, SustainedIOPS: 5000,
			ReadMBs: 270, WriteMBs: 220, SustainedMBs: 220,
			BufferMB: 64, PLP: true, FlushUs: 120, QueueDepth: 31,
			How:  Datasheet,
			Note: "Intel 320: 270 and 220 MB/s, 23,000 random writes a second and power-loss protection were read in a review; latencies and the sustained rate are typical.",
		},
		{
			ID: "ssd-sata-dc-2013", Label: "SATA SSD for servers, power-loss protection, 400 GB, 2013",
			CapacityGB: 400, Channels: 8, ReadUs: 50, WriteUs: 55,
			ReadIOPS: 75000, BurstIOPS: 36000, SustainedIOPS: 36000,
			ReadMBs: 500, WriteMBs: 365, SustainedMBs: 365,
			BufferMB: 256, PLP: true, FlushUs: 60, QueueDepth: 31,
			How:  Recalled,
			Note: "Class of the Intel DC S3700; its 8 channels and its capacitors were read.",
		},
		{
			ID: "ssd-sata-dc-100-2012", Label: "SATA SSD for servers, power-loss protection, 100 GB, 2012",
			CapacityGB: 100, Channels: 8, ReadUs: 50, WriteUs: 65,
			ReadIOPS: 75000, BurstIOPS: 19000, SustainedIOPS: 19000,
			ReadMBs: 500, WriteMBs: 200, SustainedMBs: 200,
			BufferMB: 256, PLP: true, FlushUs: 60, QueueDepth: 31,
			How:  Recalled,
			Note: "Intel DC S3700, 100 GB: the smallest of its line writes little more than half as fast as the larger ones.",
		},
		{
			ID: "ssd-sata-dc-2018", Label: "SATA SSD for servers, power-loss protection, 960 GB, 2018",
			CapacityGB: 960, Channels: 8, ReadUs: 50, WriteUs: 45,
			ReadIOPS: 95000, BurstIOPS: 36000, SustainedIOPS: 36000,
			ReadMBs: 560, WriteMBs: 510, SustainedMBs: 510,
			BufferMB: 256, PLP: true, FlushUs: 60, QueueDepth: 31,
			How:  Recalled,
			Note: "Class of the Intel D3-S4510, 960 GB: rates of its data sheet; buffer, channels and flush are taken over from its predecessor.",
		},
		{
			ID: "ssd-sata-consumer-2013", Label: "SATA SSD, consumer, 250 GB, 2013",
			CapacityGB: 250, Channels: 8, ReadUs: 90, WriteUs: 40,
			ReadIOPS: 97000, BurstIOPS: 80000, SustainedIOPS: 10000,
			ReadMBs: 520, WriteMBs: 450, SustainedMBs: 450,
			BufferMB: 128, FlushUs: 2000, QueueDepth: 31,
			How:  Typical,
			Note: "The consumer drive of its year. A flush has to bring data and tables to flash.",
		},
		{
			ID: "nvme-750-2015", Label: "NVMe SSD, workstation, power-loss protection, 400 GB, 2015", NVMe: true,
			CapacityGB: 400, Channels: 36, ReadUs: 84, WriteUs: 20,
			ReadIOPS: 430000, BurstIOPS: 230000, SustainedIOPS: 60000,
			ReadMBs: 2200, WriteMBs: 900, SustainedMBs: 900,
			BufferMB: 512, PLP: true, FlushUs: 30, QueueDepth: 256,
			How:  Recalled,
			Note: "Intel 750, 400 GB: rates and random I/Os of the datasheet. The 230,000 random writes are a fresh drive's; the rate in the long run, the number of channels and the flush are typical of the class.",
		},
		{
			ID: "nvme-consumer-2018", Label: "NVMe SSD, consumer, 1 TB, 2018", NVMe: true,
			CapacityGB: 1000, Channels: 32, ReadUs: 67, WriteUs: 20,
			ReadIOPS: 500000, BurstIOPS: 450000, SustainedIOPS: 60000,
			ReadMBs: 3400, WriteMBs: 2500, SustainedMBs: 1200,
			BufferMB: 256, SLCGB: 42, FlushUs: 1500, QueueDepth: 256,
			How:  Datasheet,
			Note: "Samsung 970 EVO, 1 TB: 15,000 reads and 50,000 writes a second at depth 1, 500,000 and 450,000 at 128; 2500 MB/s into 6 to 42 GB of fast flash, then 1200. Flush time and sustained random rate are typical.",
		},
		{
			ID: "nvme-consumer-2023", Label: "NVMe SSD, consumer, 2 TB, 2023", NVMe: true,
			CapacityGB: 2000, Channels: 64, ReadUs: 50, WriteUs: 13,
			ReadIOPS: 1200000, BurstIOPS: 1000000, SustainedIOPS: 100000,
			ReadMBs: 7000, WriteMBs: 6500, SustainedMBs: 1500,
			BufferMB: 512, SLCGB: 200, FlushUs: 1640, QueueDepth: 256,
			How:  Thread,
			Note: "Samsung 990 PRO: pg_test_fsync of 2025 shows 1643 us for fdatasync of 8 kB. Another test of the model found 0.9 ms.",
		},
		{
			ID: "nvme-dc-2021", Label: "NVMe SSD for servers, power-loss protection, 4 TB, 2021", NVMe: true,
			CapacityGB: 3840, Channels: 128, ReadUs: 80, WriteUs: 15,
			ReadIOPS: 1000000, BurstIOPS: 200000, SustainedIOPS: 130000,
			ReadMBs: 6500, WriteMBs: 3500, SustainedMBs: 3500,
			BufferMB: 1024, PLP: true, FlushUs: 25, QueueDepth: 256,
			How:  Thread,
			Note: "Drives with power-loss protection take 12 to 58 us for a write of 16 kB with a flush, in published measurements; the rest is typical of datasheets.",
		},
	}
}
