//go:build !js

package link

import (
	"os/exec"
	"testing"

	"clocksweep/core/scenario"
)

// A real shell has to make of the command line the words that it was made of.
func TestCommandIsOneForAShell(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	list := []scenario.Change{change("32MB.shared_buffers", "64MB"), change("script", "it's \\set a :b; $(id) `id` \"$HOME\" *"), change("workload", "")}
	want := "run\nx\n32MB.shared_buffers=64MB\nscript=" + list[1].Value + "\nworkload=\n"
	out, err := exec.Command(sh, "-c", `clocksweep() { printf '%s\n' "$@"; }; `+Command("x", list)).Output()
	if err != nil || string(out) != want {
		t.Errorf("the shell made of %s\n%s\n%v", Command("x", list), out, err)
	}
	if got := Command("", nil); got != "clocksweep run pgbench" {
		t.Errorf("the lab: %s", got)
	}
}
