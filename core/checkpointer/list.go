package checkpointer

// List is the write pass of 8.0: the buffers that were dirty when the checkpoint
// began, in the order of the replacement policy's lists, at full speed (that
// order is bgwriter.Alternate). A listed buffer is written if it still holds the
// listed page and is dirty when its turn comes. Pages dirtied later wait for the
// next checkpoint. (BufferSync of storage/buffer/bufmgr.c, 8.0, which is one
// function for the checkpoint and the cleaning round.)
type List struct {
	list []int32
	next int
}

// Begin starts the pass over list, which the caller must leave alone until the
// pass is over.
func (o *List) Begin(list []int32) { *o = List{list: list} }

// Next returns the buffer to look at, or false when the pass is over.
func (o *List) Next() (b int32, ok bool) {
	if o.next >= len(o.list) {
		return -1, false
	}
	b = o.list[o.next]
	o.next++
	return b, true
}
