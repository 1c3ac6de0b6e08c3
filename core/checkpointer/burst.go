package checkpointer

// Burst is the write pass of the checkpoints that are not spread over time and
// keep no list: 7.4, and 8.1 and 8.2. It goes once over the pool and writes every
// page that is dirty when it is reached, at full speed. Pages dirtied after the
// checkpoint began are written too if the pass has not come by yet. (BufferSync
// of storage/buffer/bufmgr.c.)
//
// 7.4 begins at buffer 0, wherever its list of free buffers begins; 8.1 and 8.2
// at the clock hand.
type Burst struct {
	n    int
	next int32
	left int
}

// Begin starts at buffer start of a pool of n buffers.
func (o *Burst) Begin(n int, start int32) { *o = Burst{n: n, next: start, left: n} }

// Next returns the buffer to look at, to be written if it is dirty now, or false
// when the pass is over.
func (o *Burst) Next() (b int32, ok bool) {
	if o.left <= 0 {
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

// Scanned returns how many buffers the pass has looked at.
func (o *Burst) Scanned() int { return o.n - o.left }

// 7.4 does not know which files it wrote: after the pass it calls sync(), which
// asks the kernel to write everything of every process, waits, and calls it a
// second time, because the first may return before the writes are done. (mdsync
// of storage/smgr/md.c, 7.4.) These are the calls and the pause between two of
// them; the kernels of this lab do not return from sync() early.
const (
	SystemSyncs       = 2
	SystemSyncPauseNs = 2 * nsPerSecond
)
