package checkpointer

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestWritebacks runs the commands of testdata/writeback:
//
//	schedule limit=BLOCKS   lines of: tablespace database relation fork block
//	issue
//
// and prints the ranges asked for.
func TestWritebacks(t *testing.T) {
	var w Writeback
	datadriven.RunTest(t, "testdata/writeback", func(t *testing.T, d *datadriven.TestData) string {
		var out strings.Builder
		show := func(ranges []Range) {
			for _, r := range ranges {
				fmt.Fprintf(&out, "%d/%d/%d.%d: %d blocks from %d on\n", r.Space, r.DB, r.Rel, r.Fork, r.Blocks, r.Block)
			}
		}
		switch d.Cmd {
		case "schedule":
			var limit int
			d.ScanArgs(t, "limit", &limit)
			for _, line := range strings.Split(d.Input, "\n") {
				var f File
				var block uint32
				if _, err := fmt.Sscan(line, &f.Space, &f.DB, &f.Rel, &f.Fork, &block); err != nil {
					d.Fatalf(t, "%v", err)
				}
				show(w.Schedule(nil, f, block, limit))
			}
			fmt.Fprintf(&out, "%d waiting", w.Waiting())
		case "issue":
			show(w.Issue(nil))
		default:
			d.Fatalf(t, "unknown command %s", d.Cmd)
		}
		return out.String()
	})
}

// TestWritebackCovers: what is asked for is exactly what was scheduled, in ranges
// that do not touch within a file, and never more than limit pages wait.
func TestWritebackCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	type page struct {
		f File
		b uint32
	}
	for round := range 200 {
		limit := 1 + r.IntN(MaxFlushAfter)
		var w Writeback
		want, got := map[page]bool{}, map[page]bool{}
		var out []Range
		for range r.IntN(600) {
			f := File{Space: 1663, DB: uint32(r.IntN(2)), Rel: uint32(r.IntN(3)), Fork: uint8(r.IntN(2))}
			b := BlocksPerSegment - 20 + uint32(r.IntN(40)) // around the end of a file
			want[page{f, b}] = true
			out = w.Schedule(out, f, b, limit)
			if w.Waiting() >= limit {
				t.Fatalf("round %d: %d pages wait with a limit of %d", round, w.Waiting(), limit)
			}
		}
		for _, a := range w.Issue(out) {
			for i := range a.Blocks {
				got[page{a.File, a.Block + i}] = true
			}
			if a.Block/BlocksPerSegment != (a.Block+a.Blocks-1)/BlocksPerSegment {
				t.Fatalf("round %d: %+v lies in two files", round, a)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("round %d: %d pages asked for, %d scheduled", round, len(got), len(want))
		}
		for p := range want {
			if !got[p] {
				t.Fatalf("round %d: %+v was not asked for", round, p)
			}
		}
	}
}
