package workload

// FreeSpace is what the free space map, which is in shared memory up to 8.3,
// knows of one table: the pages in which VACUUM found room, up to so many tuples
// each. It hands them out in turn, so that backends get different pages
// (find_free_space of storage/freespace/freespace.c).
type FreeSpace struct {
	page []int32
	room []int16
	next int
}

// Forget empties the map, as VACUUM does before it records anew.
func (f *FreeSpace) Forget() { f.page, f.room, f.next = f.page[:0], f.room[:0], 0 }

// Record says that a page has room for so many tuples. Pages come in order.
func (f *FreeSpace) Record(page, room int64) {
	f.page, f.room = append(f.page, int32(page)), append(f.room, int16(room))
}

// Get returns a page that the map takes to have room for one more tuple, -1 if
// there is none.
func (f *FreeSpace) Get() int64 {
	for range f.page {
		i := f.next % len(f.page)
		f.next = i + 1
		if f.room[i] > 0 {
			f.room[i]--
			return int64(f.page[i])
		}
	}
	return -1
}

// Full records that a page has no room and returns what Get does.
func (f *FreeSpace) Full(page int64) int64 {
	lo, hi := 0, len(f.page)
	for lo < hi {
		if m := (lo + hi) / 2; int64(f.page[m]) < page {
			lo = m + 1
		} else {
			hi = m
		}
	}
	if lo < len(f.page) && int64(f.page[lo]) == page {
		f.room[lo] = 0
	}
	return f.Get()
}
