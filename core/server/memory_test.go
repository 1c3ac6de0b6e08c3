package server

import (
	"runtime"
	"testing"
)

// TestMemoryGoesBack: when large runs are over, stopped or refused and nobody holds
// them any more, their memory is free.
func TestMemoryGoesBack(t *testing.T) {
	inUse := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC() // what finalizers and weak pointers have let go
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := inUse()
	most := int64(0)
	large := func(more string, then func(r *Run)) {
		r, err := Admit(of(t, "release=16 scale=200 clients=4 shared_buffers=1GB ram=8GB "+more), Budget{Events: 600_000})
		if err != nil {
			t.Fatal(err)
		}
		then(r)
		most = max(most, inUse()-before)
		runtime.KeepAlive(r)
	}
	large("transactions=300", func(r *Run) {
		for r.Step(1 << 16) {
		}
	})
	large("duration=1h", func(r *Run) { r.Step(100_000); r.Stop() })
	large("duration=1d", func(r *Run) {
		if rehearse(t, r) == nil {
			t.Error("a day fits 600,000 events")
		}
	})
	after := inUse() - before
	t.Logf("at most %d bytes with a run, %d after three", most, after)
	if most < 10e6 || after > most/10 {
		t.Errorf("%d bytes are still in use after runs of up to %d", after, most)
	}
}
