package elevator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
	"clocksweep/core/storage"

	"github.com/cockroachdb/datadriven"
)

// disk is hdd-7200-2011 of core/hardware.
var disk = hardware.Disk{ID: "hdd-7200-2011", RPM: 7200, TrackMs: 0.9, AvgMs: 8.5, FullMs: 17,
	WriteSettleMs: 0.6, HeadSwitchMs: 0.7, Heads: 4, CapacityGB: 1000, OuterMBs: 125, InnerMBs: 62,
	OverheadMs: 0.05, BusMBs: 300, QueueDepth: 31, CacheMB: 32, SPTFAlpha: 0.2}

// tracer is a scheduler that reports what it hands out.
type tracer struct {
	scheduler
	sent func(r int32)
}

func (t *tracer) next(now int64) (int32, int64) {
	r, retry := t.scheduler.next(now)
	if r != none {
		t.sent(r)
	}
	return r, retry
}

// op is a line of a script.
type op struct {
	at       int64
	kind     string
	off, len int64
}

// waiter wakes the process that waits for its I/O.
type waiter struct {
	s *sim.Sim
	p *sim.Proc
}

func (w *waiter) Fire(arg uint32) {
	if arg == 1 {
		w.s.Wake(w.p)
	}
}

// TestScripts runs the scripts in testdata. A script is a command
//
//	run scheduler=NAME depth=N nr=N [cache] [tagged] [cfq=N] [throttle=MS]
//
// with one line per I/O: process, time in ms, kind, offset and length in kB.
// The kinds are r (read, the process waits for it), a (read-ahead), w (write),
// s (write that the process waits for) and f (flush). A process does its lines
// in order and not before their time; @ says as soon as it can, xN repeats the
// line with ascending, adjacent ranges. The output is what the drive was given, when.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			if d.Cmd != "run" {
				t.Fatalf("unknown command %s", d.Cmd)
			}
			return runScript(t, d)
		})
	})
}

func runScript(t *testing.T, d *datadriven.TestData) string {
	scheduler, depth, nr := "noop", 1, 128
	scan(t, d, "scheduler", &scheduler)
	scan(t, d, "depth", &depth)
	scan(t, d, "nr", &nr)
	s := sim.New()
	dk := disk
	dk.QueueDepth = int64(depth)
	throttle, version := 0, 0
	scan(t, d, "throttle", &throttle)
	scan(t, d, "cfq", &version)
	q := New(s, storage.NewDrive(s, dk, d.HasArg("cache")), Config{
		Scheduler: scheduler, NrRequests: nr, Batches: hasBatches(scheduler), SyncWritesTagged: d.HasArg("tagged"), CFQ: version,
		ThrottleNs: int64(throttle) * sim.Millisecond,
	})

	var out strings.Builder
	line := func(format string, args ...any) {
		fmt.Fprintf(&out, "%7.2f ", float64(s.Now())/1e6)
		fmt.Fprintf(&out, format+"\n", args...)
	}
	q.sched = &tracer{q.sched, func(r int32) {
		rq := &q.reqs[r]
		kind := "read"
		if rq.write {
			kind = "write"
		}
		line("%-5s %d+%d", kind, rq.off/1024, rq.len/1024)
	}}

	work := map[int][]op{}
	var procs []int
	for _, l := range strings.Split(d.Input, "\n") {
		f := strings.Fields(l)
		proc := number(t, f[0])
		o := op{kind: f[2]}
		if f[1] != "@" {
			o.at = int64(number(t, f[1])) * sim.Millisecond
		}
		times := 1
		if len(f) > 3 {
			o.off, o.len = int64(number(t, f[3]))*1024, int64(number(t, f[4]))*1024
		}
		if len(f) > 5 {
			times = number(t, strings.TrimPrefix(f[5], "x"))
		}
		if _, ok := work[proc]; !ok {
			procs = append(procs, proc)
		}
		for range times {
			work[proc] = append(work[proc], o)
			o.off += o.len
		}
	}
	slices.Sort(procs)
	for _, proc := range procs {
		s.Go(strconv.Itoa(proc), func(p *sim.Proc) {
			for _, o := range work[proc] {
				if o.at > p.Now() {
					p.Sleep(o.at - p.Now())
				}
				w := &waiter{s: s, p: p}
				before := p.Now()
				switch o.kind {
				case "f":
					q.Flush(w, 1)
					p.Park()
					line("flush complete for process %d", proc)
				default:
					io := IO{Off: o.off, Len: o.len, Write: o.kind == "w" || o.kind == "s", Sync: o.kind == "s", Proc: int32(proc), Done: w}
					if o.kind == "r" || o.kind == "s" {
						io.Arg = 1
					}
					q.Submit(p, io)
					if p.Now() > before {
						line("process %d waited %.2f ms for a request", proc, float64(p.Now()-before)/1e6)
					}
					if io.Arg == 1 {
						p.Park()
					}
				}
			}
		})
	}
	for s.Step(1) {
		check(t, q)
	}
	st := q.Stats()
	fmt.Fprintf(&out, "ios %v merged %v requests %v\n", st.IOs, st.Merged, st.Requests)
	return out.String()
}

// scan reads an argument that may be absent.
func scan(t *testing.T, d *datadriven.TestData, key string, to any) {
	if d.HasArg(key) {
		d.ScanArgs(t, key, to)
	}
}

