package charts

import (
	"fmt"
	"strings"
	"testing"

	"clocksweep/core/result"
)

// sampled is a run of five seconds with four sessions: in second i (from 1) i - 1 of
// them compute and the others read, but in the third all are idle.
func sampled(name string) *result.Result {
	r := &result.Result{Run: name, Clients: 4, VirtualNs: 5e9, Transactions: 100, LatencyNs: 300e6}
	r.Waits[result.WaitCPU] = 300e6
	for i := range 5 {
		for _, col := range r.Series.Columns() {
			*col.Values = append(*col.Values, 20)
		}
		cpu, read, idle := float64(i), float64(4-i), 0.0
		if i == 2 {
			cpu, read, idle = 0, 0, 4
		}
		at(r, result.WaitCPU, cpu, i)
		at(r, result.WaitDataRead, read, i)
		at(r, result.WaitIdle, idle, i)
	}
	return r
}

func TestWaitsAt(t *testing.T) {
	rs := []*result.Result{sampled("a"), sampled("b")}
	for _, v := range []struct {
		second                int
		title, cpu, row, last string
	}{
		{2, "second 2", "1", "in a transaction", "4"},
		{4, "second 4", "3", "in a transaction", "4"},
		{5, "time goes", "3.000", "latency average", "3.000"},
		{9, "time goes", "3.000", "latency average", "3.000"},
	} {
		pic := WaitsAt(rs, v.second, Light)
		if !strings.HasSuffix(pic.Title, v.title) {
			t.Errorf("second %d: the title is %q", v.second, pic.Title)
		}
		if cpu, last := rowOf(t, pic.Table, result.WaitLabel[result.WaitCPU]), rowOf(t, pic.Table, v.row); cpu[1] != v.cpu || last[2] != v.last {
			t.Errorf("second %d: %v and %v", v.second, cpu, last)
		}
	}
	if rs[0].LatencyNs != 300e6 || rs[0].Waits[result.WaitDataRead] != 0 {
		t.Error("the result was changed")
	}
}

func TestWaitsAtSays(t *testing.T) {
	for _, v := range []struct {
		runs, second int
		want         string
	}{
		{1, 4, "Of the 4 sessions of r0 in a transaction, 3: CPU and 1: reading a page. At its end the slider shows the whole run."},
		{1, 3, "No session of r0 is in a transaction. At its end the slider shows the whole run."},
		{2, 1, "Of the 4 sessions of r0 in a transaction, 4: reading a page; of the 4 sessions of r1 in a transaction, 4: reading a page. At its end the slider shows the whole run."},
		{3, 4, "Most sessions in a transaction: CPU in all runs. At its end the slider shows the whole runs."},
		{3, 3, "No session is in a transaction. At its end the slider shows the whole runs."},
	} {
		var rs []*result.Result
		for i := range v.runs {
			rs = append(rs, sampled(fmt.Sprint("r", i)))
		}
		if got := WaitsAt(rs, v.second, Light).Caption; got != v.want {
			t.Errorf("%d runs, second %d: %q, want %q", v.runs, v.second, got, v.want)
		}
	}
}
