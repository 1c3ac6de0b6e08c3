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

const explainAbout = `Runs an experiment as published and once more without each of the mechanisms in
play, and prints what each is worth: throughput, the 99th percentile of latency,
time in pauses of a second or more, and pages written for each transaction.

  name=value      changes a setting in all runs, RUN.name=value in one
  -run NAME       only this run
  -sensitivity    instead: how far each judged number moves when what nobody knows of
                  the machine takes its other plausible values
  -json           one JSON object instead of tables`

// explain is the command "explain".
func explain(ctx context.Context, c console, args []string) error {
	flags := newFlags("explain")
	only := flags.String("run", "", "")
	sensitivity := flags.Bool("sensitivity", false, "")
	asJSON := flags.Bool("json", false, "")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("explain: the experiment is missing; legal is %s", slugs())
	}
	e, err := bySlug(rest[0])
	if err != nil {
		return err
	}
	changed, err := changes(rest[1:])
	if err != nil {
		return err
	}
	base, errs := e.Scenarios(changed, *only)
	if len(errs) > 0 {
		return usageError(errs)
	}
	x := explanation{e: e, changed: changed, only: *only, base: base}
	if *sensitivity {
		return x.sensitivity(ctx, c, *asJSON)
	}
	return x.ablation(ctx, c, *asJSON)
}

// explanation is an experiment whose runs are repeated with changes.
type explanation struct {
	e       *experiment.Experiment
	changed []scenario.Change
	only    string
	base    []*scenario.Scenario
}

// ablation repeats every run without each of its mechanisms.
func (x *explanation) ablation(ctx context.Context, c console, asJSON bool) error {
	all := append([]*scenario.Scenario(nil), x.base...)
	var list [][]experiment.Mechanism
	for _, sc := range x.base {
		var kept []experiment.Mechanism
		for _, m := range experiment.Mechanisms(sc) {
			if less, ok := x.without(sc, m.Without); ok {
				kept = append(kept, m)
				all = append(all, less)
			}
		}
		list = append(list, kept)
	}
	begin := time.Now()
	results, err := simulateAll(ctx, all, budget{}, newProgressBar(c.err, all))
	if err != nil {
		return err
	}
	wall := time.Since(begin)
	var ablations []report.Ablation
	next := len(x.base)
	for i, mechanisms := range list {
		a := report.Ablation{Run: results[i]}
		for _, m := range mechanisms {
			a.Rows = append(a.Rows, report.Without{Mechanism: m, Run: results[next]})
			next++
		}
		ablations = append(ablations, a)
	}
	if asJSON {
		c.out.Write(report.ExplainJSON(x.e, ablations, nil))
		return stopped(c, results)
	}
	fmt.Fprintln(c.out, x.e.Title)
	for i := range ablations {
		fmt.Fprintf(c.out, "\n== %s ==\n%s", runLabel(x.base[i]), ablations[i].Text())
	}
	printProvenance(c, results[:len(x.base)], wall)
	return stopped(c, results)
}

// without returns the run with one mechanism taken away. ok is false if the
// change is not possible there.
func (x *explanation) without(sc *scenario.Scenario, change []scenario.Change) (less *scenario.Scenario, ok bool) {
	changed := append([]scenario.Change(nil), x.changed...)
	for _, c := range change {
		c.Run = sc.Run
		changed = append(changed, c)
	}
	runs, errs := x.e.Scenarios(changed, sc.Run)
	if len(errs) > 0 {
		return nil, false
	}
	return runs[0], true
}

// sensitivity repeats all runs with every unknown at each of its other values.
func (x *explanation) sensitivity(ctx context.Context, c console, asJSON bool) error {
	all := append([]*scenario.Scenario(nil), x.base...)
	var unknowns []experiment.Unknown
	for _, u := range x.e.Unknowns() {
		possible := u
		possible.Others = nil
		for _, other := range u.Others {
			changed := append(append([]scenario.Change(nil), x.changed...), u.Changes(other)...)
			runs, errs := x.e.Scenarios(changed, x.only)
			if len(errs) > 0 {
				continue
			}
			possible.Others = append(possible.Others, other)
			all = append(all, runs...)
		}
		if len(possible.Others) > 0 {
			unknowns = append(unknowns, possible)
		}
	}
	begin := time.Now()
	results, err := simulateAll(ctx, all, budget{}, newProgressBar(c.err, all))
	if err != nil {
		return err
	}
	wall := time.Since(begin)
	n := len(x.base)
	changed := make([][][]*result.Result, len(unknowns))
	next := n
	for i, u := range unknowns {
		for range u.Others {
			changed[i] = append(changed[i], results[next:next+n])
			next += n
		}
	}
	tornados := report.Tornados(x.e, results[:n], unknowns, changed)
	if asJSON {
		c.out.Write(report.ExplainJSON(x.e, nil, tornados))
		return stopped(c, results)
	}
	fmt.Fprintln(c.out, x.e.Title)
	for i := range tornados {
		fmt.Fprintf(c.out, "\n%s", tornados[i].Text())
	}
	printProvenance(c, results[:n], wall)
	return stopped(c, results)
}
