package main

import (
	"strings"
	"testing"
)

// TestBudget: a run that needs more than it may have is refused before anything is
// printed of it, with the setting and a value that works; within the budget it has
// the result that it has without one.
func TestBudget(t *testing.T) {
	for _, c := range []struct{ flags, settings, setting, want string }{
		{"-memory 12", "scale=300 duration=1s", "scale", "of memory at the least, of which a run may have 12 MB here"},
		{"-events 200000", "transactions=100000 clients=8", "transactions", "events at the least"},
		{"-events 600000", "release=16 scale=1 clients=4 duration=1h", "duration", "it would take about"},
	} {
		args := append([]string{"run", "pgbench"}, strings.Fields(c.flags+" "+c.settings)...)
		stdout, stderr, status := drive(t, args...)
		if stdout != "" || status != exitUsage || !strings.Contains(stderr, c.setting+": ") || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d\n%s\n%s", c.flags, status, stdout, stderr)
			continue
		}
		_, legal, _ := strings.Cut(stderr, "legal is ")
		_, most, _ := strings.Cut(strings.TrimSpace(legal), " to ")
		args = append(args, c.setting+"="+most, "-json")
		if c.setting == "transactions" { // so many are possible for certain, and too many for this machine
			continue
		}
		within, without := driveJSON(t, args...), driveJSON(t, append(args[:2:2], args[4:]...)...)
		if within.hashes() != without.hashes() {
			t.Errorf("%s=%s: hash %s within the budget, %s without", c.setting, most, within.hashes(), without.hashes())
		}
	}
}

// TestBudgetOfSweep: the cells that fit are played, the others told as refused.
func TestBudgetOfSweep(t *testing.T) {
	stdout, stderr, status := drive(t, "sweep", "pgbench", "scale=1,300", "duration=1s", "-memory", "12", "-csv")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if status != exitFail || len(lines) != 3 || !strings.HasPrefix(lines[1], "1,1,") || !strings.Contains(lines[2], "legal is 1 to ") || !strings.Contains(stderr, "1 runs failed or were refused") {
		t.Errorf("status %d\n%s%s", status, stdout, stderr)
	}
}

func TestBudgetMistakes(t *testing.T) {
	for _, flags := range []string{"-memory 0", "-memory 1GB", "-events -3", "-events 1e9"} {
		_, stderr, status := drive(t, append([]string{"run", "pgbench"}, strings.Fields(flags)...)...)
		if status != exitUsage || !strings.Contains(stderr, "legal is a whole number from 1") {
			t.Errorf("%s: status %d, %s", flags, status, stderr)
		}
	}
	_, stderr, status := drive(t, "sweep", "pgbench", "scale=1,2", "-events", "9", "-edge", "http://localhost:1")
	if status != exitUsage || !strings.Contains(stderr, "limits of its own") {
		t.Errorf("status %d, %s", status, stderr)
	}
}
