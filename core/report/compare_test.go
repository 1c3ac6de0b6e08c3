package report

import (
	"math"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// challenge is an experiment of two runs with a cell of each kind.
func challenge(t testing.TB) *experiment.Experiment {
	file, errs := scenario.Parse("[32MB]\n[512MB]\nshared_buffers = 512MB\n")
	if errs != nil {
		t.Fatal(errs)
	}
	within := func(rel float64) experiment.Tolerance { return experiment.Tolerance{Rel: rel} }
	return &experiment.Experiment{
		Slug: "shared-buffers-challenge", Scenario: file,
		Published: []experiment.Published{
			{Run: "32MB", Metric: "tps", Value: 109.524954, Unit: "tps", Role: experiment.RoleFitted, Tolerance: within(.10)},
			{Run: "32MB", Metric: "buffers_clean", Value: 20000, Unit: "buffers", Role: experiment.RolePredicted, Tolerance: within(.125)},
			{Run: "32MB", Metric: "alloc_per_tx", Value: 1.9096, Unit: "buffers", Role: experiment.RolePredicted, Tolerance: within(.08)},
			{Run: "32MB", Metric: "clean_to_backend", Value: 2.834, Role: experiment.RolePredicted, Tolerance: experiment.Tolerance{Min: 2, Max: 4}},
			{Run: "32MB", Metric: "checkpoints", Value: 0, Unit: "count", Role: experiment.RolePredicted, Tolerance: experiment.Tolerance{}},
			{Run: "512MB", Metric: "tps", Value: 861.83409, Unit: "tps", Role: experiment.RolePredicted, Tolerance: within(.10)},
			{Run: "512MB", Metric: "writes_per_tx", Value: .0112, Unit: "buffers", Role: experiment.RoleContext, Tolerance: experiment.Tolerance{None: true}},
			{Metric: "tps_ratio", Value: 7.869, Role: experiment.RolePredicted, Tolerance: experiment.Tolerance{Min: 7, Max: 9}},
		},
	}
}

func TestCompareText(t *testing.T) {
	cells := Compare(challenge(t), []*result.Result{published(t, "32MB"), published(t, "512MB")})
	const want = `
run    metric            published  simulated  difference  tolerance  role
32MB   tps                   109.5      109.5       0.0 %  ±10 %      fitted     ok
32MB   buffers_clean         20000      16156     -19.2 %  ±12.5 %    predicted  MISS
32MB   alloc_per_tx          1.910      1.910       0.0 %  ±8 %       predicted  ok
32MB   clean_to_backend      2.834      2.834       0.0 %  2 to 4     predicted  ok
32MB   checkpoints               0          0       0.0 %  exactly 0  predicted  ok
512MB  tps                   861.8      861.8       0.0 %  ±10 %      predicted  ok
512MB  writes_per_tx       0.01120    0.01121      +0.1 %             context
all    tps_ratio             7.869      7.869       0.0 %  7 to 9     predicted  ok
`
	if got := "\n" + CompareText(cells); got != want {
		t.Errorf("got%swant%s", got, want)
	}
}

// TestCompareOneRun leaves out what a single run can't tell.
func TestCompareOneRun(t *testing.T) {
	cells := Compare(challenge(t), []*result.Result{published(t, "512MB")})
	if len(cells) != 2 || cells[0].Metric != "tps" || cells[1].Metric != "writes_per_tx" {
		t.Errorf("got %+v, want the two cells of the run 512MB", cells)
	}
}

// TestCompareUndefined counts a number the simulation doesn't give as a miss.
func TestCompareUndefined(t *testing.T) {
	a := published(t, "32MB")
	a.Counters.BuffersBackend = 0
	for _, c := range Compare(challenge(t), []*result.Result{a}) {
		if c.Metric != "clean_to_backend" {
			continue
		}
		if !math.IsNaN(c.Simulated) || c.OK || c.Verdict() != "MISS" || c.SimulatedText() != "-" || c.DifferenceText() != "" {
			t.Errorf("got %+v, want a miss without a number", c)
		}
		return
	}
	t.Error("clean_to_backend is not in the table")
}

func TestDifferenceFromZero(t *testing.T) {
	for _, test := range []struct {
		published, simulated float64
		want                 string
	}{
		{0, 0, "0.0 %"},
		{0, 1, ""},
		{4, 5, "+25.0 %"},
		{-4, -5, "-25.0 %"},
		{10000, 9999, "0.0 %"},
	} {
		c := Cell{Difference: difference(test.published, test.simulated)}
		if got := c.DifferenceText(); got != test.want {
			t.Errorf("%v beside %v: got %q, want %q", test.simulated, test.published, got, test.want)
		}
	}
}

func TestFigure(t *testing.T) {
	for _, test := range []struct {
		value float64
		want  string
	}{
		{13236, "13236"}, {109.524954, "109.5"}, {.0112143, "0.01121"}, {99999.5, "100000"},
		{-1.65131, "-1.651"}, {0, "0"}, {math.NaN(), "-"},
	} {
		if got := figure(test.value); got != test.want {
			t.Errorf("%v: got %s, want %s", test.value, got, test.want)
		}
	}
}

func TestMetric(t *testing.T) {
	a, b := published(t, "32MB"), published(t, "512MB")
	a.Counters.CheckpointsTimed, a.Counters.CheckpointsReq = 2, 3
	rs := []*result.Result{a, b}
	for _, test := range []struct {
		run, metric string
		want        string // "" if not defined
	}{
		{"32MB", "transactions", "13236"},
		{"32MB", "tps", "109.5"},
		{"32MB", "tps_excluding", "109.5"},
		{"32MB", "buffers_alloc", "25276"},
		{"32MB", "buffers_clean", "16156"},
		{"32MB", "maxwritten_clean", "131"},
		{"32MB", "buffers_backend", "5701"},
		{"32MB", "buffers_backend_fsync", "0"},
		{"32MB", "buffers_checkpoint", "0"},
		{"32MB", "checkpoints", "5"},
		{"32MB", "alloc_per_tx", "1.910"},
		{"32MB", "writes_per_tx", "1.651"},
		{"32MB", "clean_to_backend", "2.834"},
		{"512MB", "clean_to_backend", "0"},
		{"", "tps_ratio", "7.869"},
		{"", "tps", ""},
		{"64MB", "tps", ""},
		{"32MB", "tps_ratio", ""},
		{"", "tps 512MB/32MB", "7.869"},
		{"", "tps 512MB/64MB", ""},
		{"512MB", "tps 512MB/32MB", ""},
		{"32MB", "speed", ""},
	} {
		value, defined := Metric(rs, test.run, test.metric)
		if got := figure(value); defined != (test.want != "") || defined && got != test.want {
			t.Errorf("%s %s: got %s, %v, want %q", test.run, test.metric, got, defined, test.want)
		}
	}
	if _, defined := Metric([]*result.Result{{Run: "none"}}, "none", "alloc_per_tx"); defined {
		t.Error("alloc_per_tx is defined without a transaction")
	}
	if _, defined := Metric(rs[:1], "", "tps_ratio"); defined {
		t.Error("tps_ratio is defined for one run")
	}
}
