package charts

import (
	"strings"
	"testing"

	"clocksweep/core/report"
	"clocksweep/core/result"
)

// TestCaptionsOfSeveral: with many runs the captions stay short and name the runs at the
// ends.
func TestCaptionsOfSeveral(t *testing.T) {
	var rs []*result.Result
	for i, name := range []string{"slow", "middle", "troubled", "fast", "five", "six"} {
		r := fixture(name, 60, float64(100*(i+1)), name == "troubled")
		r.Transactions = int64(6000 * (i + 1))
		rs = append(rs, r)
	}
	for _, p := range Pictures(rs, nil, Light) {
		if n := len([]rune(p.Caption)); n > 330 {
			t.Errorf("the caption of %s has %d characters: %s", p.ID, n, p.Caption)
		}
		checkPicture(t, p)
	}
	byID := map[string]Picture{}
	for _, p := range Pictures(rs, nil, Light) {
		byID[p.ID] = p
	}
	for id, want := range map[string]string{
		"throughput": "from 100 (slow) to 600 (six). There are stalls in 1 run, the longest of",
		"writers":    "Most are written by ",
		"dirty":      "in the pool from ",
		"disk":       "The disk is busy ",
		"time":       "Most of it is ",
		"usage":      "have usage count 0: ",
	} {
		if got := byID[id].Caption; !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %q", id, got, want)
		}
	}
	if strings.Contains(string(byID["throughput"].Option), "markArea") && strings.Contains(string(byID["throughput"].Option), "checkpoint slow") {
		t.Error("checkpoints of six runs lie over one another")
	}
}

func TestSpreadWords(t *testing.T) {
	s := newScene([]*result.Result{fixture("a", 5, 1, false), fixture("b", 5, 2, false), fixture("c", 5, 3, false)}, Light)
	value := map[string]float64{"a": 2, "b": 1, "c": 3}
	words := func(v float64) string { return figure(v, 3) }
	if got := s.spreadOf(func(r *run) float64 { return value[r.name] }, words); got != "from 1 (b) to 3 (c)" {
		t.Error(got)
	}
	if got := s.spreadOf(func(r *run) float64 { return 7 }, words); got != "7" {
		t.Error(got)
	}
	if got := s.spreads(func(r *run) (float64, bool) { return 1, false }, words); got != "unknown" {
		t.Error(got)
	}
	if got := s.commonest(func(r *run) string { return map[string]string{"a": "x", "b": "y", "c": "x"}[r.name] }); got != "x in 2 runs and y in 1" {
		t.Error(got)
	}
	if got := s.commonest(func(r *run) string { return "x" }); got != "x in all runs" {
		t.Error(got)
	}
}

func TestAnswer(t *testing.T) {
	cells := []report.Cell{
		{Run: "a", Metric: "tps", Published: 1, Simulated: 2, Judged: true}, {Run: "b", Metric: "tps", Published: 3, Simulated: 4},
		{Run: "a", Metric: "tps", Published: 9, Simulated: 2}, {Run: "a", Metric: "other", Published: 5, Simulated: 6}, {Metric: "tps_ratio", Published: 7},
	}
	p := Answer(cells, Light)
	checkPicture(t, p)
	if p.ID != "answer" || len(p.Table.Rows) != 2 || p.Table.Rows[0][1] != "1" || p.Table.Rows[1][2] != "4" {
		t.Errorf("%s: %v", p.ID, p.Table.Rows)
	}
	if !strings.HasPrefix(p.Caption, "Transactions per second") {
		t.Error(p.Caption)
	}
}
