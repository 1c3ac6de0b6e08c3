package charts

import "strconv"

// column is one column of a table over time: its values by bins of k seconds.
type column struct {
	head   string
	values func(k int) []float64
}

// maxRows bounds the rows of a table over time.
const maxRows = 24

// timeTable has a row for each span of time and a dash where there is nothing.
func (s *scene) timeTable(columns []column) Table {
	k := binFor(s.seconds, maxRows)
	t := Table{Head: []string{"seconds"}}
	var values [][]float64
	for _, c := range columns {
		t.Head = append(t.Head, c.head)
		values = append(values, c.values(k))
	}
	for from := 0; from < s.seconds; from += k {
		to := min(from+k, s.seconds)
		row := []string{strconv.Itoa(from) + "–" + strconv.Itoa(to)}
		for _, v := range values {
			cell := "–"
			if i := from / k; i < len(v) {
				cell = figure(v[i], 3)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
