package wal

import (
	"clocksweep/core/cpu"
	"clocksweep/core/linux"
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// SegmentBytes is the size of a WAL segment.
const SegmentBytes = 16 << 20

const (
	segmentPages = SegmentBytes / PageSize
	// pageHeader is what each WAL page spends on its own header
	// (SizeOfXLogShortPHD).
	pageHeader = 16
)

// Config is how the log is set.
type Config struct {
	Sizes       Sizes
	Buffers     int64 // wal_buffers in pages
	Fsync       bool  // fsync = on
	Fdatasync   bool  // wal_sync_method = fdatasync, else fsync
	GroupCommit bool  // a flush covers everything inserted so far
	WriteNs     int64 // processor time of writing one page into the page cache
	// SegmentFull is told the number of each segment that was filled.
	SegmentFull func(segment int64)
}

// Stats counts what the log did.
type Stats struct {
	Records, Images, ImageBytes int64
	Segments                    int64 // segments begun
	Created                     int64 // of these, the ones that had to be created
	Flushes                     int64 // fdatasync or fsync calls of commits
}

// Log is a write-ahead log. Create it with [New].
type Log struct {
	Sizes
	c   Config
	s   *sim.Sim
	cpu *cpu.CPU
	os  *linux.Kernel

	// WriteLock is WALWriteLock: whoever writes or flushes holds it.
	WriteLock *lock.LWLock

	Insert, Written, Flushed int64
	// Redo is where recovery would begin: a page whose last change lies
	// before it is logged whole at its next change.
	Redo int64

	oldest   int64         // number of the oldest segment that exists
	segments []*linux.File // from oldest on; the ones past Written are future segments
	Stats    Stats
}

// New returns a log that stands at the beginning of a segment, the only one
// that exists, just after a checkpoint.
func New(s *sim.Sim, c *cpu.CPU, os *linux.Kernel, writeLock *lock.LWLock, cfg Config) *Log {
	l := &Log{Sizes: cfg.Sizes, c: cfg, s: s, cpu: c, os: os, WriteLock: writeLock}
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
	if l.Insert+n-l.Written > l.c.Buffers*PageSize {
		l.makeRoom(p, n)
	}
	pages := (l.Insert%PageSize + n) / PageSize
	l.Insert += n + pages*pageHeader
	l.Stats.Records++
	return l.Insert
}

// NoteImage counts one full-page image of n bytes.
func (l *Log) NoteImage(n int64) {
	l.Stats.Images++
	l.Stats.ImageBytes += n
}

func (l *Log) makeRoom(p *sim.Proc, n int64) {
	l.WriteLock.Acquire(p, result.WaitWALLock)
	if l.Insert+n-l.Written > l.c.Buffers*PageSize {
		l.write(p, l.Insert-l.Insert%PageSize)
	}
	l.WriteLock.Release()
}

// Flush makes the log safe up to lsn. Whoever finds the flush already done
// when the lock comes free returns at once; whoever has to do it takes
// everything inserted so far along, which is the group commit of 9.1 and
// before (XLogFlush of access/transam/xlog.c).
func (l *Log) Flush(p *sim.Proc, lsn int64) {
	if lsn <= l.Flushed {
		return
	}
	l.WriteLock.Acquire(p, result.WaitWALLock)
	if lsn > l.Flushed {
		upTo := lsn
		if l.c.GroupCommit {
			upTo = l.Insert
		}
		l.write(p, upTo)
		l.flush(p, upTo)
	}
	l.WriteLock.Release()
}

// FlushPages is the round of the WAL writer: it makes full pages safe, and the
// rest up to async, the newest commit that did not wait.
func (l *Log) FlushPages(p *sim.Proc, async int64) {
	upTo := l.Insert - l.Insert%PageSize
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
	l.Stats.Flushes++
	l.sync(p, l.file(p, l.Written/SegmentBytes))
	l.Flushed = lsn
}

func (l *Log) sync(p *sim.Proc, f *linux.File) {
	if !l.c.Fsync {
		return
	}
	outer := p.Enter(result.WaitWALFlush)
	if l.c.Fdatasync {
		l.os.Fdatasync(p, f)
	} else {
		l.os.Fsync(p, f)
	}
	p.Enter(outer)
}

// file returns the segment with the given number and creates it if need be.
func (l *Log) file(p *sim.Proc, segment int64) *linux.File {
	for segment-l.oldest >= int64(len(l.segments)) {
		l.create(p)
	}
	return l.segments[segment-l.oldest]
}

// create makes the next segment: 16 MB of zeros, fsynced (XLogFileInit).
func (l *Log) create(p *sim.Proc) {
	outer := p.Enter(result.WaitWALInit)
	f := l.os.Create(0, true)
	for i := int64(0); i < segmentPages; i++ {
		l.os.Write(p, f, i)
	}
	l.cpu.Use(p, segmentPages*l.c.WriteNs)
	if l.c.Fsync {
		l.os.Fsync(p, f)
	}
	p.Enter(outer)
	l.segments = append(l.segments, f)
	l.Stats.Created++
}

// Segments returns the numbers of the oldest and the newest segment file.
func (l *Log) Segments() (oldest, newest int64) {
	return l.oldest, l.oldest + int64(len(l.segments)) - 1
}

// Recycle drops the segments before keep: the first n of them become future
// segments, the others are removed.
func (l *Log) Recycle(keep, n int64) {
	old := l.segments[:keep-l.oldest]
	rest := append([]*linux.File{}, l.segments[keep-l.oldest:]...)
	l.segments = append(rest, old[:n]...)
	l.oldest = keep
}

// Preallocate creates one future segment.
func (l *Log) Preallocate(p *sim.Proc) { l.create(p) }
