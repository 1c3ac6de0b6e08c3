package scenario

import (
	"strings"
	"testing"
)

const conf = `
scale = 3
script = '\set aid random(1, 100000 * :scale)   # no comment: it is text
'
[a]
script = '
  -- look at one account
  \set aid random_zipfian(1, 100000 * :scale, 1.1)
  SELECT abalance FROM pgbench_accounts
    WHERE aid = :aid;
  INSERT INTO history VALUES (1, 1, 1, 1, now(), ''it\\s'')
'   # and here one
clients = 2
[b]
script = '\sleep 5 ms'
`

// A script can be written over many lines of a file; then it is one line.
func TestScriptInFile(t *testing.T) {
	f, errs := Parse(strings.Replace(conf, "   # no comment: it is text\n", "\n", 1))
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	runs := f.Runs()
	want := `\set aid random_zipfian(1, 100000 * :scale, 1.1); SELECT abalance FROM pgbench_accounts WHERE aid = :aid; ` +
		`INSERT INTO history VALUES (1, 1, 1, 1, now(), 'it\s')`
	if got := runs[0].Show(Script); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if runs[0].Int(Clients) != 2 || runs[0].Enum(Workload) != "custom" || !runs[0].InForce(Script) || runs[1].Show(Script) != `\sleep 5 ms` {
		t.Errorf("%s", runs[0].Text())
	}
	for _, r := range runs {
		again, errs := Parse(r.Text())
		if len(errs) > 0 || again.Runs()[0].Text() != r.Text() {
			t.Errorf("%s\nis read as\n%s%v", r.Text(), again.Runs()[0].Text(), errs)
		}
		link, errs := DecodeLink(EncodeLink("x", []Change{{Name: "script", Value: r.Show(Script)}}))
		if len(errs) > 0 || link.Changes[0].Value != r.Show(Script) {
			t.Errorf("the link carries %+v, %v", link.Changes, errs)
		}
	}
	if n := len(New().Script().Ops); n != 11 {
		t.Errorf("the standard script has %d commands", n)
	}
}

func TestScriptWithLinesInLink(t *testing.T) {
	link, errs := DecodeLink("#script=%5Csleep%201%20ms%0A%5Csleep%202%20ms%0D%0A&scale=1%0A2")
	if len(errs) != 1 || len(link.Changes) != 1 {
		t.Fatalf("%+v, %v", link, errs)
	}
	s := New()
	set(t, s, "script", link.Changes[0].Value)
	if s.Show(Script) != `\sleep 1 ms; \sleep 2 ms` {
		t.Error(s.Show(Script))
	}
}

func TestMistakesInScripts(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"script = 'BEGIN;\n DELETE FROM pgbench_history; END'", `line 1: script: "DELETE" in line 2 of the script is no statement of the lab's server; legal is BEGIN, END, SELECT`},
		{"script = '\\sleep 1", `line 1: script: "'\\sleep 1" has no closing quote`},
		{"clients = 2\nscript = '\\sleep 1\n\n\nclients = 3", `line 2: script:`},
		{"script = '\\set x 1 / 0'", `script: "\\set x 1 / 0" cannot be computed: division by zero`},
		{"script = '\\set x random(2, :scale)'", `cannot be computed: an empty range`},
		{"script = ''", "the script has no command"},
		{"script = '\\sleep 1' x", "has something behind the closing quote"},
	} {
		_, errs := Parse(c.text)
		if len(errs) != 1 || !strings.Contains(errs[0].Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.text, errs, c.want)
		}
	}
	s := New()
	set(t, s, "script", `\set x 1 / 0`)
	set(t, s, "workload", "tpc-b")
	if errs := s.Check(); len(errs) > 0 {
		t.Error("a script that is not in force was tried")
	}
}

// The processor time of a script follows from its statements.
func TestCPUOfScripts(t *testing.T) {
	for _, c := range []struct {
		script string
		want   int64
	}{
		{standardScript, 2050},
		{`SELECT abalance FROM pgbench_accounts WHERE aid = 1`, 190},
		{`BEGIN; SELECT * FROM accounts WHERE aid = 1; SELECT * FROM accounts WHERE aid = 2; END`, 380},
		{`UPDATE pgbench_tellers SET tbalance = 1 WHERE tid = 1`, 410},
		{`\sleep 1`, 10},
	} {
		s := New()
		set(t, s, "script", c.script)
		if got := s.Int(CPUPerTransaction); got != c.want {
			t.Errorf("%s: %d us, want %d", c.script, got, c.want)
		}
	}
}
