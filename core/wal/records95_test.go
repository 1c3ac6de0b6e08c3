package wal

import "testing"

// Lengths as pg_waldump of 15.18 shows them.
func TestRecords95(t *testing.T) {
	const account, history, entry = 121, 48, 16
	f := FormatOf(8, true, true, false, false)
	for _, c := range []struct {
		what         string
		r            Record
		image, other int64
		want         int64
	}{
		{"COMMIT", f.Commit, 0, 0, 34},
		{"CHECKPOINT_ONLINE", f.Checkpoint, 0, 0, 114},
		{"LOCK", f.HeapLock, 0, 0, 54},
		{"LOCK with an image", f.HeapLock, 8076, 0, 59 + 8076},
		{"HOT_UPDATE", f.HOTUpdate(account), 0, 0, 72},
		{"UPDATE", f.HeapUpdate(account), 0, 0, 171},
		{"UPDATE with an image of the old page", f.HeapUpdate(account), 0, 8076, 171 + 5 + 8076},
		{"INSERT", f.HeapInsert(history), 0, 0, 79},
		{"INSERT_LEAF", f.IndexInsert(entry), 0, 0, 64},
		{"INSERT_LEAF with an image", f.IndexInsert(entry), 7400, 0, 53 + 7400},
		{"PRUNE", f.Prune(0, 1), 0, 0, 56},
	} {
		if got := f.bytes(c.r, c.image, c.other); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.what, got, c.want)
		}
	}
}

// TestPruneOfLaterReleases: 16 says whether the table is a catalog; 17 counts its
// lists one by one.
func TestPruneOfLaterReleases(t *testing.T) {
	f16, f17 := FormatOf(8, true, true, true, false), FormatOf(8, true, true, true, true)
	if n := f16.bytes(f16.Prune(1, 2), 0, 0); n != 24+20+2+9+4+4 {
		t.Errorf("16: %d bytes", n)
	}
	for _, c := range []struct{ redirected, freed, want int64 }{{1, 2, 52 + 6 + 6}, {0, 1, 52 + 4}, {3, 0, 52 + 14}} {
		if n := f17.bytes(f17.Prune(c.redirected, c.freed), 0, 0); n != c.want {
			t.Errorf("17, %+v: %d bytes", c, n)
		}
	}
}

// TestRecords93: what the structures of 9.3 and 9.4 add up to on 64-bit.
func TestRecords93(t *testing.T) {
	const account, history, entry = 121, 48, 16
	f3, f4 := FormatOf(8, false, false, false, false), FormatOf(8, true, false, false, false)
	for _, c := range []struct {
		what string
		f    *Format
		r    Record
		want int64
	}{
		{"9.3 update", &f3, f3.HOTUpdate(account), 32 + 37 + 5 + 98},
		{"9.4 update on the page", &f4, f4.HOTUpdate(account), 32 + 36 + 4 + 7 + 3},
		{"9.4 update of another page", &f4, f4.HeapUpdate(account), 32 + 36 + 7 + 98},
		{"commit", &f4, f4.Commit, 44},
		{"insert", &f4, f4.HeapInsert(history), 32 + 21 + 5 + 25},
		{"index insert", &f3, f3.IndexInsert(entry), 32 + 18 + 16},
		{"prune", &f3, f3.Prune(1, 3), 32 + 24 + 10},
	} {
		if got := c.f.bytes(c.r, 0, 0); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.what, got, c.want)
		}
	}
}
