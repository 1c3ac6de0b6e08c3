package report

import (
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

// swept is the outcome of a sweep of made-up results, of which the last is
// missing.
func swept(t *testing.T, settings ...string) *sweep.Outcome {
	t.Helper()
	var axes []sweep.Axis
	for _, s := range settings {
		name, values, _ := strings.Cut(s, "=")
		a, err := sweep.ReadAxis(scenario.New(), name, values)
		if err != nil {
			t.Fatal(err)
		}
		axes = append(axes, a)
	}
	file, _ := scenario.Parse("")
	p, err := sweep.New(func(changes []scenario.Change) (*scenario.Scenario, []error) {
		list, errs := file.With(changes)
		return list[0], errs
	}, axes, 2)
	if err != nil {
		t.Fatal(err)
	}
	o := sweep.NewOutcome(p)
	jobs := p.Jobs()
	for i, j := range jobs[:len(jobs)-1] {
		o.Put(j, &result.Result{Engine: "test", VirtualNs: 1e9, Transactions: int64(100 + 10*i)})
	}
	o.Fail(jobs[len(jobs)-1], "the worker ended")
	return o
}

func TestSweepText(t *testing.T) {
	line := SweepText(swept(t, "clients=1,2"), 0)
	for _, want := range []string{
		"Throughput, transactions/s; 2 seeds, 1 to 2\n",
		"1         110     100      120       ± 127.1     2\n",
		"2         110     110      110             –     1\n",
		"clients = 2: seed 2 failed: the worker ended\n",
	} {
		if !strings.Contains(line, want) {
			t.Errorf("the text lacks %q:\n%s", want, line)
		}
	}
	grid := SweepText(swept(t, "clients=1,2", "shared_buffers=32MB,16GB"), 0)
	for _, want := range []string{
		"shared_buffers \\ clients    1    2\n", "32MB                      110  110\n", "16GB                        –    –\n",
		"clients = 1, shared_buffers = 16GB: shared_buffers: \"16GB\" does not fit",
	} {
		if !strings.Contains(grid, want) {
			t.Errorf("the text lacks %q:\n%s", want, grid)
		}
	}
}

func TestSweepJSON(t *testing.T) {
	doc := string(SweepJSON("test", "scale = 2\n", swept(t, "clients=1,2")))
	for _, want := range []string{
		`{"engine":"test","settings":"scale = 2\n","axes":[{"setting":"clients","values":["1","2"]}],"seeds":[1,2],"cells":[{"settings":{"clients":"1"},"trouble":"","hashes":["`,
		`"tps":{"runs":2,"mean":110,"low":100,"high":120,"half_95":127.06,"by_seed":[100,120]}`,
		`"settings":{"clients":"2"},"trouble":"seed 2 failed: the worker ended"`,
		`"tps":{"runs":1,"mean":110,"low":110,"high":110,"half_95":null,"by_seed":[110,null]}`,
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("the document lacks %s:\n%s", want, doc)
		}
	}
}
