package main

import (
	"strings"
	"testing"
)

func linkOf(t *testing.T, args ...string) string {
	t.Helper()
	return strings.TrimSpace(driveOK(t, append([]string{"link"}, args...)...))
}

func TestLinkForms(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{challenge}, "/x/shared-buffers-challenge/"},
		{[]string{challenge, "32MB.seed=7", "duration=1s"}, "/x/shared-buffers-challenge/#v=1&32MB.seed=7&duration=1s&engine=" + engine},
		{[]string{"-base", "https://lab.example/sub/", challenge}, "https://lab.example/sub/x/shared-buffers-challenge/"},
		{[]string{"pgbench", "scale=5"}, "/lab/#v=1&scale=5&engine=" + engine},
		{[]string{"/lab/?scale=5&sweep=seed:1,2#v=1&future=x&engine=0.0.1", "scale=6"}, "/lab/#v=1&scale=6&engine=" + engine + "&sweep=seed:1,2&future=x"},
	} {
		if got := linkOf(t, c.args...); got != c.want {
			t.Errorf("%q: got %s, want %s", c.args, got, c.want)
		}
	}
	if _, stderr, status := drive(t, "link", "./some.conf"); status != exitUsage || !strings.Contains(stderr, "some.conf") {
		t.Errorf("a file: status %d, %q", status, stderr)
	}
}

// TestLinkWithResult: who opens a link with numbers is told whether they came out,
// in all forms of the link.
func TestLinkWithResult(t *testing.T) {
	text := linkOf(t, challenge, "duration=1s", "-result")
	for _, form := range []string{text, strings.Replace(text, "#", "?", 1)} {
		if out := driveOK(t, "run", form); !strings.Contains(out, "Reproduced: all 10 numbers of the link came out the same here, and equal hashes prove") {
			t.Errorf("%s:\n%s", form, out)
		}
	}
	wrong := strings.Replace(text, "512MB.result.tps=", "512MB.result.tps=9", 1)
	if out := driveOK(t, "run", wrong); !strings.Contains(out, "Not reproduced: Throughput, transactions/s of 512MB is 9") || !strings.Contains(out, "Both say engine "+engine) {
		t.Errorf("a number was changed:\n%s", out)
	}
	stdout, stderr, _ := drive(t, "run", strings.Replace(text, "engine="+engine, "engine=0.0.9", 1), "seed=3")
	if !strings.Contains(stderr, "made with engine 0.0.9") || !strings.Contains(stdout, "The engines differ: 0.0.9 in the link, "+engine+" here.") {
		t.Errorf("another engine:\n%s\n%s", stderr, stdout)
	}
}

// TestCompressedLink wants a long link to be short, and the same run from it.
func TestCompressedLink(t *testing.T) {
	script := "script=" + strings.Repeat(`\set a :scale * 3; SELECT abalance FROM pgbench_accounts WHERE aid = :a; `, 40)
	text := linkOf(t, "pgbench", "release=15", "transactions=3", script)
	if !strings.HasPrefix(text, "/lab/#v=1&z=") || len(text) > 400 {
		t.Fatalf("%d bytes: %s", len(text), text)
	}
	want := driveJSON(t, "run", "pgbench", "release=15", "transactions=3", script)
	if got := driveJSON(t, "run", text); got.hashes() != want.hashes() {
		t.Errorf("the link gives %s, the settings %s", got.hashes(), want.hashes())
	}
	_, stderr, _ := drive(t, "run", text[:len(text)-9])
	if !strings.Contains(stderr, "the compressed form is cut off") {
		t.Errorf("cut off: %q", stderr)
	}
}
