package sweep

import (
	"math"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// bare is the base of a sweep over pgbench with defaults and settings.
func bare(t *testing.T, settings string) Base {
	t.Helper()
	file, errs := scenario.Parse(settings)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return func(changes []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := file.With(changes)
		return list[0], errs
	}
}

func axis(t *testing.T, name, text string) Axis {
	t.Helper()
	a, err := ReadAxis(scenario.New(), name, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func play(t *testing.T, sc *scenario.Scenario) *result.Result {
	t.Helper()
	run, err := server.New(sc)
	if err != nil {
		t.Fatal(err)
	}
	for run.Step(1 << 20) {
	}
	return run.Result()
}

func TestPlan(t *testing.T) {
	p, err := New(bare(t, "seed = 7\nram = 1GB"), []Axis{
		axis(t, "shared_buffers", "256MB, 4GB, 512MB"), axis(t, "full_page_writes", "all"),
	}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Cells) != 6 || p.Columns() != 3 || p.Rows() != 2 {
		t.Fatalf("%d cells in %d columns and %d rows", len(p.Cells), p.Columns(), p.Rows())
	}
	if got := strings.Join(p.Values(5), " "); got != "512MB on" {
		t.Errorf("the last cell is %s", got)
	}
	if why := p.Cells[1].Refused; !strings.Contains(why, `"4GB" does not fit into ram = 1GB`) {
		t.Errorf("the second cell is refused because of %q", why)
	}
	jobs := p.Jobs()
	if len(jobs) != 8 || jobs[0].Seed != 0 || jobs[3].Seed != 0 || jobs[4] != (Job{0, 1}) {
		t.Errorf("jobs %v", jobs)
	}
	sc := p.Scenario(Job{3, 1})
	if sc.Seed() != 8 || !sc.Bool(scenario.FullPageWrites) || sc.Show(scenario.SharedBuffers) != "256MB" {
		t.Errorf("seed %d, %s", sc.Seed(), sc.Text())
	}
}

func TestPlanRefuses(t *testing.T) {
	buffers := axis(t, "shared_buffers", "32MB,64MB")
	for _, c := range []struct {
		base  string
		axes  []Axis
		seeds int
		want  string
	}{
		{"", nil, 1, "one setting or two"},
		{"", []Axis{buffers, buffers}, 1, "both settings of the sweep are shared_buffers"},
		{"", []Axis{buffers}, 0, "0 seeds are not possible; legal is 1 to 30"},
		{"", []Axis{axis(t, "clients", "1..24 +1"), axis(t, "scale", "1..24 +1")}, 2, "the sweep has 1152 runs; legal are at most 1000"},
		{"", []Axis{axis(t, "shared_buffers", "64GB,128GB")}, 1, "does not fit into ram"},
		{"seed = 9007199254740992", []Axis{buffers}, 2, "seed"},
	} {
		_, err := New(bare(t, c.base), c.axes, c.seeds)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
}

func TestDescribe(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		figures []float64
		want    Stat
	}{
		{nil, Stat{0, nan, nan, nan, nan}},
		{[]float64{nan}, Stat{0, nan, nan, nan, nan}},
		{[]float64{nan, 5}, Stat{1, 5, 5, 5, nan}},
		{[]float64{1, 3}, Stat{2, 2, 1, 3, 12.706}},                  // deviation sqrt(2), over sqrt(2)
		{[]float64{2, 4, 4, 4, 5, 5, 7, 9}, Stat{8, 5, 2, 9, 1.787}}, // deviation 2.138, over sqrt(8), times 2.365
	} {
		got := Describe(c.figures)
		near := func(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 0.001 }
		if got.N != c.want.N || !near(got.Mean, c.want.Mean) || !near(got.Low, c.want.Low) || !near(got.High, c.want.High) || !near(got.Half, c.want.Half) {
			t.Errorf("%v: %+v, want %+v", c.figures, got, c.want)
		}
	}
}

// TestOutcome plays a small sweep, with a run that failed and one that was
// stopped.
func TestOutcome(t *testing.T) {
	p, err := New(bare(t, "duration = 2s"), []Axis{axis(t, "shared_buffers", "1MB,64MB")}, 2)
	if err != nil {
		t.Fatal(err)
	}
	o := NewOutcome(p)
	first := play(t, p.Scenario(Job{0, 0}))
	o.Put(Job{0, 0}, first)
	stopped := *first
	stopped.Stopped = true
	o.Put(Job{0, 1}, &stopped)
	o.Fail(Job{1, 0}, `the worker said "no", and ended`)
	if done, failed := o.Done(); done != 1 || failed != 1 {
		t.Errorf("%d done, %d failed", done, failed)
	}
	if s := o.Stat(0, 0); s.N != 1 || s.Mean != first.TPSIncluding() {
		t.Errorf("%+v", s)
	}
	if why := o.Trouble(1); why != `seed 1 failed: the worker said "no", and ended` || o.Trouble(0) != "" {
		t.Errorf("trouble %q", why)
	}
	lines := strings.Split(strings.TrimSuffix(string(o.CSV()), "\r\n"), "\r\n")
	if len(lines) != 5 || !strings.HasPrefix(lines[0], "shared_buffers,seed,tps,") ||
		!strings.HasPrefix(lines[1], "1MB,1,") || !strings.HasSuffix(lines[1], ","+first.Hash()+",") ||
		!strings.HasSuffix(lines[3], `"the worker said ""no"", and ended"`) {
		t.Errorf("%q", lines)
	}
}

func TestKeyAndSame(t *testing.T) {
	base := bare(t, "duration = 2s\nshared_buffers = 1MB")
	sc, _ := base(nil)
	other, _ := base([]scenario.Change{{Name: "seed", Value: "2"}})
	apart, _ := base([]scenario.Change{{Name: "shared_buffers", Value: "2MB"}})
	keys := []string{Key("a", sc), Key("b", sc), Key("a", other), Key("a", apart)}
	for i, k := range keys {
		for _, l := range keys[:i] {
			if k == l {
				t.Errorf("%s twice", k)
			}
		}
	}
	long, _ := bare(t, "duration = 2000ms\nshared_buffers = 128\nclients = 1")(nil)
	if Key("a", long) != keys[0] {
		t.Error("the same scenario written in another way has another key")
	}
	r := play(t, sc)
	if !Same(server.Engine, sc, r) {
		t.Error("a result is not that of its scenario")
	}
	if Same("older", sc, r) || Same(server.Engine, other, r) || Same(server.Engine, apart, r) {
		t.Error("a result passes for that of another engine, seed or scenario")
	}
	r.Stopped = true
	if Same(server.Engine, sc, r) {
		t.Error("a partial result passes for a whole one")
	}
}

func TestCompare(t *testing.T) {
	var rs []*result.Result
	for _, settings := range []string{"duration = 2s\nrelease = 9.1", "duration = 2s\nrelease = 9.6\nshared_buffers = 1MB"} {
		sc, _ := bare(t, settings)(nil)
		rs = append(rs, play(t, sc))
	}
	c := Compare(rs)
	rows := map[string]Row{}
	for _, row := range c.Settings {
		rows[row.Label] = row
	}
	for label, want := range map[string]string{
		"release": "9.1 9.6", "shared_buffers": "32MB 1MB", "checkpoint_segments": "3 –", "max_wal_size": "– 1GB",
	} {
		if got := strings.Join(rows[label].Texts, " "); got != want {
			t.Errorf("%s: %q, want %q", label, got, want)
		}
	}
	if _, ok := rows["duration"]; ok {
		t.Error("the duration is told, and it does not differ")
	}
	if c.Settings[0].Label != "release" {
		t.Errorf("the first difference is %s", c.Settings[0].Label)
	}
	tps := c.Figures[0]
	if tps.Label != "Throughput, transactions/s" || tps.Ratios[0] != "" || !strings.HasPrefix(tps.Ratios[1], "× ") {
		t.Errorf("%+v", tps)
	}
	for v, want := range map[float64]string{1: "× 1", 2.0681: "× 2.07", 0.967: "× 0.967", 250: "× 250", 12345.6: "× 12346"} {
		if got := ratioText(1, 10*v, 10); got != want {
			t.Errorf("ratio %v is %q, want %q", v, got, want)
		}
	}
	if got := ratioText(1, 5, 0) + ratioText(1, math.NaN(), 5) + ratioText(0, 5, 5); got != "" {
		t.Errorf("a ratio that is none is %q", got)
	}
	if alone := Compare(rs[:1]); len(alone.Settings) != 0 {
		t.Errorf("one run differs from itself: %+v", alone.Settings)
	}
}

func TestTold(t *testing.T) {
	sc, _ := bare(t, "duration = 1s\nscale = 2\nclients = 3")(nil)
	r := play(t, sc)
	if got := Told(r, 2); got != "scale = 2, clients = 3 and 1 more" {
		t.Error(got)
	}
	if got := Told(&result.Result{}, 2); got != "all defaults" {
		t.Error(got)
	}
}

func TestMeasures(t *testing.T) {
	seen := map[string]bool{}
	for i, m := range Measures() {
		if at, ok := MeasureByName(m.Name); !ok || at != i || seen[m.Name] || m.Label == "" {
			t.Errorf("%q is found at %d", m.Name, at)
		}
		seen[m.Name] = true
		if v := m.Of(&result.Result{}); math.IsInf(v, 0) {
			t.Errorf("%s of an empty run is %v", m.Name, v)
		}
	}
	if _, ok := MeasureByName("none"); ok {
		t.Error("there is a measure named none")
	}
	for v, want := range map[float64]string{0: "0", 12345: "12345", 861.84: "861.8", 0.0123456: "0.01235", 12345.6: "12346", math.NaN(): "–"} {
		if got := Figure(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
