package server

import (
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/wal"
	"clocksweep/core/workload"
)

// pg_stat_io (16 and later): what each kind of process did with pages of relations
// and, from 18 on, with WAL. The lab's processes use no ring, so that everything is
// in the context normal, and each read is of one page.

// ioKind is a kind of process in the view's order.
type ioKind uint8

const (
	ioBackend ioKind = iota
	ioCleaner
	ioCheckpointer
	ioWALWriter
	ioKinds
)

var ioNames = [ioKinds]string{"client backend", "background writer", "checkpointer", "walwriter"}

// ioCounts is what no other statistics tell of a kind of process.
type ioCounts struct {
	evictions  int64 // victims that held a page
	writebacks int64 // pages that the kernel was asked to write soon
	fsyncs     int64 // of relations
	wal        [2]struct{ writes, bytes, fsyncs int64 }
}

// The contexts of WAL.
const (
	walNormal = iota
	walInit
)

// kindOf returns the kind of a process.
func (s *Server) kindOf(p *sim.Proc) ioKind {
	switch p {
	case s.cleanerProc:
		return ioCleaner
	case s.checkpointerProc:
		return ioCheckpointer
	case s.walwriterProc:
		return ioWALWriter
	}
	return ioBackend
}

func (s *Server) ioOf(p *sim.Proc) *ioCounts { return &s.io[s.kindOf(p)] }

// noteWAL is told of each system call on the WAL.
func (s *Server) noteWAL(p *sim.Proc, call wal.Call, bytes int64) {
	c := s.ioOf(p)
	at := &c.wal[walNormal]
	if call == wal.InitWrite || call == wal.InitFsync {
		at = &c.wal[walInit]
	}
	if call == wal.Fsync || call == wal.InitFsync {
		at.fsyncs++
		return
	}
	at.writes++
	at.bytes += bytes
}

// statIO returns the rows of the view, none before 16.
func (s *Server) statIO() []result.IO {
	if !s.countsIO {
		return nil
	}
	n := s.counters()
	var rows []result.IO
	for kind := range ioKinds {
		if kind == ioWALWriter {
			continue
		}
		c := &s.io[kind]
		row := result.IO{
			Backend: ioNames[kind], Object: "relation", Context: "normal",
			Writebacks: c.writebacks, Evictions: c.evictions, Fsyncs: c.fsyncs,
		}
		switch kind {
		case ioBackend:
			row.Reads = n.BlksRead - (n.BuffersExtend - s.books.direct)
			row.Hits = n.BlksHit
			row.Writes = n.BuffersBackend - n.BuffersExtend
			row.Extends = n.BuffersExtend
		case ioCleaner:
			row.Writes = n.BuffersClean
		case ioCheckpointer:
			row.Writes = n.BuffersCheckpoint
		}
		row.ReadBytes, row.WriteBytes = row.Reads*workload.PageSize, row.Writes*workload.PageSize
		row.ExtendBytes = row.Extends * workload.PageSize
		rows = append(rows, row)
	}
	for kind := range ioKinds {
		for context, name := range [2]string{"normal", "init"} {
			w := &s.io[kind].wal[context]
			if s.countsWAL {
				rows = append(rows, result.IO{Backend: ioNames[kind], Object: "wal", Context: name,
					Writes: w.writes, WriteBytes: w.bytes, Fsyncs: w.fsyncs})
			}
		}
	}
	return rows
}
