package form

import (
	"fmt"
	"strings"
	"testing"

	"clocksweep/core/scenario"

	"github.com/cockroachdb/datadriven"
)

// TestForm drives a state through files of commands. After each command the
// file has what the reader sees: what was refused, and the link. The commands
// are
//
//	experiment               the runs, in the syntax of a scenario file
//	set [run=R] NAME=VALUE   a control is changed
//	apply, take-back         a what-if preset, as [RUN.]NAME=VALUE ...
//	chosen                   which of the presets, one a line, is in force
//	open                     a link is opened
//	show [run=R] NAME...     what controls show
//	changes                  the changes, and the values that they replace
//	run                      what the workers would get
//	extra KEY=VALUE          what is no setting goes into the link
//	share [engine=E]         the link for others, with the figures below, one
//	                         KEY=VALUE a line
func TestForm(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var s *State
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			switch d.Cmd {
			case "experiment":
				file, errs := scenario.Parse(d.Input)
				if len(errs) > 0 {
					d.Fatalf(t, "%v", errs)
				}
				s = New("some-experiment", file)
				return ""
			case "set":
				return set(t, d, s)
			case "apply":
				return lines(s.Apply(changesOf(t, d, d.Input))) + linkOf(s)
			case "take-back":
				s.TakeBack(changesOf(t, d, d.Input))
				return linkOf(s)
			case "chosen":
				var presets [][]scenario.Change
				presetLines := strings.Split(d.Input, "\n")
				for _, line := range presetLines {
					presets = append(presets, s.Preset(changesOf(t, d, line)))
				}
				if i := s.Chosen(presets); i >= 0 {
					return presetLines[i]
				}
				return "none"
			case "open":
				return lines(s.Open(d.Input)) + linkOf(s)
			case "show":
				return show(d, s)
			case "changes":
				return changes(t, d, s)
			case "run":
				return run(s)
			case "extra":
				s.SetExtra(d.CmdArgs[0].Key, strings.Join(d.CmdArgs[0].Vals, ","))
				return linkOf(s)
			case "share":
				return share(d, s)
			}
			d.Fatalf(t, "unknown command")
			return ""
		})
	})
}

func set(t *testing.T, d *datadriven.TestData, s *State) string {
	run := runOf(d)
	arg := d.CmdArgs[len(d.CmdArgs)-1]
	value := strings.Join(arg.Vals, ",")
	checked := s.Check(run, arg.Key, value)
	before := s.Fragment()
	err := s.Set(run, arg.Key, value)
	if fmt.Sprint(checked) != fmt.Sprint(err) {
		d.Fatalf(t, "Check says %v, Set %v", checked, err)
	}
	if err == nil {
		return linkOf(s)
	}
	if after := s.Fragment(); after != before {
		d.Fatalf(t, "a refused value changed the link from %q to %q", before, after)
	}
	return lines([]error{err}) + linkOf(s)
}

func changesOf(t *testing.T, d *datadriven.TestData, text string) []scenario.Change {
	var changes []scenario.Change
	for field := range strings.FieldsSeq(text) {
		key, value, _ := strings.Cut(field, "=")
		run, name, ok := scenario.SplitKey(key)
		if !ok {
			d.Fatalf(t, "no such setting: %s", key)
		}
		changes = append(changes, scenario.Change{Run: run, Name: name, Value: value})
	}
	return changes
}

func show(d *datadriven.TestData, s *State) string {
	run := runOf(d)
	var b strings.Builder
	for _, arg := range d.CmdArgs {
		if arg.Key == "run" {
			continue
		}
		value, same := s.Show(run, arg.Key)
		if !same {
			value = "the runs differ"
		}
		fmt.Fprintf(&b, "%s: %s\n", arg.Key, value)
	}
	return b.String()
}

// changes checks on the way that Changed agrees with the list.
func changes(t *testing.T, d *datadriven.TestData, s *State) string {
	var b strings.Builder
	changed := map[string]bool{}
	for _, c := range s.Changes() {
		changed[c.Name] = true
		value, same := s.Original(c.Run, c.Name)
		if !same {
			value = "different values"
		}
		fmt.Fprintf(&b, "%s %s = %s instead of %s\n", c.Run, c.Name, c.Value, value)
		if !s.Changed(c.Run, c.Name) {
			d.Fatalf(t, "%s is listed as a change of run %q, but Changed denies it", c.Name, c.Run)
		}
	}
	for _, setting := range scenario.Settings() {
		if s.Changed("", setting.Name) != changed[setting.Name] {
			d.Fatalf(t, "Changed says %v of %s", !changed[setting.Name], setting.Name)
		}
	}
	return b.String()
}

func run(s *State) string {
	scenarios, errs := s.Scenarios()
	if len(errs) > 0 {
		return lines(errs)
	}
	var b strings.Builder
	for _, sc := range scenarios {
		fmt.Fprintf(&b, "[%s %s]\n%s", sc.Experiment, sc.Run, sc.Text())
	}
	return b.String()
}

func runOf(d *datadriven.TestData) string {
	for _, arg := range d.CmdArgs {
		if arg.Key == "run" {
			return arg.Vals[0]
		}
	}
	return ""
}

// lines names what was refused. How it is put is tested in package scenario.
func lines(errs []error) string {
	var b strings.Builder
	for _, err := range errs {
		e := err.(*scenario.Error)
		fmt.Fprintf(&b, "refused: %s %q\n", e.Setting, e.Value)
	}
	return b.String()
}

func linkOf(s *State) string {
	if s.Fragment() == "" {
		return "no link\n"
	}
	return "#" + s.Fragment() + "\n"
}

func share(d *datadriven.TestData, s *State) string {
	engine := ""
	for _, arg := range d.CmdArgs {
		engine = arg.Vals[0]
	}
	decoded, _ := scenario.DecodeLink("#" + strings.ReplaceAll(d.Input, "\n", "&"))
	return "#" + s.Shared(engine, decoded.Figures) + "\n"
}

// What a state's link says must give the same state again.
func TestLinkGivesTheSameState(t *testing.T) {
	file, errs := scenario.Parse("duration = 120s\n[32MB]\n[512MB]\nshared_buffers = 512MB\n")
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := New("some-experiment", file)
	for _, change := range [][3]string{
		{"", "filesystem", "ext4"}, {"32MB", "shared_buffers", "96MB"}, {"512MB", "barrier", "off"},
		{"", "seed", "7"}, {"", "vm.dirty_ratio", "15"}, {"", "bgwriter_lru_multiplier", "2.5"},
	} {
		if err := s.Set(change[0], change[1], change[2]); err != nil {
			t.Fatal(err)
		}
	}
	again := New("some-experiment", file)
	if errs := again.Open("https://example.org/lab/x/some-experiment/#" + s.Fragment()); len(errs) > 0 {
		t.Fatal(errs)
	}
	if run(again) != run(s) || again.Fragment() != s.Fragment() {
		t.Errorf("the link\n%s\ngives\n%s\ninstead of\n%s", s.Fragment(), run(again), run(s))
	}
}

func TestHasSettings(t *testing.T) {
	for part, want := range map[string]bool{
		"": false, "#story": false, "#preview=1": false, "#v=1": true, "?v=1&seed=2": true, "#seed=2&v=1": true,
	} {
		if HasSettings(part) != want {
			t.Errorf("%q: want %v", part, want)
		}
	}
}
