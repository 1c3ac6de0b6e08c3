package server

import (
	"testing"

	"clocksweep/core/scenario"
)

// TestInitSegments checks how many WAL files a run finds ahead of the one it begins
// with.
func TestInitSegments(t *testing.T) {
	for _, c := range []struct {
		release, scale, segments string
		ready                    int64
	}{
		{"7.4", "10", "3", 6},
		{"8.0.0", "10", "3", 6},
		{"8.1devel", "10", "3", 6},
		{"8.2", "10", "3", 6},
		{"8.3", "10", "3", 6},
		{"8.2", "1", "3", 0},    // all rows fit into one segment
		{"8.2", "10", "100", 0}, // no checkpoint but the last one
		{"8.2", "100", "16", 17},
		{"8.4", "10", "3", 0},
		{"9.1", "10", "3", 0},
	} {
		sc := scenario.New()
		for name, value := range map[string]string{"release": c.release, "scale": c.scale, "checkpoint_segments": c.segments, "build": "64-bit"} {
			if err := sc.Set(name, value); err != nil {
				t.Fatal(err)
			}
		}
		r := start(t, sc)
		oldest, newest := r.s.wal.Segments()
		if newest-oldest != c.ready {
			t.Errorf("%s, scale %s, checkpoint_segments %s: %d files are ready, want %d", c.release, c.scale, c.segments, newest-oldest, c.ready)
		}
	}
}
