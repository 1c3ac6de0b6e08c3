//go:build !invariants && !js

package cases

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// aCase is one block of testdata.
type aCase struct {
	name, where string
	all         string
	runs        []aRun
	checks      []check
	found       []finding
	notRun      []string
}

type aRun struct{ name, settings string }

// check is one line that judges.
type check struct {
	where, kind, text string
	missed            *miss
}

// miss is a figure that is known to be outside of what a check allows.
type miss struct{ figure, because string }

// finding is what package diagnose must say about a run, and a check of the run
// before and after what it proposes.
type finding struct{ where, run, id, check string }

// kinds of checks.
var kinds = map[string]bool{
	"L1": true, "L2": true, "L3": true, "L4": true, "L5": true, "L6": true,
	"law": true, "counter": true, "shape": true, "feature": true,
}

// read returns the cases of all files.
func read(t *testing.T) []*aCase {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no testdata: %v", err)
	}
	var list []*aCase
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		cases, err := parse(file, string(text))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, cases...)
	}
	return list
}

// parse reads one file.
func parse(file, text string) (list []*aCase, err error) {
	var c *aCase
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		where := fmt.Sprintf("%s:%d", file, n)
		key, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if key == "case" {
			c = &aCase{name: rest, where: where}
			list = append(list, c)
			continue
		}
		if c == nil {
			return nil, fmt.Errorf("%s: no case begins before this line", where)
		}
		if err := c.line(where, key, rest); err != nil {
			return nil, err
		}
	}
	return list, lines.Err()
}

func (c *aCase) line(where, key, rest string) error {
	switch {
	case key == "about" || key == "scaled":
	case key == "all":
		c.all += " " + rest
	case key == "run":
		name, settings, _ := strings.Cut(rest, " ")
		c.runs = append(c.runs, aRun{name, settings})
	case key == "not":
		c.notRun = append(c.notRun, rest)
	case key == "found":
		said, check, _ := strings.Cut(rest, " tried: ")
		run, id, ok := strings.Cut(said, ":")
		if !ok {
			run, id = "", said
		}
		c.found = append(c.found, finding{where, strings.TrimSpace(run), strings.TrimSpace(id), check})
	case kinds[key]:
		k := check{where: where, kind: key, text: rest}
		if text, known, ok := strings.Cut(rest, " missed:"); ok {
			figure, because, ok := strings.Cut(known, " because ")
			if !ok {
				return fmt.Errorf("%s: a miss without a reason", where)
			}
			k.text, k.missed = text, &miss{strings.TrimSpace(figure), because}
		}
		c.checks = append(c.checks, k)
	default:
		return fmt.Errorf("%s: there is no line %q", where, key)
	}
	return nil
}

// scenarioOf returns a run's scenario. Every run logs its checkpoints; the locks of the
// buffer manager, which cost most of the time of simulating many clients, are free
// unless the case sets lock_detail.
func (c *aCase) scenarioOf(t *testing.T, r aRun) *scenario.Scenario {
	t.Helper()
	sc := scenario.New()
	sc.Experiment, sc.Run = c.name, r.name
	pairs := fields("lock_detail=off " + c.all + " " + r.settings)
	slices.SortStableFunc(pairs, func(a, b string) int { // the release first: what is legal depends on it
		return cmp.Compare(strings.Index(b, "release="), strings.Index(a, "release="))
	})
	for _, pair := range pairs {
		name, value, _ := strings.Cut(pair, "=")
		if name == "pause" {
			name, value = "script", fmt.Sprintf(updateAndSleep, splitUnit(value))
		}
		if err := sc.Set(name, strings.Trim(value, "'")); err != nil {
			t.Fatalf("%s: %v", c.where, err)
		}
	}
	if sc.Has(scenario.LogCheckpoints) {
		if err := sc.Set("log_checkpoints", "on"); err != nil {
			t.Fatal(err)
		}
	}
	return sc
}

// updateAndSleep is a script that changes one account, then rests.
const updateAndSleep = `\set aid random(1, 100000 * :scale); ` +
	`UPDATE pgbench_accounts SET abalance = abalance + 1 WHERE aid = :aid; \sleep %s`

// splitUnit writes 20ms as pgbench does: 20 ms.
func splitUnit(text string) string {
	digits := strings.TrimRight(text, "mus")
	return digits + " " + text[len(digits):]
}

// fields splits at blanks outside of single quotes.
func fields(text string) []string {
	quoted := false
	return strings.FieldsFunc(text, func(r rune) bool {
		if r == '\'' {
			quoted = !quoted
		}
		return r == ' ' && !quoted
	})
}
