package workload

import (
	"testing"

	"clocksweep/core/sim"
)

func TestMovedAgainstAMap(t *testing.T) {
	for _, rows := range []int64{1, 10, 3000, 500_000_000} {
		rnd := sim.NewRand(uint64(rows), "moved")
		var m Moved
		want := make(map[int64]int64)
		for range 30000 {
			row := rnd.Intn(rows)
			if rnd.Intn(3) == 0 {
				page := rnd.Intn(1 << 31)
				m.Put(row, page)
				want[row] = page
			}
			page, ok := m.At(row)
			if wantPage, wantOK := want[row]; ok != wantOK || ok && page != wantPage {
				t.Fatalf("row %d of %d: page %d, %v; want %d, %v", row, rows, page, ok, wantPage, wantOK)
			}
		}
		for row, page := range want {
			if got, ok := m.At(row); !ok || got != page {
				t.Errorf("row %d of %d: page %d, %v at the end; want %d", row, rows, got, ok, page)
			}
		}
	}
}

func TestMovedDoesNotAllocatePerRow(t *testing.T) {
	var m Moved
	for row := range int64(20000) {
		m.Put(row*7, row)
	}
	if n := testing.AllocsPerRun(100, func() { m.Put(7, 3); m.At(700); m.At(3) }); n != 0 {
		t.Errorf("a look-up allocates %v times", n)
	}
}
