package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// planLine and runLine are what a worker says.
func planLine(engine string, runs int) string {
	return fmt.Sprintf(`{"line":"plan","engine":%q,"cells":%d,"runs":%d}`+"\n", engine, runs, runs)
}

func runLine(run int) string {
	return fmt.Sprintf(`{"line":"run","run":%d,"settings":{},"seed":1,"hash":"%016x","figures":{"tps":%d.5,"p99":null}}`+"\n", run, run, 100+run)
}

const endLine = `{"line":"end","ran":3,"failed":0}` + "\n"

// worker answers the requests for a sweep in turn, and keeps them.
func worker(t *testing.T, answers ...string) (address string, orders func() []edgeOrder) {
	t.Helper()
	var got []edgeOrder
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var o edgeOrder
		if r.URL.Path != "/lab/api/sweep" || r.Method != http.MethodPost {
			t.Errorf("%s %s", r.Method, r.URL.Path)
		}
		if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
			t.Error(err)
		}
		got = append(got, o)
		answer := answers[min(len(got), len(answers))-1]
		if status := 0; strings.HasPrefix(answer, "status ") {
			fmt.Sscanf(answer, "status %d", &status)
			w.WriteHeader(status)
			_, answer, _ = strings.Cut(answer, "\n")
		}
		w.Write([]byte(answer))
	}))
	t.Cleanup(s.Close)
	return s.URL + "/lab/", func() []edgeOrder { return got }
}

// TestSweepAtEdge: what breaks off is taken up where it was.
func TestSweepAtEdge(t *testing.T) {
	address, orders := worker(t, planLine(engine, 3)+runLine(1), "status 503\n", planLine(engine, 3)+runLine(0)+runLine(2)+endLine)
	out := driveOK(t, "sweep", "shared-buffers-challenge", "clients=1,2,3", "duration=5s", "32MB.bgwriter_delay=50ms", "512MB.seed=4", "-edge", address)
	for _, want := range []string{"3 of 3 runs", "100.5", "101.5", "102.5"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
	var done []string
	for _, o := range orders() {
		done = append(done, o.Done)
		if o.Experiment != "shared-buffers-challenge" || o.Run != "32MB" || fmt.Sprint(o.Settings) != "map[bgwriter_delay:50ms duration:5s]" ||
			fmt.Sprint(o.Axes) != "[clients=1,2,3]" || o.Seeds != 1 {
			t.Errorf("%+v is asked for", o)
		}
	}
	if strings.Join(done, " / ") != " / 1 / 1" {
		t.Errorf("runs told as done: %q", done)
	}
}

// TestSweepAtEdgeOfFile: a file goes along as it is.
func TestSweepAtEdgeOfFile(t *testing.T) {
	address, orders := worker(t, planLine(engine, 2)+runLine(0)+runLine(1)+endLine)
	driveOK(t, "sweep", "pgbench", "workload=pgbench -S -c 3", "scale=1,2", "-edge", address)
	if o := orders()[0]; o.Experiment != "" || fmt.Sprint(o.Settings) != "map[clients:3 workload:select-only]" {
		t.Errorf("%+v is asked for", o)
	}
}

func TestSweepAtEdgeFails(t *testing.T) {
	for what, c := range map[string]struct {
		answer, want string
		status, asks int
	}{
		"another engine":   {planLine("9.9.9", 3), "has engine 9.9.9 and counts 3 runs", exitUsage, 1},
		"another plan":     {planLine(engine, 4), "counts 4 runs", exitUsage, 1},
		"no worker":        {"<html>", "not a line of a sweep", exitUsage, 1},
		"not found":        {"status 404\n<html>", "no edge worker of Clocksweep", exitUsage, 1},
		"a limit":          {"status 422\n" + `{"detail":"too long","command":"clocksweep run x"}`, "too long. Here it would run: clocksweep run x", exitUsage, 1},
		"a run it lacks":   {planLine(engine, 3) + runLine(7), "a run that the sweep does not have", exitUsage, 1},
		"nothing any more": {planLine(engine, 3) + runLine(1), "the stream broke off; 1 of 3 runs have come", exitFail, 4},
		"broken":           {"status 500\n" + `{"detail":"it broke"}`, "it broke; 0 of 3", exitFail, 3},
	} {
		address, orders := worker(t, c.answer)
		_, stderr, status := drive(t, "sweep", "pgbench", "clients=1,2,3", "-edge", address)
		if status != c.status || !strings.Contains(stderr, c.want) || len(orders()) != c.asks {
			t.Errorf("%s: exit status %d after %d requests, %q", what, status, len(orders()), stderr)
		}
	}
	if _, stderr, status := drive(t, "sweep", "pgbench", "clients=1,2", "-edge", "localhost"); status != exitUsage || !strings.Contains(stderr, "is not an address") {
		t.Errorf("exit status %d, %q", status, stderr)
	}
}

// TestSweepAtEdgeTellsProblems: a run that the worker refuses is a cell with the
// reason.
func TestSweepAtEdgeTellsProblems(t *testing.T) {
	refused := `{"line":"run","run":1,"settings":{},"seed":1,"problem":{"title":"Beyond","detail":"clients: too many here"}}` + "\n"
	address, _ := worker(t, planLine(engine, 2)+runLine(0)+refused+endLine)
	out, stderr, status := drive(t, "sweep", "pgbench", "clients=1,2", "-edge", address)
	if status != exitFail || !strings.Contains(out, "clients: too many here") || !strings.Contains(stderr, "1 runs failed") {
		t.Errorf("exit status %d\n%s\n%s", status, out, stderr)
	}
}
