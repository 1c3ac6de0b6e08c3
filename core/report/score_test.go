package report

import "testing"

func TestJudge(t *testing.T) {
	met, missed, context := Cell{Judged: true, OK: true}, Cell{Judged: true}, Cell{OK: true}
	for _, test := range []struct {
		cells []Cell
		ok    bool
		want  string
	}{
		{[]Cell{met, missed, context, met}, false, "2 of 3 published numbers are met within their tolerance."},
		{[]Cell{met, context}, true, "1 of 1 published numbers are met within their tolerance."},
		{[]Cell{context}, true, "No published number has a tolerance to be judged by."},
		{nil, true, "No published number has a tolerance to be judged by."},
	} {
		score := Judge(test.cells)
		if score.OK() != test.ok || score.String() != test.want {
			t.Errorf("%d cells: got %v %q, want %v %q", len(test.cells), score.OK(), score, test.ok, test.want)
		}
	}
}
