package hardware

// Level is how disks form an array.
type Level string

// The levels.
const (
	NoRAID Level = "none"
	RAID0  Level = "0"  // striped
	RAID1  Level = "1"  // mirrored
	RAID5  Level = "5"  // striped with parity
	RAID6  Level = "6"  // striped with two parities
	RAID10 Level = "10" // striped over mirrored pairs
)

// MinDisks returns the fewest disks that form an array of the level.
func (l Level) MinDisks() int64 {
	switch l {
	case RAID0, RAID1:
		return 2
	case RAID5:
		return 3
	case RAID6, RAID10:
		return 4
	}
	return 1
}

// DataDisks returns how many of the disks hold different data.
func (l Level) DataDisks(disks int64) int64 {
	switch l {
	case RAID0:
		return disks
	case RAID5:
		return disks - 1
	case RAID6:
		return disks - 2
	case RAID10:
		return disks / 2
	}
	return 1
}

// Controller is a RAID controller with a cache.
type Controller struct {
	ID         string
	Label      string
	CacheMB    int64
	HitUs      float64 // a command that the cache answers
	BusMBs     float64 // rate between host and cache
	WriteShare float64 // of the cache for writes; the rest holds what was read
	High, Low  float64 // shares of the write cache: writing out begins above High and ends at Low
	IdleMs     int64   // without a command of the host until writing out begins anyway
	HostDepth  int64   // commands of the host at once
	DiskDepth  int64   // writes under way on one disk
	StripeKB   int64   // default stripe unit
	XorUs      float64 // parity of a stripe
	How        How
	Note       string
}

// Controllers returns the RAID controllers of the lab by the size of their
// cache, which can be another than the record's.
//
// BusMBs is what the bus of the time gives in practice: 64-bit PCI at 66 MHz,
// PCI-X, PCI Express.
func Controllers() []Controller {
	return []Controller{
		{
			ID: "lsi-megaraid-64", Label: "LSI MegaRAID, 64 MB, about 2005",
			CacheMB: 64, HitUs: 250, BusMBs: 300, WriteShare: 0.7, High: 0.8, Low: 0.5, IdleMs: 4000,
			HostDepth: 126, DiskDepth: 16, StripeKB: 64, XorUs: 150,
			How:  Typical,
			Note: "The manual of the 320-0 gives 32 to 128 MB of memory, stripes of 2 to 128 kB and the change to write-through without a battery. That the cache is written out after 4 s is recalled.",
		},
		{
			ID: "lsi-megaraid-128", Label: "LSI MegaRAID, 128 MB, about 2006",
			CacheMB: 128, HitUs: 200, BusMBs: 300, WriteShare: 0.7, High: 0.8, Low: 0.5, IdleMs: 4000,
			HostDepth: 126, DiskDepth: 16, StripeKB: 64, XorUs: 100,
			How:  Typical,
			Note: "As the smaller one.",
		},
		{
			ID: "3ware-9550-256", Label: "3ware 9550, 256 MB, about 2006",
			CacheMB: 256, HitUs: 150, BusMBs: 500, WriteShare: 0.8, High: 0.85, Low: 0.7, IdleMs: 2000,
			HostDepth: 255, DiskDepth: 32, StripeKB: 64, XorUs: 60,
			How:  Typical,
			Note: "PCI-X.",
		},
		{
			ID: "hp-p400-512", Label: "HP Smart Array P400, 512 MB, about 2008",
			CacheMB: 512, HitUs: 120, BusMBs: 1000, WriteShare: 0.9, High: 0.9, Low: 0.8, IdleMs: 1000,
			HostDepth: 256, DiskDepth: 32, StripeKB: 256, XorUs: 40,
			How:  Typical,
			Note: "The vendor describes a cache that runs full under load, absorbs overwrites, joins and reorders what it writes out, and keeps 90 % for writes by default.",
		},
	}
}

// ControllerByID returns the controller with that id.
func ControllerByID(id string) (Controller, bool) {
	return byID(Controllers(), id, func(c *Controller) string { return c.ID })
}

// ControllerOfSize returns the controller whose cache is the smallest that is
// not smaller than the given size, or the largest, and gives it that size.
func ControllerOfSize(cacheMB int64) Controller {
	list := Controllers()
	found := list[len(list)-1]
	for _, c := range list {
		if c.CacheMB >= cacheMB {
			found = c
			break
		}
	}
	found.CacheMB = cacheMB
	return found
}
