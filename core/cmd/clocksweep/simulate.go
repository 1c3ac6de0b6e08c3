package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// simulateAll runs the scenarios side by side, as many at a time as there are
// processors, and returns their results in the order of the scenarios. The
// results don't depend on how the runs share the processors: each has a machine
// of its own.
func simulateAll(ctx context.Context, scenarios []*scenario.Scenario, b budget, bar *progressBar) ([]*result.Result, error) {
	results := make([]*result.Result, len(scenarios))
	errs := make([]error, len(scenarios))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	for i, sc := range scenarios {
		all.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			results[i], errs[i] = simulateOne(ctx, sc, b, func(now, planned int64) { bar.set(i, now, planned) })
		})
	}
	all.Wait()
	bar.clear()
	return results, failure(errs)
}

// failure makes one error of those of all runs. A scenario that the machine
// refuses is a usage error.
func failure(errs []error) error {
	var refused usageError
	for _, err := range errs {
		var wrong *scenario.Error
		if errors.As(err, &wrong) {
			refused = append(refused, err)
		}
	}
	if refused != nil {
		return refused
	}
	return errors.Join(errs...)
}

// simulateOne says in which run an error happened, and makes an error of the
// panic of a broken invariant, so that the other runs' fate is told too.
func simulateOne(ctx context.Context, sc *scenario.Scenario, b budget, progress func(now, planned int64)) (r *result.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: the simulation broke off, which is a bug: %v\n%s%s", runLabel(sc), p, sc.Text(), debug.Stack())
		}
	}()
	r, err = simulate(ctx, sc, b, progress)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", runLabel(sc), err)
	}
	return r, nil
}

// runLabel names a run for a reader.
func runLabel(sc *scenario.Scenario) string {
	switch {
	case sc.Run != "":
		return "run " + sc.Run
	case sc.Experiment != "":
		return sc.Experiment
	}
	return "the run"
}
