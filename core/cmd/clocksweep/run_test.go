package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/scenario"
)

const challenge = "shared-buffers-challenge"

// document is the part of the -json form that the tests look at.
type document struct {
	Engine     string
	Experiment *string
	Runs       []struct {
		Name         string
		Settings     map[string]string
		Seed         uint64
		Hash         string
		Stopped      bool
		VirtualS     float64 `json:"virtual_s"`
		Transactions int64
		TPS          float64
		LatencyMs    map[string]float64 `json:"latency_ms"`
		Counters     map[string]int64
		Relations    map[string]map[string]int64
		Waits        map[string]float64 `json:"waits_ms_per_tx"`
		Series       map[string][]float64
		Diagnosis    []struct {
			ID, Title string
			Try       map[string]string
		}
	}
	Published []struct {
		Run, Metric, Role string
		Published         float64
		Simulated         *float64
		OK                bool
	}
	WallS float64 `json:"wall_s"`
}

func driveJSON(t *testing.T, args ...string) document {
	t.Helper()
	var d document
	if err := json.Unmarshal([]byte(driveOK(t, append(args, "-json")...)), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d *document) hashes() string {
	var s []string
	for _, r := range d.Runs {
		s = append(s, r.Name+" "+r.Hash)
	}
	return strings.Join(s, ", ")
}

// TestRunDiagnoses: the text for people and the object for programs say the same.
func TestRunDiagnoses(t *testing.T) {
	out := driveOK(t, "run", bareName, "release=16", "clients=8", "hardware=laptop-nvme", "duration=2s", "-diagnose")
	doc := driveJSON(t, "run", bareName, "release=16", "clients=8", "hardware=laptop-nvme", "duration=2s")
	found := doc.Runs[0].Diagnosis
	if len(found) == 0 || found[0].ID != "row-lock" || found[0].Try["scale"] != "8" {
		t.Fatalf("the diagnosis is %v", found)
	}
	for _, f := range found {
		if !strings.Contains(out, "\n"+f.Title+".\n  ") {
			t.Errorf("the text lacks %q", f.Title)
		}
	}
	if !strings.Contains(out, "\ndiagnosis:\n") || !strings.Contains(out, "  try scale = 8\n") {
		t.Errorf("no diagnosis or nothing to try in\n%s", out)
	}
	if plain := driveOK(t, "run", bareName, "duration=1s"); strings.Contains(plain, "diagnosis") {
		t.Error("a diagnosis that nobody asked for")
	}
}

func TestRunPrintsReportsOfEachRun(t *testing.T) {
	out := driveOK(t, "run", challenge, "-system", "duration=2s", "-seed", "7")
	for _, want := range []string{
		"== 32MB ==\n", "== 512MB ==\n", "shared_buffers = 512MB\n",
		"$ pgbench -T 2 -c 4 -n\ntransaction type: TPC-B (sort of)\nscaling factor: 20\n",
		"duration: 2 s\nnumber of transactions actually processed: ",
		"-[ RECORD 1 ]---------+-----------------------\ncheckpoints_timed     | 0\n",
		"where a transaction's time goes", "latency average",
		"\n$ vmstat 1\nprocs ", "\n$ iostat -dk\nDevice: ",
		"run    metric", "all    tps_ratio",
		"The published numbers are of other settings: duration changed.\n",
		"\nFitted values:\n",
		"\n32MB: seed 7, hash ", "\n512MB: seed 7, hash ",
		"engine " + engine + ", wall time ", " simulated seconds per second\n",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(out)
	}
}

func TestRunJSON(t *testing.T) {
	d := driveJSON(t, "run", challenge, "duration=2s", "512MB.bgwriter_delay=50ms")
	if d.Engine != engine || d.Experiment == nil || *d.Experiment != challenge || len(d.Runs) != 2 || d.WallS <= 0 {
		t.Fatalf("got %+v", d)
	}
	for i, name := range []string{"32MB", "512MB"} {
		r := d.Runs[i]
		if r.Name != name || r.Settings["shared_buffers"] != name || r.Settings["duration"] != "2s" || r.Stopped {
			t.Errorf("run %d: got name %s, shared_buffers %s, duration %s, stopped %v",
				i, r.Name, r.Settings["shared_buffers"], r.Settings["duration"], r.Stopped)
		}
		if r.Transactions == 0 || r.Counters["buffers_alloc"] == 0 || r.Relations["pgbench_accounts"]["pages"] == 0 {
			t.Errorf("run %s did nothing: %+v", name, r)
		}
		if got := float64(r.Transactions) / r.VirtualS; got != r.TPS {
			t.Errorf("run %s: tps %v, but %d transactions in %v s", name, r.TPS, r.Transactions, r.VirtualS)
		}
		sum := 0.0
		for _, ms := range r.Waits {
			sum += ms
		}
		if diff := sum - r.LatencyMs["avg"]; diff > .001 || diff < -.001 {
			t.Errorf("run %s: the waits add up to %v ms, the latency is %v", name, sum, r.LatencyMs["avg"])
		}
		if len(r.Series["t_s"]) == 0 || len(r.Series["t_s"]) != len(r.Series["tps"]) {
			t.Errorf("run %s: %d seconds and %d values", name, len(r.Series["t_s"]), len(r.Series["tps"]))
		}
	}
	if a, b := d.Runs[0].Settings["bgwriter_delay"], d.Runs[1].Settings["bgwriter_delay"]; a != "200ms" || b != "50ms" {
		t.Errorf("bgwriter_delay is %s and %s, want the default and 50ms", a, b)
	}
	if len(d.Published) == 0 {
		t.Error("nothing was compared")
	}
}

// TestSameRunInFourWays gives one scenario as arguments, as a link and with a
// flag in another place, and wants the same history; another seed gives another.
func TestSameRunInFourWays(t *testing.T) {
	args := []string{challenge, "duration=1s", "bgwriter_delay=50ms", "seed=3"}
	want := driveJSON(t, append([]string{"run"}, args...)...)
	link := strings.TrimSpace(driveOK(t, append([]string{"link"}, args...)...))
	for _, again := range [][]string{
		{"run", link},
		{"run", "https://lab.example" + link + "&future_setting=1"},
		{"run", "-seed", "3", challenge, "bgwriter_delay=50", "duration=1"},
		{"run", link + "&clients=9", "clients=4"},
	} {
		if d := driveJSON(t, again...); d.hashes() != want.hashes() {
			t.Errorf("%q: got %s, want %s", again, d.hashes(), want.hashes())
		}
	}
	if d := driveJSON(t, "run", link, "-seed", "4"); d.hashes() == want.hashes() {
		t.Errorf("seeds 3 and 4 have the same history %s", d.hashes())
	}
}

func TestLinkFromTheFutureWarns(t *testing.T) {
	_, stderr, status := drive(t, "run", "/x/"+challenge+"/#v=1&duration=1s&future_setting=1", "-run", "32MB")
	if status != exitOK || !strings.HasPrefix(stderr, "clocksweep: warning: future_setting: ") {
		t.Errorf("got status %d, %q", status, stderr)
	}
}

func TestRunOneOnly(t *testing.T) {
	d := driveJSON(t, "run", challenge, "duration=1s", "-run", "512MB")
	if len(d.Runs) != 1 || d.Runs[0].Name != "512MB" {
		t.Errorf("got the runs %s, want 512MB", d.hashes())
	}
	for _, p := range d.Published {
		if p.Run != "512MB" {
			t.Errorf("%s of run %q was compared, which was not simulated", p.Metric, p.Run)
		}
	}
}

func TestRunFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "my.conf")
	text := "release = 8.3  # an old one\nworkload = select-only\nduration = 1s\nclients = 2\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out := driveOK(t, "run", name, "clients=3")
	for _, want := range []string{
		" -c 3 -n -S\ntransaction type: SELECT only\n", "number of transactions per client: ",
		"-[ RECORD 1 ]------+", "\nseed 1, hash ",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "published") {
		t.Errorf("a file has nothing published:\n%s", out)
	}
	d := driveJSON(t, "run", name)
	if d.Experiment != nil || len(d.Runs) != 1 || d.Runs[0].Settings["clients"] != "2" || d.Runs[0].Settings["release"] != "8.3" {
		t.Errorf("got %+v", d)
	}
}

