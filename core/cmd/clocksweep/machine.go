package main

import (
	"context"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// engine is the version of the simulated machine.
const engine = server.Engine

// eventsPerStep is some milliseconds of work: often enough to notice Ctrl-C and
// to move a progress bar, seldom enough to cost nothing.
const eventsPerStep = 50_000

// budget is what a run may take; the zero value is without limits.
type budget = server.Budget

// simulate runs a scenario to its end or until ctx is done; then the result is
// a partial one. From time to time it calls progress with the virtual time that
// has passed and the planned length, in nanoseconds; not before it is decided that the
// run fits the budget. A run that does not is refused with a *scenario.Error.
func simulate(ctx context.Context, sc *scenario.Scenario, b budget, progress func(now, planned int64)) (*result.Result, error) {
	r, err := server.Admit(sc, b)
	if err != nil {
		return nil, err
	}
	for decided := false; !decided && ctx.Err() == nil; {
		var refused *scenario.Error
		if decided, refused = r.Rehearse(eventsPerStep); refused != nil {
			return nil, refused
		}
	}
	for r.Step(eventsPerStep) {
		if ctx.Err() != nil {
			r.Stop()
			break
		}
		progress(r.Progress())
	}
	return r.Result(), nil
}
