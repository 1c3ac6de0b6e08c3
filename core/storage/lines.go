package storage

// leafLines is the number of lines in a leaf of a [lineSet]: with it neither
// the shifting inside of a leaf nor that of the list of leaves is long, up to
// 100,000 lines.
const leafLines = 64

// line is one page of a controller's write cache.
type line struct {
	page  uint32 // byte address / pageSize
	epoch uint32 // number of flushes issued before half became dirty
	fly   uint32 // the same of out
	half  uint8  // halves that are dirty: bit 0 the first 4 kB, bit 1 the second
	out   uint8  // halves that are on their way to the disk
}

func (l *line) from() int64 { return (&cached{page: l.page, half: uint32(l.half)}).from() }
func (l *line) to() int64   { return (&cached{page: l.page, half: uint32(l.half)}).to() }

// leaf is a run of lines in ascending order, never empty while in use.
type leaf struct {
	n    int
	line [leafLines]line
}

// lineSet is the lines of a cache in ascending order: a list of leaves.
type lineSet struct {
	leaves []leaf
	free   []int32
	order  []int32  // leaves in ascending order
	low    []uint32 // first page of each
	n      int      // lines
}

// spot is a place in a [lineSet]; it is good until the set changes.
type spot struct{ leaf, i int }

// seek returns the first line at or behind a page.
func (s *lineSet) seek(page uint32) spot {
	k := s.leafOf(page)
	if k < 0 {
		return spot{}
	}
	f := &s.leaves[s.order[k]]
	lo, hi := 0, f.n
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if f.line[mid].page < page {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == f.n {
		return spot{k + 1, 0}
	}
	return spot{k, lo}
}

// leafOf returns the index in order of the last leaf that does not begin behind
// the page, -1 if there is none.
func (s *lineSet) leafOf(page uint32) int {
	lo, hi := 0, len(s.low)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if s.low[mid] <= page {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo - 1
}

// at returns the line, nil behind the last.
func (s *lineSet) at(p spot) *line {
	if p.leaf >= len(s.order) {
		return nil
	}
	return &s.leaves[s.order[p.leaf]].line[p.i]
}

// next returns the place behind.
func (s *lineSet) next(p spot) spot {
	if p.i+1 < s.leaves[s.order[p.leaf]].n {
		return spot{p.leaf, p.i + 1}
	}
	return spot{p.leaf + 1, 0}
}

// find returns the line of a page, nil if there is none.
func (s *lineSet) find(page uint32) *line {
	if l := s.at(s.seek(page)); l != nil && l.page == page {
		return l
	}
	return nil
}

// insert adds a line for a page that has none.
func (s *lineSet) insert(page uint32) *line {
	s.n++
	k := max(s.leafOf(page), 0)
	if len(s.order) == 0 {
		s.addLeaf(0)
	}
	f := &s.leaves[s.order[k]]
	if f.n == leafLines {
		s.split(k)
		if page >= s.low[k+1] {
			k++
		}
		f = &s.leaves[s.order[k]]
	}
	i := f.n
	for ; i > 0 && f.line[i-1].page > page; i-- {
		f.line[i] = f.line[i-1]
	}
	f.line[i] = line{page: page}
	f.n++
	s.low[k] = f.line[0].page
	return &f.line[i]
}

// addLeaf puts an empty leaf at index k of the order.
func (s *lineSet) addLeaf(k int) *leaf {
	if len(s.free) == 0 {
		s.free = append(s.free, int32(len(s.leaves)))
		s.leaves = append(s.leaves, leaf{})
	}
	id := s.free[len(s.free)-1]
	s.free = s.free[:len(s.free)-1]
	s.order = append(s.order, 0)
	s.low = append(s.low, 0)
	copy(s.order[k+1:], s.order[k:])
	copy(s.low[k+1:], s.low[k:])
	s.order[k] = id
	return &s.leaves[id]
}

// split moves the second half of a full leaf into a new one.
func (s *lineSet) split(k int) {
	g := s.addLeaf(k + 1)
	f := &s.leaves[s.order[k]]
	g.n = copy(g.line[:], f.line[leafLines/2:])
	f.n = leafLines / 2
	s.low[k+1] = g.line[0].page
}

// remove takes a line out and returns the place of the one behind it.
func (s *lineSet) remove(p spot) spot {
	s.n--
	f := &s.leaves[s.order[p.leaf]]
	copy(f.line[p.i:f.n-1], f.line[p.i+1:f.n])
	f.n--
	switch {
	case f.n == 0:
		s.free = append(s.free, s.order[p.leaf])
		s.order = append(s.order[:p.leaf], s.order[p.leaf+1:]...)
		s.low = append(s.low[:p.leaf], s.low[p.leaf+1:]...)
		return spot{p.leaf, 0}
	case p.i == 0:
		s.low[p.leaf] = f.line[0].page
	}
	if p.i == f.n {
		return spot{p.leaf + 1, 0}
	}
	return p
}