// Without names "verify" plays every experiment that has published numbers.
func TestVerifyOfAll(t *testing.T) {
	all, err := withPublished(nil)
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, e := range experiment.All() {
		if len(e.Published) > 0 {
			want++
			if !slices.ContainsFunc(all, func(o *experiment.Experiment) bool { return o.Slug == e.Slug }) {
				t.Errorf("%s is not verified", e.Slug)
			}
		}
	}
	if len(all) != want || want == 0 {
		t.Errorf("%d experiments are verified, %d have published numbers", len(all), want)
	}
}

// TestVerify wants an exit status that agrees with the table. Whether the
// numbers hit is not for the command line to judge.
func TestVerify(t *testing.T) {
	out, stderr, status := drive(t, "verify", challenge)
	if want := strings.Contains(out, "  MISS\n"); want != (status == exitFail) || status == exitUsage || stderr != "" {
		t.Errorf("got status %d, %q and\n%s", status, stderr, out)
	}
	ok, miss := strings.Count(out, "  ok\n"), strings.Count(out, "  MISS\n")
	if want := fmt.Sprintf("\n%d of %d published numbers are met within their tolerance.", ok, ok+miss); !strings.Contains(out, want) {
		t.Errorf("the output lacks %q:\n%s", want, out)
	}
	asJSON, _, jsonStatus := drive(t, "verify", "-json", challenge)
	var d struct {
		Experiments []struct {
			Experiment string
			Cells      []struct {
				Metric, Role, Tolerance string
				Published, Simulated    *float64
				OK                      bool
			}
		}
		Predicted, Failed int
		Median            *float64 `json:"median_abs_log_ratio"`
	}
	if err := json.Unmarshal([]byte(asJSON), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Experiments) != 1 || d.Experiments[0].Experiment != challenge || d.Median == nil || jsonStatus == exitUsage {
		t.Fatalf("got %+v and status %d", d, jsonStatus)
	}
	predicted, failed := 0, 0
	for _, cell := range d.Experiments[0].Cells {
		if cell.Role == "predicted" {
			predicted++
			if !cell.OK {
				failed++
			}
		}
	}
	if predicted == 0 || predicted != d.Predicted || failed != d.Failed {
		t.Errorf("%d predicted and %d failed in the cells, %d and %d in the sums", predicted, failed, d.Predicted, d.Failed)
	}
}

