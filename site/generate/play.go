package generate

import (
	"errors"

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
	p := &played{Experiment: e, scenarios: scenarios}
	for _, sc := range scenarios {
		run, err := server.New(sc)
		if err != nil {
			return nil, err
		}
		for run.Step(1 << 20) {
		}
		p.results = append(p.results, run.Result())
	}
	return p, nil
}
