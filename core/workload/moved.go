package workload

// Moved remembers the rows that no longer are on the page where pgbench -i put
// them, in an open-addressing table of fixed-size integers.
type Moved struct {
	row  []int32 // row+1, 0 is empty
	page []int32
	n    int
}

// At returns the page of row, if it has moved.
func (m *Moved) At(row int64) (page int64, ok bool) {
	if m.n == 0 {
		return 0, false
	}
	i := m.slot(row)
	return int64(m.page[i]), m.row[i] != 0
}

// Put records that row is on page now.
func (m *Moved) Put(row, page int64) {
	if m.n*2 >= len(m.row) {
		m.grow()
	}
	i := m.slot(row)
	if m.row[i] == 0 {
		m.n++
		m.row[i] = int32(row + 1)
	}
	m.page[i] = int32(page)
}

func (m *Moved) slot(row int64) int {
	mask := len(m.row) - 1
	i := int(uint64(row)*0x9e3779b97f4a7c15>>33) & mask
	for m.row[i] != 0 && m.row[i] != int32(row+1) {
		i = (i + 1) & mask
	}
	return i
}

func (m *Moved) grow() {
	old := *m
	size := max(1024, 2*len(old.row))
	m.row, m.page = make([]int32, size), make([]int32, size)
	for i, r := range old.row {
		if r != 0 {
			j := m.slot(int64(r - 1))
			m.row[j], m.page[j] = r, old.page[i]
		}
	}
}