// TestExplain wants a line for each mechanism in play, and another result without
// ext3's ordered mode.
func TestExplain(t *testing.T) {
	short := []string{challenge, "duration=20s", "-run", "32MB"}
	out := driveOK(t, append([]string{"explain"}, short...)...)
	for _, want := range []string{"== run 32MB ==\n", "\n(nothing) ", "\next3's ordered mode ", "\nthe drive's write cache "} {
		if !strings.Contains(out, want) {
			t.Errorf("the output lacks %q:\n%s", want, out)
		}
	}
	var d struct {
		Runs []struct {
			Hash    string
			Without []struct {
				Mechanism, Hash string
				TPSChange       float64 `json:"tps_change"`
			}
		}
	}
	asJSON := driveOK(t, append([]string{"explain", "-json"}, short...)...)
	if err := json.Unmarshal([]byte(asJSON), &d); err != nil || len(d.Runs) != 1 {
		t.Fatalf("%v\n%s", err, asJSON)
	}
	for _, w := range d.Runs[0].Without {
		if w.Hash == d.Runs[0].Hash {
			t.Errorf("without %s the result is the same to the bit", w.Mechanism)
		}
		if w.Mechanism == "ordered" && w.TPSChange < 0.2 {
			t.Errorf("without ordered mode throughput changes by %v only", w.TPSChange)
		}
	}
}

