package checkpointer

// Item is a page that a sorted checkpoint has to write: the buffer it was in
// when the checkpoint began, and its place on disk.
type Item struct {
	Space uint32 // tablespace
	Rel   uint32 // relfilenode
	Block uint32
	Buf   int32
	Fork  uint8 // 0 main, 1 fsm, 2 vm, 3 init
}

// compare is the order of writing from 9.6 on (ckpt_buforder_comparator). The
// database is not part of it.
func (a *Item) compare(b *Item) int {
	if c := order(uint64(a.Space)<<32|uint64(a.Rel), uint64(b.Space)<<32|uint64(b.Rel)); c != 0 {
		return c
	}
	return order(uint64(a.Fork)<<32|uint64(a.Block), uint64(b.Fork)<<32|uint64(b.Block))
}

// order is -1, 0 or 1 as a lies before, at or after b.
func order(a, b uint64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// Sorted is the write pass of 9.6 and later (BufferSync of
// storage/buffer/bufmgr.c). The pages marked by the first pass are sorted by
// tablespace, relation, fork and block. The tablespaces are served side by side,
// so that all of them are busy for the whole checkpoint: next comes a page of the
// one that is least advanced.
//
//	s.Begin(items)
//	for it, ok := s.Next(); ok; it, ok = s.Next() {
//		if it.Buf still has the checkpoint's mark {
//			write it, tell the writeback context
//		}
//		if pacer.OnSchedule(s.Progress(), ...) {
//			nap
//		}
//	}
//
// Progress counts every item, written or not: marked pages that others wrote
// meanwhile count as done, unlike before 9.6. A nap may follow the last item.
type Sorted struct {
	items  []Item
	spaces []space // by tablespace, ascending
	heap   heap
	done   int
	last   bool // Next has returned a page whose tablespace has not advanced yet
}

// space is the progress in one tablespace (CkptTsStatus).
type space struct {
	progress float64
	slice    float64 // progress of one page, so that all tablespaces end at the same value
	index    int     // next page
	end      int
}

// Begin starts the pass over items, in the order of their buffers; it sorts them
// in place and keeps the slice until the next Begin.
func (s *Sorted) Begin(items []Item) {
	s.items, s.done, s.last = items, 0, false
	s.spaces = s.spaces[:0]
	sortItems(items, (*Item).compare)
	for i := range items {
		if i == 0 || items[i].Space != items[i-1].Space {
			s.spaces = append(s.spaces, space{index: i})
		}
		s.spaces[len(s.spaces)-1].end = i + 1
	}
	for i := range s.spaces {
		t := &s.spaces[i]
		t.slice = float64(len(items)) / float64(t.end-t.index)
	}
	s.heap.build(s.spaces)
}

// Next returns the next page, or false when the pass is over.
func (s *Sorted) Next() (it Item, ok bool) {
	s.advance()
	if s.heap.len() == 0 {
		return Item{Buf: -1}, false
	}
	s.done++
	s.last = true
	return s.items[s.spaces[s.heap.first()].index], true
}

// advance moves the tablespace of the last page on.
func (s *Sorted) advance() {
	if !s.last {
		return
	}
	s.last = false
	t := &s.spaces[s.heap.first()]
	t.progress += t.slice
	t.index++
	if t.index == t.end {
		s.heap.removeFirst(s.spaces)
	} else {
		s.heap.replacedFirst(s.spaces)
	}
}

// Progress returns the share of the pages that Next has returned, for the Pacer.
func (s *Sorted) Progress() float64 { return float64(s.done) / float64(len(s.items)) }
