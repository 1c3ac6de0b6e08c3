package report

import (
	"math"
	"strings"
	"testing"

	"clocksweep/core/diagnose"
	"clocksweep/core/result"
)

func TestDiagnosisIsIndentedAndWrapped(t *testing.T) {
	r := &result.Result{Release: "16", Transactions: 100, LatencyNs: 100, Clients: 8, Scale: 1, Buffers: 1000}
	r.Waits[result.WaitRowLock] = 100
	r.Counters.BuffersAlloc = 5000
	got := Diagnosis(r)
	const want = `Transactions wait for each other’s row locks.
  100 % of a transaction’s time it waits for a row. Each one updates a branch, and 8
  clients share 1. pgbench wants a scale of the number of clients at least.
  try scale = 8
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "\n"},
		{"one", "  one\n"},
		{"one two three", "  one two\n  three\n"},
		{"’’’ ’’’ ’’’", "  ’’’ ’’’\n  ’’’\n"},
		{"longer-than-a-line x", "  longer-than-a-line\n  x\n"},
	} {
		if got := wrap(c.text, "  ", 9); got != c.want {
			t.Errorf("%q: got %q", c.text, got)
		}
	}
	for line := range strings.Lines(Diagnosis(&result.Result{})) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > diagnosisWidth {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
}

func TestEvidenceText(t *testing.T) {
	for _, c := range []struct {
		n           diagnose.Number
		name, value string
	}{
		{diagnose.Number{Name: "backend_share", Value: 97.25, Unit: "%"}, "backend share", "97.25 %"},
		{diagnose.Number{Name: "transactions", Value: 13236}, "transactions", "13,236"},
		{diagnose.Number{Name: "wal", Value: 12345.6, Unit: "MB"}, "wal", "12,346 MB"},
		{diagnose.Number{Name: "nothing", Value: math.NaN(), Unit: "s"}, "nothing", "- s"},
	} {
		if name, value := EvidenceText(&c.n); name != c.name || value != c.value {
			t.Errorf("%+v is told as %q %q", c.n, name, value)
		}
	}
}
