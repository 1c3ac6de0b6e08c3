package elevator

import (
	"testing"

	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// TestBatches checks how far a process gets in a pool of 128 that it uses up: a
// batch beyond it, another batch each time the pool is no longer overdrawn, and
// nothing once 20 ms are over; while a process without a batch waits.
func TestBatches(t *testing.T) {
	const nr = 128
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, false), Config{Scheduler: "noop", NrRequests: nr, Batches: true})
	c := &tally{t: t, s: s}
	at := int64(0)
	submit := func(p *sim.Proc, proc int32) (waited bool) {
		before := p.Now()
		at += 8 << 20
		q.Submit(p, IO{Off: at, Len: 8192, Write: true, Proc: proc, Done: c, Arg: c.add(nil)})
		return p.Now() > before
	}
	// The request that uses the pool up is the first of its batch.
	const inOneGo = nr - 1 + batchRequests
	s.Go("many", func(p *sim.Proc) {
		for i := range inOneGo {
			if submit(p, 0) {
				t.Fatalf("request %d had to wait, want %d in one go", i+1, inOneGo)
			}
		}
		for round := range 3 {
			if !submit(p, 0) {
				t.Fatalf("round %d: a batch has more than %d requests", round, batchRequests)
			}
			for i := 1; i < batchRequests; i++ {
				if submit(p, 0) {
					t.Fatalf("round %d: request %d of the batch had to wait", round, i+1)
				}
			}
			if n := q.Queued(true); n != inOneGo {
				t.Errorf("round %d: %d requests are in use after a batch, want %d", round, n, inOneGo)
			}
		}
		p.Sleep(5 * sim.Second) // the queue is empty
		for range nr {
			submit(p, 0)
		}
		p.Sleep(batchNs - 1)
		for q.Queued(true) < nr+8 { // so that the pool stays overdrawn
			if submit(p, 0) {
				t.Fatal("a request had to wait within 20 ms")
			}
		}
		p.Sleep(1)
		if !submit(p, 0) {
			t.Error("a request need not wait after 20 ms, want the batch to be over")
		}
	})
	late := int64(-1)
	s.Go("one", func(p *sim.Proc) {
		p.Sleep(sim.Microsecond)
		submit(p, 1)
		late = p.Now()
	})
	for s.Step(1) {
		check(t, q)
	}
	if c.left != 0 || q.Queued(true) != 0 {
		t.Errorf("%d I/Os are left, %d requests queued", c.left, q.Queued(true))
	}
	if late <= sim.Microsecond {
		t.Error("a process without a batch did not wait while the pool was overdrawn")
	}
}
