package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
)

// A watched run keeps pictures of its pool: at most mostPictures of at most mostCells
// cells, so that the longest run and the largest pool take no more than some hundred
// kilobytes. They are at equal distances, which double when there are too many.
const (
	mostPictures = 120
	mostCells    = 1024
)

// watcher keeps them. It reads the pool and changes nothing.
type watcher struct {
	on       bool
	distance int64 // seconds between two pictures
	look     bufmgr.Look
	list     []result.Snapshot
}

// Watch lets the run keep pictures of the pool along its seconds ([result.Result.Pool]).
// It has to be called before the first Step. A run that is not watched pays nothing.
func (r *Run) Watch() { r.s.samples.watch = watcher{on: true, distance: 1} }

// note takes a picture if one is due at the end of a second.
func (w *watcher) note(s *Server, second int64) {
	if !w.on || second%w.distance != 0 {
		return
	}
	if len(w.list) == mostPictures {
		w.thin()
		if second%w.distance != 0 {
			return
		}
	}
	buffers := s.policy.Len()
	w.look.At(s.policy, (buffers+mostCells-1)/mostCells)
	w.list = append(w.list, result.Snapshot{
		Second: second, Group: int64(w.look.Group), Levels: w.look.Levels,
		Dirty: w.look.Dirty, Pinned: w.look.Pinned, Empty: w.look.Empty,
		Hand: int64(bufmgr.Next(s.policy)), Round: s.nextToClean(), Clock: s.clock != nil,
		Cells: append([]byte(nil), w.look.Cells...),
	})
}

// thin drops every second picture.
func (w *watcher) thin() {
	kept := w.list[:0]
	w.distance *= 2
	for _, v := range w.list {
		if v.Second%w.distance == 0 {
			kept = append(kept, v)
		}
	}
	w.list = kept
}

// nextToClean is the buffer at which the background writer's next round goes on, -1
// where it has no place of its own.
func (s *Server) nextToClean() int64 {
	switch {
	case s.cleaning == cleansJustInTime && s.clock != nil:
		return int64(s.jit.Position())
	case s.cleaning == cleansScans:
		return int64(s.scans.Position())
	}
	return -1
}
