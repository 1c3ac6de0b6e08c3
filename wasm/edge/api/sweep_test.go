package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

const smallSweep = `"text": "release = 16\nscale = 1\nduration = 1s", "axes": ["shared_buffers=1MB,4MB,16MB", "clients=1,2"], "seeds": 2`

// runLine is the line of a run, and whether the run was played before.
type runLine struct {
	report.SweepLine
	kept bool
}

// linesOf reads the answer to a sweep: the lines of runs by run, and whether it has
// its end.
func linesOf(t *testing.T, w *httptest.ResponseRecorder) (runs map[int]runLine, ended bool) {
	t.Helper()
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	runs = map[int]runLine{}
	for i, text := range strings.Split(strings.TrimSpace(w.Body.String()), "\n") {
		line, err := report.ReadSweepLine([]byte(text))
		if err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		switch {
		case (i == 0) != (line.Line == report.SweepPlan), ended:
			t.Fatalf("line %d is %s", i, text)
		case line.Line == report.SweepRun:
			if _, twice := runs[line.Run]; twice {
				t.Errorf("run %d comes twice", line.Run)
			}
			runs[line.Run] = runLine{line, strings.Contains(text, `"kept":true`)}
			var whole report.SweepRunLine
			if err := json.Unmarshal([]byte(text), &whole); err != nil || len(whole.Settings) == 0 || whole.Seed == 0 {
				t.Errorf("%s: %v, a line without what makes the run different", text, err)
			}
		case line.Line == report.SweepEnd:
			ended = true
			var end report.SweepEndLine
			if err := json.Unmarshal([]byte(text), &end); err != nil || end.Ran+end.Failed != len(runs) {
				t.Errorf("%s, but %d runs came", text, len(runs))
			}
		}
	}
	return runs, ended
}

// planned makes the plan of smallSweep as the command line does, and plays it.
func planned(t *testing.T) (*sweep.Plan, []string) {
	t.Helper()
	file, _ := scenario.Parse("release = 16\nscale = 1\nduration = 1s")
	base := file.Runs()[0]
	var axes []sweep.Axis
	for _, a := range [][2]string{{"shared_buffers", "1MB,4MB,16MB"}, {"clients", "1,2"}} {
		axis, err := sweep.ReadAxis(base, a[0], a[1])
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, axis)
	}
	plan, err := sweep.New(func(c []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := file.With(c)
		return list[0], errs
	}, axes, 2)
	if err != nil {
		t.Fatal(err)
	}
	var all []*scenario.Scenario
	for _, j := range plan.Jobs() {
		all = append(all, plan.Scenario(j))
	}
	return plan, hashesOf(t, all)
}

// TestSweep: every cell is a request of its own, and gives the hash of the engine.
func TestSweep(t *testing.T) {
	plan, want := planned(t)
	p, h := newLocal(Standard())
	runs, ended := linesOf(t, post(h, "/api/sweep", "{"+smallSweep+"}"))
	if !ended || len(runs) != len(want) || p.asked["/api/run"] != len(want) || p.played != len(want) {
		t.Fatalf("ended %v, %d lines, %d asked, %d played; want %d", ended, len(runs), p.asked["/api/run"], p.played, len(want))
	}
	o := sweep.NewOutcome(plan)
	for i, hash := range want {
		line := runs[i]
		if line.Hash != hash || line.kept {
			t.Errorf("run %d: %+v, want hash %s", i, line, hash)
		}
		if err := line.Put(o, plan.Jobs()); err != nil {
			t.Error(err)
		}
	}
	if done, failed := o.Done(); done != len(want) || failed != 0 {
		t.Errorf("%d done, %d failed", done, failed)
	}
	if again, _ := linesOf(t, post(h, "/api/sweep", "{"+smallSweep+"}")); p.played != len(want) || !again[3].kept {
		t.Error("a second sweep plays runs that were kept")
	}
}

// TestSweepTree: with few requests allowed, sweeps of parts are asked for, and the
// lines are the same.
func TestSweepTree(t *testing.T) {
	_, want := planned(t)
	limits := Standard()
	limits.Subrequests, limits.Parallel = 2, 2
	p, h := newLocal(limits)
	runs, ended := linesOf(t, post(h, "/api/sweep", "{"+smallSweep+"}"))
	if !ended || len(runs) != len(want) || p.asked["/api/run"] != len(want) || p.asked["/api/sweep"] == 0 {
		t.Fatalf("ended %v, %d lines, asked %v", ended, len(runs), p.asked)
	}
	for i, hash := range want {
		if runs[i].Hash != hash {
			t.Errorf("run %d: %+v, want hash %s", i, runs[i], hash)
		}
	}
}

