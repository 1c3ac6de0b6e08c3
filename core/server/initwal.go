package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/scenario"
	"clocksweep/core/wal"
)

// keepInitSegments gives the run the WAL files that pgbench -i has left for it.
//
// Up to 8.3 COPY logs every row, and 100,000 of them for each unit of scale fill
// more than a segment of 16 MB. The checkpoints on the way rename what they no
// longer need to be written again, so that a run finds files ahead of it and
// creates few or none: to create one is to write 16 MB of zeros and, on ext3, to
// commit the journal. From 8.4 on pgbench fills a table that it has emptied in the
// same transaction, which needs no WAL while nobody archives it
// (contrib/pgbench/pgbench.c).
func (s *Server) keepInitSegments(sc *scenario.Scenario) {
	if sc.Since("8.4") {
		return
	}
	last := sc.DatabaseBytes() / wal.SegmentBytes // other loads log about what they fill
	if s.db != nil {
		last = s.db.AccountKey.Rows() * s.wal.HeapInsert(s.accounts.tuple) / wal.SegmentBytes
	}
	files := checkpointer.Segments{}
	var redo int64
	begin := func(segment int64) { // a checkpoint, while this segment is written
		files, _, _ = files.Recycle(redo, segment*wal.SegmentBytes+1, int(s.checkpointSettings.Segments))
		redo = segment
	}
	for segment := range last + 1 {
		files.Newest = max(files.Newest, segment)
		if segment >= redo+int64(s.checkpointSettings.Segments) {
			begin(segment)
		}
	}
	begin(last) // the server stops, or pgbench -i ends with VACUUM and some time passes
	s.wal.Ready(files.Newest - last)
}
