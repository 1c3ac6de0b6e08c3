package wal

import (
	"testing"

	"clocksweep/core/sim"
)

// TestAdvanceByteByByte compares with writing one byte after the other and
// leaving out page headers.
func TestAdvanceByteByByte(t *testing.T) {
	rnd := sim.NewRand(9, "position")
	step := func(lsn int64) int64 {
		if lsn++; lsn%PageSize == 0 {
			lsn += pageHeader
		}
		return lsn
	}
	lsn := int64(SegmentBytes + pageHeader)
	for range 20000 {
		n := rnd.Intn(200)
		if rnd.Intn(50) == 0 {
			n = rnd.Intn(40000)
		}
		want := lsn
		for range n {
			want = step(want)
		}
		got := advance(lsn, n)
		if got != want || got%PageSize < pageHeader {
			t.Fatalf("%d bytes after %d the log stands at %d, want %d", n, lsn, got, want)
		}
		lsn = got
	}
	if lsn < 3*SegmentBytes/2 {
		t.Errorf("the test came only to %d", lsn)
	}
}

func TestAdvanceAtBoundaries(t *testing.T) {
	const room = PageSize - pageHeader
	for _, test := range []struct{ lsn, n, want int64 }{
		{pageHeader, 0, pageHeader},
		{pageHeader, room - 1, PageSize - 1},
		{pageHeader, room, PageSize + pageHeader},
		{pageHeader, 2 * room, 2*PageSize + pageHeader},
		{PageSize - 1, 1, PageSize + pageHeader},
		{PageSize - 1, 2, PageSize + pageHeader + 1},
		{SegmentBytes - 8, 8, SegmentBytes + pageHeader},
		{SegmentBytes - 8, 16, SegmentBytes + pageHeader + 8},
		{SegmentBytes + pageHeader, segmentPages * room, 2*SegmentBytes + pageHeader},
	} {
		if got := advance(test.lsn, test.n); got != test.want {
			t.Errorf("%d bytes after %d: %d, want %d", test.n, test.lsn, got, test.want)
		}
	}
	// In parts or in one piece, the log gets as far.
	rnd := sim.NewRand(2, "parts")
	for range 1000 {
		lsn := SegmentBytes + pageHeader + rnd.Intn(room)
		a, b := rnd.Intn(50000), rnd.Intn(50000)
		if got, want := advance(advance(lsn, a), b), advance(lsn, a+b); got != want {
			t.Fatalf("%d and %d bytes after %d: %d in two parts, %d in one", a, b, lsn, got, want)
		}
	}
}
