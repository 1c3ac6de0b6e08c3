package workload

// Heap is a table whose rows all have the same length: where there is room for
// new versions, and where dead ones lie. A page holds at most 255 tuples.
type Heap struct {
	perPage int64
	reserve int64 // tuples below which a page is worth pruning: 10 % of a page
	room    []uint8
	dead    []uint8
	hot     []uint8  // of the dead tuples, those whose successor is on the page
	recent  kills    // of the dead tuples, those that somebody may still see
	visible []uint64 // bitmap: all-visible pages, which have a bit in the visibility map
}

// NewHeap returns a table of pages pages that are full but for the last, which
// has room for lastRoom tuples. visible says that VACUUM has marked every page
// all-visible.
func NewHeap(perPage, pages, lastRoom int64, visible bool) *Heap {
	h := &Heap{perPage: perPage, reserve: (perPage + 9) / 10}
	h.room = make([]uint8, pages)
	h.dead = make([]uint8, pages)
	h.hot = make([]uint8, pages)
	h.visible = make([]uint64, (pages+63)/64)
	if pages > 0 {
		h.room[pages-1] = uint8(lastRoom)
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
	h.room = append(h.room, uint8(h.perPage))
	h.dead = append(h.dead, 0)
	h.hot = append(h.hot, 0)
	n := h.Pages()
	if int64(len(h.visible))*64 < n {
		h.visible = append(h.visible, 0)
	}
	return n - 1
}

// Filled returns how many tuples, dead ones included, lie on the page.
func (h *Heap) Filled(page int64) int64 { return h.perPage - int64(h.room[page]) }

// Live returns how many tuples on the page are not dead.
func (h *Heap) Live(page int64) int64 { return h.Filled(page) - int64(h.dead[page]) }

// Prunable reports whether the page holds dead tuples and is short of room:
// whether a call of Prune can be worth it.
func (h *Heap) Prunable(page int64) bool {
	return h.dead[page] != 0 && int64(h.room[page]) < h.reserve
}

// Dead reports whether the page holds dead tuples.
func (h *Heap) Dead(page int64) bool { return h.dead[page] != 0 }

// Prune removes those of the page's dead tuples that no running transaction can
// see, if the page is short of room: oldest is the oldest running transaction. It
// returns how many it removed (heap_page_prune_opt of access/heap/pruneheap.c).
func (h *Heap) Prune(page int64, oldest uint32) int64 {
	if !h.Prunable(page) {
		return 0
	}
	return h.Clean(page, oldest)
}

// Clean is Prune of a page that is short of something else than room.
func (h *Heap) Clean(page int64, oldest uint32) int64 {
	h.recent.forget(oldest)
	n := h.dead[page] - h.recent.on(page)
	h.dead[page] -= n
	h.room[page] += n
	return int64(n)
}

// Place puts one new tuple on the page, which must have room.
func (h *Heap) Place(page int64) { h.room[page]-- }

// Kill marks one tuple of the page as dead once transaction xid has committed.
func (h *Heap) Kill(page int64, xid uint32) {
	h.dead[page]++
	h.recent.add(page, xid)
}

// KillHOT is Kill of a tuple whose successor is on the same page.
func (h *Heap) KillHOT(page int64, xid uint32) {
	h.Kill(page, xid)
	h.hot[page]++
}

// Redirected returns, of n dead tuples that Clean has removed from the page, how
// many leave behind a line pointer that leads to their successor, because an index
// points to them. Rows of a large table are seldom updated twice between two visits,
// so each that stayed on its page counts.
func (h *Heap) Redirected(page, n int64) int64 {
	n = min(n, int64(h.hot[page]))
	h.hot[page] -= uint8(n)
	return n
}

// Visible reports whether the page is marked all-visible.
func (h *Heap) Visible(page int64) bool { return h.visible[page>>6]&(1<<(page&63)) != 0 }

// ClearVisible takes the page's all-visible mark away and reports whether it
// was set.
func (h *Heap) ClearVisible(page int64) bool {
	w, bit := &h.visible[page>>6], uint64(1)<<(page&63)
	was := *w&bit != 0
	*w &^= bit
	return was
}
