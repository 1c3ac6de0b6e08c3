package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/checkpointer"
	"clocksweep/core/linux"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/wal"
)

// What a checkpoint does otherwise in later releases: from 9.5 on it comes when WAL
// may outgrow max_wal_size and keeps as much old WAL as it expects to need; from 9.6
// on it writes in the order of the files.

// segmentMB is the size of a WAL segment in the unit of max_wal_size.
const segmentMB = wal.SegmentBytes >> 20

func (s *Server) readWALSizes(sc *scenario.Scenario) {
	s.walSizes = checkpointer.WALSizes{
		Min:    sc.Int(scenario.MinWALSize) / segmentMB,
		Max:    sc.Int(scenario.MaxWALSize) / segmentMB,
		Target: sc.Float(scenario.CheckpointCompletionTarget),
		Rule:   checkpointer.KeepTwo,
	}
	if sc.Since("11") {
		s.walSizes.Rule = checkpointer.KeepOne
	}
	s.checkpointSettings.Segments = s.walSizes.CheckpointSegments()
}

// writeSorted is the write pass of 9.6 and later (BufferSync of
// storage/buffer/bufmgr.c), and that of the patch of 2007: without
// checkpoint_needed_flag it remembers which page a buffer had, as that patch did,
// and leaves out one that has another by then. (There is one tablespace only, so
// that the order of the patch is the same.)
func (s *Server) writeSorted(c *session, ckpt func() *result.Checkpoint) {
	s.items = s.items[:0]
	if s.marks {
		s.pool.MarkCheckpoint()
	}
	for b := range int32(s.pool.Len()) {
		if s.pool.IsDirty(b) {
			s.items = append(s.items, s.itemOf(b))
		}
	}
	if len(s.items) == 0 {
		return
	}
	s.sorted.Begin(s.items)
	seen := 0
	for it, ok := s.sorted.Next(); ok; it, ok = s.sorted.Next() {
		if s.stillDue(&it) {
			if written, _ := s.syncOne(c, it.Buf, false); written {
				s.n.BuffersCheckpoint++
				ckpt().Written++
			}
		}
		seen++
		s.pace(c, s.sorted.Progress(), seen)
	}
	c.startWrites(c.writeback.Issue(nil))
}

// stillDue reports whether a page that a sorted checkpoint listed is still to be
// written by it.
func (s *Server) stillDue(it *checkpointer.Item) bool {
	if s.marks {
		return s.pool.NeedsCheckpoint(it.Buf)
	}
	return s.pool.PageOf(it.Buf) != bufmgr.NoPage && s.itemOf(it.Buf) == *it
}

// written asks the kernel to begin writing the pages that this process has
// written, when the one in buffer b makes them enough.
func (c *session) written(b int32) {
	if c.flushAfter == 0 {
		return
	}
	it := c.s.itemOf(b)
	f := checkpointer.File{Space: it.Space, Rel: it.Rel, Fork: it.Fork}
	c.startWrites(c.writeback.Schedule(nil, f, it.Block, c.flushAfter))
}

// startWrites asks for the ranges.
func (c *session) startWrites(ranges []checkpointer.Range) {
	for _, r := range ranges {
		if ring := c.ringIO(); ring != nil {
			ring.writebacks += int64(r.Blocks)
		} else {
			c.s.ioOf(c.p).writebacks += int64(r.Blocks)
		}
		for _, rel := range c.s.relations {
			if rel.number == r.Rel && rel.fork == r.Fork {
				c.s.os.StartWrite(c.p, rel.files[r.Block>>segmentShift], int64(r.Block&segmentPagesMask), int64(r.Blocks))
			}
		}
	}
}

// itemOf tells where the page in buffer b lies on disk.
func (s *Server) itemOf(b int32) checkpointer.Item {
	pg := s.pool.PageOf(b)
	at := s.owner[s.os.FileOf(pg)]
	return checkpointer.Item{
		Space: 1663, Rel: at.rel.number, Fork: at.rel.fork,
		Block: uint32(at.first + s.os.IndexOf(pg)), Buf: b,
	}
}

// place is what a file of a relation holds: the relation's blocks from first on.
type place struct {
	rel   *relation
	first int64
}

// own notes that f is the newest file of r.
func (s *Server) own(f *linux.File, r *relation) {
	s.owner[f] = place{r, int64(len(r.files)-1) << segmentShift}
}

// recycleEstimated keeps the WAL that this checkpoint still needs (up to 10, that the
// one before it needed) and as many old files as it expects the next one to fill.
func (s *Server) recycleEstimated(oldRedo int64, files checkpointer.Segments) (after checkpointer.Segments, recycled, removed, keep int64) {
	redo := s.redo
	if s.walSizes.Rule == checkpointer.KeepTwo {
		redo = oldRedo
	}
	s.estimate.Add(s.redo - oldRedo)
	keep = checkpointer.SegmentOf(redo)
	after, recycled, removed = files.RecycleWithin(keep, s.walSizes.RecycleUpTo(redo, s.estimate))
	return after, recycled, removed, keep
}
