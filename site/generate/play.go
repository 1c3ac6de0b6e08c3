package generate

import (
	"errors"
	"runtime"
	"sync"

	"clocksweep/core/experiment"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// played is an experiment with the results of its runs.
type played struct {
	*experiment.Experiment
	scenarios []*scenario.Scenario
	results   []*result.Result
}

// play runs an experiment as it stands in the gallery.
func play(e *experiment.Experiment) (*played, error) {
	scenarios, errs := e.Scenarios(nil, "")
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	results, err := runAll(scenarios)
	if err != nil {
		return nil, err
	}
	return &played{Experiment: e, scenarios: scenarios, results: results}, nil
}

// runAll plays the scenarios to their ends, as many at a time as there are
// processors, and returns their results in the order of the scenarios.
func runAll(scenarios []*scenario.Scenario) ([]*result.Result, error) {
	results := make([]*result.Result, len(scenarios))
	errs := make([]error, len(scenarios))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var runs sync.WaitGroup
	for i, sc := range scenarios {
		runs.Go(func() {
			free <- struct{}{}
			defer func() { <-free }()
			run, err := server.New(sc)
			if err != nil {
				errs[i] = err
				return
			}
			for run.Step(1 << 20) {
			}
			results[i] = run.Result()
		})
	}
	runs.Wait()
	return results, errors.Join(errs...)
}
