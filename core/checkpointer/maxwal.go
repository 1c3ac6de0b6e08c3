package checkpointer

// WALRule is how the distance between checkpoints follows from max_wal_size: it
// has changed with what the checkpoint keeps.
type WALRule uint8

const (
	// KeepTwo is 9.5 to 10: WAL back to the checkpoint before the last one is
	// kept.
	KeepTwo WALRule = iota
	// KeepOne is 11 and later: back to the last one.
	KeepOne
)

// kept is how many distances between checkpoints lie in the WAL kept when a
// checkpoint ends, of which the last is as much as is written during its write
// phase.
func (r WALRule) kept(target float64) float64 {
	if r == KeepTwo {
		return 2 + target
	}
	return 1 + target
}

// WALSizes are the settings of 9.5 and later, in whole segments of WAL: the
// server cuts the settings to that.
type WALSizes struct {
	Min, Max int64   // min_wal_size, max_wal_size
	Target   float64 // checkpoint_completion_target, 0 to 1
	Rule     WALRule
	Segment  int64 // bytes of a segment; 0: SegmentBytes. Chosen by initdb from 11 on
}

func (s WALSizes) segment() int64 {
	if s.Segment > 0 {
		return s.Segment
	}
	return SegmentBytes
}

// CheckpointSegments returns the distance between two checkpoints' redo points
// that triggers a checkpoint, in segments of WAL, at least 1: what
// checkpoint_segments said directly before (CalculateCheckpointSegments of
// access/transam/xlog.c, 9.5 and later). For [SegmentsDue] and [Settings].
func (s WALSizes) CheckpointSegments() int {
	return max(1, int(float64(s.Max)/s.Rule.kept(s.Target)))
}

// Estimate is the server's expectation of how much WAL lies between two
// checkpoints (UpdateCheckPointDistanceEstimate, 9.5 and later). The zero value
// is ready.
type Estimate struct {
	Distance float64 // bytes between the last two redo points
	Bytes    float64 // expected
}

// Add says that a checkpoint was complete whose redo point lies distance bytes
// behind the one before: the expectation rises at once and falls by a tenth of
// the difference.
func (e *Estimate) Add(distance int64) {
	e.Distance = float64(distance)
	if e.Bytes < e.Distance {
		e.Bytes = e.Distance
	} else {
		e.Bytes = float64(0.9*e.Bytes) + float64(0.1*e.Distance)
	}
}

// RecycleUpTo returns the last segment number to which old WAL files are
// renamed at the end of a checkpoint; what is left over is removed. redo is in
// bytes: the redo point of the checkpoint before under KeepTwo, of this one under
// KeepOne. (XLOGfileslop of access/transam/xlog.c, 9.5 and later.)
func (s WALSizes) RecycleUpTo(redo int64, e Estimate) int64 {
	seg := s.segment()
	// A tenth more than expected.
	distance := s.Rule.kept(s.Target) * e.Bytes * 1.1
	last := ceilDiv(float64(redo)+distance, float64(seg))
	first := redo / seg
	return min(max(last, first+s.Min-1), first+s.Max-1)
}

// ceilDiv is ceil(a/b) of positive numbers.
func ceilDiv(a, b float64) int64 {
	q := a / b
	n := int64(q)
	if float64(n) < q {
		n++
	}
	return n
}

// RecycleWithin is [Segments.Recycle] for 9.5 and later: the files before the
// segment keep are renamed to follow the newest one up to the segment number
// last, and removed otherwise.
func (f Segments) RecycleWithin(keep, last int64) (after Segments, recycled, removed int64) {
	old := keep - f.Oldest
	if old <= 0 {
		return f, 0, 0
	}
	recycled = max(0, min(old, last-f.Newest))
	return Segments{Oldest: keep, Newest: f.Newest + recycled}, recycled, old - recycled
}
