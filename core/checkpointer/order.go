package checkpointer

// Order is the second pass of a checkpoint: once around the pool from the clock
// hand (BufferSync of storage/buffer/bufmgr.c, 8.3 to 9.5).
//
//	o.Begin(n, hand, todo)
//	for b, ok := o.Next(); ok; b, ok = o.Next() {
//		if b still has the checkpoint's mark {
//			write it
//			progress := o.Wrote() // for the Pacer, unless o.Done()
//		}
//	}
type Order struct {
	n    int
	next int32
	left int // buffers not looked at yet
	todo int // pages marked by the first pass
	done int // of these, written by this pass
}

// Begin starts at buffer hand of a pool of n buffers; the first pass has marked
// todo pages.
func (o *Order) Begin(n int, hand int32, todo int) {
	*o = Order{n: n, next: hand, left: n, todo: todo}
}

// Next returns the buffer to look at, or false when the pass is over: the whole
// pool was seen, or as many pages as were marked have been written.
func (o *Order) Next() (b int32, ok bool) {
	if o.left <= 0 || o.done >= o.todo {
		return -1, false
	}
	o.left--
	b = o.next
	o.next++
	if int(o.next) >= o.n {
		o.next = 0
	}
	return b, true
}

// Wrote says that the buffer of the last Next was written, and returns the share
// of the checkpoint's pages that this pass has written.
func (o *Order) Wrote() (progress float64) {
	o.done++
	return float64(o.done) / float64(o.todo)
}

// Done reports whether every marked page has been written by this pass; the
// server then neither looks on nor naps.
func (o *Order) Done() bool { return o.done >= o.todo }

// Written returns the number of pages this pass has written.
func (o *Order) Written() int { return o.done }
