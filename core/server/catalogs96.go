package server

import "clocksweep/core/bufmgr"

// System catalogs in the pool, from 9.6 on. Recorded on 15.18, in pages and
// accesses: the start of the server and the statistics queries before a run leave
// 178 pages in the pool; pgbench's first connection, which looks for the
// scale, touches 134 pages in 674 accesses, a client's connection 94 in 275, and
// the statistics queries after a run 146 in some 1950. Of all these, 136 pages
// are new. One row of all catalogs stands for them.
const (
	startupPages   = 178
	catalogPages96 = startupPages + 136
)

// visits is a stretch of the catalogs that a connection reads. A quarter of its
// pages is read often, the others a few times.
type visits struct{ from, pages, often int64 }

var (
	visitsOfScale      = visits{catalogPages96 - 146 - 20, 134, 16}
	visitsOfStatistics = visits{catalogPages96 - 146, 146, 52}
	visitsOfClient     = visits{catalogPages96 - 146, 94, 7}
)

// oftenVisited stands in visitedTimes for visits.often.
const oftenVisited = 0

// visitedTimes is how often the pages are read, one after the other: nearly half
// of them once, as recorded.
var visitedTimes = [...]int64{1, oftenVisited, 1, 2, 1, oftenVisited, 3, 1, 2, oftenVisited, 1, 4, 1}

// times returns how often the i-th page is read.
func (v *visits) times(i int64) int64 {
	if n := visitedTimes[i%int64(len(visitedTimes))]; n != oftenVisited {
		return n
	}
	return v.often
}

// keepStartup puts into the pool what the start of the server leaves there, with
// the usage it has by then.
func (s *Server) keepStartup() {
	start := visits{0, min(startupPages, int64(s.pool.Len())), int64(bufmgr.MaxUsageCount)}
	for i := range start.pages {
		for range start.times(i) {
			s.preload(s.catalog.page(i))
		}
	}
}

// connect96 is connect for 9.6 and later. The first client's comes after
// pgbench's own connection, which counts the branches; the statistics queries
// that a report of the run needs are booked there, too.
func (b *backend) connect96() {
	s := b.s
	if b.id == 0 && s.db != nil {
		b.visitCatalogs(&visitsOfStatistics)
		b.visitCatalogs(&visitsOfScale)
		b.release(b.read(s.branchKey, 0))
		for page := range s.branches.heap.Pages() {
			b.release(b.read(s.branches.rel, page))
		}
	}
	b.visitCatalogs(&visitsOfClient)
}

// visitCatalogs goes on after a page for which there was no buffer: begun anew
// each time, a connection would never come about in a pool that is too small for
// its clients.
func (b *backend) visitCatalogs(v *visits) {
	for i := range v.pages {
		for range v.times(i) {
			for !b.try(func() { b.release(b.read(b.s.catalog, v.from+i)) }) {
				b.startOver()
			}
		}
	}
}
