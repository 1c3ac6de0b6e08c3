package experiment

import (
	"slices"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// two is an experiment of two workloads, of which one has two runs.
func two(t *testing.T, fitted string) (*Experiment, error) {
	files := map[string]string{
		"x/scenario.conf": "[a]\nscale = 7\n[b]\nscale = 7\n[c]\nworkload = dbt-2\nscale = 3\n",
		"x/published.csv": "run,metric,value,unit,role,tolerance,source\na,tps,100,tps,fitted,10%,mail\nc,response_avg_s,1,s,fitted,10%,mail\n",
		"x/fitted.csv":    "setting,value,range,cell,why\n" + fitted,
		"x/variants.csv":  "name,label,why,changes\n",
		"x/story.md":      "---\ntitle: T\nquestion: Q\nclaim: C\nyear: 2007\nthread: L\n---\n\nText.\n",
	}
	return load("x", func(path string) (string, error) { return files[path], nil })
}

// TestFittedWorkload: a setting of the workload may have a fitted value for each
// workload, and its other values are tried in the runs of that workload only.
func TestFittedWorkload(t *testing.T) {
	e, err := two(t, "scale,7,5 to 9,a tps,not stated\nscale,3,2 to 3,c response_avg_s,not stated\ncores,2,1 to 2,a tps,not stated\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"scale (a, b)", "scale (c)", "cores"} {
		if got := e.Fitted[i].Label(); got != want {
			t.Errorf("fitted value %d is called %q, want %q", i, got, want)
		}
	}
	unknowns := e.Unknowns()
	for i, want := range []struct {
		label, others string
		changes       []scenario.Change
	}{
		{"scale (a, b)", "5 9", []scenario.Change{{Run: "a", Name: "scale", Value: "5"}, {Run: "b", Name: "scale", Value: "5"}}},
		{"scale (c)", "2", []scenario.Change{{Run: "c", Name: "scale", Value: "2"}}},
		{"cores", "1", []scenario.Change{{Name: "cores", Value: "1"}}},
	} {
		u := &unknowns[i]
		if u.Label() != want.label || strings.Join(u.Others, " ") != want.others {
			t.Errorf("unknown %d: %s with %v, want %s with %s", i, u.Label(), u.Others, want.label, want.others)
		} else if changes := u.Changes(u.Others[0]); !slices.Equal(changes, want.changes) {
			t.Errorf("%s: changes %v, want %v", want.label, changes, want.changes)
		}
	}
	for fitted, problem := range map[string]string{
		"scale,7,5 to 9,c response_avg_s,not stated\n":     "scale is 3 in run c, not 7",
		"scale,3,2 to 9,a tps,not stated\n":                "scale is 7 in run a, not 3",
		"cores,4,1 to 9,c response_avg_s,not stated\n":     "cores is 2 in run a, not 4",
		"scale,7,5 to 9,a tps,x\nscale,7,5 to 9,a tps,x\n": "scale is fitted twice for the same runs",
	} {
		if _, err := two(t, fitted); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: error %v, want %q", fitted, err, problem)
		}
	}
}
