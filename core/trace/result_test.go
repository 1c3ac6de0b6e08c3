package trace

import (
	"reflect"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
)

// played plays a small trace to everything.
func played(t testing.TB) *Result {
	t.Helper()
	r, err := NewReader(strings.NewReader("a,1,read,7\na,2,write,7\nb,1,extend,8\na,1,read\n"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := NewPlayer(r, Everything([]int{16, 1024}, testMemory))
	if err != nil {
		t.Fatal(err)
	}
	for more := true; more; {
		if more, err = p.Step(); err != nil {
			t.Fatal(err)
		}
	}
	return p.Result(true)
}

func TestResult(t *testing.T) {
	r := played(t)
	if r.Format != CSV || !r.Stopped || r.Accesses != [3]int64{2, 1, 1} || r.Pages != 3 || r.Relations != 2 || r.Processes != 2 {
		t.Errorf("%+v", r)
	}
	if len(r.Played) != len(bufmgr.Policies()) {
		t.Fatalf("%d policies", len(r.Played))
	}
	distinct := r.Distinct()
	if len(distinct) >= len(r.Played) {
		t.Error("no policy stands for another")
	}
	for _, p := range r.Played {
		if len(p.Counts) != 2 || p.Counts[1] != (Count{Accesses: 4, Hits: 1, Misses: 3, Extends: 1, Dirty: 2}) {
			t.Errorf("%s: %+v", p.Policy, p.Counts)
		}
	}
	if SizeOf(16) != "128kB" || SizeOf(MaxBuffers) != "128GB" {
		t.Errorf("%s, %s", SizeOf(16), SizeOf(MaxBuffers))
	}
}

func TestResultRoundTrip(t *testing.T) {
	r := played(t)
	b := AppendResult(nil, r)
	again, err := DecodeResult(b)
	if err != nil || !reflect.DeepEqual(again, r) {
		t.Fatalf("%v: %+v became %+v", err, r, again)
	}
	for n := range b {
		if _, err := DecodeResult(b[:n]); err != ErrResult {
			t.Fatalf("the first %d of %d bytes: %v", n, len(b), err)
		}
	}
	if _, err := DecodeResult(append(b, 0)); err != ErrResult {
		t.Errorf("one byte too many: %v", err)
	}
}

// FuzzDecodeResult reads any bytes: what is accepted is written the same again.
func FuzzDecodeResult(f *testing.F) {
	f.Add(AppendResult(nil, played(f)))
	f.Add(AppendResult(nil, &Result{}))
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := DecodeResult(b)
		if err == nil && string(AppendResult(nil, r)) != string(b) {
			t.Errorf("%+v is not what was read", r)
		}
	})
}
