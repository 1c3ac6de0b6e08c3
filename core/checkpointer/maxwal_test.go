package checkpointer

import "testing"

// TestEstimate: distance and estimate as 15.18 logged them for checkpoints in a
// row, kB.
func TestEstimate(t *testing.T) {
	logged := [][][2]float64{
		{{38744, 38744}, {38261, 38696}, {34444, 38271}, {10530, 35497}},
		{{6, 6}, {23990, 23990}, {0, 21591}},
		{{29963, 29963}, {131, 26980}},
	}
	for _, row := range logged {
		var e Estimate
		for i, k := range row {
			e.Add(int64(k[0] * 1024))
			// Both figures were cut to whole kB.
			if got := e.Bytes / 1024; got < k[1]-2 || got > k[1]+2 {
				t.Errorf("%v: after %d checkpoints %.1f kB are expected", row, i+1, got)
			}
		}
	}
}

func TestRecycleUpTo(t *testing.T) {
	const s = SegmentBytes
	tests := []struct {
		name  string
		sizes WALSizes
		redo  int64
		bytes float64
		want  int64
	}{
		// 2.5 * 1.1 * 10 segments from the middle of segment 100: 128 exactly.
		{"9.5", WALSizes{Min: 5, Max: 64, Target: 0.5, Rule: KeepTwo}, 100*s + s/2, 10 * s, 128},
		{"9.5, a byte more", WALSizes{Min: 5, Max: 64, Target: 0.5, Rule: KeepTwo}, 100*s + s/2 + 1, 10 * s, 129},
		// 1.9 * 1.1 * 10 = 20.9.
		{"14", WALSizes{Min: 5, Max: 64, Target: 0.9, Rule: KeepOne}, 100 * s, 10 * s, 121},
		{"not less than min_wal_size", WALSizes{Min: 5, Max: 64, Target: 0.9, Rule: KeepOne}, 100 * s, 0, 104},
		{"not more than max_wal_size", WALSizes{Min: 5, Max: 64, Target: 0.9, Rule: KeepOne}, 100 * s, 1000 * s, 163},
		{"64 MB segments", WALSizes{Min: 2, Max: 16, Target: 0.9, Rule: KeepOne, Segment: 4 * s}, 100 * s, 10 * s, 31},
	}
	for _, test := range tests {
		if got := test.sizes.RecycleUpTo(test.redo, Estimate{Bytes: test.bytes}); got != test.want {
			t.Errorf("%s: up to segment %d, not %d", test.name, got, test.want)
		}
	}
}

func TestRecycleWithin(t *testing.T) {
	tests := []struct {
		files             Segments
		keep, last        int64
		newest            int64
		recycled, removed int64
	}{
		{Segments{4, 7}, 4, 20, 7, 0, 0},
		{Segments{1, 7}, 4, 20, 10, 3, 0},
		{Segments{1, 7}, 4, 8, 8, 1, 2},
		{Segments{1, 7}, 4, 6, 7, 0, 3}, // enough ahead already
	}
	for _, test := range tests {
		after, recycled, removed := test.files.RecycleWithin(test.keep, test.last)
		if after.Newest != test.newest || recycled != test.recycled || removed != test.removed || recycled+removed > 0 && after.Oldest != test.keep {
			t.Errorf("%+v: %+v, %d recycled, %d removed", test, after, recycled, removed)
		}
	}
}

// TestSegmentSize: the pacer counts WAL in the server's own segments.
func TestSegmentSize(t *testing.T) {
	s := Settings{Segments: 10, TimeoutS: 300, CompletionTarget: 1}
	var small, large Pacer
	small.Begin(0, 0, s)
	s.SegmentBytes = 64 << 20
	large.Begin(0, 0, s)
	const wal = 100 << 20 // 6.25 segments of 16 MB, 1.56 of 64 MB
	if small.OnSchedule(0.5, wal, 0) || !large.OnSchedule(0.5, wal, 0) {
		t.Error("half the pages with 100 MB of WAL: late with segments of 16 MB, not with 64 MB")
	}
}
