// Package server takes the place of core/server in one test: a machine that
// breaks in the ways in which a Go program can. The seed says in which.
package server

import (
	"os"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

type Run struct{ seed uint64 }

type Budget struct{ Bytes, Events int64 }

func Admit(sc *scenario.Scenario, _ Budget) (*Run, error) { return &Run{sc.Seed()}, nil }

func (r *Run) Rehearse(events int) (decided bool, refused *scenario.Error) {
	return !r.Step(events), nil
}

func (r *Run) Step(int) bool {
	switch r.seed {
	case 1:
		panic("an invariant does not hold at 17 ns")
	case 2:
		var missing *Run
		missing.seed++
	case 3:
		r.seed = uint64(depth(1 << 30))
	case 4:
		os.Exit(3)
	}
	return true
}

// depth overflows the stack, which in WebAssembly is that of JavaScript.
func depth(n int) int {
	if n == 0 {
		return 0
	}
	return depth(n-1) + 1
}

func (r *Run) Progress() (virtualNs, plannedNs int64) { return 0, 1 }
func (r *Run) Stop()                                  {}
func (r *Run) Watch()                                 {}
func (r *Run) Result() *result.Result                 { return &result.Result{} }
