package bufmgr

// RingKind says what a ring is for; it decides the ring's size and what happens
// to a victim whose WAL is not flushed yet.
type RingKind uint8

// The kinds, BufferAccessStrategyType of storage/bufmgr.h.
const (
	BulkRead  RingKind = iota // sequential scan of a table larger than a quarter of the pool
	BulkWrite                 // COPY, CREATE TABLE AS (8.4 and later)
	Vacuum
)

// Ring sizes in pages of 8 kB before the cap of an eighth of the pool:
// GetAccessStrategy of storage/buffer/freelist.c, 8.3 to 9.4 (256 kB; 16 MB for
// bulk writes).
const (
	ringPages          = 256 / 8
	bulkWriteRingPages = 16 * 1024 / 8
)

// RingSize returns the number of buffers in a ring of the given kind over a
// pool of the given number of buffers.
func RingSize(kind RingKind, buffers int) int {
	n := ringPages
	if kind == BulkWrite {
		n = bulkWriteRingPages
	}
	return min(n, buffers/8)
}

// Ring is the private set of buffers of one scan, VACUUM or bulk load. It does
// not own them: anybody may use, or evict, a buffer of a ring.
type Ring struct {
	kind    RingKind
	slot    []int32 // buffer, -1: empty
	current int
	own     bool // the current buffer came from the ring itself
}

// NewRing returns an empty ring of n buffers, n at least 1 (see [RingSize]).
func NewRing(kind RingKind, n int) *Ring {
	r := &Ring{kind: kind, slot: make([]int32, n)}
	for i := range r.slot {
		r.slot[i] = -1
	}
	return r
}

// Kind returns what the ring is for.
func (r *Ring) Kind() RingKind { return r.kind }

// Len returns the number of slots.
func (r *Ring) Len() int { return len(r.slot) }

// Slot returns the number of the slot that served the last VictimRing.
func (r *Ring) Slot() int { return r.current }

// VictimRing is Victim for a process that reads through ring r. It goes to the
// ring's next slot and takes the buffer there if it is unpinned and its usage
// count is at most 1: the one that this scan gave it. Otherwise a normal victim
// is taken, which then sits in that slot. Only the latter counts as an
// allocation.
func (p *Pool) VictimRing(r *Ring) (b int32, src Source, ok bool) {
	return p.throughRing(r, p.Victim)
}

// ringNext goes to the ring's next slot and pins the buffer there if the ring
// may take it again.
func (p *Pool) ringNext(r *Ring) (b int32, ok bool) {
	r.current++
	if r.current >= len(r.slot) {
		r.current = 0
	}
	b = r.slot[r.current]
	r.own = b >= 0 && p.state[b]&refMask == 0 && p.state[b]&usageMask <= usageOne
	if !r.own {
		return -1, false
	}
	p.PinQuiet(b)
	return b, true
}

// RejectRing asks whether the dirty victim b, whose WAL is not flushed yet,
// should be given up rather than written. Yes for a bulk read that got it from
// its own ring: such a scan would flush WAL at every page it changes (hint
// bits, or an UPDATE over it). The buffer then leaves the ring; the caller
// unpins it and calls VictimRing again. VACUUM and bulk writes flush and reuse
// it: they are meant to pay for their own WAL (StrategyRejectBuffer).
func (p *Pool) RejectRing(r *Ring, b int32) bool {
	if r.kind != BulkRead || !r.own || r.slot[r.current] != b {
		return false
	}
	r.slot[r.current] = -1
	return true
}

// throughRing is the victim search of a process with a ring, for policies whose
// search without one is normal: the ring's next buffer if it can be used again,
// else a normal victim, which takes that place in the ring.
func (p *Pool) throughRing(r *Ring, normal func() (int32, Source, bool)) (b int32, src Source, ok bool) {
	if b, ok = p.ringNext(r); ok {
		return b, FromRing, true
	}
	if b, src, ok = normal(); ok {
		r.slot[r.current] = b
	}
	return b, src, ok
}
