//go:build !js

// Package wasm has no code of its own; its tests run the simulation as the
// browser does, with the worker's script and the compiled module, under Node.
package wasm

import (
	"bufio"
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// message is what the worker posts.
type message struct {
	Type         string
	Now, Planned float64 // seconds
	Bytes        []byte
	BusyMs       float64
	Message      string
	Refused      bool

	// Of a trace: bytes of the file, and accesses played.
	Read, Size, Accesses int64
}

// job is what a page sends to the worker, and when it presses Stop.
type job struct {
	Experiment string `json:"experiment"`
	Run        string `json:"run"`
	Scenario   string `json:"scenario"`
	Watch      bool   `json:"watch"`
	StopAfter  int    `json:"stopAfter"` // progress messages; -1 for never
}

// buildSim compiles wasm/sim.
func buildSim(t *testing.T, flags ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "sim.wasm")
	args := append([]string{"build", "-trimpath", "-ldflags=-s -w", "-o", out}, flags...)
	cmd := exec.Command("go", append(args, "./sim")...)
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, text)
	}
	return out
}

// worker is the script that plays a run.
const worker = "../site/js/worker.js"

// play lets a worker's script do a job and returns what it posted.
func play(t *testing.T, worker, sim string, j any) []message {
	t.Helper()
	in, err := json.Marshal(j)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "testdata/drive.mjs", worker, sim,
		filepath.Join(goroot(t), "lib", "wasm", "wasm_exec.js"))
	cmd.Stdin = bytes.NewReader(in)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("node (version 20 or later has to be installed): %v\n%s", err, stderr.Bytes())
	}
	var posted []message
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, len(out)+1)
	for lines.Scan() {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			t.Fatalf("%v in %.100s", err, lines.Bytes())
		}
		posted = append(posted, m)
	}
	if len(posted) == 0 {
		t.Fatalf("the worker said nothing\n%s", stderr.Bytes())
	}
	return posted
}

