package elevator

import (
	"fmt"
	"strings"
	"testing"

	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// tally counts completions, one per I/O.
type tally struct {
	t    *testing.T
	s    *sim.Sim
	done []bool
	left int
	at   []int64
	wait []*sim.Proc // who waits for an I/O
}

func (c *tally) add(p *sim.Proc) uint32 {
	c.done = append(c.done, false)
	c.at = append(c.at, c.s.Now())
	c.wait = append(c.wait, p)
	c.left++
	return uint32(len(c.done) - 1)
}

func (c *tally) Fire(arg uint32) {
	if c.done[arg] {
		c.t.Fatalf("I/O %d completed twice", arg)
	}
	c.done[arg] = true
	c.at[arg] = c.s.Now() - c.at[arg]
	c.left--
	if p := c.wait[arg]; p != nil {
		c.s.Wake(p)
	}
}

// TestConservation checks, for every scheduler, under random load of several
// processes, that each I/O completes exactly once, that the queue is empty and
// consistent, and that the drive has moved what was asked for.
func TestConservation(t *testing.T) {
	for _, scheduler := range variants() {
		var waits, congested int64
		for seed := range uint64(6) {
			t.Run(fmt.Sprintf("%s/%d", scheduler, seed), func(t *testing.T) {
				s := sim.New()
				dk := disk
				dk.QueueDepth = []int64{1, 4, 31}[seed%3]
				dk.CacheMB = 1
				drive := storage.NewDrive(s, dk, seed%2 == 0)
				q := New(s, drive, configOf(scheduler, 8<<(seed%3), seed%4 < 2))
				c := &tally{t: t, s: s}
				var bytes [2]int64
				for proc := range int32(6) {
					r := sim.NewRand(seed, fmt.Sprint("process ", proc))
					s.Go("process", func(p *sim.Proc) {
						var last IO
						for range 400 {
							io := IO{Off: r.Intn(3000) * 4096, Len: (1 + r.Intn(4)) * 4096, Proc: proc, Done: c,
								Write: r.Intn(3) > 0, Sync: r.Intn(2) == 0}
							switch r.Intn(4) {
							case 0, 1:
								io.Off, io.Write = last.Off+last.Len, last.Write
							case 2:
								io.Off, io.Write = max(last.Off-io.Len, 0), last.Write
							}
							if r.Intn(20) == 0 {
								io.Arg = c.add(p)
								q.Flush(c, io.Arg)
								p.Park()
								continue
							}
							wait := io.Sync && r.Intn(2) == 0
							io.Arg = c.add(nil)
							q.Submit(p, io)
							last = io
							bytes[direction(io.Write)] += io.Len
							if q.Congested(true) {
								congested++
							}
							if wait && !c.done[io.Arg] {
								c.wait[io.Arg] = p
								p.Park()
							}
							if r.Intn(4) == 0 {
								p.Sleep(r.Intn(20 * sim.Millisecond))
							}
						}
					})
				}
				for s.Step(1) {
					check(t, q)
				}
				st, dst := q.Stats(), drive.Stats()
				if c.left != 0 || q.Queued(false)+q.Queued(true) != 0 || q.Congested(false) || q.Congested(true) {
					t.Errorf("%d I/Os never completed, %d reads and %d writes are still there", c.left, q.Queued(false), q.Queued(true))
				}
				if dst.ReadBytes != bytes[0] || dst.WriteBytes != bytes[1] {
					t.Errorf("the drive moved %d and %d bytes, want %v", dst.ReadBytes, dst.WriteBytes, bytes)
				}
				if dst.Reads != st.Requests[0] || dst.Writes != st.Requests[1] {
					t.Errorf("the drive had %d and %d commands, want %v", dst.Reads, dst.Writes, st.Requests)
				}
				if st.Completed != st.Requests || st.Length != 0 {
					t.Errorf("%v requests were given to the drive, %v completed, %d are still there", st.Requests, st.Completed, st.Length)
				}
				if st.Bytes != bytes || st.QueueNs < st.WaitNs[0]+st.WaitNs[1] || st.BusyNs < dst.UtilNs || st.BusyNs > s.Now() ||
					st.ServiceNs > st.WaitNs[0]+st.WaitNs[1] {
					t.Errorf("books that do not add up: %+v, the drive was in use for %d ns", st, dst.UtilNs)
				}
				if st.Merged[0] == 0 || st.Merged[1] == 0 {
					t.Errorf("%+v: nothing merged", st)
				}
				waits += st.Waits[1]
			})
		}
		if scheduler == "cfq, round robin" {
			waits++ // its pools are too large for that: TestShares
		}
		if waits == 0 || congested == 0 && !strings.Contains(scheduler, "throttled") {
			t.Errorf("%s: %d waits, %d times congested: the test did not reach all cases", scheduler, waits, congested)
		}
	}
}

// variants names every scheduler, and what a configuration adds to one.
func variants() []string {
	return append(Schedulers(), "cfq, round robin", "cfq, sweeps", "noop, throttled", "mq-deadline, throttled")
}

// hasBatches tells by its scheduler whether a kernel has batches.
func hasBatches(scheduler string) bool {
	return scheduler != "linus" && scheduler != "mq-deadline" && scheduler != "none"
}

func configOf(variant string, nr int, tagged bool) Config {
	name, more, _ := strings.Cut(variant, ", ")
	c := Config{Scheduler: name, NrRequests: nr, Batches: hasBatches(name), SyncWritesTagged: tagged}
	switch more {
	case "round robin":
		c.CFQ = 1
	case "sweeps":
		c.CFQ = 2
	case "throttled":
		c.ThrottleNs = 5 * sim.Millisecond
	}
	return c
}

// TestCongestion checks the thresholds of a queue of 128.
func TestCongestion(t *testing.T) {
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, false), Config{Scheduler: "noop", NrRequests: 128})
	c := &tally{t: t, s: s}
	s.Go("writer", func(p *sim.Proc) {
		for i := range int64(128) {
			if got, want := q.Congested(true), i >= 113; got != want {
				t.Errorf("with %d requests congested is %v", i, got)
			}
			q.Submit(p, IO{Off: i * 1e6 / 4096 * 4096, Len: 8192, Write: true, Done: c, Arg: c.add(nil)})
		}
	})
	for s.Step(1) {
		if n := q.Queued(true); c.left < 128 && len(c.done) == 128 && q.Congested(true) != (n >= 103) {
			t.Errorf("on the way down with %d requests congested is %v", n, q.Congested(true))
		}
	}
	if q.Congested(true) || q.Congested(false) {
		t.Error("an empty queue is congested")
	}
}