func number(t *testing.T, s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// check walks the queue and fails on a broken invariant.
func check(t *testing.T, q *Queue) {
	t.Helper()
	queued := 0
	for w, list := range q.sorted {
		queued += len(list)
		for i, r := range list {
			rq := &q.reqs[r]
			if direction(rq.write) != w || rq.len <= 0 || rq.len > MaxRequest {
				t.Fatalf("request %d+%d of direction %d is queued in direction %d", rq.off, rq.len, direction(rq.write), w)
			}
			if i > 0 && q.reqs[list[i-1]].off > rq.off {
				t.Fatalf("direction %d is out of order at %d", w, rq.off)
			}
			last := rq.first
			for q.ios[last].next != none {
				last = q.ios[last].next
			}
			if last != rq.last {
				t.Fatalf("the I/Os of request %d+%d end with %d, not %d", rq.off, rq.len, last, rq.last)
			}
		}
	}
	used := q.pools[0].used + q.pools[1].used
	if have := len(q.reqs) - len(q.free); queued+q.inDrive != have || used < have {
		t.Fatalf("%d requests queued, %d in the drive, %d in use, %d booked", queued, q.inDrive, have, used)
	}
	for w := range q.pools {
		l := &q.pools[w]
		most, idle := q.nr, q.nr-q.batch
		if q.batchers != nil {
			most, idle = overdrawn*q.nr/2, 0
		}
		if l.used < 0 || l.used > most && q.limits == nil || l.waiting > 0 && l.used <= idle {
			t.Fatalf("direction %d: %d of %d requests in use, %d processes wait", w, l.used, q.nr, l.waiting)
		}
	}
	sched := q.sched
	if tr, ok := sched.(*tracer); ok {
		sched = tr.scheduler
	}
	switch c := sched.(type) {
	case *cfq:
		c.check(t, queued)
	case *roundRobin:
		c.check(t, queued)
	case *sweeps:
		c.check(t, queued)
	case *anticipatory:
		c.check(t, queued)
	case *linus:
		if len(c.line) != queued {
			t.Fatalf("%d requests in line, %d queued", len(c.line), queued)
		}
	}
	if w := q.wbt; w != nil && (w.inFlight < 0 || len(w.waiting) > 0 && w.inFlight == 0) {
		t.Fatalf("%d writes are under way, %d wait", w.inFlight, len(w.waiting))
	}
}

func (c *roundRobin) check(t *testing.T, queued int) {
	t.Helper()
	n := len(c.out)
	for o := range c.turns {
		tn := &c.turns[o]
		n += len(tn.sorted)
		if tn.queued[0]+tn.queued[1] < len(tn.sorted) || (len(tn.sorted) > 0) != slices.Contains(c.busy, int32(o)) {
			t.Fatalf("queue %d has %d requests and counts %v; busy are %v", o, len(tn.sorted), tn.queued, c.busy)
		}
	}
	if n != queued {
		t.Fatalf("%d requests in queues, %d queued", n, queued)
	}
}

func (c *sweeps) check(t *testing.T, queued int) {
	t.Helper()
	n, inFlight := len(c.out), 0
	for o := range c.turns {
		tn := &c.turns[o]
		n += len(tn.sorted)
		inFlight += tn.inFlight
		if tn.allocated[0]+tn.allocated[1] < len(tn.sorted)+tn.inFlight || (len(tn.sorted) > 0) != slices.Contains(c.busy, int32(o)) {
			t.Fatalf("queue %d has %d requests and counts %v, %d in flight; busy are %v", o, len(tn.sorted), tn.allocated, tn.inFlight, c.busy)
		}
		if (tn.pick == none) != (len(tn.sorted) == 0) || tn.pick != none && !slices.Contains(tn.sorted, tn.pick) {
			t.Fatalf("queue %d has %v and goes on with %d", o, tn.sorted, tn.pick)
		}
		if w := max(tn.allocated[0], tn.allocated[1]); w > c.most {
			t.Fatalf("queue %d has %d requests of a direction, at most %d are allowed", o, w, c.most)
		}
	}
	if n != queued || inFlight != len(c.out)+c.q.inDrive {
		t.Fatalf("%d requests in queues, %d queued; %d in flight, %d in the drive", n, queued, inFlight, c.q.inDrive)
	}
}

func (a *anticipatory) check(t *testing.T, queued int) {
	t.Helper()
	n := 0
	for i := range a.tasks {
		n += a.tasks[i].queued
	}
	if n != queued || len(a.sorted[0])+len(a.sorted[1]) != queued || a.inDrive != a.q.inDrive {
		t.Fatalf("%d requests counted, %d and %d sorted, %d queued; %d and %d in the drive", n, len(a.sorted[0]), len(a.sorted[1]), queued, a.inDrive, a.q.inDrive)
	}
}

func (c *cfq) check(t *testing.T, queued int) {
	t.Helper()
	n, inDrive := 0, 0
	for o := range c.queues {
		cq := &c.queues[o]
		n += len(cq.sorted)
		inDrive += cq.inDrive
		for i := range cq.sorted[min(1, len(cq.sorted)):] {
			if c.q.reqs[cq.sorted[i]].off > c.q.reqs[cq.sorted[i+1]].off {
				t.Fatalf("queue %d is out of order", o)
			}
		}
		if cq.waits != slices.Contains(c.round, int32(o)) {
			t.Fatalf("queue %d: waits is %v, the round is %v", o, cq.waits, c.round)
		}
		if len(cq.sorted) > 0 && !cq.waits && c.active != int32(o) {
			t.Fatalf("queue %d has requests and never gets its turn", o)
		}
	}
	if n != c.queued || n != queued || inDrive != c.inDrive[0]+c.inDrive[1] || inDrive != c.q.inDrive {
		t.Fatalf("%d requests in queues, %d counted, %d queued, %d in the drive, %v counted", n, c.queued, queued, inDrive, c.inDrive)
	}
	if c.inDrive[0] > 0 && c.inDrive[1] > 0 {
		t.Fatal("synchronous and asynchronous requests are in the drive together")
	}
}
