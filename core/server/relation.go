package server

import (
	"clocksweep/core/linux"
	"clocksweep/core/lock"
)

// relationSegment is how many pages a file of a relation holds: 1 GB
// (RELSEG_SIZE).
const (
	segmentShift     = 17
	segmentPagesMask = 1<<segmentShift - 1
)

// relation is a table, an index or one of their forks.
type relation struct {
	name      string
	files     []*linux.File
	extending *lock.LWLock // the relation extension lock
	blocks    *blocks      // the statistics of this relation, or of the one it is a fork of
	initial   int64        // pages at the start of the run
	number    uint32       // relfilenode, in the order of creation
	fork      uint8        // mainFork, mapFork or visibilityFork
}

// blocks counts block accesses (pg_statio_all_tables).
type blocks struct{ read, hit int64 }

// The forks of a relation (common/relpath.h).
const (
	mainFork uint8 = iota
	mapFork
	visibilityFork
)

// newRelation creates a relation of the given size, which is on disk already.
func (s *Server) newRelation(name string, pages int64) *relation {
	r := &relation{name: name, extending: lock.NewLWLock(s.sim, s.wakeNs), initial: pages,
		blocks: new(blocks), number: uint32(len(s.relations))}
	s.os.Reserve(pages)
	for {
		n := min(pages, segmentPagesMask+1)
		r.files = append(r.files, s.os.Create(n, false))
		s.own(r.files[len(r.files)-1], r)
		pages -= n
		if pages == 0 {
			break
		}
	}
	s.relations = append(s.relations, r)
	return r
}

// newFork creates a fork of r, whose accesses count as those of r.
func (s *Server) newFork(r *relation, fork uint8, pages int64) *relation {
	f := s.newRelation(r.name, pages)
	f.blocks, f.number, f.fork = r.blocks, r.number, fork
	return f
}

// pages returns the relation's size.
func (r *relation) pages() int64 {
	n := len(r.files) - 1
	return int64(n)<<segmentShift + r.files[n].Pages()
}

// page returns the machine-wide number of a block.
func (r *relation) page(block int64) linux.Page {
	return r.files[block>>segmentShift].Page(block & segmentPagesMask)
}

// last returns the file that the next new block goes to and its index there.
func (s *Server) last(r *relation) (*linux.File, int64) {
	f := r.files[len(r.files)-1]
	if f.Pages() > segmentPagesMask {
		f = s.os.Create(0, false)
		r.files = append(r.files, f)
		s.own(f, r)
	}
	return f, f.Pages()
}
