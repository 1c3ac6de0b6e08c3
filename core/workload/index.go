package workload

// Index is the shape of a B-tree on consecutive integers, as an index build
// leaves it (access/nbtree/nbtsort.c). Block 0 is the meta page.
type Index struct {
	rows     int64
	leafRows int64
	inner    int64   // children of an inner page
	count    []int64 // pages of each level, leaf first
}

// IndexOf returns the shape of the primary key of a table of rows rows.
func (l *Layout) IndexOf(rows int64) Index {
	x := Index{rows: rows, leafRows: l.LeafRows, inner: l.InnerRows}
	for n := pagesFor(rows, l.LeafRows); ; n = pagesFor(n, l.InnerRows) {
		x.count = append(x.count, n)
		if n == 1 {
			return x
		}
	}
}

// pagesFor returns how many pages n items fill. The last page of a level needs
// no high key and takes an item more.
func pagesFor(n, perPage int64) int64 { return max(1, (n-1+perPage-1)/perPage) }

// Rows returns the number of rows of the table.
func (x *Index) Rows() int64 { return x.rows }

// Height returns the number of pages on the way from the root to a leaf, both
// included.
func (x *Index) Height() int { return len(x.count) }

// Width returns the number of pages of a level; 0 is the leaves.
func (x *Index) Width(level int) int64 { return x.count[level] }

// First returns the first row that page number page of a level leads to.
func (x *Index) First(level int, page int64) int64 {
	for range level {
		page *= x.inner
	}
	return page * x.leafRows
}

// Pages returns the size of the index in pages, meta page included.
func (x *Index) Pages() int64 {
	n := int64(1)
	for _, c := range x.count {
		n += c
	}
	return n
}

// Block returns the block of the page on the given level (0 is the leaf) that
// leads to row number row, counted from 0.
//
// The build gives out blocks as it needs pages. A leaf that is full gets a right
// sibling before its entry goes to the level above, so a level's first page comes
// right after the second page below it: the root of a small index is block 3.
// Later pages of a level come when the level's last page is full, that is, with
// an entry more than it keeps, because the last entry moves to the new page.
func (x *Index) Block(level int, row int64) int64 {
	page := min(row/x.leafRows, x.count[0]-1)
	for above := 1; above <= level; above++ {
		page = min(page/x.inner, x.count[above]-1)
	}
	block := 1 + page
	for below, p := level-1, page; below >= 0; below-- {
		p = x.newest(p)
		block += min(p+1, x.count[below])
	}
	for above, p := level+1, page; above < len(x.count); above++ {
		p = x.begun(p)
		block += p
	}
	return block
}

// newest returns the page of the level below that got its block last before page
// p did. If there is none with that number, p came when everything below was
// there.
func (x *Index) newest(p int64) int64 {
	if p == 0 {
		return 1
	}
	return p*x.inner + 2
}

// begun returns how many pages of the level above have their blocks before page
// p gets its own.
func (x *Index) begun(p int64) int64 {
	if p < 2 {
		return 0
	}
	return 1 + (p-3)/x.inner
}
