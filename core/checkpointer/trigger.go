package checkpointer

// SegmentOf returns the number of the WAL segment that the byte at lsn lies in.
func SegmentOf(lsn int64) int64 { return lsn / SegmentBytes }

// SegmentsDue reports whether a process that has just filled the WAL segment
// number full must request a checkpoint: redoLSN (bytes) is the redo point of
// the last checkpoint, or of the running one, segments is checkpoint_segments or,
// from 9.5 on, [WALSizes.CheckpointSegments]. (XLogCheckpointNeeded of
// access/transam/xlog.c, 8.3 and later; up to 8.2 the process that opens the next
// segment decides, with the same outcome.)
//
// A request made while a checkpoint runs is lost in 7.4 and served right after
// it since.
func SegmentsDue(full, redoLSN int64, segments int) bool {
	return full-SegmentOf(redoLSN) >= int64(segments)-1
}

// TimeDue reports whether checkpoint_timeout (s) has passed at nowNs since the
// previous checkpoint began at startNs (in 7.4: since it ended), both in
// nanoseconds. The server compares whole seconds. If a request is pending too,
// the checkpoint counts as requested.
func TimeDue(nowNs, startNs int64, timeoutS int) bool {
	return ElapsedS(nowNs, startNs) >= int64(timeoutS)
}

// TooFrequent reports whether the server logs that checkpoints are occurring too
// frequently: one requested by WAL volume begins less than warningS seconds
// (checkpoint_warning, 0: never) after the start of the previous one.
func TooFrequent(nowNs, startNs int64, warningS int, byWAL bool) bool {
	return byWAL && ElapsedS(nowNs, startNs) < int64(warningS)
}

// ElapsedS returns the seconds from startNs to nowNs as the server counts them:
// the difference of two clock readings in whole seconds.
func ElapsedS(nowNs, startNs int64) int64 {
	return nowNs/nsPerSecond - startNs/nsPerSecond
}

// Segments are the WAL files in pg_xlog, by segment number: from Oldest to
// Newest, files created in advance included.
type Segments struct {
	Oldest, Newest int64
}

// Recycle is what a checkpoint does with WAL files at its end (RemoveOldXlogFiles
// of access/transam/xlog.c, 8.3 to 9.4): the files before the segment keep
// are renamed to follow the newest one, as long as no file lies more than
// 2*checkpoint_segments+1 segments ahead of the one being written at endLSN
// (bytes), and removed otherwise. keep is the segment of the redo point of the
// checkpoint before this one. It returns the files there are then, and how many
// were recycled and removed.
func (f Segments) Recycle(keep, endLSN int64, segments int) (after Segments, recycled, removed int64) {
	old := keep - f.Oldest
	if old <= 0 {
		return f, 0, 0
	}
	limit := current(endLSN) + 2*int64(segments) + 1
	recycled = max(0, min(old, limit-f.Newest))
	return Segments{Oldest: keep, Newest: f.Newest + recycled}, recycled, old - recycled
}

// Preallocate creates the next WAL file after a checkpoint if the one being
// written at endLSN is three quarters full and there is no next one yet
// (PreallocXlogFiles). It returns the files there are then, and how many were
// added.
func (f Segments) Preallocate(endLSN int64) (after Segments, added int64) {
	if (endLSN-1)%SegmentBytes < SegmentBytes/4*3 || f.Newest > current(endLSN) {
		return f, 0
	}
	return Segments{Oldest: f.Oldest, Newest: f.Newest + 1}, 1
}

// current returns the segment of the last byte before endLSN: at a boundary that
// is the segment just filled.
func current(endLSN int64) int64 { return SegmentOf(endLSN - 1) }
