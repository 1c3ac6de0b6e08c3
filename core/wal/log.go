package wal

import (
	"clocksweep/core/cpu"
	"clocksweep/core/linux"
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// Config is how the log is set.
type Config struct {
	Sizes       Sizes
	Format      Format // of 9.3 and later, for Append
	Buffers     int64  // wal_buffers in pages; the longest record must fit
	Fsync       bool   // fsync = on
	Fdatasync   bool   // wal_sync_method = fdatasync, else fsync
	GroupCommit bool   // a flush covers everything inserted so far
	WakeAll     bool   // who waits for a flush is woken by its end: 9.2 and later
	// HalfFull lets who inserts a record write the full pages first, if they fill
	// half of the buffers and nobody else is writing: up to 8.2, when there was no
	// WAL writer. InHalves lets it stop at the last buffer: 8.1 and 8.2.
	HalfFull, InHalves bool
	// BeforeFlush, if there is one, is called by who leads a flush, before it
	// looks how far to go: 9.3 and later sleep there for commit_delay.
	BeforeFlush func(p *sim.Proc)
	WriteNs     int64 // processor time of writing one page into the page cache, ns
	// SegmentFull is told the number of each segment that was filled.
	SegmentFull func(segment int64)
	// Note, if there is one, is told of each system call: which process makes it, and
	// how many bytes it writes.
	Note func(p *sim.Proc, call Call, bytes int64)
}

// Call is a system call on a segment.
type Call uint8

// The calls. Those of the creation of a segment are apart.
const (
	Write Call = iota
	Fsync
	InitWrite
	InitFsync
)

func (l *Log) note(p *sim.Proc, call Call, bytes int64) {
	if l.c.Note != nil {
		l.c.Note(p, call, bytes)
	}
}

// Stats counts what the log did.
type Stats struct {
	Records, Images, ImageBytes int64
	RecordBytes                 int64 // of 9.3 and later: without what fills records up to 8 bytes
	Created                     int64 // segments that had to be created
	Flushes                     int64 // fdatasync or fsync calls, those of the creation excluded
}

// Log is a write-ahead log. Create it with [New].
type Log struct {
	Sizes
	Format Format
	c      Config
	cpu    *cpu.CPU
	os     *linux.Kernel

	// WriteLock is WALWriteLock: whoever writes or flushes holds it.
	WriteLock *lock.LWLock

	// BeforeInsert and AfterInsert, if they are set, are called for each record, of
	// n bytes, before a place in the buffers is looked for and when it is there: for
	// the locks of the insertion, which are held while p waits for room.
	BeforeInsert func(p *sim.Proc, n int64)
	AfterInsert  func(p *sim.Proc)

	// Positions, as the package comment tells.
	Insert, Written, Flushed int64
	// Redo is where recovery would begin: a page whose last change lies
	// before it is logged whole at its next change.
	Redo int64

	oldest   int64         // number of the oldest segment that exists
	segments []*linux.File // from oldest on; the ones past Written are future segments
	Stats    Stats
}

// New returns a log that stands at the beginning of a segment, the oldest one
// that exists, just after a checkpoint. writeLock becomes WALWriteLock.
func New(c *cpu.CPU, os *linux.Kernel, writeLock *lock.LWLock, cfg Config) *Log {
	l := &Log{Sizes: cfg.Sizes, Format: cfg.Format, c: cfg, cpu: c, os: os, WriteLock: writeLock}
	l.oldest = 1
	l.Insert = SegmentBytes + pageHeader + cfg.Sizes.Checkpoint()
	l.Written, l.Flushed, l.Redo = l.Insert, l.Insert, SegmentBytes
	l.segments = []*linux.File{os.Create(segmentPages, true)}
	os.Preload(l.segments[0])
	return l
}

// Record appends a record of n bytes together with images bytes of full-page
// images and returns its end. If the WAL buffers have no room for it, p writes
// out what is in them first.
func (l *Log) Record(p *sim.Proc, n, images int64) int64 {
	n += images
	if l.c.HalfFull {
		l.relieve(p)
	}
	if l.BeforeInsert != nil {
		l.BeforeInsert(p, n)
	}
	for l.full(n) { // others go on inserting while p waits and writes
		l.makeRoom(p, n)
	}
	l.Insert = advance(l.Insert, n)
	l.Stats.Records++
	end := l.Insert
	if l.AfterInsert != nil {
		l.AfterInsert(p)
	}
	return end
}

// NoteImage counts one full-page image of n bytes.
func (l *Log) NoteImage(n int64) {
	l.Stats.Images++
	l.Stats.ImageBytes += n
}

// full reports whether n more bytes need a WAL buffer that still holds a page
// not written. Only whole pages are written for want of room.
func (l *Log) full(n int64) bool {
	return advance(l.Insert, n)-l.Written > l.c.Buffers*PageSize && l.Written < pageStart(l.Insert)
}

func (l *Log) makeRoom(p *sim.Proc, n int64) {
	l.WriteLock.Acquire(p, result.WaitWALLock)
	if l.full(n) {
		l.write(p, pageStart(l.Insert))
	}
	l.WriteLock.Release()
}

// relieve is what an insertion does up to 8.2 before it takes WALInsertLock
// (XLogInsert of access/transam/xlog.c).
func (l *Log) relieve(p *sim.Proc) {
	full := pageStart(l.Insert)
	if full-pageStart(l.Written) < l.c.Buffers/2*PageSize || !l.WriteLock.TryAcquire() {
		return
	}
	if cache := l.c.Buffers * PageSize; l.c.InHalves {
		full = min(full, (l.Written/cache+1)*cache)
	}
	l.write(p, full)
	l.WriteLock.Release()
}

// Flush makes the log safe up to lsn. Whoever finds the flush already done
// when the lock comes free returns at once; whoever has to do it takes
// everything inserted so far along, which is group commit (XLogFlush of
// access/transam/xlog.c). Up to 9.1 those who wait get the lock one after
// another, only to give it back; from 9.2 on they are all woken by the flush
// that served them, and one of the rest leads the next.
func (l *Log) Flush(p *sim.Proc, lsn int64) {
	for lsn > l.Flushed {
		if !l.c.WakeAll {
			l.WriteLock.Acquire(p, result.WaitWALLock)
		} else if !l.WriteLock.AcquireOrWait(p, result.WaitWALLock) {
			continue
		}
		if lsn > l.Flushed {
			if l.c.BeforeFlush != nil {
				l.c.BeforeFlush(p)
			}
			upTo := lsn
			if l.c.GroupCommit {
				upTo = l.Insert
			}
			l.write(p, upTo)
			l.flush(p, upTo)
		}
		l.WriteLock.Release()
	}
}

// FlushPages is the round of the WAL writer: it makes full pages safe, and the
// rest up to async, the newest commit that did not wait.
func (l *Log) FlushPages(p *sim.Proc, async int64) {
	upTo := pageStart(l.Insert)
	if upTo <= l.Flushed {
		upTo = async
	}
	if upTo <= l.Flushed {
		return
	}
	l.WriteLock.Acquire(p, result.WaitWALLock)
	if upTo > l.Flushed {
		l.write(p, upTo)
		l.flush(p, upTo)
	}
	l.WriteLock.Release()
}

// write hands pages to the file system up to lsn; the last one may be partly
// filled and is written again later.
func (l *Log) write(p *sim.Proc, lsn int64) {
	for l.Written < lsn {
		segment := l.Written / SegmentBytes
		f := l.file(p, segment)
		end := min(lsn, (segment+1)*SegmentBytes)
		first := l.Written % SegmentBytes / PageSize
		last := (end - 1) % SegmentBytes / PageSize
		outer := p.Enter(result.WaitWALWrite)
		for i := first; i <= last; i++ {
			l.os.Write(p, f, i)
		}
		l.note(p, Write, (last-first+1)*PageSize)
		l.cpu.Use(p, (last-first+1)*l.c.WriteNs)
		p.Enter(outer)
		l.Written = end
		if end%SegmentBytes == 0 {
			l.sync(p, f)
			l.Flushed = max(l.Flushed, end)
			l.c.SegmentFull(segment)
		}
	}
}

func (l *Log) flush(p *sim.Proc, lsn int64) {
	if l.Flushed >= lsn {
		return
	}
	l.sync(p, l.file(p, l.Written/SegmentBytes))
	l.Flushed = lsn
}

func (l *Log) sync(p *sim.Proc, f *linux.File) {
	if !l.c.Fsync {
		return
	}
	l.Stats.Flushes++
	l.note(p, Fsync, 0)
	outer := p.Enter(result.WaitWALFlush)
	if l.c.Fdatasync {
		l.os.Fdatasync(p, f)
	} else {
		l.os.Fsync(p, f)
	}
	p.Enter(outer)
}
