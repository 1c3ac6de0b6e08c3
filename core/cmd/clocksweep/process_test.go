//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestInterrupt presses Ctrl-C in the middle of a run of a virtual day. The
// warning about the link tells that the program is listening.
func TestInterrupt(t *testing.T) {
	cmd, out, stderr := inBackground(t, "run", "/x/"+challenge+"/#v=1&duration=1d&future_setting=1")
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() || !strings.Contains(lines.Text(), "future_setting") {
		t.Errorf("got %q, want a warning", lines.Text())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() { // to the end, or Wait would close the pipe before it is read
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != exitFail {
		t.Errorf("got status %d, want %d", status, exitFail)
	}
	if !strings.Contains(out.String(), "== 512MB (PARTIAL: stopped after ") {
		t.Errorf("the result is not marked as partial:\n%s", out.String())
	}
}

// TestSameHistoryInNode builds the command for JavaScript, runs it in Node and
// wants the hashes of the native program.
func TestSameHistoryInNode(t *testing.T) {
	native := driveJSON(t, "run", challenge, "duration=2s")

	program := filepath.Join(t.TempDir(), "clocksweep.wasm")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	// wasm_exec_node.js hands the environment to the program, and refuses one
	// that is too long; the command needs none of it.
	starter := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec_node.js")
	node := exec.Command("node", starter, program, "run", challenge, "duration=2s", "-json")
	node.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := node.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var inNode document
	if err := json.Unmarshal(out, &inNode); err != nil {
		t.Fatal(err)
	}
	if native.hashes() != inNode.hashes() {
		t.Errorf("%s has %s, Node has %s", runtime.GOARCH, native.hashes(), inNode.hashes())
	}
}

// inBackground starts the program and returns it with what it prints and with its
// other output as it comes.
func inBackground(t *testing.T, args ...string) (cmd *exec.Cmd, stdout *bytes.Buffer, stderr io.ReadCloser) {
	t.Helper()
	cmd, stdout = exec.Command(binary, args...), &bytes.Buffer{}
	cmd.Stdout = stdout
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, stdout, stderr
}
