package workload

// maxLines is how many line pointers a heap page holds: MaxHeapTuplesPerPage of
// access/htup_details.h, a page divided by the least tuple with
// its line pointer.
const maxLines = (PageSize - pageHeader) / (24 + linePointer)

// Lines counts the line pointers of a small table's pages. They run out before
// the room does: a row that has had a heap-only update keeps its first line
// pointer as a redirection and needs another one, and what index entries point to
// is never given back without VACUUM. On a full page of tellers (185 rows) this
// drives 80 rows away.
type Lines struct {
	used       []uint16 // by page
	free       []uint16 // of these, those that can be used again
	dead       []uint16 // those that pruning will free
	redirected []bool   // by row
	versions   []uint32 // by row: how often it was updated
}

// Versions returns how often the row was updated.
func (l *Lines) Versions(row int64) uint32 { return l.versions[row] }

// newLines returns the line pointers of rows rows, perPage on a page.
func newLines(rows, perPage int64) Lines {
	l := Lines{redirected: make([]bool, rows), versions: make([]uint32, rows)}
	for left := rows; left > 0; left -= perPage {
		l.grow(int64(len(l.used)))
		l.used[len(l.used)-1] = uint16(min(left, perPage))
	}
	return l
}

// grow makes room for a page.
func (l *Lines) grow(page int64) {
	for int64(len(l.used)) <= page {
		l.used, l.free, l.dead = append(l.used, 0), append(l.free, 0), append(l.dead, 0)
	}
}

// Left reports whether the page has a line pointer for one more tuple.
func (l *Lines) Left(page int64) bool {
	l.grow(page)
	return l.free[page] > 0 || l.used[page] < maxLines
}

func (l *Lines) take(page int64) {
	l.grow(page)
	if l.free[page] > 0 {
		l.free[page]--
	} else {
		l.used[page]++
	}
}

// Stay books a heap-only update of row on its page.
func (l *Lines) Stay(row, page int64) {
	l.versions[row]++
	l.take(page)
	if l.redirected[row] {
		l.dead[page]++ // the line pointer of the version before
	}
	l.redirected[row] = true
}

// Move books an update that takes row to another page.
func (l *Lines) Move(row, from, to int64) {
	l.versions[row]++
	if l.redirected[row] {
		l.dead[from]++
	}
	l.redirected[row] = false
	l.take(to)
}

// Pruned says that the page's dead tuples are gone, all of them.
func (l *Lines) Pruned(page int64) {
	l.grow(page)
	l.free[page] += l.dead[page]
	l.dead[page] = 0
}
