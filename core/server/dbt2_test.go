package server

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
	"clocksweep/core/workload"
)

// pagesSeen writes down which pages a policy is asked for, by transaction.
type pagesSeen struct {
	bufmgr.Policy
	s  *Server
	at func(relation string, block int64, held bool)
}

func (w *pagesSeen) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	f := w.s.os.FileOf(pg)
	r := w.s.owner[f].rel
	block := w.s.os.IndexOf(pg)
	name := r.name
	switch r.fork {
	case mapFork:
		name += "_fsm"
	case visibilityFork:
		name += "_vm"
	}
	w.at(name, block, held)
	return w.Policy.Read(be, pg, held)
}

// TestDBT2Pages shows in which order one client's transactions pin pages. A name
// with ' is a page that the backend has pinned already; xN is N in a row.
//
//	pages release=R transaction=NAME [nth=N]
func TestDBT2Pages(t *testing.T) {
	datadriven.RunTest(t, "testdata/dbt2pages", func(t *testing.T, d *datadriven.TestData) string {
		var release, name string
		nth := 1
		d.ScanArgs(t, "release", &release)
		d.ScanArgs(t, "transaction", &name)
		if d.HasArg("nth") {
			d.ScanArgs(t, "nth", &nth)
		}
		r := start(t, of(t, "workload=dbt-2 scale=2 clients=1 think_time=off transactions=150 shared_buffers=256MB ram=4GB "+
			"build=64-bit release="+release))
		s := r.s
		seen := make([]int, workload.NumTPCC)
		var out []string
		lastXid := uint32(0)
		showing := false
		s.policy = &pagesSeen{Policy: s.policy, s: s, at: func(relation string, _ int64, held bool) {
			b := s.backends[0]
			if s.connecting > 0 {
				return // still connecting
			}
			if s.begun != lastXid {
				lastXid = s.begun
				seen[b.input.Kind]++
				showing = strings.EqualFold(strings.ReplaceAll(workload.TPCCName[b.input.Kind], " ", "-"), name) && seen[b.input.Kind] == nth
			}
			if showing {
				if held {
					relation += "'"
				}
				out = append(out, relation)
			}
		}}
		for r.Step(1 << 16) {
		}
		return folded(out)
	})
}

// folded writes a list with repetitions counted, several to a line, up to the
// tenth line.
func folded(list []string) string {
	var b strings.Builder
	width := 0
	for i := 0; i < len(list); {
		if strings.Count(b.String(), "\n") == 10 {
			return fmt.Sprintf("%s\n... %d in all\n", b.String(), len(list))
		}
		n := 1
		for i+n < len(list) && list[i+n] == list[i] {
			n++
		}
		word := list[i]
		if n > 1 {
			word += fmt.Sprintf(" x%d", n)
		}
		if width += len(word) + 2; width > 110 {
			b.WriteString("\n")
			width = len(word) + 2
		} else if i > 0 {
			b.WriteString("  ")
		}
		b.WriteString(word)
		i += n
	}
	return b.String() + "\n"
}

// TestDBT2InEveryRelease plays a mix with several clients in every release: the
// books balance, every kind of transaction is completed, and with few warehouses
// clients wait for each other's rows.
func TestDBT2InEveryRelease(t *testing.T) {
	for _, release := range []string{"7.4", "8.0.0", "8.0.2", "8.1", "8.2", "8.3", "8.4", "9.1", "9.4", "9.5", "9.6", "12", "15", "19"} {
		r := run(t, of(t, "workload=dbt-2 scale=1 clients=8 think_time=off duration=20s shared_buffers=16MB ram=4GB release="+release))
		checkRun(t, r)
		x := r.Result()
		t.Logf("%s: %d transactions, hash %s", release, x.Transactions, x.Hash())
		sum := int64(0)
		for _, k := range x.Types {
			if k.Count == 0 || k.Latency.Max < k.Latency.P90 || k.Latency.P90 < k.Latency.P50 {
				t.Errorf("%s: %+v", release, k)
			}
			sum += k.Count
		}
		if sum != x.Transactions {
			t.Errorf("%s: %d transactions by kind, %d altogether", release, sum, x.Transactions)
		}
		if x.Waits[result.WaitRowLock] == 0 {
			t.Errorf("%s: nobody waited for a row of one warehouse", release)
		}
		if hot := x.Counters.HOTUpdates > 0; hot != (release >= "8.3" || len(release) == 2) {
			t.Errorf("%s: %d updates were heap-only", release, x.Counters.HOTUpdates)
		}
		if err := heapsHold(r.s.dbt2); err != nil {
			t.Errorf("%s: %v", release, err)
		}
	}
}

