package hardware

// Volume is a cloud volume of the kind of Amazon EBS: any number of servers
// behind a network, held back by token buckets.
type Volume struct {
	ID             string
	Label          string
	CapacityGiB    int64
	IOPS           int64 // that flow into the bucket each second
	MinIOPS        int64 // the least and the most that can be had
	MaxIOPS        int64
	BurstIOPS      int64 // taken out each second at most while credits last; 0: no credits
	Credits        int64 // I/Os that the bucket of credits holds
	IOPSPerGiB     int64 // a volume's IOPS follow its size; 0: bought by themselves
	MiBs           int64 // throughput
	MinMiBs        int64 // the least and the most that can be had
	MaxMiBs        int64
	KiBPerIO       int64   // adjacent I/Os count as one up to this length, and longer ones as several
	InFlight       int64   // I/Os under way at most
	ReadUs         float64 // median
	WriteUs        float64 // median
	Sigma          float64 // of the logarithm of the latency
	PauseFreeMs    int64   // I/Os of this much time pass in one go after a rest
	How            How
	PauseFreeHow   How
	Note           string
	MoreThroughput int64 // a volume has at most one MiB/s of throughput for so many IOPS; 0: no such rule
}

// Volumes returns the cloud volumes of the lab.
//
// Limits are the vendor's published ones (Amazon EBS volume types). The
// latencies are not: the vendor says "single-digit milliseconds", measurements
// say 0.6 to 2 ms. Over how long a time the limits are averaged is not
// published at all; PauseFreeMs is a guess between 0 and a second, and matters
// only to bursts shorter than that.
func Volumes() []Volume {
	return []Volume{
		{
			ID: "ebs-gp2", Label: "Amazon EBS gp2, 500 GiB: 1,500 IOPS, bursts of 3,000",
			CapacityGiB: 500, IOPS: 1500, MinIOPS: 100, MaxIOPS: 16000,
			BurstIOPS: 3000, Credits: 5_400_000, IOPSPerGiB: 3,
			MiBs: 250, MinMiBs: 250, MaxMiBs: 250,
			KiBPerIO: 256, InFlight: 128, ReadUs: 800, WriteUs: 900, Sigma: 0.35,
			PauseFreeMs: 100, How: Thread, PauseFreeHow: Inferred,
			Note: "3 IOPS for each GiB, at least 100; a full bucket of 5.4 million credits pays for bursts of 3,000. The volume begins with a full one.",
		},
		{
			ID: "ebs-gp3", Label: "Amazon EBS gp3: 3,000 IOPS and 125 MiB/s unless more is bought",
			CapacityGiB: 500, IOPS: 3000, MinIOPS: 3000, MaxIOPS: 16000,
			MiBs: 125, MinMiBs: 125, MaxMiBs: 1000, MoreThroughput: 4,
			KiBPerIO: 256, InFlight: 128, ReadUs: 700, WriteUs: 800, Sigma: 0.35,
			PauseFreeMs: 100, How: Thread, PauseFreeHow: Inferred,
			Note: "3,000 IOPS and 125 MiB/s whatever the size, up to 16,000 and 1,000 for money.",
		},
	}
}
