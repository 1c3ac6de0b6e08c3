package workload

// Trail remembers of each row that was updated where its newest version lies and
// what is left of the one before, for the releases without heap-only tuples. It is
// an open-addressing table of fixed-size integers.
type Trail struct {
	row    []int32 // row+1, 0 is empty
	page   []int32
	before []int32 // page of the version before, -1 once its entry is marked dead
	seen   []bool  // the newest version's maker is noted on its page as committed
	n      int
}

// Step is what a Trail knows of a row.
type Step struct {
	Page, Before int64
	Seen         bool
}

// At returns what is known of row, if it was updated.
func (m *Trail) At(row int64) (s Step, ok bool) {
	if m.n == 0 {
		return s, false
	}
	i := m.slot(row)
	if m.row[i] == 0 {
		return s, false
	}
	return Step{int64(m.page[i]), int64(m.before[i]), m.seen[i]}, true
}

// Move records that the newest version of row is on page now, and the one before
// on the page before.
func (m *Trail) Move(row, page, before int64) {
	if m.n*2 >= len(m.row) {
		m.grow()
	}
	i := m.slot(row)
	if m.row[i] == 0 {
		m.n++
		m.row[i] = int32(row + 1)
	}
	m.page[i], m.before[i], m.seen[i] = int32(page), int32(before), false
}

// See records that the newest version's maker is noted as committed.
func (m *Trail) See(row int64) { m.seen[m.slot(row)] = true }

// Kill records that the entry of the version before is marked dead.
func (m *Trail) Kill(row int64) { m.before[m.slot(row)] = -1 }

func (m *Trail) slot(row int64) int {
	mask := len(m.row) - 1
	i := int(uint64(row)*0x9e3779b97f4a7c15>>33) & mask
	for m.row[i] != 0 && m.row[i] != int32(row+1) {
		i = (i + 1) & mask
	}
	return i
}

func (m *Trail) grow() {
	old := *m
	size := max(1024, 2*len(old.row))
	m.row, m.page, m.before, m.seen = make([]int32, size), make([]int32, size), make([]int32, size), make([]bool, size)
	for i, r := range old.row {
		if r != 0 {
			j := m.slot(int64(r - 1))
			m.row[j], m.page[j], m.before[j], m.seen[j] = r, old.page[i], old.before[i], old.seen[i]
		}
	}
}
