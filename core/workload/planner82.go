package workload

import "math"

// Planner is what an era's planner takes a look-up to cost
// (optimizer/path/costsize.c, utils/adt/selfuncs.c).
type Planner struct {
	// Sizes says that the size of a table is looked up when a statement is
	// planned (8.0 and later), not taken from the last VACUUM.
	Sizes bool
	// RandomIndex says that an index page costs as much as any page out of order,
	// 4, and that the meta page is not counted (8.2 and later); before, it costs 1.
	RandomIndex bool
}

// BySeqScan reports whether a statement that looks for one row by its key reads
// the table whole. A page costs 1 and a row 0.0125; the planner expects as many
// rows on a page as there were at the last VACUUM. The heap page of a look-up costs
// 4 or, if the rows lie in the order of the key, 1 (up to 8.1): known to the
// planner for tables of more than one row. Seen on 8.0 to 8.2: ten tellers are
// read whole up to 2 pages, from 8.2 on up to 7, one branch up to 5.
func (p Planner) BySeqScan(v *Versions) bool {
	const (
		row    = 0.01 + 0.0025
		random = 4
	)
	rows, pages := float64(v.Rows()), float64(v.AnalyzedPages)
	expected := rows
	if p.Sizes {
		pages = float64(v.Heap.Pages())
		expected = rows / float64(v.AnalyzedPages) * pages
	}
	lookup := row
	leaves := float64(v.KeyPages - 1)
	switch {
	case p.RandomIndex:
		n := 1.0
		if rows > 1 {
			n = math.Ceil(float64(leaves+1) / rows)
		}
		lookup += float64(random*n) + random
	case rows > 1:
		lookup += 1 + math.Ceil(leaves/rows) + 1
	default:
		lookup += 1 + math.Ceil(leaves/rows) + random*2*pages/(2*pages+1)
	}
	return pages+float64(row*expected) < lookup
}
