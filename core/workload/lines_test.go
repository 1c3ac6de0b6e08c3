package workload

import "testing"

// A full page of 185 rows: 106 more line pointers let 105 rows have heap-only
// updates, with one to spare for the version that is about to die; the 80 others
// must go.
func TestLinesDriveRowsAway(t *testing.T) {
	l := newLines(200, 185)
	at := make([]int64, 200)
	for row := range at {
		at[row] = int64(row) / 185
	}
	moved := 0
	for n := range 40000 {
		row := int64(n*7919) % 200
		page := at[row]
		if l.Left(page) {
			l.Stay(row, page)
		} else {
			l.Move(row, page, 1)
			at[row] = 1
			moved++
		}
		l.Pruned(page)
	}
	if moved != 80 {
		t.Errorf("%d rows had to move, want 80", moved)
	}
}
