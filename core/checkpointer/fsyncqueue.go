package checkpointer

// FsyncQueue holds the requests of backends to fsync a file before the next
// checkpoint is complete; F names a file of a relation. The process that runs
// checkpoints moves them to its [FsyncTable]. (ForwardFsyncRequest of
// postmaster/bgwriter.c, 8.0 to 9.1, and of postmaster/checkpointer.c since.)
type FsyncQueue[F comparable] struct {
	requests []F
	slots    int
	compacts bool

	writes, own int64
}

// MaxFsyncSlots is the queue's largest size from 19 on (CheckpointerShmemSize of
// postmaster/checkpointer.c).
const MaxFsyncSlots = 10_000_000

// NewFsyncQueue returns an empty queue of the given number of slots: one a
// buffer, from 19 on at most MaxFsyncSlots. compacts says that a full queue is first cleared of repeated requests:
// 9.1 and later.
func NewFsyncQueue[F comparable](slots int, compacts bool) *FsyncQueue[F] {
	return &FsyncQueue[F]{slots: slots, compacts: compacts}
}

// Forward queues a request for f and reports whether there was room; if not, the
// backend must fsync the file itself. It counts for buffers_backend either way.
func (q *FsyncQueue[F]) Forward(f F) bool {
	q.writes++
	if len(q.requests) >= q.slots && !(q.compacts && q.compact()) {
		q.own++
		return false
	}
	q.requests = append(q.requests, f)
	return true
}

// compact drops each request that a later one repeats and reports whether there
// was any (CompactBgwriterRequestQueue, 9.1, CompactCheckpointerRequestQueue
// since).
func (q *FsyncQueue[F]) compact() bool {
	last := make(map[F]int, 64)
	for i, f := range q.requests {
		last[f] = i
	}
	if len(last) == len(q.requests) {
		return false
	}
	kept := q.requests[:0]
	for i, f := range q.requests {
		if last[f] == i {
			kept = append(kept, f)
		}
	}
	q.requests = kept
	return true
}

// HalfFull reports whether the checkpointer should be woken to empty the queue:
// 9.2 and later do after each request.
func (q *FsyncQueue[F]) HalfFull() bool { return len(q.requests) >= q.slots/2 }

// Len returns the number of requests waiting.
func (q *FsyncQueue[F]) Len() int { return len(q.requests) }

// Absorb moves all requests to t and returns, since the Absorb before, how many
// writes backends reported (buffers_backend) and how many of these they had to
// fsync themselves (buffers_backend_fsync): the statistics are published here.
func (q *FsyncQueue[F]) Absorb(t *FsyncTable[F]) (writes, own int64) {
	for _, f := range q.requests {
		t.Remember(f)
	}
	q.requests = q.requests[:0]
	writes, own = q.writes, q.own
	q.writes, q.own = 0, 0
	return writes, own
}