// TestSweepRetries: requests that fail and streams that break off are repeated.
func TestSweepRetries(t *testing.T) {
	_, want := planned(t)
	limits := Standard()
	limits.Subrequests, limits.Parallel = 4, 2
	p, h := newLocal(limits)
	p.fails = func(path string, n int) error {
		if n%3 == 0 {
			return errors.New("no route")
		}
		return nil
	}
	p.cut = func(path string, n int) int {
		if path == "/api/sweep" && n%3 == 1 {
			return 1500 // within its lines
		}
		return 0
	}
	runs, ended := linesOf(t, post(h, "/api/sweep", "{"+smallSweep+"}"))
	if !ended || len(runs) != len(want) {
		t.Fatalf("ended %v, %d lines", ended, len(runs))
	}
	for i, hash := range want {
		if runs[i].Hash != hash {
			t.Errorf("run %d: %s, want hash %s", i, encode(runs[i].SweepLine), hash)
		}
	}
	if p.played != len(want) {
		t.Errorf("%d runs were played, want each once: %d", p.played, len(want))
	}
}

// TestSweepGivesUp: what fails each time is told as a problem, and the others come.
func TestSweepGivesUp(t *testing.T) {
	p, h := newLocal(Standard())
	p.fails = func(path string, n int) error {
		if n < 2*attempts {
			return errors.New("no route")
		}
		return nil
	}
	limits := Standard()
	limits.Parallel = 1 // so that it is the first two
	h = New(p, limits)
	p.handler = h
	runs, ended := linesOf(t, post(h, "/api/sweep", "{"+smallSweep+"}"))
	failed := 0
	for _, line := range runs {
		if line.Problem != nil {
			failed++
		}
	}
	if !ended || failed != 2 || len(runs) != 12 {
		t.Errorf("ended %v, %d of %d failed, want 2 of 12", ended, failed, len(runs))
	}
}

// TestSweepResumes: runs that are told as done are not played again.
func TestSweepResumes(t *testing.T) {
	p, h := newLocal(Standard())
	runs, ended := linesOf(t, post(h, "/api/sweep", `{`+smallSweep+`, "done": "0-8,11"}`))
	if !ended || len(runs) != 2 || p.played != 2 || runs[9].Hash == "" || runs[10].Hash == "" {
		t.Errorf("ended %v, %d lines, %d played", ended, len(runs), p.played)
	}
}

// TestSweepCellsBeyondLimits: cells beyond a limit are told in their line.
func TestSweepCellsBeyondLimits(t *testing.T) {
	limits := Standard()
	limits.VirtualSeconds = 2
	_, h := newLocal(limits)
	runs, _ := linesOf(t, post(h, "/api/sweep", `{"experiment": "shared-buffers-challenge", "axes": ["duration=1,2,3"]}`))
	if len(runs) != 3 || runs[1].Hash == "" || !strings.Contains(string(runs[2].Problem), "limit-virtual_time") {
		t.Errorf("%v", runs)
	}
}

func TestSweepNotLegal(t *testing.T) {
	limits := Standard()
	limits.Runs = 10
	p, h := newLocal(limits)
	for body, detail := range map[string]string{
		`{}`:                                                    "one setting or two",
		`{"axes": ["clients"]}`:                                 "is not a setting with values",
		`{"axes": ["clients=1..x"]}`:                            "clients",
		`{"axes": ["clients=1,2"], "seeds": 99}`:                "99 seeds",
		`{"axes": ["clients=1,2"], "seeds": 6}`:                 "12 runs",
		`{"axes": ["clients=1,2"], "done": "2"}`:                "done",
		`{"axes": ["clients=1,2"], "only": "x"}`:                "only",
		`{"axes": ["clients=1,2"], "settings": {"scale": "x"}}`: "scale",
		`{"axes": "clients=1,2"}`:                               "JSON",
	} {
		if got := problemOf(t, post(h, "/api/sweep", body)); !strings.Contains(got.Detail, detail) {
			t.Errorf("%s: %s, want %q", body, got.Detail, detail)
		} else if detail == "12 runs" && (got.Limit.Most != 10 || got.Command != "clocksweep sweep pgbench clients=1,2 -seeds 6") {
			t.Errorf("%+v", got)
		}
	}
	if p.played > 0 {
		t.Error("something was played")
	}
}

// TestSweepStops: when the reader has gone, no more runs begin.
func TestSweepStops(t *testing.T) {
	p, h := newLocal(Standard())
	w := &gone{ResponseRecorder: httptest.NewRecorder(), after: 3}
	r := httptest.NewRequest("POST", "/api/sweep", strings.NewReader(`{"text": "scale=1\nduration=1s", "axes": ["clients=1..20 +1"]}`))
	h.ServeHTTP(w, r)
	if p.played > 3+2*Standard().Parallel {
		t.Errorf("%d runs were played for a reader that had gone after 2", p.played)
	}
}

// gone is a connection that breaks off after so many writes.
type gone struct {
	*httptest.ResponseRecorder
	after int
}

func (g *gone) Write(b []byte) (int, error) {
	if g.after--; g.after < 0 {
		return 0, fmt.Errorf("connection reset")
	}
	return g.ResponseRecorder.Write(b)
}
