package generate

import (
	"errors"
	"fmt"
	"runtime"
	"sync"

	"clocksweep/core/experiment"
	"clocksweep/core/guide"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// played is an experiment with the results of its runs.
type played struct {
	*experiment.Experiment
	scenarios []*scenario.Scenario
	results   []*result.Result
	without   *report.Ablation // of the first run; nil if repeating it takes too long
	chapter   *guide.Chapter   // of the guide; nil for an experiment of a thread
}

// playAll runs the experiments of threads and the chapters of the guide as they
// stand there, and the first run of each thread once more without each of its
// mechanisms. All runs stand in one queue, so that no processor waits for the last
// run of an experiment.
func (b *builder) playAll() (threads, chapters []*played, err error) {
	var list []*played
	for _, e := range experiment.All() {
		list = append(list, &played{Experiment: e})
	}
	split := len(list)
	for _, c := range guide.Chapters() {
		list = append(list, &played{Experiment: c.Experiment, chapter: c})
	}
	var all []*scenario.Scenario
	for _, p := range list {
		scenarios, errs := p.Scenarios(nil, "")
		if len(errs) > 0 {
			return nil, nil, fmt.Errorf("%s: %w", p.Slug, errors.Join(errs...))
		}
		p.scenarios = scenarios
		all = append(all, scenarios...)
	}
	results, err := b.runAll(all)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range list {
		n := len(p.scenarios)
		p.results, results = results[:n:n], results[n:]
	}
	threads, chapters = list[:split], list[split:]
	return threads, chapters, b.ablateAll(threads)
}

// runAll plays the scenarios to their ends, as many at a time as there are
// processors, and returns their results in the order of the scenarios.
func (b *builder) runAll(scenarios []*scenario.Scenario) ([]*result.Result, error) {
	results := make([]*result.Result, len(scenarios))
	errs := make([]error, len(scenarios))
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var runs sync.WaitGroup
	for i, sc := range scenarios {
		free <- struct{}{}
		runs.Go(func() {
			defer func() { <-free }()
			results[i], errs[i] = b.run(sc)
		})
	}
	runs.Wait()
	return results, errors.Join(errs...)
}

// run plays one scenario, or takes the result that an earlier build has kept.
func (b *builder) run(sc *scenario.Scenario) (*result.Result, error) {
	if r := b.kept.get(sc); r != nil {
		return r, nil
	}
	run, err := server.New(sc)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", sc.Experiment, sc.Run, err)
	}
	run.Watch() // for the time slider
	for run.Step(1 << 20) {
	}
	r := run.Result()
	return r, b.kept.put(sc, r)
}
