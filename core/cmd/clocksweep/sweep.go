package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/core/sweep"
)

const sweepAbout = `Repeats a run with other values of one setting or of two, side by side on all
processors, and prints a measure of each.

  SETTING=LIST     8MB,64MB,1GB or a range: 32MB..1GB x2 multiplies, 0..100 +20 adds;
                   "all" takes every value of a choice or a switch
  name=value       changes a setting in all runs
  -run NAME        the run of the experiment to repeat; without it the first one
  -metric M        what to print; without it tps (help sweep lists them below)
  -seeds N         repeats each run with so many seeds: mean, lowest, highest and
                   the mean's 95 % interval
  -edge URL        has the runs played by the edge worker at that address, side by
                   side there; a stream that breaks off is taken up again
  -csv             a line for each run with all measures
  -json            one JSON object with all measures
  -memory MB       refuses runs that need more memory than so many megabytes
  -events N        refuses runs that are certain to take more than so many events: as run

What a release or a machine does not have is told with the reason.`

// sweepOrder is a command line of "sweep".
type sweepOrder struct {
	source, run string
	fixed       []scenario.Change
	ranges      []scenario.Change
	measure     int
	seeds       int
	budget      budget // of each run
	edge        string // address of an edge worker; empty: the runs are played here
}

// sweepRuns is the command "sweep".
func sweepRuns(ctx context.Context, c console, args []string) error {
	flags := newFlags("sweep")
	asCSV := flags.Bool("csv", false, "")
	asJSON := flags.Bool("json", false, "")
	order, err := readSweep(flags, args)
	if err != nil {
		return err
	}
	p, first, err := order.plan(c)
	if err != nil {
		return err
	}
	base := first.scenarios[0]
	o := sweep.NewOutcome(p)
	if order.edge == "" {
		sweepAll(ctx, c, o, order.budget)
	} else if err := order.sweepAtEdge(ctx, c, first, o); err != nil {
		return err
	}
	done, failed := o.Done()
	switch {
	case *asCSV:
		c.out.Write(o.CSV())
	case *asJSON:
		c.out.Write(report.SweepJSON(engine, base.Text(), o))
	default:
		fmt.Fprintf(c.out, "%s, %d of %d runs\n", runLabel(base), done, len(p.Jobs()))
		c.out.Write([]byte(report.SweepText(o, order.measure)))
	}
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(c.err, "clocksweep: the sweep was stopped; what is missing did not run")
		return errTold
	case failed > 0:
		fmt.Fprintf(c.err, "clocksweep: %d runs failed or were refused\n", failed)
		return errTold
	}
	return nil
}

func readSweep(flags *flag.FlagSet, args []string) (*sweepOrder, error) {
	o := &sweepOrder{}
	flags.StringVar(&o.run, "run", "", "")
	metric := flags.String("metric", "tps", "")
	seeds := flags.String("seeds", "1", "")
	flags.StringVar(&o.edge, "edge", "", "")
	readBudget := budgetFlags(flags)
	rest, err := parse(flags, args)
	if err != nil {
		return nil, err
	}
	if o.budget, err = readBudget(); err != nil {
		return nil, err
	}
	if o.edge != "" && o.budget != (budget{}) {
		return nil, usagef("sweep: -memory and -events are for runs that are played here; an edge worker has limits of its own")
	}
	if len(rest) == 0 {
		return nil, usagef("sweep: what is to run is missing; legal is an experiment (%s), %s, a scenario file or a link", slugs(), bareName)
	}
	o.source = rest[0]
	var ok bool
	if o.measure, ok = sweep.MeasureByName(*metric); !ok {
		return nil, usagef("sweep: there is no metric %q; legal are %s", *metric, sweep.MeasureNames())
	}
	if o.seeds, err = strconv.Atoi(*seeds); err != nil {
		return nil, usagef("sweep: -seeds %s is not a number; legal is 1 to %d", *seeds, sweep.MaxSeeds)
	}
	changed, err := changes(rest[1:])
	if err != nil {
		return nil, err
	}
	for _, change := range changed {
		if swept(change) {
			o.ranges = append(o.ranges, change)
		} else {
			o.fixed = append(o.fixed, change)
		}
	}
	if n := len(o.ranges); n < 1 || n > 2 {
		return nil, usagef("sweep: there are %d settings with several values; legal is one or two, for instance shared_buffers=32MB..1GB", n)
	}
	return o, nil
}

// swept tells a setting with several values from one with a single one, in which
// commas may stand too.
func swept(c scenario.Change) bool {
	setting, ok := scenario.Lookup(c.Name)
	if ok && setting.Kind == scenario.KindText || strings.HasPrefix(strings.TrimSpace(c.Value), "pgbench ") {
		return false
	}
	return sweep.IsList(c.Value)
}

// plan makes the plan of the sweep, and that of the run that it repeats.
func (o *sweepOrder) plan(c console) (*sweep.Plan, *plan, error) {
	first, err := newPlan(o.source, o.fixed, o.run)
	if err != nil {
		return nil, nil, err
	}
	for _, w := range first.warnings {
		fmt.Fprintf(c.err, "clocksweep: warning: %v\n", w)
	}
	base := first.scenarios[0]
	var axes []sweep.Axis
	for _, r := range o.ranges {
		if r.Run != "" {
			return nil, nil, usagef("%s: a sweep repeats one run, which -run names; legal is %s", r.Key(), r.Name)
		}
		a, err := sweep.ReadAxis(base, r.Name, r.Value)
		if err != nil {
			return nil, nil, usageError{err}
		}
		axes = append(axes, a)
	}
	fixed := o.fixed
	p, err := sweep.NewWithin(sweep.MostRuns, func(more []scenario.Change) (*scenario.Scenario, []error) {
		p, err := newPlan(o.source, append(fixed[:len(fixed):len(fixed)], more...), base.Run)
		var wrong usageError
		if errors.As(err, &wrong) {
			return nil, wrong
		}
		if err != nil {
			return nil, []error{err}
		}
		return p.scenarios[0], nil
	}, axes, o.seeds)
	if err != nil {
		return nil, nil, usageError{err}
	}
	return p, first, nil
}

// scenariosOf are the scenarios of runs.
func scenariosOf(p *sweep.Plan, jobs []sweep.Job) (scenarios []*scenario.Scenario) {
	for _, j := range jobs {
		scenarios = append(scenarios, p.Scenario(j))
	}
	return scenarios
}

// sweepAll carries a plan out, as many runs at a time as there are processors.
func sweepAll(ctx context.Context, c console, o *sweep.Outcome, b budget) {
	jobs := o.Jobs()
	scenarios := scenariosOf(o.Plan, jobs)
	bar := newProgressBar(c.err, scenarios)
	free := make(chan struct{}, runtime.GOMAXPROCS(0))
	var all sync.WaitGroup
	var one sync.Mutex
	for i, j := range jobs {
		free <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		all.Go(func() {
			defer func() { <-free }()
			r, err := simulateOne(ctx, scenarios[i], b, func(now, planned int64) { bar.set(i, now, planned) })
			one.Lock()
			defer one.Unlock()
			var refused *scenario.Error
			switch {
			case errors.As(err, &refused):
				o.Refuse(j, refused.Error())
			case err != nil:
				o.Fail(j, err.Error())
			default:
				o.Put(j, r)
			}
		})
	}
	all.Wait()
	bar.clear()
}
