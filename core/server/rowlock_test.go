package server

import (
	"testing"

	"clocksweep/core/sim"
)

// TestRowLockTable compares the table of row locks with a map: keys that collide,
// that wrap around its end and that are dropped in any order are found.
func TestRowLockTable(t *testing.T) {
	rnd := sim.NewRand(1, "row locks")
	holders := []*backend{{id: 0}, {id: 1}, {id: 2}}
	for _, keys := range []int64{20, 120, 5000} {
		var l lockTable
		want := map[rowKey]*backend{}
		for range 20_000 {
			row := rowKey(rnd.Intn(keys)) << uint(rnd.Intn(2)*40)
			if want[row] != nil && rnd.Intn(2) == 0 {
				l.drop(row)
				delete(want, row)
			} else {
				b := holders[rnd.Intn(3)]
				l.put(row, b)
				want[row] = b
			}
			probe := rowKey(rnd.Intn(keys)) << uint(rnd.Intn(2)*40)
			if got := l.get(probe); got != want[probe] {
				t.Fatalf("row %d is held by %v, want %v", probe, got, want[probe])
			}
		}
		if l.n != len(want) {
			t.Errorf("%d rows are locked, want %d", l.n, len(want))
		}
		for row, b := range want {
			if l.get(row) != b {
				t.Errorf("row %d is lost", row)
			}
		}
	}
}
