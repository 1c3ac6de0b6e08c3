// The engine checks itself, and is compared with WebAssembly, elsewhere; with these, that
// would take minutes.

//go:build !invariants && !js

package cases

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/diagnose"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// reported is how many cases there are.
const reported = 28

func TestCases(t *testing.T) {
	list := read(t)
	if len(list) != reported {
		t.Errorf("%d cases, want %d", len(list), reported)
	}
	proved := map[string]bool{}
	names := map[string]bool{}
	for _, c := range list {
		if names[c.name] {
			t.Errorf("%s: there is another %s", c.where, c.name)
		}
		names[c.name] = true
		for _, k := range c.checks {
			proved[k.kind] = proved[k.kind] || k.missed == nil
		}
		if len(c.checks) == 0 && len(c.notRun) == 0 {
			t.Errorf("%s: %s has neither a check nor a reason why not", c.where, c.name)
		}
		t.Run(c.name, func(t *testing.T) { c.play(t) })
	}
	for kind := range kinds {
		if !proved[kind] {
			t.Errorf("no case proves %s", kind)
		}
	}
}

// play runs a case and judges it.
func (c *aCase) play(t *testing.T) {
	if len(c.checks) == 0 {
		return
	}
	if len(c.runs) == 0 && c.all != "" {
		c.runs = []aRun{{}}
	}
	var results []*result.Result
	for _, r := range c.runs {
		results = append(results, simulate(t, c.scenarioOf(t, r)))
	}
	for i := range c.checks {
		c.checks[i].judge(t, results)
	}
	for i := range c.found {
		c.judge(t, &c.found[i], results)
	}
}

// judge looks for a finding in the diagnosis of its run, and tries what it proposes.
func (c *aCase) judge(t *testing.T, f *finding, results []*result.Result) {
	t.Helper()
	r := runOf(results, f.run)
	if r == nil {
		t.Errorf("%s: there is no run %q", f.where, f.run)
		return
	}
	var ids []string
	for _, found := range diagnose.Diagnose(r) {
		ids = append(ids, found.ID)
		if found.ID == f.id && f.check != "" {
			after := c.try(t, f.run, found.Try)
			before := *r
			before.Run, after.Run = "before", "after"
			k := check{where: f.where, kind: "tried", text: f.check}
			k.judge(t, []*result.Result{&before, after})
		}
		if testing.Verbose() {
			t.Logf("%s: %s: %s. %s %v", f.where, found.ID, found.Title, found.Because, found.Try)
		}
	}
	id, not := strings.CutPrefix(f.id, "not ")
	if slices.Contains(ids, id) == not {
		t.Errorf("%s: %s: found are %v", f.where, f.id, ids)
	}
}

// try repeats a run with changes.
func (c *aCase) try(t *testing.T, run string, changes []scenario.Change) *result.Result {
	t.Helper()
	sc := c.scenarioOf(t, c.runs[slices.IndexFunc(c.runs, func(r aRun) bool { return r.name == run })])
	for _, change := range changes {
		if err := sc.Set(change.Name, change.Value); err != nil {
			t.Fatal(err)
		}
	}
	return simulate(t, sc)
}

func simulate(t *testing.T, sc *scenario.Scenario) *result.Result {
	t.Helper()
	r, err := server.New(sc)
	if err != nil {
		t.Fatalf("%s %s: %v", sc.Experiment, sc.Run, err)
	}
	for r.Step(1 << 16) {
	}
	if x := r.Result(); testing.Verbose() {
		t.Logf("%s: %d seconds, %.0f tps, %d checkpoints", sc.Run, x.VirtualNs/1e9, x.TPSIncluding(), len(x.Checkpoints))
	}
	return r.Result()
}

