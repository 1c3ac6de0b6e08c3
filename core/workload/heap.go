package workload

// Heap is a table whose rows all have the same length: where there is room for
// new versions, and where dead ones lie.
type Heap struct {
	perPage int64
	reserve int64 // tuples below which a page is worth pruning: 10 % of a page
	room    []uint8
	dead    []uint8
	deadXid []uint32 // newest transaction that left a dead tuple
	visible []uint64 // bitmap: all-visible pages, which have a bit in the visibility map
}

// NewHeap returns a table of pages pages that are full but for the last, which
// has room for lastRoom tuples. visible says that VACUUM has marked every page
// all-visible.
func NewHeap(perPage, pages, lastRoom int64, visible bool) *Heap {
	h := &Heap{perPage: perPage, reserve: (perPage + 9) / 10}
	h.room = make([]uint8, pages)
	h.dead = make([]uint8, pages)
	h.deadXid = make([]uint32, pages)
	h.visible = make([]uint64, (pages+63)/64)
	if pages > 0 {
		h.room[pages-1] = uint8(min(lastRoom, 255))
	}
	if visible {
		for i := range pages {
			h.visible[i>>6] |= 1 << (i & 63)
		}
	}
	return h
}

// Pages returns the table's size in pages.
func (h *Heap) Pages() int64 { return int64(len(h.room)) }

// Room returns how many tuples still fit the page.
func (h *Heap) Room(page int64) int64 { return int64(h.room[page]) }

// Extend adds an empty page and returns its number.
func (h *Heap) Extend() int64 {
	h.room = append(h.room, uint8(min(h.perPage, 255)))
	h.dead = append(h.dead, 0)
	h.deadXid = append(h.deadXid, 0)
	n := h.Pages()
	if int64(len(h.visible))*64 < n {
		h.visible = append(h.visible, 0)
	}
	return n - 1
}

// Filled returns how many tuples, dead ones included, lie on the page.
func (h *Heap) Filled(page int64) int64 { return h.perPage - int64(h.room[page]) }

// Prunable reports whether the page holds dead tuples and is short of room:
// whether a call of Prune can be worth it.
func (h *Heap) Prunable(page int64) bool {
	return h.dead[page] != 0 && int64(h.room[page]) < h.reserve
}

// Prune removes the page's dead tuples if the page is short of room and no
// running transaction can see them: oldest is the oldest running transaction.
// It returns how many it removed (heap_page_prune_opt of access/heap/pruneheap.c).
func (h *Heap) Prune(page int64, oldest uint32) int64 {
	n := h.dead[page]
	if n == 0 || h.deadXid[page] >= oldest || int64(h.room[page]) >= h.reserve {
		return 0
	}
	h.dead[page] = 0
	h.room[page] += n
	return int64(n)
}

// Place puts one new tuple on the page, which must have room.
func (h *Heap) Place(page int64) { h.room[page]-- }

// Kill marks one tuple of the page as dead once transaction xid has committed.
func (h *Heap) Kill(page int64, xid uint32) {
	if h.dead[page] < 255 {
		h.dead[page]++
	}
	h.deadXid[page] = xid
}

// ClearVisible takes the page's all-visible mark away and reports whether it
// was set.
func (h *Heap) ClearVisible(page int64) bool {
	w, bit := &h.visible[page>>6], uint64(1)<<(page&63)
	was := *w&bit != 0
	*w &^= bit
	return was
}

// Moved remembers the rows that no longer are on the page where pgbench -i put
// them, in an open-addressing table of fixed-size integers.
type Moved struct {
	row  []int32 // row+1, 0 is empty
	page []int32
	n    int
}

// At returns the page of row, if it has moved.
func (m *Moved) At(row int64) (page int64, ok bool) {
	if m.n == 0 {
		return 0, false
	}
	i := m.slot(row)
	return int64(m.page[i]), m.row[i] != 0
}

// Put records that row is on page now.
func (m *Moved) Put(row, page int64) {
	if m.n*2 >= len(m.row) {
		m.grow()
	}
	i := m.slot(row)
	if m.row[i] == 0 {
		m.n++
		m.row[i] = int32(row + 1)
	}
	m.page[i] = int32(page)
}

func (m *Moved) slot(row int64) int {
	mask := len(m.row) - 1
	i := int(uint64(row)*0x9e3779b97f4a7c15>>33) & mask
	for m.row[i] != 0 && m.row[i] != int32(row+1) {
		i = (i + 1) & mask
	}
	return i
}

func (m *Moved) grow() {
	old := *m
	size := max(1024, 2*len(old.row))
	m.row, m.page = make([]int32, size), make([]int32, size)
	for i, r := range old.row {
		if r != 0 {
			j := m.slot(int64(r - 1))
			m.row[j], m.page[j] = r, old.page[i]
		}
	}
}
