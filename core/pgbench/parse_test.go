package pgbench

import (
	"strings"
	"testing"
)

const tpcb = `-- pgbench's own script
\set nbranches :scale
\set ntellers 10 * :scale
\set naccounts 100000 * :scale
\setrandom aid 1 :naccounts
\setrandom bid 1 :nbranches
\setrandom tid 1 :ntellers
\setrandom delta -5000 5000
BEGIN;
UPDATE pgbench_accounts SET abalance = abalance + :delta WHERE aid = :aid;
SELECT abalance FROM pgbench_accounts WHERE aid = :aid;
UPDATE pgbench_tellers SET tbalance = tbalance + :delta WHERE tid = :tid;
UPDATE pgbench_branches SET bbalance = bbalance + :delta WHERE bid = :bid;
INSERT INTO pgbench_history (tid, bid, aid, delta, mtime) VALUES (:tid, :bid, :aid, :delta, CURRENT_TIMESTAMP);
END;
`

func parse(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return s
}

func TestParse(t *testing.T) {
	s := parse(t, tpcb)
	var kinds []Kind
	for _, op := range s.Ops {
		kinds = append(kinds, op.Kind)
		if op.Alone {
			t.Errorf("line %d is a transaction of its own", op.Line)
		}
	}
	want := []Kind{Set, Set, Set, Set, Set, Set, Set, Begin, Update, Select, Update, Update, Insert, End}
	if len(kinds) != len(want) || s.MostUpdates != 3 || !s.Writes() {
		t.Fatalf("%v, up to %d updates", kinds, s.MostUpdates)
	}
	for i := range want {
		if kinds[i] != want[i] {
			t.Errorf("operation %d is of kind %d, want %d", i, kinds[i], want[i])
		}
	}
	if op := s.Ops[10]; op.Table != Tellers || op.Line != 12 {
		t.Errorf("table %d in line %d", op.Table, op.Line)
	}
}

// TestText: a script on one line is the same script.
func TestText(t *testing.T) {
	for _, test := range [][2]string{
		{"\\set  aid   random(1,100000 * :scale)  -- any\nselect abalance\n  FROM accounts -- old name\n  where aid =\n :aid ;\n\n",
			`\set aid random(1,100000 * :scale); select abalance FROM accounts where aid = :aid`},
		{"\\sleep 5 ms;;\\sleep 1", `\sleep 5 ms; \sleep 1`},
		{"BEGIN WORK\nUPDATE branches SET bbalance = - 1 +\nbbalance WHERE bid = 1\nCOMMIT", "BEGIN WORK; UPDATE branches SET bbalance = - 1 + bbalance WHERE bid = 1; COMMIT"},
		{"START TRANSACTION;INSERT INTO history VALUES\n(1,2,3,-4,now(),'a -- b');END TRANSACTION",
			"START TRANSACTION; INSERT INTO history VALUES (1,2,3,-4,now(),'a -- b'); END TRANSACTION"},
	} {
		s := parse(t, test[0])
		if s.Text != test[1] {
			t.Errorf("%q became %q, want %q", test[0], s.Text, test[1])
		}
		if again := parse(t, s.Text); again.Text != s.Text || len(again.Ops) != len(s.Ops) {
			t.Errorf("%q became %q with %d operations instead of %d", s.Text, again.Text, len(again.Ops), len(s.Ops))
		}
	}
}

