package wal

// PageSize is the size of a WAL page and of a data page in bytes (XLOG_BLCKSZ,
// BLCKSZ).
const PageSize = 8192

// Sizes gives the length in bytes of the records of one build and release.
type Sizes struct {
	align  int64
	header int64 // XLogRecord
	image  int64 // BkpBlock
	commit int64
}

// SizesOf returns the record lengths for a build that aligns to align bytes (4
// on 32-bit x86, 8 on 64-bit). fork tells whether block references carry a
// fork number (8.4 and later); fullCommit whether commit records list dropped
// relations and invalidations in full (9.0 and later).
func SizesOf(align int64, fork, fullCommit bool) Sizes {
	s := Sizes{align: align, image: 20, commit: 16}
	s.header = s.aligned(26) // xl_crc, xl_prev, xl_xid, xl_tot_len, xl_len, xl_info, xl_rmid
	if fork {
		s.image = 24
	}
	if fullCommit {
		s.commit = 32
	}
	return s
}

func (s Sizes) aligned(n int64) int64 { return (n + s.align - 1) &^ (s.align - 1) }

func (s Sizes) record(data int64) int64 { return s.aligned(s.header + data) }

const (
	target    = 20 // xl_heaptid: RelFileNode and ItemPointer, padded
	fixedPart = 23 // a tuple's header up to its null bitmap; it is not logged
	tupleHead = 5  // xl_heap_header
)

// HeapUpdate is the record of an update, HOT or not, whose new tuple has the given
// length in bytes (header included).
func (s Sizes) HeapUpdate(tuple int64) int64 {
	return s.record(target + 8 + tupleHead + tuple - fixedPart)
}

// HeapInsert is the record of an insert of a tuple of the given length.
func (s Sizes) HeapInsert(tuple int64) int64 {
	return s.record(target + 1 + tupleHead + tuple - fixedPart)
}

// IndexInsert is the record of an insert into a B-tree leaf.
func (s Sizes) IndexInsert(entry int64) int64 { return s.record(target - 2 + entry) }

// Prune is the record of pruning n dead tuples off a page.
func (s Sizes) Prune(n int64) int64 { return s.record(24 + 4*n) }

// Commit is the record of a commit.
func (s Sizes) Commit() int64 { return s.record(s.commit) }

// Checkpoint is the record of a checkpoint.
func (s Sizes) Checkpoint() int64 { return s.record(64) }

// Image is the full-page image of a page with used bytes outside its hole.
func (s Sizes) Image(used int64) int64 { return s.image + used }
