package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestReplay types the command lines of testdata/replay at a recording that the
// directive "file" writes.
func TestReplay(t *testing.T) {
	dir := t.TempDir()
	datadriven.RunTest(t, "testdata/replay", func(t *testing.T, d *datadriven.TestData) string {
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

// TestReplayOfCompactRecording plays one of the recordings that come with the
// engine, under its own rules and under others.
func TestReplayOfCompactRecording(t *testing.T) {
	const recording = "../../replay/testdata/recorded/8.0.0-E2.gz"
	out := driveOK(t, "replay", recording)
	for _, want := range []string{"PostgreSQL 8.0.0, 256 buffers", "\nvictims 2213/2213\n", "\nmismatches 0\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("the answer lacks %q:\n%s", want, out)
		}
	}
	out, _, status := drive(t, "replay", "-policy", "lru", recording)
	if status != exitFail || !strings.Contains(out, "\nfirst mismatch: line ") || strings.HasSuffix(out, "\nmismatches 0\n") {
		t.Errorf("under LRU: exit status %d\n%s", status, out)
	}
}
