package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"clocksweep/core/scenario"
)

// lineOf reads a command line and returns its settings as "name=value" and what is
// ignored.
func lineOf(t *testing.T, script, words string) (settings, idle string, err error) {
	t.Helper()
	l := pgbenchLine{script: script}
	err = l.read(strings.Fields(words))
	var parts []string
	for _, c := range l.changes {
		parts = append(parts, c.Name+"="+c.Value)
	}
	for _, e := range l.idle {
		idle += e.Error() + "\n"
	}
	return strings.Join(parts, " "), idle, err
}

func TestPgbenchLines(t *testing.T) {
	for _, c := range []struct{ words, want, idle string }{
		{"", "workload=tpc-b", ""},
		{"-c4 -nS -t 100", "clients=4 transactions=100 workload=select-only", ""},
		{"-T60 -s20 -N -M simple bench", "duration=60 scale=20 workload=simple-update", "bench makes no difference"},
		{"--client=3 --time 2 --random-seed=9 --skip-some-updates --no-vacuum", "clients=3 duration=2 seed=9 workload=simple-update", ""},
		{"--rate=100 -L 50", "rate=100 latency_limit=50 workload=tpc-b", ""},
		{"-j 8 -r -P 5 -h localhost", "workload=tpc-b", "-j 8 makes no difference: the lab's pgbench"},
		{"-b tpcb -c 2", "clients=2 workload=tpc-b", ""},
		{"-b se -D x=1", "workload=select-only", "-D makes no difference"},
	} {
		got, idle, err := lineOf(t, "", c.words)
		if err != nil || got != c.want || !strings.Contains(idle, c.idle) || (c.idle == "") != (idle == "") {
			t.Errorf("%q gives %s, %q, %v; want %s, %q", c.words, got, idle, err, c.want, c.idle)
		}
	}
	for _, c := range []struct{ words, want string }{
		{"-S -N", "select-only and simple-update exclude each other; legal is one of"},
		{"-T 5 -t 5", "-T and -t exclude each other"},
		{"-M prepared", "-M prepared: the processor times of the lab are those of simple queries"},
		{"-j none", "-j none: legal is a number of threads"},
		{"-C -R 100", "-C: the lab does not have it: each client keeps its connection"},
		{"-i -s 10", "-i: the lab does not have it: the tables are as pgbench -i leaves them"},
		{"-v", "after_init says"},
		{"-b other", "-b other: legal is tpcb-like, simple-update or select-only"},
		{"-f -", "-f -: it stands for the setting script"},
		{"-f /nowhere/to/be/found", "-f /nowhere/to/be/found: "},
		{"-D x", "-D x: legal is name=number"},
		{"-x", "not defined: -x; legal flags are"},
		{"one two", `"two" is one name of a database too many`},
	} {
		if _, _, err := lineOf(t, "", c.words); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.words, err, c.want)
		}
	}
}

// TestScriptFile: -f FILE, -f - with the setting script, and script alone are the
// same.
func TestScriptFile(t *testing.T) {
	const script = "\\set aid random(1, :many)\n\nSELECT abalance FROM pgbench_accounts\n WHERE aid = :aid;\n"
	file := filepath.Join(t.TempDir(), "look.sql")
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	want, _, err := lineOf(t, script, "-D many=10 -f -")
	if err != nil {
		t.Fatal(err)
	}
	if got, _, err := lineOf(t, "", "-D many=10 -f "+file); err != nil || got != want || !strings.Contains(got, "workload=custom script=\\set many 10\n\\set aid") {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
	a := driveJSON(t, "run", "pgbench", "release=15", "workload=pgbench -t 50 -D many=10 -f "+file)
	b := driveJSON(t, "run", "pgbench", "release=15", "transactions=50", `script=\set many 10; \set aid random(1, :many); SELECT abalance FROM pgbench_accounts WHERE aid = :aid`)
	if a.hashes() != b.hashes() || a.Runs[0].Transactions != 50 {
		t.Errorf("hashes %s and %s, %d transactions", a.hashes(), b.hashes(), a.Runs[0].Transactions)
	}
	out := driveOK(t, "run", "pgbench", "release=8.4", "workload=pgbench -c 2 -t 20 -D many=10 -f "+file)
	for _, want := range []string{"$ pgbench -t 20 -c 2 -n -f script.sql\n", "transaction type: Custom query\n", "script = \\set many 10; \\set aid"} {
		if !strings.Contains(out, want) {
			t.Errorf("the report lacks %q:\n%s", want, out)
		}
	}
	// A link carries the script.
	link := scenario.EncodeLink(bareName, []scenario.Change{{Name: "script", Value: `\sleep 1 ms`}, {Name: "transactions", Value: "3"}})
	if out := driveOK(t, "run", link); !strings.Contains(out, "number of transactions actually processed: 3/3") {
		t.Errorf("%s:\n%s", link, out)
	}
}