// judge makes one check for the runs that it is about.
func (k *check) judge(t *testing.T, results []*result.Result) {
	t.Helper()
	if k.kind == "feature" {
		k.feature(t, results)
		return
	}
	if named := strings.Contains(k.text, ":"); named || len(results) == 0 {
		k.once(t, func(name string) (float64, error) {
			run, figure, _ := strings.Cut(name, ":")
			r := runOf(results, run)
			if r == nil {
				return 0, fmt.Errorf("%q is of no run", name)
			}
			return figureOf(r, figure, nil)
		})
		return
	}
	for _, r := range results {
		k.each(t, r)
	}
}

// runOf returns the result of the run of that name.
func runOf(results []*result.Result, run string) *result.Result {
	i := slices.IndexFunc(results, func(r *result.Result) bool { return r.Run == run })
	if i < 0 {
		return nil
	}
	return results[i]
}

// each makes a check of one run, or of each of its checkpoints.
func (k *check) each(t *testing.T, r *result.Result) {
	t.Helper()
	later := strings.Contains(k.text, "later.")
	if !later && !strings.Contains(k.text, "ckpt.") {
		k.once(t, func(name string) (float64, error) { return figureOf(r, name, nil) })
		return
	}
	lines, err := linesOf(r)
	if err == nil && later && len(lines) > 0 {
		lines = lines[1:]
	}
	if err != nil || len(lines) == 0 {
		t.Errorf("%s: no checkpoint to judge in run %s, %v", k.where, r.Run, err)
	}
	for _, l := range lines {
		k.once(t, func(name string) (float64, error) { return figureOf(r, name, l) })
	}
}

// once evaluates a check and compares with what is known.
func (k *check) once(t *testing.T, value scope) {
	t.Helper()
	if problem := k.problem(value); problem != "" {
		t.Errorf("%s: %s %s: %s", k.where, k.kind, k.text, problem)
	}
}

// problem returns what is wrong: a check that does not hold, or a recorded miss
// that holds now or has moved.
func (k *check) problem(value scope) string {
	v, err := judge(k.text, value)
	if err != nil {
		return err.Error()
	}
	if k.missed == nil {
		if v.holds {
			return ""
		}
		return v.text
	}
	known, err := judge(figure(v.left)+" = "+k.missed.figure, value)
	switch {
	case err != nil:
		return err.Error()
	case v.holds:
		return v.text + " is a hit now, and recorded as a miss"
	case !known.holds:
		return v.text + ", recorded as a miss of " + k.missed.figure
	}
	return ""
}

// feature checks text that package report prints.
func (k *check) feature(t *testing.T, results []*result.Result) {
	t.Helper()
	run, text, ok := strings.Cut(k.text, ": ")
	if !ok {
		run, text = "", k.text
	}
	r := runOf(results, run)
	if r == nil {
		t.Errorf("%s: there is no run %q", k.where, run)
		return
	}
	switch rest, log := "", report.Log(r); {
	case after(text, "log has ", &rest):
		if !strings.Contains(log, rest) {
			t.Errorf("%s: the log lacks %q:\n%s", k.where, rest, log)
		}
	case after(text, "log lacks ", &rest):
		if strings.Contains(log, rest) {
			t.Errorf("%s: the log has %q:\n%s", k.where, rest, log)
		}
	case after(text, "views are ", &rest):
		var names []string
		for _, v := range report.Views(r) {
			names = append(names, v.Name)
		}
		if got := strings.Join(names, " "); got != rest {
			t.Errorf("%s: the views are %s", k.where, got)
		}
	case after(text, "view ", &rest):
		name, column, _ := strings.Cut(rest, " has ")
		has := true
		if column == "" {
			name, column, _ = strings.Cut(rest, " lacks ")
			has = false
		}
		for _, v := range report.Views(r) {
			if v.Name == name && strings.Contains(v.Text, column) == has {
				return
			}
		}
		t.Errorf("%s: not so", k.where)
	default:
		t.Errorf("%s: there is no such feature", k.where)
	}
}

// after reports whether text begins with prefix, and returns the rest of it.
func after(text, prefix string, rest *string) (ok bool) {
	*rest, ok = strings.CutPrefix(text, prefix)
	return ok
}
