package report

import "fmt"

// Score counts how many of the judged cells of a comparison are met.
type Score struct{ Met, Judged int }

// Judge counts the cells that have a tolerance. Those of several experiments
// may be counted together.
func Judge(cells []Cell) Score {
	var s Score
	for i := range cells {
		if !cells[i].Judged {
			continue
		}
		s.Judged++
		if cells[i].OK {
			s.Met++
		}
	}
	return s
}

// OK tells whether no cell misses its tolerance.
func (s Score) OK() bool { return s.Met == s.Judged }

// String is the sentence that stands above or below a comparison.
func (s Score) String() string {
	if s.Judged == 0 {
		return "No published number has a tolerance to be judged by."
	}
	return fmt.Sprintf("%d of %d published numbers are met within their tolerance.", s.Met, s.Judged)
}
