package rules_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
	"clocksweep/core/rules"
	"clocksweep/core/scenario"
)

// TestTable checks that the rules of an aspect follow one another without a gap
// or an overlap, and that each says what it has to.
func TestTable(t *testing.T) {
	ids := map[string]bool{}
	releases := rules.Releases()
	last := -1 // release of the rule before, of the same aspect
	aspect := rules.Replacement
	for _, r := range rules.All() {
		first, to := slices.Index(releases, r.First), slices.Index(releases, r.Last)
		if first < 0 || to < first {
			t.Errorf("%s is in force from %q to %q", r.ID, r.First, r.Last)
		}
		switch {
		case r.Aspect < aspect:
			t.Errorf("%s stands after rules of %v", r.ID, aspect)
		case r.Aspect == aspect && last >= 0 && first != last+1:
			t.Errorf("%s begins with %s; the rule before ended with %s", r.ID, r.First, releases[last])
		}
		aspect, last = r.Aspect, to
		if ids[r.ID] || r.ID == "" || strings.ContainsAny(r.ID, " .#%") {
			t.Errorf("the id %q is empty, taken or unfit for a link", r.ID)
		}
		ids[r.ID] = true
		if r.Name == "" || !strings.HasSuffix(r.Says, ".") || strings.HasSuffix(r.Name, ".") {
			t.Errorf("%s: the name %q or the text %q is not in order", r.ID, r.Name, r.Says)
		}
		if !strings.Contains(r.Source, ".c") && !strings.Contains(r.Source, ".h") || !strings.ContainsAny(r.Source, "0123456789") {
			t.Errorf("%s: the source %q names no file or no release", r.ID, r.Source)
		}
		if r.File != "" {
			if _, err := os.Stat(filepath.Join("../..", r.File)); err != nil {
				t.Errorf("%s: %v", r.ID, err)
			}
		}
	}
}

// TestLab checks that each release that a scenario can name has one rule of every
// aspect, and each of them is simulated.
func TestLab(t *testing.T) {
	release, ok := scenario.Lookup("release")
	if !ok || len(release.Enum) == 0 {
		t.Fatal("there is no release to choose")
	}
	for _, line := range release.Enum {
		var got []rules.Aspect
		for _, r := range rules.Of(line) {
			got = append(got, r.Aspect)
			if r.File == "" {
				t.Errorf("%s: %s is not simulated", line, r.ID)
			}
		}
		if !slices.Equal(got, rules.Aspects()) {
			t.Errorf("%s has rules of %v", line, got)
		}
	}
}

// TestReplayed checks that each recorded server is played to the policy that the
// table names, and that what is compared has a rule in every release.
func TestReplayed(t *testing.T) {
	for _, a := range rules.Aspects() {
		if name := a.Quantity(); name != "" && !slices.Contains(replay.QuantityNames(), name) {
			t.Errorf("%v is shown by %q, which no replay counts", a, name)
		}
	}
	for _, g := range replay.Groups() {
		of := rules.Of(rules.Line(g.Version))
		if len(of) == 0 || of[0].ID != g.Release.Policy() {
			t.Errorf("%s is played to %s; its rules are %v", g.Version, g.Release.Policy(), of)
		}
	}
	for _, line := range rules.Releases() {
		for _, a := range rules.Aspects() {
			has := slices.ContainsFunc(rules.Of(line), func(r rules.Rule) bool { return r.Aspect == a })
			if a.Quantity() != "" && !has {
				t.Errorf("%s has no rule of %v", line, a)
			}
		}
	}
	for _, r := range rules.All() {
		if _, ok := bufmgr.PolicyByName(r.ID); ok != (r.Aspect == rules.Replacement) {
			t.Errorf("%s: there is a policy of this name: %v", r.ID, ok)
		}
	}
}

func TestLine(t *testing.T) {
	for version, want := range map[string]string{
		"7.4.30": "7.4", "8.0.0": "8.0.0", "8.0.1": "8.0.0", "8.0.26": "8.0.2", "8.1.0": "8.1", "9.6.24": "9.6", "9.1": "9.1",
		"10.3": "10", "15.18": "15", "19": "19", "6.5": "", "20": "", "": "",
	} {
		if got := rules.Line(version); got != want {
			t.Errorf("%q is of %q, want %q", version, got, want)
		}
	}
}

func TestSpan(t *testing.T) {
	for id, want := range map[string]string{
		"arc": "8.0.0, 8.0.1", "2q": "8.0.2 and later 8.0", "lru": "7.4", "clock83": "8.3 to 9.4", "dirty-list": "8.0",
		"due-segments": "8.0 to 9.4", "pace-burst": "7.4 to 8.2",
	} {
		i := slices.IndexFunc(rules.All(), func(r rules.Rule) bool { return r.ID == id })
		if i < 0 {
			t.Fatalf("there is no rule %s", id)
		}
		if got := rules.All()[i].Span(); got != want {
			t.Errorf("%s is in force in %q, want %q", id, got, want)
		}
	}
}
