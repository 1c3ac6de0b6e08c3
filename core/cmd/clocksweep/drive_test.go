package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

// binary is the command as a user has it, or "" where a test can't start
// processes: in Node, drive calls the program in its own process instead.
var binary string

func TestMain(m *testing.M) {
	os.Exit(testMain(m))
}

func testMain(m *testing.M) int {
	if runtime.GOOS == "js" {
		return m.Run()
	}
	dir, err := os.MkdirTemp("", "clocksweep")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "clocksweep")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "go build: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// drive runs the command as a user would.
func drive(t *testing.T, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, errOut bytes.Buffer
	if binary == "" {
		status = run(context.Background(), args, &out, &errOut)
		return out.String(), errOut.String(), status
	}
	cmd := exec.Command(binary, args...)
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), errOut.String(), cmd.ProcessState.ExitCode()
}

// driveOK is drive for a command that must succeed.
func driveOK(t *testing.T, args ...string) string {
	t.Helper()
	stdout, stderr, status := drive(t, args...)
	if status != exitOK {
		t.Fatalf("clocksweep %q: exit status %d, %s", args, status, stderr)
	}
	return stdout
}
