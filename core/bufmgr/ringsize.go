package bufmgr

// RingRules are what the size of rings depends on in the later releases.
type RingRules struct {
	// Release is the major release times 100: 803 for 8.3, 906 for 9.6, 1700
	// for 17.
	Release int
	// VacuumPages is vacuum_buffer_usage_limit in pages of 8 kB (16 and later),
	// 0 to 2097152; negative: its default.
	VacuumPages int
	// CombinePages and Concurrency are io_combine_limit in pages and
	// effective_io_concurrency, which a bulk read's ring grows with from 18 on;
	// negative: their defaults, 16 each.
	CombinePages, Concurrency int
	// PinLimit is how many buffers one backend may pin (18), 0: no limit.
	PinLimit int
}

// RulesOf returns the rules of a release at its default settings.
func RulesOf(release int) RingRules {
	return RingRules{Release: release, VacuumPages: -1, CombinePages: -1, Concurrency: -1}
}

// Defaults: io_combine_limit 128 kB (17) and effective_io_concurrency 16 (18);
// vacuum_buffer_usage_limit 256 kB in 16, 2 MB in 17.
const (
	defaultCombinePages = 128 / 8
	defaultConcurrency  = 16
	vacuumPages17       = 2048 / 8
)

// Size returns the number of buffers in a ring of this kind over a pool of this
// many, or 0 if there is no ring: GetAccessStrategy of storage/buffer/freelist.c
// in 8.3, 8.4, 16, 17 and 18.
func (r RingRules) Size(kind RingKind, buffers int) int {
	switch {
	case kind == BulkWrite && r.Release < 804:
		return 0 // bulk writes have a ring since 8.4
	case kind == Vacuum && r.Release >= 1600 && r.VacuumPages >= 0:
		return min(r.VacuumPages, buffers/8)
	case kind == Vacuum && r.Release >= 1700:
		return min(vacuumPages17, buffers/8)
	case kind == BulkRead && r.Release >= 1800:
		return min(r.bulkRead18(), buffers/8)
	}
	return RingSize(kind, buffers)
}

// bulkRead18 leaves room for the reads that asynchronous I/O has under way.
func (r RingRules) bulkRead18() int {
	combine, concurrency := r.CombinePages, r.Concurrency
	if combine < 0 {
		combine = defaultCombinePages
	}
	if concurrency < 0 {
		concurrency = defaultConcurrency
	}
	n := ringPages + combine*concurrency
	if r.PinLimit > 0 {
		n = max(ringPages, min(n, r.PinLimit))
	}
	return n
}