func goroot(t *testing.T) string {
	t.Helper()
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// resultOf decodes the last message, which has to be a result.
func resultOf(t *testing.T, posted []message) *result.Result {
	t.Helper()
	last := posted[len(posted)-1]
	if last.Type != "done" {
		t.Fatalf("the worker ended with %s: %s", last.Type, last.Message)
	}
	r, err := result.Decode(last.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// shortened cuts the scenario of a long run, so that all of them can be compared in
// a minute: bits that differ do so in the first seconds.
func shortened(t *testing.T, sc *scenario.Scenario) *scenario.Scenario {
	t.Helper()
	short := *sc
	for id, most := range map[scenario.ID]int64{
		scenario.Duration: 5, scenario.Transactions: 100, scenario.EarlierTransactions: 100,
	} {
		if short.Int(id) > most {
			if err := short.Set(id.String(), strconv.FormatInt(most, 10)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return &short
}

// The first run of every experiment has the same history natively and in the
// browser's module as far as it is shortened, and those of one experiment to their
// end. The beginnings of all other runs are in core/golden, which is played by the
// same script and module in the browser itself (site/test/golden.test.mjs).
func TestSameHashAsNative(t *testing.T) {
	sim := buildSim(t)
	for _, e := range experiment.All() {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if e.Slug != "shared-buffers-challenge" {
			scenarios = scenarios[:1]
		}
		for _, sc := range scenarios {
			if e.Slug != "shared-buffers-challenge" {
				sc = shortened(t, sc)
			}
			t.Run(e.Slug+"/"+sc.Run, func(t *testing.T) {
				native, err := server.New(sc)
				if err != nil {
					t.Fatal(err)
				}
				for native.Step(100_000) {
				}
				posted := play(t, worker, sim, job{Experiment: e.Slug, Run: sc.Run, Scenario: sc.Text(), StopAfter: -1})
				got, want := resultOf(t, posted), native.Result()
				if got.Hash() != want.Hash() {
					t.Errorf("hash %s in WebAssembly, %s on %s; transactions %d and %d",
						got.Hash(), want.Hash(), runtime.GOARCH, got.Transactions, want.Transactions)
				}
				if busy := posted[len(posted)-1].BusyMs; busy <= 0 {
					t.Errorf("the worker says it spent %v ms", busy)
				}
				_, planned := native.Progress()
				checkProgress(t, posted, float64(planned)/1e9)
			})
		}
	}
}

// A run that is watched has the same pictures of its pool natively and in the
// browser's module.
func TestWatchedAsNative(t *testing.T) {
	const text = "release = 16\nshared_buffers = 16MB\nscale = 5\nclients = 2\nduration = 5s\n"
	file, errs := scenario.Parse(text)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	native, err := server.New(file.Runs()[0])
	if err != nil {
		t.Fatal(err)
	}
	native.Watch()
	for native.Step(100_000) {
	}
	got := resultOf(t, play(t, worker, buildSim(t), job{Scenario: text, Watch: true, StopAfter: -1}))
	if n := len(got.Series.TPS); n < 5 || len(got.Pool) != n {
		t.Fatalf("%d pictures of %d seconds", len(got.Pool), n)
	}
	if !bytes.Equal(result.Append(nil, got), result.Append(nil, native.Result())) {
		t.Error("the result is another one in WebAssembly")
	}
}

// checkProgress wants time to go forward, towards the planned end.
func checkProgress(t *testing.T, posted []message, planned float64) {
	t.Helper()
	before := 0.0
	for _, m := range posted[:len(posted)-1] {
		if m.Type != "progress" || m.Now < before || math.Abs(m.Planned-planned) > 1e-9 {
			t.Fatalf("after %v s: %+v, want progress towards %v s", before, m, planned)
		}
		before = m.Now
	}
}

func TestStopGivesAPartialResult(t *testing.T) {
	sim := buildSim(t)
	for _, stopAfter := range []int{0, 2} {
		posted := play(t, worker, sim, job{Scenario: "duration = 24h\nclients = 4\n", StopAfter: stopAfter})
		if got := len(posted) - 1; got != stopAfter {
			t.Errorf("%d progress messages, want the stop to be obeyed after %d", got, stopAfter)
		}
		r := resultOf(t, posted)
		if !r.Stopped || r.VirtualNs >= r.PlannedNs {
			t.Errorf("stopped %v after %d of %d ns", r.Stopped, r.VirtualNs, r.PlannedNs)
		}
		if stopAfter > 0 && r.Transactions == 0 {
			t.Error("a partial result without a transaction")
		}
	}
}

// TestRefusedScenario: of what is not possible, or more than a page may play, nothing is
// told before it is refused, with a value that is possible.
func TestRefusedScenario(t *testing.T) {
	sim := buildSim(t)
	for text, want := range map[string]string{
		"no_such_setting = 1\n":                                  "no_such_setting",
		"shared_buffers = 12XB\n":                                "12XB",
		"[a]\nseed = 1\n[b]\n":                                   "exactly one run",
		"shared_buffers = 100GB\n":                               "shared_buffers",
		"workload = dbt-2\nscale = 1001\n":                       "legal is 1 to 1000",
		"transactions = 100000000\nclients = 200\n":              "legal is 1 to 50000000",
		"workload = scan\ntransactions = 10000\nclients = 200\n": "table_size",
		selectForADay:                                            `duration: "1d" makes the run too long`,
	} {
		posted := play(t, worker, sim, job{Scenario: text, StopAfter: -1})
		last := posted[len(posted)-1]
		if len(posted) > 1 || last.Type != "failed" || !last.Refused || !strings.Contains(last.Message, want) {
			t.Errorf("%q: %s, refused %v, %q after %d messages, want a refusal that names %q", text, last.Type, last.Refused, last.Message, len(posted)-1, want)
		}
	}
}

// selectForADay is a run of hundreds of billions of events: a large machine that
// looks rows up for a day.
const selectForADay = "release = 16\nworkload = select-only\nscale = 1\nclients = 200\nduration = 1d\ncores = 64\ncpu_per_transaction = 10us\n"

// However the machine breaks, the page gets a sentence.
func TestBrokenMachineIsReported(t *testing.T) {
	sim := buildSim(t, "-overlay", faultyServer(t))
	for seed, want := range map[string]string{
		"1": "the simulated machine broke: an invariant does not hold at 17 ns",
		"2": "the simulated machine broke: runtime error: invalid memory address",
		"3": "the simulation stopped: ",
		"4": "the simulation stopped: ",
	} {
		posted := play(t, worker, sim, job{Scenario: "seed = " + seed + "\n", StopAfter: -1})
		last := posted[len(posted)-1]
		if last.Type != "failed" || !strings.HasPrefix(last.Message, want) {
			t.Errorf("seed %s: %s %q, want a failure that begins with %q", seed, last.Type, last.Message, want)
		}
	}
}

// faultyServer returns an overlay for the go command that replaces every file
// of core/server.
func faultyServer(t *testing.T) string {
	t.Helper()
	absolute := func(path string) string {
		path, err := filepath.Abs(path)
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	files, err := filepath.Glob("../core/server/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("files of core/server: %v, %v", files, err)
	}
	replace := map[string]string{}
	for _, file := range files {
		replace[absolute(file)] = ""
	}
	replace[absolute("../core/server/server.go")] = absolute("testdata/faulty/server.go")
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(path, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}
