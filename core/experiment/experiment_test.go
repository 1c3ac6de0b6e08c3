package experiment

import (
	"math"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

func TestChallenge(t *testing.T) {
	e, ok := BySlug("shared-buffers-challenge")
	if !ok {
		t.Fatal("the experiment is missing")
	}
	if e.Year != 2011 || e.Release != "9.1" || e.Title == "" || e.Question == "" || e.Claim == "" || e.Thread == "" {
		t.Errorf("head: %+v", e)
	}
	if !strings.HasPrefix(e.Story, "## The question\n") {
		t.Errorf("the story begins with %.40q", e.Story)
	}
	runs, errs := e.Scenarios(nil, "")
	if len(errs) > 0 || len(runs) != 2 {
		t.Fatalf("%d runs, errors %v", len(runs), errs)
	}
	for i, want := range []struct {
		run   string
		pages int64
	}{{"32MB", 4096}, {"512MB", 65536}} {
		s := runs[i]
		if s.Experiment != e.Slug || s.Run != want.run || s.Int(scenario.SharedBuffers) != want.pages {
			t.Errorf("run %d: %s %s with %d pages", i, s.Experiment, s.Run, s.Int(scenario.SharedBuffers))
		}
		for id, shown := range map[scenario.ID]string{
			scenario.Release: "9.1", scenario.Build: "32-bit", scenario.CheckpointSegments: "256",
			scenario.Scale: "20", scenario.Clients: "4", scenario.Duration: "2min",
			scenario.AfterInit: "restart", scenario.Hardware: "meddle2011",
			scenario.FileSystem: "ext3-ordered", scenario.DiskWriteCache: "on", scenario.Barrier: "off",
			scenario.RAM: "2GB", scenario.BgwriterDelay: "200ms",
		} {
			if got := s.Show(id); got != shown {
				t.Errorf("run %s: %s = %s, want %s", s.Run, id, got, shown)
			}
		}
	}
}

// The derived numbers of the table must follow from the counters beside them.
func TestDerivedNumbers(t *testing.T) {
	e, _ := BySlug("shared-buffers-challenge")
	published := func(run, metric string) float64 {
		for _, p := range e.Published {
			if p.Run == run && p.Metric == metric {
				return p.Value
			}
		}
		t.Fatalf("no %s of run %q", metric, run)
		return 0
	}
	check := func(run, metric string, want float64) {
		t.Helper()
		if got := published(run, metric); math.Abs(got-want) > 1e-4*want {
			t.Errorf("%s of run %q is %v, the counters give %v", metric, run, got, want)
		}
	}
	for _, run := range []string{"32MB", "512MB"} {
		tx := published(run, "transactions")
		check(run, "alloc_per_tx", published(run, "buffers_alloc")/tx)
		check(run, "writes_per_tx", (published(run, "buffers_clean")+published(run, "buffers_backend"))/tx)
	}
	check("32MB", "clean_to_backend", published("32MB", "buffers_clean")/published("32MB", "buffers_backend"))
	check("", "tps_ratio", published("512MB", "tps")/published("32MB", "tps"))
}

// A ratio of two runs must follow from their throughput.
func TestRatiosOfRuns(t *testing.T) {
	for _, e := range All() {
		tps := map[string]float64{}
		for _, p := range e.Published {
			if p.Metric == "tps" {
				tps[p.Run] = p.Value
			}
		}
		for _, p := range e.Published {
			pair, found := strings.CutPrefix(p.Metric, "tps ")
			if !found {
				continue
			}
			over, under, _ := strings.Cut(pair, "/")
			if tps[over] == 0 || tps[under] == 0 { // the ratio is all that was published
				continue
			}
			if want := tps[over] / tps[under]; p.Run != "" || !(math.Abs(p.Value-want) <= 1e-4*want) {
				t.Errorf("%s: %s of run %q is %v, the runs give %v", e.Slug, p.Metric, p.Run, p.Value, want)
			}
		}
	}
}

// Every published value must be within its own tolerance, or no simulation
// could be right.
func TestPublishedWithinTolerance(t *testing.T) {
	for _, e := range All() {
		judged := 0
		for _, p := range e.Published {
			if !p.Tolerance.OK(p.Value, p.Value) {
				t.Errorf("%s: %s of %q is %v, outside %s", e.Slug, p.Metric, p.Run, p.Value, p.Tolerance)
			}
			if !p.Tolerance.None {
				judged++
			}
		}
		if judged == 0 {
			t.Errorf("%s: nothing is judged", e.Slug)
		}
	}
}

func TestTolerance(t *testing.T) {
	for _, c := range []struct {
		text                 string
		published, simulated float64
		ok                   bool
		shown                string
	}{
		{"10%", 100, 110, true, "±10 %"},
		{"10%", 100, 110.1, false, "±10 %"},
		{"10%", 100, 89.9, false, "±10 %"},
		{"7..9", 7.87, 7, true, "7 to 9"},
		{"7..9", 7.87, 9.01, false, "7 to 9"},
		{"0..0", 0, 0, true, "exactly 0"},
		{"0..0", 0, 1, false, "exactly 0"},
		{"0..0.02", 0.0112, 0.0201, false, "0 to 0.02"},
		{"", 5, 500, true, ""},
		{"10%", 100, math.NaN(), false, "±10 %"},
		{"7..9", 8, math.NaN(), false, "7 to 9"},
	} {
		tol, ok := parseTolerance(c.text)
		if !ok {
			t.Errorf("%q was not read", c.text)
		}
		if got := tol.OK(c.published, c.simulated); got != c.ok {
			t.Errorf("%q: %v against %v gives %v", c.text, c.simulated, c.published, got)
		}
		if got := tol.String(); got != c.shown {
			t.Errorf("%q is shown as %q, want %q", c.text, got, c.shown)
		}
	}
	for _, bad := range []string{"%", "-5%", "0%", "9..7", "..", "7..", "5", "x%"} {
		if tol, ok := parseTolerance(bad); ok {
			t.Errorf("%q was read as %+v", bad, tol)
		}
	}
}

func TestScenariosWithChanges(t *testing.T) {
	e, _ := BySlug("shared-buffers-challenge")
	runs, errs := e.Scenarios([]scenario.Change{
		{Name: "filesystem", Value: "ext4"},
		{Run: "512MB", Name: "shared_buffers", Value: "256MB"},
	}, "")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	if got := runs[0].Show(scenario.SharedBuffers) + " " + runs[1].Show(scenario.SharedBuffers); got != "32MB 256MB" {
		t.Errorf("shared_buffers of the runs: %s", got)
	}
	for _, s := range runs {
		if !s.Bool(scenario.Barrier) {
			t.Errorf("run %s: ext4 did not turn barriers on", s.Run)
		}
	}
	one, errs := e.Scenarios(nil, "512MB")
	if len(errs) > 0 || len(one) != 1 || one[0].Run != "512MB" {
		t.Errorf("one run: %v, errors %v", one, errs)
	}
	for _, c := range []struct {
		change scenario.Change
		run    string
		want   string
	}{
		{scenario.Change{}, "64MB", `"64MB" is not a run of shared-buffers-challenge; legal is 32MB or 512MB`},
		{scenario.Change{Run: "64MB", Name: "scale", Value: "5"}, "", `64MB.scale: there is no run "64MB"; legal is 32MB or 512MB`},
		{scenario.Change{Name: "shared_buffers", Value: "3GB"}, "", `shared_buffers: "3GB" does not fit into ram = 2GB; legal is 128kB to 1984MB`},
		{scenario.Change{Name: "scael", Value: "5"}, "", `scael: there is no such setting; did you mean scale?`},
	} {
		var changes []scenario.Change
		if c.change.Name != "" {
			changes = append(changes, c.change)
		}
		_, errs := e.Scenarios(changes, c.run)
		if len(errs) == 0 || errs[0].Error() != c.want {
			t.Errorf("%v run %q: errors %v, want %s", c.change, c.run, errs, c.want)
		}
	}
}

// A variant must change something in every run.
func TestVariants(t *testing.T) {
	for _, e := range All() {
		names := map[string]bool{}
		for _, v := range e.Variants {
			if names[v.Name] || v.Label == "" || v.Why == "" {
				t.Errorf("%s: variant %q is there twice or says too little", e.Slug, v.Name)
			}
			names[v.Name] = true
			plain, _ := e.Scenarios(nil, "")
			changed, errs := e.Scenarios(v.Changes, "")
			if len(errs) > 0 {
				t.Errorf("%s, %s: %v", e.Slug, v.Name, errs)
			}
			differ := 0
			for i := range plain {
				if plain[i].Text() != changed[i].Text() {
					differ++
				}
			}
			wanted := len(plain)
			if v.Changes[0].Run != "" { // meant for the runs it names
				runs := map[string]bool{}
				for _, c := range v.Changes {
					runs[c.Run] = true
				}
				wanted = len(runs)
			}
			if differ != wanted {
				t.Errorf("%s, %s: changes %d runs, not %d", e.Slug, v.Name, differ, wanted)
			}
		}
	}
}

// What is fitted belongs to the machine or to the experiment, never to one run.
// Settings of the server and the workload are what an experiment is about: they
// are fitted only where nobody has stated them.
func TestFittedAreUnknownsOfTheMachine(t *testing.T) {
	for _, e := range All() {
		for _, f := range e.Fitted {
			if f.Range == "" || f.Why == "" {
				t.Errorf("%s: %s has no range or no reason", e.Slug, f.Setting)
			}
			def, _ := scenario.Lookup(f.Setting)
			if (def.Group == scenario.GroupPostgreSQL || def.Group == scenario.GroupWorkload) && !strings.Contains(strings.ToLower(f.Why), "not stated") {
				t.Errorf("%s: %s can't be fitted, unless it is not stated", e.Slug, f.Setting)
			}
		}
	}
}

func TestLoadRefuses(t *testing.T) {
	good := map[string]string{
		"scenario.conf": "scale = 2\n[a]\n[b]\nclients = 2\n",
		"published.csv": "run,metric,value,unit,role,tolerance,source\na,tps,100,tps,fitted,10%,mail\n",
		"fitted.csv":    "setting,value,range,cell,why\ncores,2,1 to 4,a tps,\"unknown, so\"\n",
		"variants.csv":  "name,label,why,changes\next4,ext4,why,filesystem=ext4\n",
		"story.md":      "---\ntitle: T\nquestion: Q\nclaim: C\nyear: 2011\nthread: L\n---\n\nText.\n",
	}
	reader := func(file, text string) func(string) (string, error) {
		return func(path string) (string, error) {
			name := strings.TrimPrefix(path, "x/")
			if name == file {
				return text, nil
			}
			return good[name], nil
		}
	}
	e, err := load("x", reader("", ""))
	if err != nil {
		t.Fatal(err)
	}
	if e.Story != "Text.\n" || e.Year != 2011 || len(e.Published) != 1 || e.Fitted[0].Why != "unknown, so" || len(e.Variants) != 1 {
		t.Errorf("loaded %+v", e)
	}
	for _, c := range []struct{ file, from, to, want string }{
		{"scenario.conf", "scale = 2", "scale = 0", `scale: "0" is out of range`},
		{"published.csv", "metric,value", "value,metric", "the first line must be run,metric,value"},
		{"published.csv", "a,tps", "c,tps", "there is no run c"},
		{"published.csv", "100", "many", "the value is not a number"},
		{"published.csv", "10%", "", "judged if and only if"},
		{"published.csv", "10%", "a bit", "the tolerance is not like"},
		{"published.csv", "fitted", "guessed", "the role is not"},
		{"published.csv", ",mail", "", "6 fields instead of 7"},
		{"published.csv", "mail", `"mail`, "a quoted field does not end"},
		{"published.csv", "mail", `"mail"s`, "must be followed by a comma"},
		{"published.csv", "mail", `ma"il`, "a quote inside a field"},
		{"fitted.csv", "cores", "coers", "there is no setting coers"},
		{"fitted.csv", "cores,2", "cores,4", "cores is 2 in run a, not 4"},
		{"fitted.csv", "cores,2,1 to 4,a tps,\"unknown, so\"\n", "cores,2,1 to 4,a tps,why\ncores,2,1 to 4,a tps,why\n", "cores is fitted twice for the same runs"},
		{"fitted.csv", "cores,2", "clients,1", "clients is 2 in run b, not 1"},
		{"fitted.csv", "a tps", "b tps", "no published number with the role fitted is called b tps"},
		{"variants.csv", "ext4\n", "ext5\n", `filesystem: "ext5" is not one of its values`},
		{"variants.csv", "filesystem=ext4", "", "at least one change"},
		{"story.md", "claim", "clam", "here the head needs claim"},
		{"story.md", "2011", "MMXI", "the year is not a number: MMXI"},
		{"story.md", "---\n\n", "\n", "there is no head"},
	} {
		text := strings.Replace(good[c.file], c.from, c.to, 1)
		_, err := load("x", reader(c.file, text))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s with %q: error %v, want %q", c.file, c.to, err, c.want)
		}
	}
}

func TestSplitRow(t *testing.T) {
	for line, want := range map[string][]string{
		`a,b`:               {"a", "b"},
		`,`:                 {"", ""},
		`"a, b",c`:          {"a, b", "c"},
		`"say ""yes""","x"`: {`say "yes"`, "x"},
		`""`:                {""},
	} {
		got, problem := splitRow(line)
		if problem != "" || strings.Join(got, "|") != strings.Join(want, "|") || len(got) != len(want) {
			t.Errorf("%s: %q %s", line, got, problem)
		}
	}
}
