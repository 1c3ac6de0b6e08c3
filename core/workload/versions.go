package workload

// Versions is a small table in the releases without heap-only tuples: every update
// makes a version with an entry of its own in the primary key, and what nobody can
// see any more stays in the way until VACUUM.
type Versions struct {
	Heap  *Heap
	Space FreeSpace
	Key   VersionTree

	newest []int32 // by row
	// By version. Numbers of versions that VACUUM removed are used again.
	page          []int32 // -1 of numbers that are not in use
	before        []int32 // the version that this one replaced
	maker, killer []uint32
	unused        []int32
	// By page: the last transaction that changed it, if its end has not been
	// noted on the page yet (hint bits), else 0.
	changed []uint32

	// What the planner knows: pages and rows when VACUUM or ANALYZE last looked,
	// and those of the index.
	AnalyzedPages, KeyPages int64
}

func newVersions(l *Layout, h *Heap, rows, perPage int64) *Versions {
	v := &Versions{Heap: h, Key: newVersionTree(l, rows), AnalyzedPages: h.Pages(), KeyPages: pagesOfIndex(l, rows)}
	v.newest = make([]int32, rows)
	v.page, v.before = make([]int32, rows), make([]int32, rows)
	v.maker, v.killer = make([]uint32, rows), make([]uint32, rows)
	for row := range v.newest {
		v.newest[row] = int32(row)
		v.page[row] = int32(int64(row) / perPage)
	}
	v.changed = make([]uint32, h.Pages())
	if last := h.Pages() - 1; h.Room(last) > 0 {
		v.Space.Record(last, h.Room(last))
	}
	return v
}

// Rows returns the number of rows.
func (v *Versions) Rows() int64 { return int64(len(v.newest)) }

// Newest returns the newest version of a row, which may belong to a transaction
// that is still running.
func (v *Versions) Newest(row int64) int32 { return v.newest[row] }

// Page returns the page on which a version lies.
func (v *Versions) Page(version int32) int64 { return int64(v.page[version]) }

// Maker and Killer return the transactions that made a version and replaced it, 0
// for none.
func (v *Versions) Maker(version int32) uint32 { return v.maker[version] }

// Killer is described with Maker.
func (v *Versions) Killer(version int32) uint32 { return v.killer[version] }

// Before returns the version that a version replaced.
func (v *Versions) Before(version int32) int32 { return v.before[version] }

// Dead reports whether no transaction from oldest on can see the version.
func (v *Versions) Dead(version int32, oldest uint32) bool {
	k := v.killer[version]
	return k != 0 && k < oldest
}

// Update adds a version of row on a page, made by transaction xid, and returns its
// number.
func (v *Versions) Update(row, page int64, xid uint32) int32 {
	old := v.newest[row]
	v.killer[old] = xid
	v.touch(int64(v.page[old]), xid)
	v.touch(page, xid)
	n := int32(len(v.page))
	if k := len(v.unused); k > 0 {
		n = v.unused[k-1]
		v.unused = v.unused[:k-1]
		v.page[n], v.before[n], v.maker[n], v.killer[n] = int32(page), old, xid, 0
	} else {
		v.page, v.before = append(v.page, int32(page)), append(v.before, old)
		v.maker, v.killer = append(v.maker, xid), append(v.killer, 0)
	}
	v.newest[row] = n
	return n
}

func (v *Versions) touch(page int64, xid uint32) {
	for int64(len(v.changed)) <= page {
		v.changed = append(v.changed, 0)
	}
	v.changed[page] = xid
}

// Unnoted returns the transaction whose end a visitor of the page would note
// there, 0 for none.
func (v *Versions) Unnoted(page int64) uint32 {
	if page >= int64(len(v.changed)) {
		return 0
	}
	return v.changed[page]
}

// Note says that the page bears the mark now.
func (v *Versions) Note(page int64) { v.changed[page] = 0 }

// RemoveDead takes the entries that are marked dead off a leaf and returns their
// number (_bt_vacuum_one_page of access/nbtree/nbtinsert.c, 8.2 and later). Their
// versions stay in the table, where VACUUM finds them.
func (v *Versions) RemoveDead(f *Leaf) (removed int64) {
	kept := f.items[:0]
	for _, e := range f.items {
		if e.dead {
			v.forget(e.version)
			removed++
			continue
		}
		kept = append(kept, e)
	}
	f.items = kept
	return removed
}

// forget gives up the number of a version that no entry points to.
func (v *Versions) forget(version int32) {
	v.page[version] = -1
	v.unused = append(v.unused, version)
}

// Vacuum removes the versions that no transaction from oldest on can see, and
// their entries, and the leaves that are empty then. It returns how many entries it
// removed. The pages stay: the last ones of the table hold live rows, as a rule,
// and those of the index are not used again before the next VACUUM.
func (v *Versions) Vacuum(oldest uint32) (removed int64) {
	for _, leaf := range v.Key.leaves {
		for i := range leaf.items {
			if e := &leaf.items[i]; v.Dead(e.version, oldest) {
				e.dead = true
			}
		}
		removed += v.RemoveDead(leaf)
	}
	v.Key.dropEmpty()
	room := v.Heap.room
	for i := range room {
		room[i] = uint8(v.Heap.perPage)
	}
	for _, page := range v.page {
		if page >= 0 {
			room[page]--
		}
	}
	v.Space.Forget()
	for page, n := range room {
		if n > 0 {
			v.Space.Record(int64(page), int64(n))
		}
	}
	v.AnalyzedPages = v.Heap.Pages()
	return removed
}

func pagesOfIndex(l *Layout, rows int64) int64 {
	x := l.IndexOf(rows)
	return x.Pages()
}
