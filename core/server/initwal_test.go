package server

import "testing"

// TestSegmentsAhead looks at which runs have to create WAL files: up to 8.2 pgbench -i
// has left as many as its rows needed, or as the server keeps.
func TestSegmentsAhead(t *testing.T) {
	for _, c := range []struct {
		settings string
		ahead    int64
	}{
		{"release=8.1 scale=20 checkpoint_segments=8", 16},
		{"release=8.1 scale=20 checkpoint_segments=2", 4},
		{"release=8.2 scale=2 checkpoint_segments=8", 2},
		{"release=7.4 scale=20 checkpoint_segments=3", 6},
		{"release=8.3 scale=20 checkpoint_segments=8", 0},
		{"release=15 scale=20", 0},
	} {
		r := start(t, of(t, c.settings+" clients=8 transactions=500 cpu_per_transaction=200us shared_buffers=64MB filesystem=ext4 fsync=off"))
		oldest, newest := r.s.wal.Segments()
		if newest-oldest != c.ahead {
			t.Errorf("%s: %d files ahead, want %d", c.settings, newest-oldest, c.ahead)
		}
		for r.Step(1 << 16) {
		}
		checkRun(t, r)
		n := r.Result().Counters
		if want := max(0, n.WALSegments-c.ahead); n.WALSegments < 1 || n.WALInits != want {
			t.Errorf("%s: %d files created for %d further segments, want %d", c.settings, n.WALInits, n.WALSegments, want)
		}
	}
}
