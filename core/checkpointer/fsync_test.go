package checkpointer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestFsyncs runs the commands of testdata/fsyncs:
//
//	queue slots=N [compacts] [endless]
//	forward FILE...      what backends request
//	remember FILE...     what the checkpointing process writes itself
//	absorb
//	sync [FILE...]       fsyncs all; the FILEs are requested again after the first and the second
//	forget FILE
func TestFsyncs(t *testing.T) {
	var q *FsyncQueue[string]
	table := &FsyncTable[string]{}
	datadriven.RunTest(t, "testdata/fsyncs", func(t *testing.T, d *datadriven.TestData) string {
		files := strings.Fields(d.Input)
		var out strings.Builder
		switch d.Cmd {
		case "queue":
			var slots int
			d.ScanArgs(t, "slots", &slots)
			q = NewFsyncQueue[string](slots, d.HasArg("compacts"))
			table = &FsyncTable[string]{Endless: d.HasArg("endless")}
			return ""
		case "forward":
			for _, f := range files {
				if !q.Forward(f) {
					fmt.Fprintf(&out, "%s: the backend's own fsync\n", f)
				}
			}
			fmt.Fprintf(&out, "%d in the queue, half full: %v", q.Len(), q.HalfFull())
		case "remember":
			for _, f := range files {
				table.Remember(f)
			}
		case "absorb":
			writes, own := q.Absorb(table)
			fmt.Fprintf(&out, "buffers_backend %d, buffers_backend_fsync %d; %d files to fsync", writes, own, table.Len())
		case "sync":
			table.BeginCycle()
			// Two rounds of requests, so that an endless cycle is seen and ended.
			for n := 0; ; n++ {
				f, ok := table.Next()
				if !ok {
					break
				}
				fmt.Fprintf(&out, "fsync %s\n", f)
				if n < 2 {
					for _, f := range files {
						table.Remember(f)
					}
				}
			}
			fmt.Fprintf(&out, "%d left", table.Len())
		case "forget":
			table.Forget(func(f string) bool { return f == files[0] })
			fmt.Fprintf(&out, "%d left", table.Len())
		default:
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		return out.String()
	})
}

// compactSlowly is the rule itself: a request that a later one repeats goes.
func compactSlowly(requests []int) []int {
	var kept []int
	for i, f := range requests {
		if !slices.Contains(requests[i+1:], f) {
			kept = append(kept, f)
		}
	}
	return kept
}

// TestFsyncQueueModel compares the queue with the rule, request by request.
func TestFsyncQueueModel(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for round := range 200 {
		slots, compacts := 1+r.IntN(40), r.IntN(2) == 0
		q := NewFsyncQueue[int](slots, compacts)
		table := &FsyncTable[int]{}
		var model, known []int
		var writes, own int64
		for range 400 {
			if r.IntN(60) == 0 {
				gotWrites, gotOwn := q.Absorb(table)
				for _, f := range model {
					if !slices.Contains(known, f) {
						known = append(known, f)
					}
				}
				model = model[:0]
				if gotWrites != writes || gotOwn != own || !slices.Equal(table.files, known) {
					t.Fatalf("round %d: absorbed %d and %d, %v; should be %d and %d, %v", round, gotWrites, gotOwn, table.files, writes, own, known)
				}
				writes, own = 0, 0
			}
			f := r.IntN(1 + r.IntN(60))
			writes++
			room := len(model) < slots
			if !room && compacts {
				if kept := compactSlowly(model); len(kept) < len(model) {
					model, room = kept, true
				}
			}
			if room {
				model = append(model, f)
			} else {
				own++
			}
			if got := q.Forward(f); got != room || !slices.Equal(q.requests, model) {
				t.Fatalf("round %d: queued %v, should be %v; queue %v, should be %v", round, got, room, q.requests, model)
			}
		}
	}
}
