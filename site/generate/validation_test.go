package generate

import (
	"slices"
	"strings"
	"testing"

	"clocksweep/core/replay"
	"clocksweep/core/rules"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

const recordings = "../../" + replay.Dir

// TestKinds checks that each quantity that a replay compares has its place in
// the tables exactly once.
func TestKinds(t *testing.T) {
	var placed []string
	for _, k := range kinds {
		placed = append(placed, k.quantities...)
	}
	want := replay.QuantityNames()
	slices.Sort(placed)
	slices.Sort(want)
	if !slices.Equal(placed, want) {
		t.Errorf("the tables have\n%v, a replay\n%v", placed, want)
	}
}

// TestServer checks a table against the replay it tells of, and that mismatches
// show.
func TestServer(t *testing.T) {
	all := &proof{dir: recordings, sets: map[string]setInfo{}, reports: map[string]*replay.Report{}}
	g := replay.Groups()[0]
	g.Recordings = g.Recordings[2:4]
	for i, policy := range []string{g.Release.Policy(), "clock83"} {
		name := g.Recordings[i].Name
		set, err := all.open(name)
		if err != nil {
			t.Fatal(err)
		}
		report, err := playTo(set, policy)
		if err != nil {
			t.Fatal(err)
		}
		all.sets[name] = setInfo{buffers: set.Buffers, lines: int(set.EndLine) - 1}
		all.reports[name] = report
	}
	all.groups = []replay.Group{g}

	s := all.server(g)
	if len(s.Recordings) != 2 || s.Policy != "lru" || slices.Contains(s.Columns, "Rings") {
		t.Errorf("%+v", s)
	}
	right, wrong := s.Recordings[0], s.Recordings[1]
	if right.Mismatches != "0" || right.Class != "ok" || right.Command != "clocksweep replay core/replay/testdata/recorded/7.4.30-E1c.gz" {
		t.Errorf("%+v", right)
	}
	if wrong.Mismatches == "0" || wrong.Class != "miss" || !slices.ContainsFunc(wrong.Cells, func(c string) bool { return strings.Contains(c, " wrong of ") }) {
		t.Errorf("%+v", wrong)
	}
	var v page.Validation
	all.totals(&v)
	if v.Verdict.OK || strings.Contains(v.Verdict.Text, "mismatches 0") {
		t.Errorf("%+v", v.Verdict)
	}
}

func TestChanged(t *testing.T) {
	p := &proof{dir: recordings}
	changes := replay.Changes()
	i := slices.IndexFunc(changes, func(c replay.Change) bool { return c.Policy == "lru" })
	row, err := p.changed(&changes[i])
	if err != nil {
		t.Fatal(err)
	}
	if row.Miss == "0" || row.First == "" || row.Command != "clocksweep replay -policy lru core/replay/testdata/recorded/"+row.Recording+".gz" {
		t.Errorf("%+v", row)
	}
	if _, err := (&proof{dir: t.TempDir()}).changed(&changes[i]); err == nil {
		t.Error("a recording that is missing is not told of")
	}
}

// TestRules checks that a release's row has as many releases as the table, and
// that the links of an experiment lead to rules that the page has.
func TestRules(t *testing.T) {
	p := &proof{}
	var v page.Validation
	p.rules(&v)
	ids := map[string]bool{}
	for _, a := range v.Rules {
		for _, r := range a.Rules {
			ids[r.ID] = true
		}
	}
	for _, a := range v.Aspects {
		n := 0
		for _, c := range a.Cells {
			n += c.Releases
			if c.ID != "" && !ids[c.ID] {
				t.Errorf("%s leads nowhere", c.ID)
			}
		}
		if n != len(v.Releases) || n != len(rules.Releases()) {
			t.Errorf("%s has cells for %d of %d releases", a.Name, n, len(v.Releases))
		}
	}
	older, newer := scenario.New(), scenario.New()
	for sc, release := range map[*scenario.Scenario]string{older: "8.3", newer: "9.2"} {
		if err := sc.Set("release", release); err != nil {
			t.Fatal(err)
		}
	}
	list := releaseRules([]*scenario.Scenario{older, newer, older})
	if len(list) != 2 || list[0].Line != "8.3" || list[1].ID != "postgresql-9.2" {
		t.Fatalf("%+v", list)
	}
	for _, r := range list {
		if len(r.Rules) != len(rules.Aspects()) {
			t.Errorf("%s has %d rules, not %d", r.Line, len(r.Rules), len(rules.Aspects()))
		}
		for _, link := range r.Rules {
			if !ids[link.ID] {
				t.Errorf("%s: %s leads nowhere", r.Line, link.ID)
			}
		}
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 36228514: "36,228,514", -5: "-5", -123456: "-123,456"} {
		if got := grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
