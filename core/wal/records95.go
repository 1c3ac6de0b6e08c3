package wal

// A record of 9.5 and later (access/transam/xloginsert.c, access/xlogrecord.h):
// a header of 24 bytes; a reference to each page it changes, 4 bytes with the
// relation's 12 and the block's 4, or without the relation if it is that of the
// reference before; an image header of 5 bytes if the page goes whole into the
// record; the data that belongs to a page, left out if the page is there whole;
// and the data of the record itself with 2 bytes for its length.
const (
	header95 = 24
	page95   = 4 + 12 + 4
	samePage = 4 + 4
	own95    = 2
	image95  = 5
	align95  = 8
)

// format95 is 9.5 and later. The lengths of 15 are those that pg_waldump of 15.18
// shows (a HOT update of a balance: 72.1 on average). Pruning says from 16 on
// whether the table is a catalog, in an aligned structure; from 17 on it has two
// bytes of flags and a transaction, and a count before each list
// (access/heapam_xlog.h of 15, 16, 17).
func format95(from16, from17 bool) Format {
	f := Format{
		align: align95, image: image95,
		Commit:     Record{Always: header95 + own95 + 8},
		Checkpoint: Record{Always: header95 + own95 + 88},
		HeapLock:   Record{Always: header95 + page95 + own95 + 8},
		hotUpdate:  Record{Always: header95 + page95 + own95 + 14, OfPage: 4 + tupleHead + 1 + changedBytes},
		update:     Record{Always: header95 + page95 + samePage + own95 + 14, OfPage: tupleHead},
		insert:     Record{Always: header95 + page95 + own95 + 3, OfPage: tupleHead},
		index:      Record{Always: header95 + page95 + own95 + 2},
		prune:      Record{Always: header95 + page95 + own95 + 8},
		split:      Record{Always: header95 + page95 + samePage + own95 + 10},
		deletion:   Record{Always: header95 + page95 + own95 + 8}, // as in 13; 16 up to 12
	}
	if from16 {
		f.prune.Always++
	}
	if from17 {
		f.prune.Always = header95 + page95 + own95 + 2 + 4
		f.listHead = 2
	}
	return f
}
