package storage

// pageSize is the unit in which the write cache hands out its memory, bytes.
// A page may hold only its first or only its second half: file systems write
// blocks of 4 kB.
const (
	pageSize = 8192
	halfSize = pageSize / 2
)

// maxDestage is the longest run of adjacent cached pages that is written in
// one go, in pages (512 kB, the longest request a host sends as well).
const maxDestage = 512 * 1024 / pageSize

// usableShare of the on-board memory holds writes, in percent; the rest is
// read-ahead and firmware.
const usableShare = 50

// sweepWindow is how many runs ahead of the sweep the drive chooses among, and
// maxPassed how often it may pass over the nearest of them.
const (
	sweepWindow = 4
	maxPassed   = 8
)

// A drive's firmware keeps a bounded list of the separate stretches that its
// write cache holds (DiskSim's "maximum number of write segments"; the "write
// command stack" of ATA product manuals). Scattered pages fill the list long
// before they fill the memory; a write that continues a stretch needs no new
// entry.

// cached is one dirty page of the write cache.
type cached struct {
	page  uint32 // byte address / pageSize
	epoch uint32 // number of flushes issued before it became dirty
	half  uint32 // bit 0: first 4 kB present, bit 1: second
}

func (c *cached) from() int64 {
	off := int64(c.page) * pageSize
	if c.half == 2 {
		off += halfSize
	}
	return off
}

func (c *cached) to() int64 {
	end := int64(c.page+1) * pageSize
	if c.half == 1 {
		end -= halfSize
	}
	return end
}

// writeCache holds the pages that were acknowledged and are not yet on the
// platters: those that wait, sorted by address, and the run that the mechanism
// is writing at the moment. A page of the run that is written again by the
// host waits as a second copy.
type writeCache struct {
	limit    int      // pages
	segments int      // separate runs of waiting pages, 0: as many as fit
	waiting  []cached // ascending
	runs     int      // separate runs among them
	run      []cached // being written, adjacent
	epoch    uint32

	sweep  uint32 // page at which the ascending sweep stands
	passed int    // how often the first run at the sweep was passed over
}

func newWriteCache(limit, segments int) writeCache {
	return writeCache{
		limit:    limit,
		segments: segments,
		waiting:  make([]cached, 0, limit),
		run:      make([]cached, 0, maxDestage),
	}
}

// pages returns how many pages of memory are in use.
func (w *writeCache) pages() int { return len(w.waiting) + len(w.run) }