// TestShares checks the CFQ of 2.6.9 when a pool is full: a process that has more than
// its share of it waits, another one does not.
func TestShares(t *testing.T) {
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, false), Config{Scheduler: "cfq", NrRequests: 4, CFQ: 1})
	pool := 4 * roundRobinPool
	c := &tally{t: t, s: s}
	submit := func(p *sim.Proc, proc int32, at int) {
		q.Submit(p, IO{Off: int64(at) * 1e6 / 4096 * 4096, Len: 8192, Write: true, Proc: proc, Done: c, Arg: c.add(nil)})
	}
	all, late := false, int64(-1)
	s.Go("many", func(p *sim.Proc) {
		for i := range pool + 50 {
			submit(p, 0, i)
		}
		all = true
	})
	s.Go("few", func(p *sim.Proc) {
		p.Sleep(sim.Millisecond)
		if n := q.Queued(true); n != pool || all {
			t.Errorf("%d requests are queued, want the pool's %d; done is %v", n, pool, all)
		}
		for i := range 6 { // a share of four, and one more
			submit(p, 1, 2*pool+i)
			if n := q.Queued(true); i < 5 && n != pool+i+1 {
				t.Errorf("after %d requests of the other process %d are queued", i+1, n)
			}
		}
		late = p.Now()
	})
	for s.Step(1) {
		check(t, q)
	}
	if !all || c.left != 0 || q.Queued(true) != 0 {
		t.Errorf("all is %v, %d I/Os are left, %d requests queued", all, c.left, q.Queued(true))
	}
	if late <= sim.Millisecond {
		t.Error("the second process never had to wait, want it to after its share")
	}
}

