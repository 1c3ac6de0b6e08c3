package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/linux"
	"clocksweep/core/sim"
)

// usedPages are pages that the script uses equally often.
type usedPages struct {
	bufmgr.Uses
	page func(i int64) linux.Page
	step int64 // from one page to the next to be put into the pool
}

// keepWorkload puts into the pool what the workload leaves there when it has run for
// a long time: pages by how often they are used, with the usage counts they have
// then. They are clean. The accounts and their index compete for buffers, the small
// tables and their indexes are always there.
func (s *Server) keepWorkload(selects bool, seed uint64) {
	kinds := s.pagesUsed(selects)
	uses := make([]bufmgr.Uses, len(kinds))
	for i := range kinds {
		uses[i] = kinds[i].Uses
	}
	state := bufmgr.NewStationary(int64(s.pool.Len()), uses)
	left, total := make([]int64, len(kinds)), int64(0)
	for i := range kinds {
		left[i] = state.Present(i)
		total += left[i]
	}
	rnd := sim.NewRand(seed, "warm")
	put := make([]int64, len(kinds))
	buffers := int64(s.pool.Len())
	for n := min(total, buffers); n > 0; n-- {
		kind, at := 0, rnd.Intn(total)
		for at >= left[kind] {
			at -= left[kind]
			kind++
		}
		left[kind]--
		total--
		k := &kinds[kind]
		b := s.preload(k.page(put[kind] * k.step % k.Pages))
		put[kind]++
		// The hand is at buffer 0, so it has just passed the last one.
		ago := 1 - float64(b)/float64(buffers)
		s.pool.SetUsage(b, state.Usage(kind, ago, rnd.Float64, rnd.Exp))
	}
}

// scatter returns a step with which one comes to each of the numbers from 0 to n-1
// once, modulo n, in an order without pattern.
func scatter(n int64) int64 {
	step := n*618/1000 | 1
	for divisor(step, n) > 1 {
		step += 2
	}
	return step
}

// divisor returns the greatest common divisor.
func divisor(a, b int64) int64 {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// pagesUsed lists the pages that the script uses, by how often. A transaction of
// TPC-B looks for its account twice.
func (s *Server) pagesUsed(selects bool) (kinds []usedPages) {
	visits := 2.0
	if selects {
		visits = 1
	}
	add := func(pages int64, page func(int64) linux.Page) {
		if pages > 0 {
			kinds = append(kinds, usedPages{bufmgr.Uses{Pages: pages, Rate: visits / float64(pages)}, page, scatter(pages)})
		}
	}
	add(s.accounts.rel.pages(), s.accounts.rel.page)
	key := &s.db.AccountKey
	for level := range key.Height() {
		add(key.Width(level), func(i int64) linux.Page {
			return s.accountKey.page(key.Block(level, key.First(level, i)))
		})
	}
	if !selects {
		for _, r := range []*relation{s.tellers.rel, s.branches.rel, s.tellerKey, s.branchKey} {
			add(r.pages(), r.page)
		}
	}
	return kinds
}
