package workload

// PageSize is PostgreSQL's block in bytes.
const PageSize = 8192

const (
	pageHeader   = 24
	linePointer  = 4
	btreeSpecial = 16
	// btreeReserve is the free space a leaf keeps when an index is built: 10 %
	// of the page (fillfactor 90; access/nbtree/nbtsort.c).
	btreeReserve = PageSize / 10
	innerFill    = 70 // % of an inner page that is filled at build
)

// Layout is how pgbench's tables lie in pages for one build of the server.
type Layout struct {
	align int64

	// Tuple lengths in bytes with header, before alignment.
	AccountTuple, TellerTuple, BranchTuple, HistoryTuple int64
	// Rows that fit a page.
	AccountsPerPage, TellersPerPage, BranchesPerPage, HistoryPerPage int64

	IndexEntry int64 // bytes of an index tuple on an int4 column
	LeafRows   int64 // rows a leaf points to after the index was built
	InnerRows  int64 // children of an inner page
	LeafUsed   int64 // bytes in use on a fresh leaf
	HeapUsed   int64 // bytes in use on a full page of accounts
}

// LayoutOf returns the layout of a 32-bit or 64-bit build of 8.3 or later. On
// 32-bit x86 everything aligns to 4 bytes, on 64-bit to 8.
func LayoutOf(bits int64) Layout {
	l := Layout{align: bits / 8}
	const (
		header     = 24 // 23 bytes, padded; a null bitmap of one byte fits the padding
		int4       = 4
		timestamp  = 8
		shortChar  = 1 + 84 // char(84) with a one-byte length
		indexEntry = 8      // IndexTupleData
	)
	l.AccountTuple = header + 3*int4 + shortChar
	l.TellerTuple = header + 3*int4
	l.BranchTuple = header + 2*int4
	l.HistoryTuple = header + 4*int4 + timestamp
	l.AccountsPerPage = l.perPage(l.AccountTuple)
	l.TellersPerPage = l.perPage(l.TellerTuple)
	l.BranchesPerPage = l.perPage(l.BranchTuple)
	l.HistoryPerPage = l.perPage(l.HistoryTuple)

	l.IndexEntry = l.aligned(indexEntry + int4)
	item := l.IndexEntry + linePointer
	// A page takes items as long as its free space stays above the reserve;
	// one of them is the high key.
	room := int64(PageSize - pageHeader - btreeSpecial)
	l.LeafRows = (room-btreeReserve+item-1)/item - 1
	l.InnerRows = room * innerFill / 100 / item
	l.LeafUsed = pageHeader + btreeSpecial + (l.LeafRows+1)*item
	l.HeapUsed = pageHeader + l.AccountsPerPage*(l.aligned(l.AccountTuple)+linePointer)
	return l
}

func (l *Layout) aligned(n int64) int64 { return (n + l.align - 1) &^ (l.align - 1) }

// Item returns the bytes that a tuple of the given length takes on a page, its
// line pointer included.
func (l *Layout) Item(tuple int64) int64 { return l.aligned(tuple) + linePointer }

func (l *Layout) perPage(tuple int64) int64 { return (PageSize - pageHeader) / l.Item(tuple) }

// Index is the shape of a B-tree on rows consecutive integers, as an index
// build leaves it: block 0 is the meta page.
type Index struct {
	rows   int64
	fanout []int64 // rows below one page of each level, leaf first
	count  []int64 // pages of each level
}

// IndexOf returns the shape of the primary key of a table of rows rows.
func (l *Layout) IndexOf(rows int64) Index {
	x := Index{rows: rows, fanout: []int64{l.LeafRows}}
	for {
		top := x.fanout[len(x.fanout)-1]
		n := (rows + top - 1) / top
		x.count = append(x.count, n)
		if n <= 1 {
			return x
		}
		x.fanout = append(x.fanout, top*l.InnerRows)
	}
}

// Rows returns the number of rows of the table.
func (x *Index) Rows() int64 { return x.rows }

// Height returns the number of pages on the way from the root to a leaf, both
// included.
func (x *Index) Height() int { return len(x.count) }

// Pages returns the size of the index in pages, meta page included.
func (x *Index) Pages() int64 {
	n := int64(1)
	for _, c := range x.count {
		n += c
	}
	return n
}

// Block returns the block of the page on the given level (0 is the leaf) that
// leads to row number row, counted from 0. Levels lie behind each other as the
// build writes them: a page when it is full, its parent after its last child.
func (x *Index) Block(level int, row int64) int64 {
	page := row / x.fanout[level]
	// Before this page come the meta page, the earlier pages of its level with
	// all below them, and all that is below itself.
	block := int64(1) + page
	for below := 0; below < level; below++ {
		per := x.fanout[level] / x.fanout[below]
		block += min(x.count[below], (page+1)*per)
	}
	for above := level + 1; above < len(x.count); above++ {
		block += row / x.fanout[above]
	}
	return block
}