// TestTooLong checks that an I/O longer than a request is refused.
func TestTooLong(t *testing.T) {
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, false), Config{Scheduler: "noop", NrRequests: 128})
	defer func() {
		if _, ok := recover().(sim.Broken); !ok {
			t.Error("an I/O of more than 512 kB was taken")
		}
	}()
	q.Submit(nil, IO{Len: MaxRequest + 4096, Write: true, Done: nobody{}})
}

// contention is one process that writes at random as fast as the queue takes
// it, beside readers that read at random, one page at a time.
type contention struct {
	readMs, maxReadMs, maxWriteMs float64
	reads, writes                 int
}

func contend(t *testing.T, scheduler string, readers int32, seconds int64) contention {
	s := sim.New()
	dk := disk
	dk.QueueDepth = 1
	q := New(s, storage.NewDrive(s, dk, false), configOf(scheduler, 128, false))
	end := seconds * sim.Second
	var res contention
	w := &tally{t: t, s: s}
	wr := sim.NewRand(1, "writer")
	s.Go("writer", func(p *sim.Proc) {
		for p.Now() < end {
			q.Submit(p, IO{Off: wr.Intn(spanPages) * 8192, Len: 8192, Write: true, Idle: true, Done: w, Arg: w.add(nil)})
		}
	})
	r := &tally{t: t, s: s}
	for proc := int32(1); proc <= readers; proc++ {
		rr := sim.NewRand(uint64(proc), "reader")
		s.Go("reader", func(p *sim.Proc) {
			for p.Now() < end {
				id := r.add(p)
				q.Submit(p, IO{Off: rr.Intn(spanPages) * 8192, Len: 8192, Proc: proc, Done: r, Arg: id})
				p.Park()
			}
		})
	}
	for s.Step(1000) {
	}
	for _, ns := range r.at {
		ms := float64(ns) / 1e6
		res.readMs += ms / float64(len(r.at))
		res.maxReadMs = max(res.maxReadMs, ms)
	}
	for _, ns := range w.at {
		res.maxWriteMs = max(res.maxWriteMs, float64(ns)/1e6)
	}
	res.reads, res.writes = len(r.at), len(w.at)
	t.Logf("%-8s %d readers: read %.1f ms, at most %.0f; write at most %.0f ms; %d reads, %d writes",
		scheduler, readers, res.readMs, res.maxReadMs, res.maxWriteMs, res.reads, res.writes)
	return res
}