// find returns the index of the first waiting page at or after the given one.
func (w *writeCache) find(page uint32) int {
	lo, hi := 0, len(w.waiting)
	for lo < hi {
		mid := int(uint(lo+hi) / 2)
		if w.waiting[mid].page < page {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// span returns the first page of a transfer and the number of pages it touches.
func span(off, length int64) (first uint32, n int) {
	first = uint32(off / pageSize)
	return first, int(uint32((off+length-1)/pageSize)-first) + 1
}

// halves returns which halves of the page a transfer covers.
func halves(page uint32, off, length int64) uint32 {
	var h uint32
	start := int64(page) * pageSize
	if off < start+halfSize && off+length > start {
		h |= 1
	}
	if off < start+pageSize && off+length > start+halfSize {
		h |= 2
	}
	return h
}

// put takes in a write if there is room for the pages that it does not
// overwrite in place, and reports whether it did. A write larger than the
// whole memory is taken in when nothing else is there.
func (w *writeCache) put(off, length int64) bool {
	first, n := span(off, length)
	at := w.find(first)
	present := 0
	for i := at; i < len(w.waiting) && w.waiting[i].page < first+uint32(n); i++ {
		present++
	}
	fresh := n - present
	if w.pages()+fresh > w.limit && w.pages() > 0 {
		return false
	}
	if w.segments > 0 && w.stretches() >= w.segments && !w.continues(at, present, off, length) {
		return false
	}
	before := w.heads(at, at+present+1)
	// Make the gap, then fill it from its end.
	old := len(w.waiting)
	for range fresh {
		w.waiting = append(w.waiting, cached{})
	}
	copy(w.waiting[at+n:], w.waiting[at+present:old])
	from := at + present - 1
	for i := n - 1; i >= 0; i-- {
		page := first + uint32(i)
		h := halves(page, off, length)
		if from >= at && w.waiting[from].page == page {
			c := w.waiting[from]
			c.half |= h
			w.waiting[at+i] = c
			from--
		} else {
			w.waiting[at+i] = cached{page: page, epoch: w.epoch, half: h}
		}
	}
	w.runs += w.heads(at, at+n+1) - before
	return true
}

// stretches returns how many entries of the list are in use, the run that is
// being written included.
func (w *writeCache) stretches() int {
	if len(w.run) > 0 {
		return w.runs + 1
	}
	return w.runs
}

// continues reports whether a write, whose first page would go to index at and
// of whose pages present are there already, overwrites or adjoins a run.
func (w *writeCache) continues(at, present int, off, length int64) bool {
	return present > 0 ||
		at > 0 && w.waiting[at-1].to() == off ||
		at < len(w.waiting) && w.waiting[at].from() == off+length
}

// heads counts the runs that begin at the indices from lo to before hi.
func (w *writeCache) heads(lo, hi int) int {
	n := 0
	for i := lo; i < min(hi, len(w.waiting)); i++ {
		if i == 0 || w.waiting[i].from() != w.waiting[i-1].to() {
			n++
		}
	}
	return n
}

// crowded reports whether more than half of the memory or of the segments are
// in use: the drive then destages even while commands wait.
func (w *writeCache) crowded() bool {
	return 2*w.pages() > w.limit || w.segments > 0 && 2*w.stretches() > w.segments
}

// holds reports whether all of a range is in the cache.
func (w *writeCache) holds(off, length int64) bool {
	first, n := span(off, length)
	at := w.find(first)
	for i := range n {
		page := first + uint32(i)
		var have uint32
		if at < len(w.waiting) && w.waiting[at].page == page {
			have = w.waiting[at].half
			at++
		}
		if len(w.run) > 0 && page >= w.run[0].page && page <= w.run[len(w.run)-1].page {
			have |= w.run[page-w.run[0].page].half
		}
		if need := halves(page, off, length); have&need != need {
			return false
		}
	}
	return true
}

// runEnd returns the index behind the run of adjacent pages that begins at
// index i.
func (w *writeCache) runEnd(i int) int {
	j := i + 1
	for j < len(w.waiting) && j-i < maxDestage && w.waiting[j].from() == w.waiting[j-1].to() {
		j++
	}
	return j
}

// next moves the run that the mechanism should write now from the waiting
// pages into the run, and returns its byte range and among how many it chose.
// The order is one ascending sweep after another; among the first few runs
// ahead the one whose start comes under the head first goes first, as long as
// none of them is passed over too often.
func (w *writeCache) next(m *Mechanics, now int64) (off, length int64, choice int) {
	first := w.find(w.sweep)
	if first == len(w.waiting) {
		first, w.passed = 0, 0
	}
	pick, best := first, int64(-1)
	seen := 0
	for i := first; i < len(w.waiting) && seen < sweepWindow; seen++ {
		t := m.Position(now, w.waiting[i].from(), true)
		if best < 0 || t < best {
			pick, best = i, t
		}
		if w.passed >= maxPassed {
			break
		}
		i = w.runEnd(i)
	}
	end := w.runEnd(pick)
	if pick == first {
		w.sweep, w.passed = w.waiting[end-1].page+1, 0
	} else {
		w.sweep = w.waiting[first].page
		w.passed++
	}
	w.runs -= w.heads(pick, end+1)
	w.run = append(w.run[:0], w.waiting[pick:end]...)
	w.waiting = append(w.waiting[:pick], w.waiting[end:]...)
	w.runs += w.heads(pick, pick+1)
	off = w.run[0].from()
	return off, w.run[len(w.run)-1].to() - off, max(seen, 1)
}
