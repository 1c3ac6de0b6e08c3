package stage

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"

	"clocksweep/core/bufmgr"
)

// TestDataDriven plays the scripts in testdata:
//
//	stage        sets the stage from the settings in the input; tells its problems
//	play n=N     makes N accesses, and tells each one and what it did in each pool
//	skip n=N     makes N accesses
//	touch rel=R block=B [write]
//	cells        the cells: level, d dirty, m to be written by a checkpoint, p pinned, . empty
//	count        the counters
//	tell b=N     what is in a buffer
func TestDataDriven(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var s *Stage
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out strings.Builder
			var n, rel, block, b int
			scan := func(name string, into *int) {
				if d.HasArg(name) {
					d.ScanArgs(t, name, into)
				}
			}
			scan("n", &n)
			scan("rel", &rel)
			scan("block", &block)
			scan("b", &b)
			switch d.Cmd {
			case "stage":
				c, problems := Parse(d.Input)
				made, more, err := New(c, strings.NewReader(traced))
				if err != nil {
					return err.Error() + "\n"
				}
				s = made
				for _, problem := range append(problems, more...) {
					out.WriteString(problem + "\n")
				}
			case "play":
				for range n {
					s.Play(1)
					out.WriteString(s.Words() + "\n")
					for _, p := range s.Pools {
						out.WriteString("  " + p.Name + ": " + p.Words() + "\n")
					}
				}
			case "skip":
				s.Play(int64(n))
			case "touch":
				if problem := s.Touch(rel, int64(block), d.HasArg("write")); problem != "" {
					return problem + "\n"
				}
				out.WriteString(s.Words() + "\n")
			case "cells":
				for _, p := range s.Pools {
					out.WriteString(p.Name + ":" + cellsOf(p) + "\n")
				}
			case "count":
				for _, p := range s.Pools {
					fmt.Fprintf(&out, "%s: %+v\n", p.Name, p.Count())
				}
			case "tell":
				for _, p := range s.Pools {
					out.WriteString(p.Name + ": " + p.Tell(int32(b)) + "\n")
				}
			default:
				t.Fatalf("there is no command %s", d.Cmd)
			}
			return out.String()
		})
	})
}

func cellsOf(p *Pool) string {
	var s State
	p.Look(&s, 1)
	var b strings.Builder
	for i, c := range s.Cells {
		separator := "\t"
		if i%16 == 0 {
			separator = "\n  "
		}
		cell := "."
		if c&bufmgr.CellEmpty == 0 {
			cell = strconv.Itoa(int(c & bufmgr.CellLevel))
		}
		if c&bufmgr.CellDirty != 0 {
			cell += "d"
		}
		if c&bufmgr.CellMarked != 0 {
			cell += "m"
		}
		if c&bufmgr.CellPinned != 0 {
			cell += "p"
		}
		b.WriteString(separator + cell)
	}
	next, round := p.Next()
	fmt.Fprintf(&b, "\n  next %d, round %d", next, round)
	return b.String()
}