// TestContention checks how long a read waits behind continuous writeback, and
// that nobody starves.
func TestContention(t *testing.T) {
	const page = 7.0 // ms, a random page in a span of 1 GB at most

	noop := contend(t, "noop", 1, 60)
	if noop.readMs < 300 || noop.readMs > 900 {
		t.Errorf("noop: a read takes %.0f ms, want the whole queue's 300 to 900", noop.readMs)
	}

	one := contend(t, "deadline", 1, 60)
	if one.readMs > fifoBatch*page || one.maxReadMs > 500+fifoBatch*page {
		t.Errorf("deadline: a read takes %.0f ms, at most %.0f; want up to a batch of writes", one.readMs, one.maxReadMs)
	}
	many := contend(t, "deadline", 40, 60)
	if limit := 5000 + 128*(1+writesStarved)*page; many.maxWriteMs > limit || many.writes == 0 {
		t.Errorf("deadline: a write took %.0f ms, want at most %.0f", many.maxWriteMs, limit)
	}

	c := contend(t, "cfq", 1, 60)
	if c.readMs > 3*page || c.maxReadMs > 250 {
		t.Errorf("cfq: a read takes %.0f ms, at most %.0f; want a few times the disk's own %.0f", c.readMs, c.maxReadMs, page)
	}
	// A reader of the round robin pays for each read with one request of the
	// writer, or a few: rounds have up to four.
	rr := contend(t, "cfq, round robin", 1, 60)
	if rr.readMs < 1.5*page || rr.readMs > 6*page || rr.maxReadMs > 12*page {
		t.Errorf("round robin: a read takes %.0f ms, at most %.0f; want a few times %.0f", rr.readMs, rr.maxReadMs, page)
	}
	if share := float64(rr.writes) / float64(rr.writes+rr.reads); share < 0.4 {
		t.Errorf("round robin: the writer has %.0f %% of the transfers, want about half or more", 100*share)
	}

	// Anticipation serves the reader for 500 ms, the writer for 125 ms.
	a := contend(t, "anticipatory", 1, 60)
	if a.readMs > 3*page || a.maxReadMs > 600 {
		t.Errorf("anticipatory: a read takes %.0f ms, at most %.0f; want a few times %.0f", a.readMs, a.maxReadMs, page)
	}
	if share := float64(a.writes) / float64(a.writes+a.reads); share < 0.15 || share > 0.3 {
		t.Errorf("anticipatory: the writer has %.0f %% of the transfers, want about 125 of 625", 100*share)
	}

	// The elevator of 2.4 sorts, and knows no reader.
	l := contend(t, "linus", 1, 60)
	if l.readMs < 100 || l.readMs > noop.readMs || l.writes <= noop.writes {
		t.Errorf("linus: a read takes %.0f ms beside %d writes, noop's %.0f and %d", l.readMs, l.writes, noop.readMs, noop.writes)
	}

	// Throttled writeback leaves the disk to the reader.
	w := contend(t, "noop, throttled", 1, 60)
	if w.readMs > 3*page || w.writes == 0 {
		t.Errorf("throttled: a read takes %.0f ms, want a few times %.0f; %d writes", w.readMs, page, w.writes)
	}

	for _, readers := range []int32{1, 4} {
		c := contend(t, "cfq", readers, 60)
		share := float64(c.writes) / float64(c.writes+c.reads)
		if limit := 40.0 / (40 + 100*float64(readers)); share > 1.2*limit || share == 0 {
			t.Errorf("cfq: beside %d readers the writer has %.0f %% of the transfers, want up to %.0f %%", readers, 100*share, 100*limit)
		}
		if c.maxWriteMs > 60_000 {
			t.Errorf("cfq: beside %d readers a write took %.0f ms", readers, c.maxWriteMs)
		}
	}
}

// TestNoGarbage checks that I/Os cost no allocation once the queue has warmed up.
func TestNoGarbage(t *testing.T) {
	for _, scheduler := range variants() {
		s := steady(scheduler)
		s.Step(50000)
		if n := testing.AllocsPerRun(10, func() { s.Step(1000) }); n > 0 {
			t.Errorf("%s: %.0f allocations in 1000 events", scheduler, n)
		}
		s.Halt()
	}
}

// TestPassovers checks that the elevator of 2.4 lets nothing pass a request that
// has been passed often enough.
func TestPassovers(t *testing.T) {
	defer func(was [2]int32) { linusPassovers = was }(linusPassovers)
	linusPassovers = [2]int32{2, 2}
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, false), Config{Scheduler: "linus", NrRequests: 128})
	l := q.sched.(*linus)
	put := func(mb int64) {
		r := q.free[len(q.free)-1]
		q.free = q.free[:len(q.free)-1]
		q.reqs[r] = request{off: mb << 20, len: 8192, write: true}
		l.add(r, 0)
	}
	for _, mb := range []int64{10, 50, 20, 30, 40, 60} {
		put(mb)
	}
	got := ""
	for _, r := range l.line {
		got += fmt.Sprint(q.reqs[r].off>>20, " ")
	}
	// 20 and 30 pass 50; 40 may not any more and is left to the next sweep.
	if want := "10 20 30 50 60 40 "; got != want {
		t.Errorf("the queue is %s, want %s", got, want)
	}
}

