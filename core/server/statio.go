package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/wal"
	"clocksweep/core/workload"
)

// pg_stat_io (16 and later): what each kind of process did with pages of relations
// and, from 18 on, with WAL. Clients' sessions that go through a ring have a context
// for each kind of it, all else is in the context normal; each read is of one page.
// There are no temporary relations, only their row.

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
	rings      [ringKinds]ringCounts
	evictions  int64 // victims that held a page, for which there was no ring
	writebacks int64 // pages that the kernel was asked to write soon
	fsyncs     int64 // of relations
	wal        [2]struct{ writes, bytes, fsyncs int64 }
}

// ringCounts is what was done with a ring of one kind.
type ringCounts struct {
	reads, hits, writes, writebacks, extends int64

	evictions int64 // victims from outside the ring that held a page
	reuses    int64 // victims from the ring that held a page
}

// The rings that there are contexts for, in the view's order.
const ringKinds = 3

var ringContexts = [ringKinds]string{bufmgr.BulkRead: "bulkread", bufmgr.BulkWrite: "bulkwrite", bufmgr.Vacuum: "vacuum"}

// ringIO returns the counts of the ring that this process goes through, or nil.
func (c *session) ringIO() *ringCounts {
	if c.be.Ring == nil {
		return nil
	}
	return &c.s.ioOf(c.p).rings[c.be.Ring.Kind()]
}

// noteEviction counts a victim that holds a page (GetVictimBuffer of
// storage/buffer/bufmgr.c).
func (c *session) noteEviction(from bufmgr.Source) {
	ring := c.ringIO()
	switch {
	case ring == nil:
		c.s.ioOf(c.p).evictions++
	case from == bufmgr.FromRing:
		ring.reuses++
	default:
		ring.evictions++
	}
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

// ringRows returns the rows of the rings and takes what is in them off the row that
// has everything.
func (c *ioCounts) ringRows(all *result.IO) []result.IO {
	var rows []result.IO
	for kind := range c.rings {
		r := &c.rings[kind]
		row := result.IO{
			Backend: all.Backend, Object: all.Object, Context: ringContexts[kind],
			Reads: r.reads, Hits: r.hits, Writes: r.writes, Extends: r.extends,
			Writebacks: r.writebacks, Evictions: r.evictions, Reuses: r.reuses,
		}
		inBytes(&row)
		rows = append(rows, row)
		all.Reads -= r.reads
		all.Hits -= r.hits
		all.Writes -= r.writes
		all.Extends -= r.extends
	}
	return rows
}

// inBytes says how many bytes the pages of a row are.
func inBytes(row *result.IO) {
	row.ReadBytes, row.WriteBytes = row.Reads*workload.PageSize, row.Writes*workload.PageSize
	row.ExtendBytes = row.Extends * workload.PageSize
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
		if kind == ioBackend {
			rows = append(rows, c.ringRows(&row)...)
			rows = append(rows, result.IO{Backend: ioNames[kind], Object: "temp relation", Context: "normal"})
		}
		inBytes(&row)
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
