package server

import "testing"

// TestImagePercent: compression leaves the given share of each full-page image in
// WAL, and changes neither their number nor anything else of a single client's work.
func TestImagePercent(t *testing.T) {
	const load = "release=12 clients=1 scale=2 shared_buffers=64MB checkpoint_timeout=1h transactions=500"
	whole, half := run(t, of(t, load)).Result().Counters, run(t, of(t, load+" wal_image_percent=50")).Result().Counters
	if whole.WALFPI < 500 || half.WALFPI != whole.WALFPI {
		t.Fatalf("%d images, %d with compression", whole.WALFPI, half.WALFPI)
	}
	// Each image's length is rounded down by itself.
	if left := 2*half.WALFPIBytes - whole.WALFPIBytes; left > 0 || left < -whole.WALFPI {
		t.Errorf("%d bytes of images, %d with compression to a half", whole.WALFPIBytes, half.WALFPIBytes)
	}
	if saved := whole.WALBytes - half.WALBytes; saved < whole.WALFPIBytes*45/100 {
		t.Errorf("%d bytes of WAL, %d with compression: want about %d less", whole.WALBytes, half.WALBytes, whole.WALFPIBytes/2)
	}
}
