package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// checkpoint runs one checkpoint, timed or requested (CreateCheckPoint of
// access/transam/xlog.c).
func (s *Server) checkpoint(c *session, timed bool) {
	now := s.sim.Now()
	s.checkpointWanted = false
	s.inCheckpoint = true
	if timed {
		s.n.CheckpointsTimed++
	} else {
		s.n.CheckpointsReq++
	}
	k := result.Checkpoint{StartNs: now, Timed: timed, TooOften: s.warn(now, timed)}
	s.lastCheckpoint = now
	if s.wal.Insert == s.idleAt && (timed || !s.forces) { // nothing happened since the last one: skip it
		s.inCheckpoint = false
		return
	}
	s.checkpoints = append(s.checkpoints, k)
	at := len(s.checkpoints) - 1
	ckpt := func() *result.Checkpoint { return &s.checkpoints[at] }

	oldRedo := s.redo
	s.redo = s.wal.Insert
	records := s.wal.Stats.Records
	s.wal.Redo = s.redo
	s.beginPacing(now)
	switch {
	case s.sorts:
		s.writeSorted(c, ckpt)
	case s.listsDirty:
		s.writeListed(c, ckpt)
	case s.marks:
		s.writeMarked(c, ckpt)
	default:
		s.writeBurst(c, ckpt)
	}
	ckpt().WriteEndNs = s.sim.Now()
	if s.syncsSystem {
		s.syncSystem(c)
	} else {
		s.pauseBeforeSync(c)
		s.syncPhase(c, ckpt)
	}
	ckpt().SyncEndNs = s.sim.Now()

	record := s.wal.Insert
	end := s.logCheckpoint(c)
	s.idleAt = -1
	if s.wal.Stats.Records == records+1 {
		s.idleAt = end
	}
	s.wal.Flush(c.p, end)
	s.recycle(c, oldRedo, ckpt)
	if s.maxWAL {
		k := ckpt()
		k.LSN, k.RedoLSN = record, s.redo
		k.Distance, k.Estimate = int64(s.estimate.Distance), int64(s.estimate.Bytes)
	}
	ckpt().EndNs = s.sim.Now()
	s.inCheckpoint = false
}

// warn returns the seconds that the server logs as too few since the last
// checkpoint when one begins at now, or -1. 7.4 has logged them already when it was
// asked for the checkpoint.
func (s *Server) warn(now int64, timed bool) int64 {
	reason := checkpointer.ByTime
	if !timed {
		reason = checkpointer.ByWAL
	}
	seconds := max(s.tooOften, s.warner.Begun(now, reason))
	s.tooOften = -1
	return seconds
}

func (s *Server) logCheckpoint(c *session) int64 {
	if s.mapped {
		return s.wal.Append(c.p, s.wal.Format.Checkpoint, 0, 0)
	}
	return s.wal.Record(c.p, s.wal.Checkpoint(), 0)
}

// writeMarked is the write pass of 8.3 to 9.5: it marks what is dirty now and writes
// it, once around the pool from the clock hand (BufferSync of
// storage/buffer/bufmgr.c).
func (s *Server) writeMarked(c *session, ckpt func() *result.Checkpoint) {
	todo := s.pool.MarkCheckpoint()
	if todo == 0 {
		return
	}
	s.order.Begin(s.pool.Len(), s.hand(), todo)
	for b, ok := s.order.Next(); ok; b, ok = s.order.Next() {
		if !s.pool.NeedsCheckpoint(b) {
			continue
		}
		if written, _ := s.syncOne(c, b, false); !written {
			continue
		}
		s.n.BuffersCheckpoint++
		ckpt().Written++
		progress := s.order.Wrote()
		if s.order.Done() {
			break
		}
		s.pace(c, progress, s.order.Written())
	}
}

// checkpointNap is the pause after a write of a checkpoint that is ahead of its
// schedule: up to 9.1 the process cleans, too, and sleeps for bgwriter_delay, so
// that pages are written at most at that pace; from 9.2 on it sleeps for 100 ms
// (CheckpointWriteDelay).
func (s *Server) checkpointNap(c *session) {
	s.absorbFsyncs()
	if s.ownCheckpointer {
		c.use(0)
		c.p.Sleep(checkpointer.NapMs * sim.Millisecond)
		return
	}
	s.cleanAny(c)
	c.use(0)
	s.bgwriterNap(1)
}

// syncPhase fsyncs every file written since the last checkpoint, back to back.
// Requests that arrive meanwhile wait for the next checkpoint.
func (s *Server) syncPhase(c *session, ckpt func() *result.Checkpoint) {
	s.absorbFsyncs()
	s.toFsync.BeginCycle()
	files, synced := int64(s.toFsync.Len()), int64(0)
	c.use(0)
	outer := c.p.Enter(result.WaitDataFsync)
	for f, ok := s.toFsync.Next(); ok; f, ok = s.toFsync.Next() {
		if synced++; !s.fsync {
			continue
		}
		begin := s.sim.Now()
		s.os.Fsync(c.p, f)
		took := s.sim.Now() - begin
		k := ckpt()
		k.SyncFiles++
		s.ioOf(c.p).fsyncs++
		k.SumSyncNs += took
		k.LongestNs = max(k.LongestNs, took)
		if s.absorbs && k.SyncFiles%checkpointer.FsyncsPerAbsorb == 0 {
			s.absorbFsyncs()
		}
		s.pauseInSync(c, synced, files)
	}
	c.p.Enter(outer)
}

// recycle renames or removes the WAL segments that the checkpoint before this
// one no longer needs and creates one ahead if the present one is nearly full.
func (s *Server) recycle(c *session, oldRedo int64, ckpt func() *result.Checkpoint) {
	oldest, newest := s.wal.Segments()
	files := checkpointer.Segments{Oldest: oldest, Newest: newest}
	keep := checkpointer.SegmentOf(oldRedo)
	var recycled, removed int64
	if s.maxWAL {
		files, recycled, removed, keep = s.recycleEstimated(oldRedo, files)
	} else {
		files, recycled, removed = files.Recycle(keep, s.wal.Written, int(s.checkpointSettings.Segments))
	}
	if recycled+removed > 0 {
		s.wal.Recycle(keep, recycled)
	}
	_, added := files.Preallocate(s.wal.Written)
	for range added {
		s.wal.Preallocate(c.p)
	}
	k := ckpt()
	k.SegAdded, k.SegRemoved, k.SegRecycle = added, removed, recycled
}

// walwriterMain is the WAL writer: it makes the WAL safe behind commits that do
// not wait for it (WalWriterMain of postmaster/walwriter.c).
func (s *Server) walwriterMain(p *sim.Proc) {
	for {
		s.wal.FlushPages(p, s.asyncCommit)
		p.Sleep(s.walwriterDelay)
	}
}
