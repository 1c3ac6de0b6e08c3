package wal

// PageSize is the size of a WAL page and of a data page in bytes (XLOG_BLCKSZ,
// BLCKSZ).
const PageSize = 8192

// Sizes gives the length in bytes of the records of one build and release.
type Sizes struct {
	align  int64
	header int64 // XLogRecord
	image  int64 // BkpBlock
	update int64 // xl_heap_update
	insert int64 // xl_heap_insert
	clean  int64 // xl_heap_clean
	commit int64 // xl_xact_commit

	deletion int64 // xl_btree_delete

	block int64 // RelFileNode and ItemPointer; two bytes of padding may follow
	fixed int64 // a tuple's header up to its null bitmap; it is not logged
	whole bool  // an image has the page's hole in it, too
	both  bool  // a split logs the entries of both pages
}

// SizesOf returns the record lengths for a build that aligns to align bytes (4
// on 32-bit x86, 8 on 64-bit). from84 tells of 8.4 and later, whose block
// references carry a fork number and whose heap records tell of the visibility
// map; from90 of 9.0 and later, whose records also serve standbys; from92 of 9.2
// and later, which have a short record for a commit that drops nothing.
func SizesOf(align int64, from84, from90, from92 bool) Sizes {
	s := Sizes{align: align, image: 20, update: blockAndRow + 2 + 6, insert: blockAndRow, clean: 20, commit: 16,
		deletion: deletion74, block: blockAndRow, fixed: fixedPart}
	s.header = s.aligned(26) // xl_crc, xl_prev, xl_xid, xl_tot_len, xl_len, xl_info, xl_rmid
	if from84 {
		s.image = 24
		s.update += 2
		s.insert += 2 + 1
	}
	if from90 {
		s.clean = 24
		s.commit = 32
		s.deletion = deletion90
	}
	if from92 {
		s.commit = 12 // xl_xact_commit_compact
	}
	return s
}

func (s Sizes) aligned(n int64) int64 { return (n + s.align - 1) &^ (s.align - 1) }

func (s Sizes) record(data int64) int64 { return s.aligned(s.header + data) }

const (
	blockAndRow = 18
	fixedPart   = 23
	tupleHead   = 5 // xl_heap_header

	// xl_btree_split of 8.3 and later: the relation, three neighbors, the level and
	// two places on the page.
	splitNumbers = 12 + 3*4 + 4 + 2*2
	// xl_btree_delete: the relation and the block, from 9.0 on also the table and
	// the number of entries.
	deletion74 = 16
	deletion90 = deletion74 + 16
)

// HeapUpdate is the record of an update, HOT or not, whose new tuple has the
// given length (header included).
func (s Sizes) HeapUpdate(tuple int64) int64 {
	return s.record(s.update + tupleHead + tuple - s.fixed)
}

// HeapInsert is the record of an insert of a tuple of the given length.
func (s Sizes) HeapInsert(tuple int64) int64 {
	return s.record(s.insert + tupleHead + tuple - s.fixed)
}

// IndexInsert is the record of an insert of an entry of the given length into a
// B-tree leaf.
func (s Sizes) IndexInsert(entry int64) int64 { return s.record(s.block + entry) }

// HeapLock is the record of a lock on a row or of its deletion: xl_heap_lock of
// 8.1 and later, xl_heap_delete; both take the row and a few bytes.
func (s Sizes) HeapLock() int64 { return s.record(s.block + 5) }

// Prune is the record of pruning n dead tuples off a page: one line pointer is
// redirected, n are freed. Pages with several updated rows redirect one each; for
// pgbench's small tables that makes some 2 bytes a transaction.
func (s Sizes) Prune(n int64) int64 { return s.record(s.clean + 4 + 2*n) }

// Commit is the record of a commit.
func (s Sizes) Commit() int64 { return s.record(s.commit) }

// Checkpoint is the record of a checkpoint.
func (s Sizes) Checkpoint() int64 { return s.record(64) }

// Image is the full-page image of a page with used bytes outside its hole.
func (s Sizes) Image(used int64) int64 {
	if s.whole {
		used = PageSize
	}
	return s.image + used
}
