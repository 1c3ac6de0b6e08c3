package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/report"
	"clocksweep/core/trace"
)

// playedTrace plays a few accesses to two policies at two sizes.
func playedTrace(t *testing.T) *trace.Result {
	t.Helper()
	r, err := trace.NewReader(strings.NewReader("a,1,read,7\na,2,write,7\nb,1,extend,8\na,1,read,7\n"))
	if err != nil {
		t.Fatal(err)
	}
	lru, _ := bufmgr.PolicyByName("lru")
	clock, _ := bufmgr.PolicyByName("clock19")
	p, err := trace.NewPlayer(r, trace.Config{Policies: []bufmgr.Named{lru, clock}, Buffers: []int{16, 1024}, Memory: 1 << 30})
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		if more, err = p.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return p.Result(false)
}

func TestTraceAccount(t *testing.T) {
	what, kinds := report.TraceAccount(playedTrace(t))
	if what != "4 accesses to 3 pages of 2 relations by 2 processes" || kinds != "2 reads, 1 write, 1 extend" {
		t.Errorf("%s\n%s", what, kinds)
	}
	what, kinds = report.TraceAccount(&trace.Result{Accesses: [3]int64{1_234_567, 1, 0}, Pages: 1})
	if what != "1,234,568 accesses to 1 page" || kinds != "1,234,567 reads, 1 write, 0 extends" {
		t.Errorf("%s\n%s", what, kinds)
	}
}

func TestTraceCSV(t *testing.T) {
	want := strings.Join([]string{
		"policy,size,buffers,hit_ratio,accesses,hits,misses,extends,writes,dirty_at_end",
		"lru,128kB,16,0.333333,4,1,3,1,0,2",
		"lru,8MB,1024,0.333333,4,1,3,1,0,2",
		"clock19,128kB,16,0.333333,4,1,3,1,0,2",
		"clock19,8MB,1024,0.333333,4,1,3,1,0,2", "",
	}, "\r\n")
	if got := string(report.TraceCSV(playedTrace(t))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTraceJSON gives the file a name that would end a string or a script.
func TestTraceJSON(t *testing.T) {
	const name = "</script>\"\\\n\x00.csv"
	var got struct {
		File  string
		Pools []struct {
			Policy, Size string
			Hits         int64
		}
	}
	out := report.TraceJSON(name, playedTrace(t))
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.File != name || len(got.Pools) != 4 || got.Pools[3].Policy != "clock19" || got.Pools[3].Size != "8MB" || got.Pools[3].Hits != 1 {
		t.Errorf("%+v", got)
	}
	if strings.Contains(string(out), "</script>") {
		t.Error("the name ends a script")
	}
}
