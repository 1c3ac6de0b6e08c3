package wal

// SizesBefore83 returns the record lengths of a build of 7.4 to 8.2 or of the tree
// of June 2007, for a build that aligns to align bytes (access/xlog.h,
// access/htup.h, access/nbtree.h, access/xact.h). since80, since81 and since83
// tell of 8.0, of 8.1 and of the tree of June 2007 and later ones.
func SizesBefore83(align int64, since80, since81, since83 bool) Sizes {
	s := Sizes{align: align, clean: 20, deletion: deletion74, whole: !since81, both: !since83}
	s.header = 32 // crc64, xl_prev, xl_xact_prev, xl_xid, xl_len, xl_info, xl_rmid
	if since81 {
		s.header = s.aligned(26)
	}
	s.block = 14 // a relation is named by database and file
	s.image = 20
	s.commit = 8 // time; no files dropped
	s.fixed = fixedPart
	if since80 {
		s.block = blockAndRow // and by tablespace
		s.image = 24
		s.commit = 16 // and the numbers of files and subtransactions
		s.fixed = 27
	}
	if since81 {
		s.image = 20 // a 32-bit check sum, and where the hole is
	}
	if since83 {
		s.fixed = fixedPart
	}
	s.update, s.insert = s.block+6, s.block
	return s
}

// Split is the record of a split of a B-tree page with so many entries of the given
// length, half of which move: those of both pages, from the tree of June 2007 on
// those of the new one only.
func (s Sizes) Split(entries, entry int64) int64 {
	if !s.both {
		return s.record(splitNumbers + entries/2*entry)
	}
	const numbers = 5 * 4 // of the pages and of the level, length of the left part
	return s.record(s.block + numbers + entries*entry)
}

// DeleteEntries is the record of taking n dead entries off a B-tree leaf.
func (s Sizes) DeleteEntries(n int64) int64 {
	return s.record(s.deletion + 2*n)
}
