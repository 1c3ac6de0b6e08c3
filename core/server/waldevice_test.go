package server

import (
	"testing"

	"clocksweep/core/result"
)

// TestWALDevice checks what a device of its own does for the WAL on ext3 with
// data=ordered, while the server writes pages of tables: its flushes wait no
// more for those pages to reach the disk.
func TestWALDevice(t *testing.T) {
	flush := func(device string) float64 {
		r := run(t, of(t, "clients=4 scale=20 duration=20s shared_buffers=8MB filesystem=ext3-ordered wal_device="+device))
		checkRun(t, r)
		res := r.Result()
		return float64(res.Waits[result.WaitWALFlush]) / float64(res.Transactions) / 1e6
	}
	shared, own := flush("shared"), flush("own")
	t.Logf("%.2f ms of flushing a transaction beside the data, %.2f on a device of its own", shared, own)
	if own > shared/2 {
		t.Errorf("%.2f ms of flushing a transaction on a device of its own, %.2f beside the data", own, shared)
	}
}
