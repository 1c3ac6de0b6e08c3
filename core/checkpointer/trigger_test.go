package checkpointer

import (
	"testing"
)

func TestSegmentsDue(t *testing.T) {
	const redo = 10*SegmentBytes + 40 // just past the start of segment 10
	tests := []struct {
		full     int64
		redo     int64
		segments int
		want     bool
	}{
		{10, redo, 1, true}, // each full segment
		{10, redo, 3, false},
		{11, redo, 3, false},
		{12, redo, 3, true}, // segments 10, 11 and 12 are full: 48 MB
		{13, redo, 3, true},
		{12, 11*SegmentBytes - 1, 3, true}, // the redo segment counts from its start
		{12, 11 * SegmentBytes, 3, false},
	}
	for _, test := range tests {
		if got := SegmentsDue(test.full, test.redo, test.segments); got != test.want {
			t.Errorf("segment %d full, redo at %d, checkpoint_segments %d: due is %v", test.full, test.redo, test.segments, got)
		}
	}
}

func TestTimeDue(t *testing.T) {
	const s = nsPerSecond
	tests := []struct {
		now, start int64
		want       bool
	}{
		{300 * s, 0, true},
		{300*s - 1, 0, false},
		{300 * s, s - 1, true}, // 299.000000001 s later, but 300 by whole seconds
		{300*s + s - 1, s, false},
		{301 * s, s, true},
	}
	for _, test := range tests {
		if got := TimeDue(test.now, test.start, 300); got != test.want {
			t.Errorf("at %d, started at %d: due is %v", test.now, test.start, got)
		}
	}
	if !TooFrequent(29*s, 0, 30, true) || TooFrequent(30*s, 0, 30, true) || TooFrequent(29*s, 0, 30, false) || TooFrequent(0, 0, 0, true) {
		t.Error("the warning is for checkpoints requested by WAL volume within checkpoint_warning")
	}
}

func TestRecycle(t *testing.T) {
	const inSegment = SegmentBytes / 2
	tests := []struct {
		name              string
		files             Segments
		keep, end         int64
		segments          int
		after             Segments
		recycled, removed int64
	}{
		{"nothing is old", Segments{4, 7}, 4, 7*SegmentBytes + inSegment, 3, Segments{4, 7}, 0, 0},
		{"all are renamed", Segments{1, 7}, 4, 7*SegmentBytes + inSegment, 3, Segments{4, 10}, 3, 0},
		{"seven ahead is the most", Segments{1, 13}, 4, 7*SegmentBytes + inSegment, 3, Segments{4, 14}, 1, 2},
		{"enough ahead already", Segments{1, 14}, 4, 7*SegmentBytes + inSegment, 3, Segments{4, 14}, 0, 3},
		{"more ahead than now allowed", Segments{1, 20}, 4, 7*SegmentBytes + inSegment, 3, Segments{4, 20}, 0, 3},
		{"a boundary belongs to the segment before it", Segments{1, 13}, 4, 8 * SegmentBytes, 3, Segments{4, 14}, 1, 2},
	}
	for _, test := range tests {
		after, recycled, removed := test.files.Recycle(test.keep, test.end, test.segments)
		if after != test.after || recycled != test.recycled || removed != test.removed {
			t.Errorf("%s: %+v, %d recycled, %d removed", test.name, after, recycled, removed)
		}
		if before, n := test.files.Newest-test.files.Oldest, after.Newest-after.Oldest; before-removed != n {
			t.Errorf("%s: %d files became %d with %d removed", test.name, before+1, n+1, removed)
		}
	}
}

func TestPreallocate(t *testing.T) {
	tests := []struct {
		files Segments
		end   int64
		added int64
	}{
		{Segments{4, 7}, 7*SegmentBytes + SegmentBytes/2, 0},
		{Segments{4, 7}, 7*SegmentBytes + SegmentBytes/4*3, 0},
		{Segments{4, 7}, 7*SegmentBytes + SegmentBytes/4*3 + 1, 1},
		{Segments{4, 7}, 8 * SegmentBytes, 1},
		{Segments{4, 8}, 8 * SegmentBytes, 0},
	}
	for _, test := range tests {
		after, added := test.files.Preallocate(test.end)
		if added != test.added || after.Newest != test.files.Newest+added {
			t.Errorf("%+v, WAL ends at %d: %d added, %+v", test.files, test.end, added, after)
		}
	}
}

// TestOrder: once around from the hand, and no further than the pages marked.
func TestOrder(t *testing.T) {
	var o Order
	o.Begin(5, 3, 3)
	var seen []int32
	for b, ok := o.Next(); ok; b, ok = o.Next() {
		seen = append(seen, b)
		if b == 4 || b == 1 {
			o.Wrote()
		}
	}
	want := []int32{3, 4, 0, 1, 2}
	if len(seen) != len(want) {
		t.Fatalf("looked at %v, not %v", seen, want)
	}
	for i := range want {
		if seen[i] != want[i] {
			t.Fatalf("looked at %v, not %v", seen, want)
		}
	}
	// One of the three was written by somebody else: the pass sees the whole
	// pool and never calls itself done.
	if o.Done() || o.Written() != 2 {
		t.Errorf("done is %v with %d written of 3", o.Done(), o.Written())
	}

	o.Begin(5, 4, 2)
	o.Next()
	if got := o.Wrote(); got != 0.5 {
		t.Errorf("one of two pages is a share of %v", got)
	}
	o.Next()
	o.Wrote()
	if b, ok := o.Next(); ok || !o.Done() {
		t.Errorf("buffer %d is looked at after all marked pages were written", b)
	}
}
