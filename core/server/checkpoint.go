package server

import (
	"clocksweep/core/checkpointer"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/wal"
)

// checkpoint runs one checkpoint, timed or requested (CreateCheckPoint of
// access/transam/xlog.c, BufferSync of storage/buffer/bufmgr.c, 8.3 to 9.4).
func (s *Server) checkpoint(c *session, timed bool) {
	now := s.sim.Now()
	s.checkpointWanted = false
	s.inCheckpoint = true
	if timed {
		s.n.CheckpointsTimed++
	} else {
		s.n.CheckpointsReq++
	}
	k := result.Checkpoint{StartNs: now, Timed: timed, TooOften: -1}
	if checkpointer.TooFrequent(now, s.lastCheckpoint, int(s.checkpointWarningS), !timed) {
		k.TooOften = checkpointer.ElapsedS(now, s.lastCheckpoint)
	}
	s.lastCheckpoint = now
	if s.wal.Insert == s.idleAt { // nothing happened since the last one: skip it
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
	s.pacer.Begin(s.wal.Insert, now, s.checkpointSettings)
	if s.modern {
		s.writeSorted(c, ckpt)
	} else {
		s.writePhase(c, ckpt)
	}
	ckpt().WriteEndNs = s.sim.Now()
	s.syncPhase(c, ckpt)
	ckpt().SyncEndNs = s.sim.Now()

	record := s.wal.Insert
	end := s.logCheckpoint(c)
	s.idleAt = -1
	if s.wal.Stats.Records == records+1 {
		s.idleAt = end
	}
	s.wal.Flush(c.p, end)
	s.recycle(c, oldRedo, ckpt)
	if s.modern {
		k := ckpt()
		k.LSN, k.RedoLSN = record, s.redo
		k.Distance, k.Estimate = int64(s.estimate.Distance), int64(s.estimate.Bytes)
	}
	ckpt().EndNs = s.sim.Now()
	s.inCheckpoint = false
}

func (s *Server) logCheckpoint(c *session) int64 {
	if s.modern {
		return s.wal.Append(c.p, wal.Checkpoint95, 0)
	}
	return s.wal.Record(c.p, s.wal.Checkpoint(), 0)
}

// writePhase marks what is dirty now and writes it, once around the pool from
// the clock hand, at the pace of the schedule.
func (s *Server) writePhase(c *session, ckpt func() *result.Checkpoint) {
	s.listLocked(c, int64(s.pool.Len())*s.lineNs)
	todo := s.pool.MarkCheckpoint()
	if todo == 0 {
		return
	}
	sinceAbsorb := 0
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
		if s.pacer.OnSchedule(progress, s.wal.Insert, s.sim.Now()) {
			s.checkpointNap(c)
			sinceAbsorb = 0
		} else if sinceAbsorb++; sinceAbsorb >= checkpointer.WritesPerAbsorb {
			s.absorbFsyncs()
			c.use(0)
			sinceAbsorb = 0
		}
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
	s.clean(c)
	c.use(0)
	s.bgwriterNap()
}

// syncPhase fsyncs every file written since the last checkpoint, back to back.
// Requests that arrive meanwhile wait for the next checkpoint.
func (s *Server) syncPhase(c *session, ckpt func() *result.Checkpoint) {
	s.absorbFsyncs()
	s.toFsync.BeginCycle()
	c.use(0)
	outer := c.p.Enter(result.WaitDataFsync)
	for f, ok := s.toFsync.Next(); ok; f, ok = s.toFsync.Next() {
		if !s.fsync {
			continue
		}
		begin := s.sim.Now()
		s.os.Fsync(c.p, f)
		took := s.sim.Now() - begin
		k := ckpt()
		k.SyncFiles++
		k.SumSyncNs += took
		k.LongestNs = max(k.LongestNs, took)
		if k.SyncFiles%checkpointer.FsyncsPerAbsorb == 0 {
			s.absorbFsyncs()
		}
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
	if s.modern {
		files, recycled, removed, keep = s.recycle96(oldRedo, files)
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