// TestBareLink: a link without an experiment is pgbench on a machine of the
// reader's choice, as a failing test of random scenarios prints it.
func TestBareLink(t *testing.T) {
	d := driveJSON(t, "run", "#v=1&release=15&shared_buffers=64MB&duration=1s")
	if d.Experiment != nil || d.Runs[0].Settings["shared_buffers"] != "64MB" || d.Runs[0].Settings["release"] != "15" {
		t.Errorf("got %+v", d)
	}
}

// TestSensitivity wants the fitted disk among the unknowns that move throughput.
func TestSensitivity(t *testing.T) {
	out := driveOK(t, "explain", challenge, "-sensitivity", "duration=3s")
	if !strings.Contains(out, "\n32MB tps = ") || !strings.Contains(out, "hdd-7200-2011: ") {
		t.Errorf("got\n%s", out)
	}
	_, stderr, status := drive(t, "explain")
	if status != exitUsage || !strings.Contains(stderr, "the experiment is missing") {
		t.Errorf("got status %d, %q", status, stderr)
	}
}

// TestStopped ends the runs after their first step.
func TestStopped(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	var out, errOut bytes.Buffer
	status := run(ctx, []string{"run", challenge, "duration=1d"}, &out, &errOut)
	if status != exitFail || !strings.Contains(errOut.String(), "stopped") {
		t.Errorf("got status %d, %q", status, errOut.String())
	}
	for _, run := range []string{"32MB", "512MB"} {
		if !strings.Contains(out.String(), "== "+run+" (PARTIAL: stopped after ") {
			t.Errorf("%s is not marked as partial:\n%s", run, out.String())
		}
	}
}

// TestBrokenInvariant wants a panic in a run to be told with its scenario.
func TestBrokenInvariant(t *testing.T) {
	sc := scenario.New()
	sc.Run = "a"
	for _, setting := range []string{"duration=1d", "seed=42"} {
		name, value, _ := strings.Cut(setting, "=")
		if err := sc.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	_, err := simulateOne(context.Background(), sc, budget{}, func(now, planned int64) { panic("time moved backwards") })
	if err == nil || !strings.Contains(err.Error(), "run a: the simulation broke off, which is a bug: time moved backwards\nduration = 1d\nseed = 42\n") {
		t.Errorf("got %v", err)
	}
}

// fullDisk takes some bytes and no more.
type fullDisk struct{ room int }

func (f *fullDisk) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return 0, errors.New("no space left on device")
	}
	f.room -= len(p)
	return len(p), nil
}

func TestAnswerThatCannotBeWritten(t *testing.T) {
	var errOut bytes.Buffer
	status := run(context.Background(), []string{"help"}, &fullDisk{room: 200}, &errOut)
	if status != exitFail || errOut.String() != "clocksweep: no space left on device\n" {
		t.Errorf("got status %d, %q", status, errOut.String())
	}
}

func TestProgressLine(t *testing.T) {
	for _, test := range []struct {
		runs []runProgress
		want string
	}{
		{[]runProgress{{"", 0, 60e9}}, "[....................] 0 of 60 s"},
		{[]runProgress{{"32MB", 30e9, 120e9}, {"512MB", 121e9, 120e9}},
			"32MB [#####...............] 30 of 120 s   512MB [####################] 121 of 120 s"},
		{[]runProgress{{"a", 10e9, 10e9}, {"b", 0, 10e9}, {"c", 5e9, 10e9}}, "3 runs [##########..........] 15 of 30 s"},
	} {
		if got := progressLine(test.runs); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

func TestNoProgressOffATerminal(t *testing.T) {
	var b bytes.Buffer
	if bar := newProgressBar(&b, nil); bar != nil {
		t.Error("a buffer was taken for a terminal")
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if bar := newProgressBar(file, nil); bar != nil {
		t.Error("a file was taken for a terminal")
	}
}