// heapsHold says which page holds more than it can.
func heapsHold(d *dbt2) error {
	for _, t := range d.tables() {
		for page := range t.heap.Pages() {
			if n := t.heap.Live(page); n < 0 || t.used(page) > workload.PageSize {
				return fmt.Errorf("%s: page %d has %d live rows and %d bytes in use", t.rel.name, page, n, t.used(page))
			}
		}
		for _, x := range t.keys {
			if x.rel.pages() < x.tree.Pages() {
				return fmt.Errorf("%s has %d pages, its build alone %d", x.rel.name, x.rel.pages(), x.tree.Pages())
			}
		}
	}
	return nil
}

// TestDBT2RowLocks: without row locks nobody waits for one, and more is done.
func TestDBT2RowLocks(t *testing.T) {
	play := func(more string) *result.Result {
		return run(t, of(t, "workload=dbt-2 scale=1 clients=16 think_time=off duration=20s shared_buffers=256MB ram=4GB fsync=off release=15 "+more)).Result()
	}
	with, without := play("row_locks=on"), play("row_locks=off")
	if without.Waits[result.WaitRowLock] != 0 {
		t.Error("somebody waited for a row although there are no row locks")
	}
	if with.Waits[result.WaitRowLock] < with.LatencyNs/10 {
		t.Errorf("16 clients of one warehouse waited %d ns for rows, of %d", with.Waits[result.WaitRowLock], with.LatencyNs)
	}
}

// TestTerminals: with keying and thinking, ten users of a warehouse make about 12.6
// new orders a minute, the most that TPC-C allows for (12.86), and connections
// are idle; with one connection for many users they queue for it.
func TestTerminals(t *testing.T) {
	play := func(more string) *result.Result {
		r := run(t, of(t, "workload=dbt-2 duration=600s shared_buffers=256MB ram=4GB release=15 filesystem=xfs "+more))
		checkRun(t, r)
		return r.Result()
	}
	r := play("scale=4 clients=10")
	perMinute := float64(r.Types[workload.NewOrder].Count) / 10 / 4
	if perMinute < 11 || perMinute > 13 {
		t.Errorf("%.2f new orders a minute and warehouse, want 11 to 13", perMinute)
	}
	if waited := r.Waits[result.WaitSchedule]; waited > r.LatencyNs/10 {
		t.Errorf("users waited %d ns for a connection although there were enough", waited)
	}
	r = play("scale=60 clients=1 cpu_per_transaction=40ms")
	if waited := r.Waits[result.WaitSchedule]; waited < r.LatencyNs/2 {
		t.Errorf("600 users waited only %d of %d ns for the one connection", waited, r.LatencyNs)
	}
}

// BenchmarkDBT2 plays 100 warehouses, the size of the published runs of 2007.
func BenchmarkDBT2(b *testing.B) {
	virtual, events, transactions := int64(0), uint64(0), int64(0)
	for b.Loop() {
		sc := benchScenario(b)
		r, err := New(sc)
		if err != nil {
			b.Fatal(err)
		}
		for r.Step(1 << 20) {
		}
		virtual += r.Result().VirtualNs
		transactions += r.Result().Transactions
		events += r.Events()
	}
	b.ReportMetric(float64(virtual)/float64(b.Elapsed()), "virtual-s/s")
	b.ReportMetric(float64(events)/b.Elapsed().Seconds(), "events/s")
	b.ReportMetric(float64(transactions)/b.Elapsed().Seconds(), "transactions/s")
}
