package workload

// PageSize is PostgreSQL's block in bytes.
const PageSize = 8192

const (
	pageHeader   = 24
	linePointer  = 4
	btreeSpecial = 16
	// The free space a page keeps when an index is built: 10 % of a leaf
	// (fillfactor 90), 30 % of an inner page (access/nbtree/nbtsort.c).
	leafReserve  = PageSize / 10
	innerReserve = PageSize * 3 / 10
)

// Layout is how pgbench's tables lie in pages for one build of the server.
type Layout struct {
	align int64

	// PageHeader is the length of a page's header in bytes.
	PageHeader int64

	// Tuple lengths in bytes with header, before alignment.
	AccountTuple, TellerTuple, BranchTuple, HistoryTuple int64
	// Rows that fit a page.
	AccountsPerPage, TellersPerPage, BranchesPerPage, HistoryPerPage int64

	IndexEntry int64 // bytes of an index tuple on an int4 column
	LeafRows   int64 // rows a leaf points to after the index was built
	InnerRows  int64 // children of an inner page then
	LeafUsed   int64 // bytes in use on a leaf with its first entry after that
	LeafMost   int64 // entries that fit a leaf, high key included
}

// LayoutOf returns the layout of a 32-bit or 64-bit build of 8.3 or later. On
// 32-bit x86 everything aligns to 4 bytes, on 64-bit to 8.
func LayoutOf(bits int64) Layout {
	const (
		header    = 24     // 23 bytes, padded; a null bitmap of one byte fits the padding
		shortChar = 1 + 84 // char(84) with a one-byte length
	)
	return layout(bits, pageHeader, header, header, shortChar)
}

// layout returns the layout for a page header, the header of a tuple without and
// with null values, and the filler of accounts, of the given lengths.
func layout(bits, page, full, withNulls, filler int64) Layout {
	l := Layout{align: bits / 8, PageHeader: page}
	const (
		int4       = 4
		timestamp  = 8
		indexEntry = 8 // IndexTupleData
	)
	l.AccountTuple = full + 3*int4 + filler
	l.TellerTuple = withNulls + 3*int4
	l.BranchTuple = withNulls + 2*int4
	l.HistoryTuple = withNulls + 4*int4 + timestamp
	l.AccountsPerPage = l.perPage(l.AccountTuple)
	l.TellersPerPage = l.perPage(l.TellerTuple)
	l.BranchesPerPage = l.perPage(l.BranchTuple)
	l.HistoryPerPage = l.perPage(l.HistoryTuple)

	l.IndexEntry = l.aligned(indexEntry + int4)
	item := l.IndexEntry + linePointer
	l.LeafRows = l.built(item, leafReserve)
	l.InnerRows = l.built(item, innerReserve)
	l.LeafMost = (PageSize - page - btreeSpecial) / item
	l.LeafUsed = page + btreeSpecial + (l.LeafRows+2)*item // and the high key
	return l
}

func (l *Layout) aligned(n int64) int64 { return (n + l.align - 1) &^ (l.align - 1) }

// Item returns the bytes that a tuple of the given length takes on a page, its
// line pointer included.
func (l *Layout) Item(tuple int64) int64 { return l.aligned(tuple) + linePointer }

func (l *Layout) perPage(tuple int64) int64 { return (PageSize - l.PageHeader) / l.Item(tuple) }

// built returns how many items of the given length an index build leaves on a
// page: it adds items as long as the free space stays above the reserve, and the
// last one becomes the high key.
func (l *Layout) built(item, reserve int64) int64 {
	return (PageSize-l.PageHeader-btreeSpecial-reserve+item-1)/item - 1
}
