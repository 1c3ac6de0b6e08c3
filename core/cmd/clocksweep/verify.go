package main

import (
	"context"
	"fmt"
	"time"

	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

const verifyAbout = `Runs the experiments named, or all that have published numbers, as published,
and compares. The exit status is 1 if a number misses its tolerance.

  -json   one JSON object: the cells of each experiment, how many were predicted, how
          many of those missed, and the median |log ratio| of the predicted ones`

// verify is the command "verify".
func verify(ctx context.Context, c console, args []string) error {
	flags := newFlags("verify")
	asJSON := flags.Bool("json", false, "")
	names, err := parse(flags, args)
	if err != nil {
		return err
	}
	experiments, err := withPublished(names)
	if err != nil {
		return err
	}
	var all []*scenario.Scenario
	ends := make([]int, len(experiments)) // of an experiment's scenarios in all
	for i, e := range experiments {
		scenarios, errs := e.Scenarios(nil, "")
		if len(errs) > 0 {
			return usageError(errs)
		}
		all = append(all, scenarios...)
		ends[i] = len(all)
	}
	begin := time.Now()
	results, err := simulateAll(ctx, all, budget{}, newProgressBar(c.err, all))
	if err != nil {
		return err
	}
	wall := time.Since(begin)

	first := 0
	var cells []report.Cell
	var list []report.Verified
	for i, e := range experiments {
		mine := results[first:ends[i]]
		first = ends[i]
		compared := report.Compare(e, mine)
		cells = append(cells, compared...)
		list = append(list, report.Verified{Experiment: e, Cells: compared})
		if !*asJSON {
			printVerified(c, e, mine)
		}
	}
	score := report.Judge(cells)
	if *asJSON {
		c.out.Write(report.VerifyJSON(engine, list, wall.Seconds()))
	} else {
		printProvenance(c, results, wall)
		fmt.Fprintf(c.out, "%s\n%s\n", score, score.Predictions())
	}
	if err := stopped(c, results); err != nil {
		return err
	}
	if !score.OK() {
		return errTold
	}
	return nil
}

// withPublished returns the experiments of these names; without names, all that
// have published numbers.
func withPublished(names []string) ([]*experiment.Experiment, error) {
	var list []*experiment.Experiment
	for _, name := range names {
		e, err := bySlug(name)
		if err != nil {
			return nil, err
		}
		if len(e.Published) == 0 {
			return nil, usagef("%s has no published numbers to verify", name)
		}
		list = append(list, e)
	}
	if len(names) > 0 {
		return list, nil
	}
	for _, e := range experiment.All() {
		if len(e.Published) > 0 {
			list = append(list, e)
		}
	}
	return list, nil
}

func printVerified(c console, e *experiment.Experiment, results []*result.Result) {
	fmt.Fprintf(c.out, "%s\n%s", e.Title, report.CompareText(report.Compare(e, results)))
	printFitted(c, e)
}
