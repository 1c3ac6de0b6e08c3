package report

import (
	"math"
	"testing"
)

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

// TestMedianLog: factors of 2, 1/2 and 1.1, and cells that don't count.
func TestMedianLog(t *testing.T) {
	cell := func(published, simulated float64, role string, ok bool) Cell {
		return Cell{Published: published, Simulated: simulated, Role: role, Judged: true, OK: ok}
	}
	s := Judge([]Cell{
		cell(10, 20, "predicted", false), cell(10, 5, "predicted", true), cell(10, 11, "predicted", true),
		cell(10, 1000, "fitted", true), cell(0, 0, "predicted", true), cell(3, math.NaN(), "predicted", false),
		{Published: 10, Simulated: 1000, Role: "context", OK: true},
	})
	if s.Predicted != 5 || s.Failed != 2 || s.Judged != 6 || s.Met != 4 || math.Abs(s.MedianLog-math.Log(2)) > 1e-12 {
		t.Errorf("got %+v", s)
	}
	if s := Judge(nil); !math.IsNaN(s.MedianLog) {
		t.Errorf("the median of nothing is %v", s.MedianLog)
	}
}

func TestNote(t *testing.T) {
	for _, test := range []struct {
		cell Cell
		want string
	}{
		{Cell{Difference: -.177, Role: "predicted", Tolerance: "±8 %"}, "-17.7\u00a0%, predicted, ±8\u00a0%"},
		{Cell{Difference: .05, Role: "context"}, "+5.0\u00a0%, context"},
		{Cell{Difference: math.Inf(1), Role: "predicted", Tolerance: "exactly 0"}, "predicted, exactly\u00a00"},
	} {
		if got := test.cell.Note(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
