package wal

import "clocksweep/core/sim"

// Record is the length in bytes of a record: what is always there, and what
// belongs to the page and is left out with a full-page image of it.
type Record struct{ Always, OfPage int64 }

// Format is how long records are in one release from 9.3 on.
type Format struct {
	align int64
	image int64 // header of a full-page image

	// The records of one length. HeapLock says that a row is being moved to another
	// page, or that a transaction has waited for it. hotUpdate is an update that stays on its page and changes a few bytes of an
	// integer column; it is not set if the whole row is logged.
	Commit, Checkpoint, HeapLock Record
	hotUpdate                    Record

	// Those of rows and index entries, without what these add; of pruning, without
	// the lists of line pointers, each of which has a count of listHead bytes before
	// it.
	update, insert, index, prune Record
	split, deletion              Record
	listHead                     int64
}

// FormatOf returns the format of a release for a build that aligns to align bytes
// (4 or 8). from94 tells of 9.4 and later, which log only the bytes of a row that
// differ if it stays on its page; from95 of 9.5 and later (records95.go); from16
// and from17 of 16 and 17, which changed what pruning logs.
func FormatOf(align int64, from94, from95, from16, from17 bool) Format {
	if from95 {
		return format95(from16, from17)
	}
	return format93(align, from94)
}

// format93 is 9.3 and 9.4 (access/heapam_xlog.h, access/nbtree.h, access/xact.h,
// and access/xlog.h for the header of 26 bytes, padded to 32 with 8-byte
// alignment, and of an image). What is copied from a row goes with its page.
func format93(align int64, from94 bool) Format {
	f := Format{align: align, image: 24}
	header := (26 + align - 1) &^ (align - 1)
	const (
		target = 20 // xl_heaptid, padded
		// Two transactions, the new place and three flags; 9.4 made two of them one.
		update93, update94 = target + 2*4 + 6 + 3, target + 2*4 + 6 + 2
	)
	f.Commit = Record{Always: header + 12}
	f.Checkpoint = Record{Always: header + 72}
	f.HeapLock = Record{Always: header + target + 5}
	f.update = Record{Always: header + update93, OfPage: tupleHead}
	if from94 {
		f.update = Record{Always: header + update94, OfPage: 2 + tupleHead}
		f.hotUpdate = f.update
		f.hotUpdate.OfPage += 4 + 1 + changedBytes // how much is equal at both ends
	}
	f.insert = Record{Always: header + target + 1, OfPage: tupleHead}
	f.index = Record{Always: header + blockAndRow}
	f.prune = Record{Always: header + 24}
	f.split = Record{Always: header + splitNumbers}
	f.deletion = Record{Always: header + deletion90}
	return f
}

// changedBytes is how many bytes of a balance an update changes as a rule: the
// lower two of four.
const changedBytes = 2

// HOTUpdate is an update of a row of the given length (header included) that stays
// on its page.
func (f *Format) HOTUpdate(tuple int64) Record {
	if f.hotUpdate.Always == 0 {
		return f.HeapUpdate(tuple)
	}
	return f.hotUpdate
}

// HeapUpdate is an update that moves a row of the given length to another page.
func (f *Format) HeapUpdate(tuple int64) Record { return f.update.with(tuple - fixedPart) }

// HeapInsert is an insert of a row of the given length.
func (f *Format) HeapInsert(tuple int64) Record { return f.insert.with(tuple - fixedPart) }

// IndexInsert is an insert of an entry of the given length into a B-tree leaf.
func (f *Format) IndexInsert(entry int64) Record { return f.index.with(entry) }

// IndexSplit is a split of a B-tree page that moves entries of so many bytes
// altogether. They make up the new page, which never needs an image.
func (f *Format) IndexSplit(moved int64) Record {
	r := f.split
	r.Always += moved
	return r
}

// DeleteEntries is the record of taking n dead entries off a B-tree leaf.
func (f *Format) DeleteEntries(n int64) Record { return f.deletion.with(2 * n) }

// Prune is the pruning of a page: so many line pointers redirected, so many freed
// or marked dead.
func (f *Format) Prune(redirected, freed int64) Record {
	n := 4*redirected + 2*freed
	if redirected > 0 {
		n += f.listHead
	}
	if freed > 0 {
		n += f.listHead
	}
	return f.prune.with(n)
}

func (r Record) with(ofPage int64) Record {
	r.OfPage += ofPage
	return r
}

// bytes returns the length of a record together with the image of the page that it
// is about and that of another one, each of so many bytes, 0 for none.
func (f *Format) bytes(r Record, image, other int64) int64 {
	n := r.Always
	if image > 0 {
		n += f.image + image
	} else {
		n += r.OfPage
	}
	if other > 0 {
		n += f.image + other
	}
	return n
}

// Append appends a record of 9.3 or later with the images of the page that it is
// about and of another one (0 bytes: none) and returns its end.
func (l *Log) Append(p *sim.Proc, r Record, image, other int64) int64 {
	n := l.Format.bytes(r, image, other)
	l.Stats.RecordBytes += n
	return l.Record(p, (n+l.Format.align-1)&^(l.Format.align-1), 0)
}
