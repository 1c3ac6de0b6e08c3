package bufmgr

// A cell of [Look], from the low end: its level, then flags.
const (
	// CellLevel are the bits of the level: the usage count, 0 to 5. Where a release
	// keeps none, it is the place in its lists: in 7.4's list 0 for the end that is
	// given up first, 5 for the end used last and for pinned buffers; in 8.0 1 for
	// T1 and 4 for T2.
	CellLevel = 7
	// CellEmpty: no page.
	CellEmpty = 1 << 3
	// CellDirty: of a group of buffers, half of them or more.
	CellDirty = 1 << 4
	// CellPinned: one of the group at least.
	CellPinned = 1 << 5
	// CellMarked: a checkpoint has to write it yet; one of the group at least.
	CellMarked = 1 << 6
)

// Levels of pages in 8.0's lists.
const (
	levelT1 = 1
	levelT2 = 4
)

// Look is what all buffers of a pool look like at one moment.
type Look struct {
	Cells []byte // one for each group of buffers
	First []Page // by group: its first page, NoPage if it holds none
	Group int    // buffers a cell stands for

	Levels [8]int64 // buffers that hold a page, by level
	Dirty  int64
	Pinned int64
	Empty  int64
	places []byte // by buffer: its level under a list
}

// At fills l with the state of a pool, a cell for each group buffers, which is at
// least 1. What l held is used again.
func (l *Look) At(p Policy, group int) {
	n := p.Len()
	cells := (n + group - 1) / group
	if cap(l.Cells) < cells {
		l.Cells, l.First = make([]byte, cells), make([]Page, cells)
	}
	l.Cells, l.First, l.Group = l.Cells[:cells], l.First[:cells], group
	l.Levels, l.Dirty, l.Pinned, l.Empty = [8]int64{}, 0, 0, 0
	clock, _ := p.(Clock)
	l.place(p)
	for i := range l.Cells {
		l.cell(p.Base(), clock != nil, i, i*group, min((i+1)*group, n))
	}
}

// place finds the level of each buffer where lists decide about it.
func (l *Look) place(p Policy) {
	l.places = l.places[:0]
	n := p.Len()
	grow := func() {
		if cap(l.places) < n {
			l.places = make([]byte, n)
		}
		l.places = l.places[:n]
	}
	switch list := p.(type) {
	case Clock:
	case Directory:
		grow()
		for b := range l.places {
			l.places[b] = levelT1
			if list.ListOf(int32(b)) == ListT2 {
				l.places[b] = levelT2
			}
		}
	case Unpinned:
		grow()
		for b := range l.places {
			l.places[b] = 5
		}
		place := 0
		list.Unpinned(func(b int32) {
			l.places[b] = byte(6 * place / n)
			place++
		})
	}
}

// cell sums buffers from to to up. It reads the machine's own pool, directly: this is
// done for every buffer of a picture.
func (l *Look) cell(base *Pool, clock bool, i, from, to int) {
	level, dirty, full := 0, 0, 0
	flags := byte(0)
	first := NoPage
	for b := int32(from); b < int32(to); b++ {
		if base.Refs(b) > 0 {
			flags |= CellPinned
			l.Pinned++
		}
		pg := base.PageOf(b)
		if pg == NoPage {
			l.Empty++
			continue
		}
		if first == NoPage {
			first = pg
		}
		here := 0
		if clock {
			here = int(base.Usage(b))
		} else if len(l.places) > 0 {
			here = int(l.places[b])
		}
		l.Levels[min(here, len(l.Levels)-1)]++
		level += here
		full++
		if base.IsDirty(b) {
			dirty++
		}
		if base.NeedsCheckpoint(b) {
			flags |= CellMarked
		}
	}
	l.Dirty += int64(dirty)
	l.First[i] = first
	if full == 0 {
		l.Cells[i] = flags | CellEmpty
		return
	}
	if 2*dirty >= to-from {
		flags |= CellDirty
	}
	l.Cells[i] = flags | byte(min((level+full/2)/full, CellLevel))
}

// Next returns the buffer that a pool would give up next: with a clock the one where
// its hand stands. It is -1 if there is none.
func Next(p Policy) int32 {
	switch list := p.(type) {
	case Clock:
		return list.Hand()
	case Directory:
		return list.NextVictim()
	case Unpinned:
		return list.NextVictim()
	}
	return -1
}