// TestThrottleSteps checks how the bound of throttled writeback follows the load
// on a drive that takes 31 commands: it grows while there are only writes, to
// three quarters of them; it shrinks to one write while reads are slower than
// the target; it returns to normal when nothing happens.
func TestThrottleSteps(t *testing.T) {
	s := sim.New()
	dk := disk
	dk.QueueDepth = 31
	q := New(s, storage.NewDrive(s, dk, false), Config{Scheduler: "none", NrRequests: 256, ThrottleNs: sim.Millisecond})
	w := q.wbt
	if w.most != 16 || w.limit(true, false) != 16 || w.limit(false, false) != 8 || w.limit(false, true) != 4 {
		t.Errorf("at first the bounds are %d, %d, %d", w.limit(true, false), w.limit(false, false), w.limit(false, true))
	}
	c := &tally{t: t, s: s}
	r := sim.NewRand(1, "throttle")
	var reading, over bool
	s.Go("writer", func(p *sim.Proc) {
		for !over {
			q.Submit(p, IO{Off: r.Intn(spanPages) * 8192, Len: 8192, Write: true, Done: c, Arg: c.add(nil)})
		}
	})
	s.Go("reader", func(p *sim.Proc) {
		for !over {
			if !reading {
				p.Sleep(10 * sim.Millisecond)
				continue
			}
			id := c.add(p)
			q.Submit(p, IO{Off: r.Intn(spanPages) * 8192, Len: 8192, Proc: 1, Done: c, Arg: id})
			p.Park()
		}
	})
	until := func(ns int64) {
		for s.Now() < ns && s.Step(1) {
		}
	}
	until(2 * sim.Second)
	if w.most != 31*3/4 {
		t.Errorf("with writes alone the bound is %d, want %d", w.most, 31*3/4)
	}
	reading = true
	until(6 * sim.Second)
	if w.most != 1 {
		t.Errorf("while reads are slow the bound is %d, want 1", w.most)
	}
	if at := w.limit(false, false); at != w.idle {
		t.Errorf("beside reads a write may be one of %d, want %d", at, w.idle)
	}
	over = true
	until(60 * sim.Second)
	w.watched, w.watchedT = 0, s.Now()-200*sim.Millisecond // a read has been in the drive for two windows
	w.Fire(0)
	if w.most != 8 {
		t.Errorf("while a read is stuck the bound is %d, want 8", w.most)
	}
	w.watched = none
	until(120 * sim.Second)
	if w.most != 16 || w.armed {
		t.Errorf("when nothing happens the bound is %d, want 16", w.most)
	}
}

// nobody takes completions.
type nobody struct{}

func (nobody) Fire(uint32) {}

// wake wakes the process when its read is complete.
type wake struct {
	s *sim.Sim
	p *sim.Proc
}

func (w *wake) Fire(uint32) { w.s.Wake(w.p) }

// steady is a writer and a reader without end.
func steady(scheduler string) *sim.Sim {
	s := sim.New()
	q := New(s, storage.NewDrive(s, disk, true), configOf(scheduler, 128, false))
	w := sim.NewRand(1, "writer")
	s.Go("writer", func(p *sim.Proc) {
		for {
			q.Submit(p, IO{Off: w.Intn(spanPages) * 8192, Len: 8192, Write: true, Done: nobody{}})
		}
	})
	r := sim.NewRand(1, "reader")
	s.Go("reader", func(p *sim.Proc) {
		done := &wake{s, p}
		for {
			q.Submit(p, IO{Off: r.Intn(spanPages) * 8192, Len: 8192, Proc: 1, Done: done})
			p.Park()
		}
	})
	return s
}

func BenchmarkQueue(b *testing.B) {
	for _, scheduler := range variants() {
		b.Run(scheduler, func(b *testing.B) {
			s := steady(scheduler)
			s.Step(50000)
			b.ResetTimer()
			s.Step(b.N)
		})
	}
}

// spanPages is how many pages of 8 kB a span of about 1 GB has.
const spanPages = 122_000
