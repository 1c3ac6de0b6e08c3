package generate

import (
	"errors"
	"fmt"

	"clocksweep/core/experiment"
	"clocksweep/core/guide"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
	"clocksweep/site/page"
)

// played is an experiment with the results of its runs.
type played struct {
	*experiment.Experiment
	scenarios []*scenario.Scenario
	results   []*result.Result
	without   *report.Ablation // of the first run; nil if repeating it takes too long
	chapter   *guide.Chapter   // of the guide; nil for an experiment of a thread
	page      *page.Experiment
}

// playAll runs the experiments of threads and the chapters of the guide as they
// stand there, repeats the first run of each thread without each of its mechanisms, and
// makes the pages of all. The experiments are played beside each other, so that no
// processor waits for the last run of one of them.
func (b *builder) playAll() (threads, chapters []*played, err error) {
	var list []*played
	for _, e := range experiment.All() {
		list = append(list, &played{Experiment: e})
	}
	split := len(list)
	for _, c := range guide.Chapters() {
		list = append(list, &played{Experiment: c.Experiment, chapter: c})
	}
	err = each(len(list), func(i int) error {
		if err := b.play(list[i]); err != nil {
			return fmt.Errorf("%s: %w", list[i].Slug, err)
		}
		return nil
	})
	return list[:split], list[split:], err
}

// play runs an experiment and makes its page.
func (b *builder) play(p *played) error {
	scenarios, errs := p.Scenarios(nil, "")
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	p.scenarios = scenarios
	var err error
	if p.results, err = b.runAll(scenarios); err != nil {
		return err
	}
	if p.chapter == nil {
		if err := b.ablate(p); err != nil {
			return err
		}
	}
	p.page, err = b.experiment(p)
	return err
}

// runAll plays the scenarios to their ends and returns their results in the order of
// the scenarios.
func (b *builder) runAll(scenarios []*scenario.Scenario) ([]*result.Result, error) {
	results := make([]*result.Result, len(scenarios))
	err := each(len(scenarios), func(i int) error {
		return computing(func() (err error) {
			results[i], err = b.run(scenarios[i])
			return err
		})
	})
	return results, err
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