func TestMistakes(t *testing.T) {
	for _, test := range []struct{ script, want string }{
		{"", "line 1: the script has no command; legal is"},
		{"\n\nDELETE FROM pgbench_history;", "line 3: DELETE is no statement of the lab's server; legal is BEGIN, END, SELECT abalance"},
		{"VACUUM", "VACUUM is no statement"},
		{`\if :scale`, `\if is no command of the lab's pgbench; legal is \set, \setrandom and \sleep`},
		{`\set aid random(1, :naccounts)`, `:naccounts has no value; legal is a variable that \set`},
		{`\set aid rnd(1, 2)`, "rnd is no function of the lab's pgbench; legal is abs, double"},
		{`\set aid random(1)`, "random is given 1 arguments; legal is 2"},
		{`\set aid 1 +`, "the end of the script is not what has to come here; legal is a number or a variable"},
		{"\\set aid 1 +\n2", "the end of the line is not what has to come here"},
		{`\set aid 99999999999999999999`, "99999999999999999999 is too large"},
		{`\set 5 1`, "5 is not what has to come here; legal is the name of a variable"},
		{"BEGIN;\nSELECT abalance FROM pgbench_accounts WHERE aid = 1", "line 1: BEGIN has no END"},
		{"BEGIN; BEGIN", "BEGIN comes inside of a transaction"},
		{"END", "END ends no transaction"},
		{"SELECT abalance FROM pgbench_tellers WHERE tid = 1", "pgbench_tellers is not what has to come here; legal is pgbench_accounts in this statement"},
		{"SELECT a balance FROM pgbench_accounts", "balance is not what has to come here; legal is FROM"},
		{"SELECT tbalance FROM pgbench_accounts WHERE aid = 1", "tbalance is no column of pgbench_accounts; legal is aid, bid, abalance, filler"},
		{"SELECT abalance FROM pgbench_accounts WHERE aid = 1 FOR UPDATE", "for is not what has to come here; legal is a semicolon"},
		{"SELECT abalance FROM pgbench_accounts WHERE bid = 1", "bid is not what has to come here; legal is AID"},
		{"UPDATE pgbench_accounts SET aid = 1 WHERE aid = 2", "aid is not what has to come here; legal is ABALANCE"},
		{"UPDATE pgbench_history SET delta = 1", "legal is pgbench_accounts, pgbench_tellers, pgbench_branches in this statement"},
		{"INSERT INTO pgbench_history (tid, bid) VALUES (1, 2, 3)", "legal is a value for each of the 2 columns"},
		{"INSERT INTO pgbench_history VALUES ('x)", "legal is a variable, a number"},
		{"\\set x " + strings.Repeat("(", 1000), "is nested too deeply"},
		{"SELECT \u00e9", "\u00e9 is not what has to come here"},
		{"$", "$ is not what has to come here"},
		{strings.Repeat("\\sleep 1;", 1001), "is too long; legal is up to 1000 commands"},
		{strings.Repeat(" ", 40000), "is too long; legal is up to 32768 bytes"},
	} {
		_, err := Parse(test.script)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.60q: %v, want %q", test.script, err, test.want)
		}
	}
}

// FuzzParse: no text makes the parser panic, and what it takes it takes again in
// its one-line form, which computes the same.
func FuzzParse(f *testing.F) {
	f.Add(tpcb)
	f.Add(`\set aid random_zipfian(1, 100000 * :scale, 1.2) % 7; SELECT * FROM accounts WHERE aid = :aid; \sleep 3 us`)
	f.Add(`\setrandom x 1 5 gaussian 2.5; \set y greatest(1, -2.5e3, :x) / 0; INSERT INTO history VALUES ('a', now(), NULL)`)
	f.Add("UPDATE tellers\nSET tbalance = tbalance - :client_id\nWHERE tid = -1")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse(text)
		if err != nil {
			if e := err.(*Error); e.Line < 1 || e.Problem == "" {
				t.Fatalf("%q: %+v", text, e)
			}
			return
		}
		again, err := Parse(s.Text)
		if err != nil || again.Text != s.Text || len(again.Ops) != len(s.Ops) || len(again.code) != len(s.code) {
			t.Fatalf("%q\nbecame %q\nand then %+v, %v", text, s.Text, again, err)
		}
		a, b := s.NewClient(&counter{}, 3, 0, 1), again.NewClient(&counter{}, 3, 0, 1)
		for i := range s.Ops {
			n, err1 := a.Eval(&s.Ops[i])
			m, err2 := b.Eval(&again.Ops[i])
			if n != m || err1 != err2 {
				t.Fatalf("%q: operation %d gives %d, %v and then %d, %v", text, i, n, err1, m, err2)
			}
		}
	})
}
