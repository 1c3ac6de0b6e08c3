package golden

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/experiment"
	"clocksweep/core/guide"
	"clocksweep/core/scenario"
	"clocksweep/core/scenario/sample"
	"clocksweep/core/server"
)

// Each file begins with the engine that made its hashes.
func TestHashes(t *testing.T) {
	rewriting := flag.Lookup("rewrite").Value.String() == "true" // datadriven's
	for _, file := range []string{"testdata/scenarios", "testdata/experiments"} {
		madeWith := ""
		datadriven.RunTest(t, file, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "engine":
				madeWith = strings.TrimSpace(d.Expected)
				return server.Engine + "\n"
			case "run":
				hash := hashOf(t, d.Input)
				if rewriting {
					if err := mayWrite(madeWith, server.Engine, strings.TrimSpace(d.Expected), hash); err != nil {
						t.Fatalf("%s: %v", d.Pos, err) // before anything is written
					}
				}
				return hash + "\n"
			}
			t.Fatalf("%s: there is no command %s", d.Pos, d.Cmd)
			return ""
		})
	}
}

// mayWrite refuses another hash of an engine that has one already: results of equal
// versions are equal, wherever they were kept.
func mayWrite(madeWith, engine, before, now string) error {
	if before == "" || before == now || madeWith != "" && madeWith != engine {
		return nil
	}
	return fmt.Errorf("the result is %s, and engine %s has made %s of this scenario; raise Engine in core/server/run.go, then rewrite", now, engine, before)
}

func TestMayWrite(t *testing.T) {
	for _, c := range []struct {
		madeWith, before, now string
		refused               bool
	}{
		{"0.2.0", "aa", "aa", false},
		{"0.2.0", "", "aa", false}, // a new scenario
		{"0.2.0", "aa", "bb", true},
		{"", "aa", "bb", true}, // a file that does not tell
		{"0.1.9", "aa", "bb", false},
	} {
		err := mayWrite(c.madeWith, "0.2.0", c.before, c.now)
		if (err != nil) != c.refused || err != nil && !strings.Contains(err.Error(), "raise Engine in core/server/run.go") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestFilesTellTheirEngine: a version that is raised asks for hashes of its own.
func TestFilesTellTheirEngine(t *testing.T) {
	for _, file := range []string{"testdata/scenarios", "testdata/experiments"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if want := "engine\n----\n" + server.Engine + "\n"; !strings.HasPrefix(string(text), want) {
			t.Errorf("%s is not of engine %s: go test ./core/golden -rewrite", file, server.Engine)
		}
	}
}

// hashOf plays a scenario of a file. "experiment" and "run" name what the result
// says of itself.
func hashOf(t *testing.T, text string) string {
	t.Helper()
	file, errs := scenario.Parse(text)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	r, err := server.New(file.Runs()[0])
	if err != nil {
		t.Fatal(err)
	}
	for r.Step(1 << 20) {
	}
	return r.Result().Hash()
}

// TestFilesAreWhole checks that there are 200 different random scenarios, and that
// the other file has every run there is, with its own settings.
func TestFilesAreWhole(t *testing.T) {
	texts := map[string]bool{}
	for _, text := range inputs(t, "testdata/scenarios") {
		texts[text] = true
	}
	if len(texts) != 200 {
		t.Errorf("%d different random scenarios, not 200", len(texts))
	}
	short := inputs(t, "testdata/experiments")
	var all []*experiment.Experiment
	all = append(all, experiment.All()...)
	for _, c := range guide.Chapters() {
		all = append(all, c.Experiment)
	}
	for _, e := range all {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		for _, sc := range scenarios {
			if want := cut(t, sc); len(short) == 0 || strings.TrimSpace(short[0]) != strings.TrimSpace(want) {
				t.Fatalf("%s %s: the file has not\n%s", e.Slug, sc.Run, want)
			}
			short = short[1:]
		}
	}
	if len(short) > 0 {
		t.Errorf("%d runs that are of no experiment", len(short))
	}
}

// cut is the beginning of a run: a second, and not more than 20 transactions of each
// client.
func cut(t *testing.T, sc *scenario.Scenario) string {
	t.Helper()
	short := *sc
	settings := []string{"earlier_transactions", "0", "duration", "1s"}
	if scripted := []string{"tpc-b", "select-only", "simple-update", "custom"}; slices.Contains(scripted, sc.Enum(scenario.Workload)) {
		settings = append(settings, "transactions", "20")
	}
	for i := 0; i < len(settings); i += 2 {
		if err := short.Set(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return short.Text()
}

// inputs returns what a file plays.
func inputs(t *testing.T, file string) []string {
	t.Helper()
	var list []string
	datadriven.RunTest(t, file, func(_ *testing.T, d *datadriven.TestData) string {
		if d.Cmd == "run" {
			list = append(list, d.Input)
		}
		return d.Expected
	})
	return list
}

// TestSamplesAreLegal is where scenarios for the file come from.
func TestSamplesAreLegal(t *testing.T) {
	legal := 0
	for n := range uint64(300) {
		if len(sample.Scenario(n).Check()) == 0 {
			legal++
		}
	}
	if legal < 200 {
		t.Errorf("of 300 samples only %d are legal", legal)
	}
}
