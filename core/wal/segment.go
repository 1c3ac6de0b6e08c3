package wal

import (
	"clocksweep/core/linux"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// SegmentBytes is the size of a WAL segment.
const SegmentBytes = 16 << 20

const segmentPages = SegmentBytes / PageSize

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
	l.note(p, InitWrite, SegmentBytes)
	l.cpu.Use(p, segmentPages*l.c.WriteNs)
	if l.c.Fsync {
		l.note(p, InitFsync, 0)
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

// Recycle drops the segments before number keep: the first n of them become
// future segments, the others are removed. keep must exist, and n of them must.
func (l *Log) Recycle(keep, n int64) {
	old := l.segments[:keep-l.oldest]
	rest := append([]*linux.File{}, l.segments[keep-l.oldest:]...)
	l.segments = append(rest, old[:n]...)
	l.oldest = keep
}

// Ready adds n future segments that exist, and are in the page cache, when the log
// is opened.
func (l *Log) Ready(n int64) {
	for range n {
		f := l.os.Create(segmentPages, true)
		l.os.Preload(f)
		l.segments = append(l.segments, f)
	}
}

// Preallocate creates one future segment.
func (l *Log) Preallocate(p *sim.Proc) { l.create(p) }
