package storage

// The read cache: a few segments, each a range of bytes that the drive has
// read and still remembers. Behind the last read the drive goes on reading
// until it gets something else to do.
const (
	segments     = 8          // typical of the drives listed in core/hardware
	segmentBytes = 512 * 1024 // a segment forgets what is further back than that
	readAheadCap = 256 * 1024 // how far the drive reads ahead
)

// segment is a remembered range [from, to).
type segment struct{ from, to int64 }

// readCache is the segments and the read-ahead under way. The head stands at
// the byte at + (t-since)·bytes/ns at time t, but never goes past end.
type readCache struct {
	mech  *Mechanics
	seg   [segments]segment
	live  int  // the segment that the read-ahead fills
	ahead bool // the head follows the live segment
	since int64
	at    int64
	end   int64
	bytes int64 // of a track there
	ns    int64 // that a track takes, the switch to the next one included
}

// begin starts the read-ahead behind a read that has just ended.
func (r *readCache) begin(now, off, length int64) {
	r.live = (r.live + 1) % segments
	r.seg[r.live] = segment{off, off + length}
	r.ahead = true
	r.from(now, off+length)
	r.end = r.limit(off + length)
}

// from lets the head read on from a byte that it reaches at time t.
func (r *readCache) from(t, off int64) {
	r.since, r.at = t, off
	r.bytes = r.mech.locate(min(off, r.mech.capacity-1)).bytes
	r.ns = r.mech.rev + r.mech.hs + crossNs
}

// limit returns how far the drive reads ahead of a reader at the byte off.
func (r *readCache) limit(off int64) int64 {
	return min(off+readAheadCap, r.mech.capacity)
}

// reached returns the byte up to which the read-ahead has come.
func (r *readCache) reached(now int64) int64 {
	if now <= r.since {
		return r.at
	}
	return min(r.end, r.at+(now-r.since)*r.bytes/r.ns)
}

// when returns the time at which the read-ahead reaches a byte.
func (r *readCache) when(off int64) int64 {
	return r.since + ((off-r.at)*r.ns+r.bytes-1)/r.bytes
}

// finish returns the time at which the read-ahead ends by itself.
func (r *readCache) finish() int64 { return r.when(r.end) }

// keep moves the live segment's end to where the head has come.
func (r *readCache) keep(now int64) {
	if r.ahead {
		s := &r.seg[r.live]
		s.to = r.reached(now)
		s.from = max(s.from, s.to-segmentBytes)
	}
}

// stop ends the read-ahead; the segment keeps what was read, and the head
// stands there.
func (r *readCache) stop(now int64) {
	if r.ahead {
		r.keep(now)
		r.ahead = false
		r.mech.track = r.mech.locate(r.seg[r.live].to - 1).track
	}
}

// holds reports whether the range has been read. A reader that follows the
// read-ahead keeps it going.
func (r *readCache) holds(now, off, length int64) bool {
	r.keep(now)
	to := off + length
	for i := range r.seg {
		if s := r.seg[i]; off >= s.from && to <= s.to {
			if r.ahead && i == r.live {
				r.follow(now, to)
			}
			return true
		}
	}
	return false
}

// follow moves the end of the read-ahead on behind a reader that has come to
// the byte to. Once the head has stopped there it starts again when half of
// what it had read is used up.
func (r *readCache) follow(now, to int64) {
	if end := r.limit(to); now < r.finish() {
		r.end = max(r.end, end)
	} else if end > r.end && r.end-to <= readAheadCap/2 {
		r.resume(now)
		r.end = end
	}
}

// resume brings the head back to the end of the read-ahead, which it has
// overrun: the sector has to come around again.
func (r *readCache) resume(now int64) {
	p := r.mech.locate(r.end)
	r.mech.track = p.track
	r.from(now+r.mech.approach(now, p, false), r.end)
}

// continues reports whether a read that is not in memory begins in what the
// read-ahead is about to reach.
func (r *readCache) continues(off int64) bool {
	return r.ahead && off >= r.seg[r.live].from && off <= r.end
}

// stream lets the read-ahead serve a read that continues it, and returns the
// time at which the head has come to the read's end.
func (r *readCache) stream(now, to int64) int64 {
	if to > r.end && now >= r.finish() {
		r.resume(now)
	}
	r.end = max(r.end, r.limit(to))
	return r.when(to)
}

// forget drops what a write makes stale.
func (r *readCache) forget(now, off, length int64) {
	if r.ahead && off < r.end && off+length > r.seg[r.live].from {
		r.stop(now)
	}
	for i := range r.seg {
		if s := &r.seg[i]; off < s.to && off+length > s.from {
			*s = segment{}
		}
	}
}
