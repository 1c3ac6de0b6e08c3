package scenario

import "testing"

func TestLocksFollowTheRelease(t *testing.T) {
	for _, test := range []struct{ release, locks, partitions, freelist string }{
		{"7.4", "bufmgrlock", "1", "lwlock"},
		{"8.1devel", "bufmgrlock", "1", "lwlock"},
		{"8.1", "mapping", "1", "lwlock"},
		{"8.2", "mapping", "16", "lwlock"},
		{"9.4", "mapping", "16", "lwlock"},
		{"9.5", "mapping", "128", "none"},
		{"19", "mapping", "128", "none"},
	} {
		s := New()
		set(t, s, "release", test.release)
		if s.Show(BufferLocks) != test.locks || s.Show(BufferPartitions) != test.partitions || s.Show(FreelistLock) != test.freelist {
			t.Errorf("%s: %s, %s partitions, %s; want %s, %s, %s", test.release,
				s.Show(BufferLocks), s.Show(BufferPartitions), s.Show(FreelistLock), test.locks, test.partitions, test.freelist)
		}
	}
}

func TestReclaimMarks(t *testing.T) {
	for _, test := range []struct {
		low, high         string
		wantLow, wantHigh int64
		legal             bool
	}{
		{"0", "0", 4, 20, true}, // half a per cent of 4096 pages
		{"0", "100", 20, 100, true},
		{"50", "0", 50, 50, true},
		{"50", "100", 50, 100, true},
		{"101", "100", 101, 100, false},
		{"0", "4097", 819, 4097, false},
		{"4097", "0", 4097, 4097, false},
	} {
		s := New()
		set(t, s, "shared_buffers", "32MB")
		set(t, s, "reclaim_low_mark", test.low)
		set(t, s, "reclaim_high_mark", test.high)
		low, high := s.ReclaimMarks()
		if low != test.wantLow || high != test.wantHigh || (len(s.Check()) == 0) != test.legal {
			t.Errorf("marks %s and %s: %d and %d, %v", test.low, test.high, low, high, s.Check())
		}
	}
}
