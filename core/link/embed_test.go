package link

import (
	"strings"
	"testing"

	"clocksweep/core/experiment"
	"clocksweep/core/scenario"
)

func textsOf(changes []scenario.Change) map[string]string {
	m := map[string]string{}
	for _, e := range Embeds("https://lab.example/", "some-experiment", "What it shows", changes) {
		m[e.ID] = strings.TrimSuffix(e.Text, "\n")
	}
	return m
}

func TestEmbeds(t *testing.T) {
	plain := textsOf(nil)
	set := textsOf([]scenario.Change{{Run: "32MB", Name: "shared_buffers", Value: "64MB"}, {Name: "workload", Value: `a;b "c" <d>`}})
	for id, want := range map[string][2]string{
		"sphinx": {
			".. clocksweep:: some-experiment\n   :alt: What it shows",
			".. clocksweep:: some-experiment\n   :set: 32MB.shared_buffers=64MB; workload=a%3Bb%20%22c%22%20%3Cd%3E\n   :alt: What it shows",
		},
		"hugo": {
			`{{< clocksweep experiment="some-experiment" alt="What it shows" >}}`,
			`{{< clocksweep experiment="some-experiment" set="32MB.shared_buffers=64MB; workload=a%3Bb%20%22c%22%20%3Cd%3E" alt="What it shows" >}}`,
		},
		"asciidoc": {
			`clocksweep::some-experiment[alt="What it shows"]`,
			`clocksweep::some-experiment[set="32MB.shared_buffers=64MB; workload=a%3Bb%20%22c%22%20%3Cd%3E", alt="What it shows"]`,
		},
		"markdown": {
			`[![What it shows](https://lab.example/x/some-experiment/picture.svg)](https://lab.example/x/some-experiment/)`,
			`[![What it shows](https://lab.example/x/some-experiment/picture.svg)](https://lab.example/x/some-experiment/#v=1&32MB.shared_buffers=64MB&workload=a%3Bb%20%22c%22%20%3Cd%3E)`,
		},
	} {
		if plain[id] != want[0] || set[id] != want[1] {
			t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", id, plain[id], set[id], want[0], want[1])
		}
	}
	for id, text := range plain {
		for _, hole := range []string{"LAB", "SLUG", "ALT", "SET_", "LINK", "FRAME", "&&"} {
			if strings.Contains(text+set[id], hole) {
				t.Errorf("%s still has %s: %s", id, hole, text)
			}
		}
	}
}

// What the element makes of its settings, and what a link in a page says, is what the
// reader has set.
func TestEmbedsCarryTheSettings(t *testing.T) {
	changes := []scenario.Change{{Run: "32MB", Name: "shared_buffers", Value: "64MB"}, {Name: "workload", Value: "pgbench -c 8;x&y=z"}}
	_, rest, _ := strings.Cut(textsOf(changes)["element"], `set="`)
	list, _, _ := strings.Cut(rest, `"`)
	_, rest, _ = strings.Cut(textsOf(changes)["markdown"], "some-experiment/#")
	address, _, _ := strings.Cut(rest, ")")
	for _, fragment := range []string{"v=1&" + strings.ReplaceAll(list, "; ", "&"), address} {
		l, errs := Decode("#" + fragment)
		if len(errs) > 0 || len(l.Changes) != 2 || l.Changes[0] != changes[0] || l.Changes[1] != changes[1] {
			t.Errorf("%s says %v, %v", fragment, l.Changes, errs)
		}
	}
}

// The texts of the experiments stand in the lines of all kinds of pages as they are.
func TestQuestionsNeedNoQuoting(t *testing.T) {
	for _, e := range experiment.All() {
		if i := strings.IndexAny(e.Question, "\"<>[]{}&\\`*\n#"); i >= 0 {
			t.Errorf("%s: %q has %q", e.Slug, e.Question, e.Question[i:])
		}
	}
}
