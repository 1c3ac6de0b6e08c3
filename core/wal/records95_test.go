package wal

import "testing"

// Lengths as pg_waldump of 15.18 shows them.
func TestRecords95(t *testing.T) {
	const account, history, entry = 121, 48, 16
	for _, c := range []struct {
		what  string
		r     Record
		image int64
		want  int64
	}{
		{"COMMIT", Commit95, 0, 34},
		{"CHECKPOINT_ONLINE", Checkpoint95, 0, 114},
		{"LOCK", HeapLock, 0, 54},
		{"LOCK with an image", HeapLock, 8076, 59 + 8076},
		{"HOT_UPDATE", HOTUpdate, 0, 72},
		{"UPDATE", HeapUpdate95(account), 0, 171},
		{"INSERT", HeapInsert95(history), 0, 79},
		{"INSERT_LEAF", IndexInsert95(entry), 0, 64},
		{"INSERT_LEAF with an image", IndexInsert95(entry), 7400, 53 + 7400},
		{"PRUNE", Prune95(0, 1), 0, 56},
	} {
		if got := c.r.bytes(c.image); got != c.want {
			t.Errorf("%s: %d bytes, want %d", c.what, got, c.want)
		}
	}
}
