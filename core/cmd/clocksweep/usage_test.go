package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/experiment"
	"clocksweep/core/scenario"
)

// TestUsage types the command lines of testdata/usage and shows what comes
// back: standard output, then standard error behind "stderr:", then the exit
// status. The file names in the answers are relative to dir, where the
// directive "file" writes.
func TestUsage(t *testing.T) {
	dir := t.TempDir()
	datadriven.RunTest(t, "testdata/usage", func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "file":
			var name string
			d.ScanArgs(t, "name", &name)
			if err := os.WriteFile(filepath.Join(dir, name), []byte(d.Input+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			return ""
		case "clocksweep":
			args := strings.Fields(strings.ReplaceAll(d.Input, "DIR", dir))
			stdout, stderr, status := drive(t, args...)
			answer := stdout
			if stderr != "" {
				answer += "stderr: " + stderr
			}
			return strings.ReplaceAll(answer, dir, "DIR") + fmt.Sprintf("exit status %d\n", status)
		}
		d.Fatalf(t, "unknown directive %s", d.Cmd)
		return ""
	})
}

func TestList(t *testing.T) {
	out := driveOK(t, "list")
	for _, e := range experiment.All() {
		for _, want := range append([]string{e.Slug, e.Title}, e.Scenario.Names()...) {
			if !strings.Contains(out, want) {
				t.Errorf("the list lacks %q:\n%s", want, out)
			}
		}
	}
}

func TestHelpTellsOfEachCommandAndSetting(t *testing.T) {
	out := driveOK(t, "help")
	for _, cmd := range commands {
		if !strings.Contains(out, "clocksweep "+cmd.synopsis+"\n") {
			t.Errorf("help lacks %s:\n%s", cmd.name, out)
		}
		about := driveOK(t, "help", cmd.name)
		if asFlag := driveOK(t, cmd.name, "-h"); asFlag != about {
			t.Errorf("%s -h differs from help %s:\n%s", cmd.name, cmd.name, asFlag)
		}
		if !strings.Contains(about, cmd.about) {
			t.Errorf("help %s lacks its text:\n%s", cmd.name, about)
		}
	}
	out = driveOK(t, "help", "settings")
	for _, s := range scenario.Settings() {
		if !strings.Contains(out, "\n"+s.Name+" = ") {
			t.Errorf("help settings lacks %s", s.Name)
		}
	}
}

func TestVersion(t *testing.T) {
	if out := driveOK(t, "version"); out != "clocksweep, engine "+engine+"\n" {
		t.Errorf("got %q", out)
	}
	if out := driveOK(t, "-version"); out != driveOK(t, "version") {
		t.Errorf("-version: got %q", out)
	}
}
