package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/link"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

const linkAbout = `Prints the link that opens an experiment in the lab with changed settings, the same
that the page copies. The experiment "pgbench" is the page of the lab, with any
settings; another link may stand in the place of an experiment.

  name=value      changes a setting in all runs
  RUN.name=value  changes it in one run
  -base URL       address of a site, put before the link
  -result         runs the scenario and puts headline numbers into the link, so
                  that who opens it sees whether they come out there too

A link of more than 1,500 characters is compressed.`

// printLink is the command "link".
func printLink(ctx context.Context, c console, args []string) error {
	flags := newFlags("link")
	base := flags.String("base", "", "")
	withResult := flags.Bool("result", false, "")
	rest, err := parse(flags, args)
	if err != nil {
		return err
	}
	if len(rest) == 0 {
		return usagef("link: the experiment is missing; the experiments are %s, %s", slugs(), bareName)
	}
	changed, err := changes(rest[1:])
	if err != nil {
		return err
	}
	p, err := newPlan(rest[0], changed, "")
	if err != nil {
		return err
	}
	if p.file {
		return usagef("link: %s is a file; legal is an experiment (%s, %s) or a link, with the settings of the file behind it", rest[0], slugs(), bareName)
	}
	for _, w := range p.warnings {
		fmt.Fprintf(c.err, "clocksweep: warning: %v\n", w)
	}
	l := scenario.Link{Version: 1, Changes: latest(p.changes), Extras: p.link.Extras, Unknown: p.link.Unknown}
	if p.experiment != nil {
		l.Experiment = p.experiment.Slug
	}
	if len(l.Changes) > 0 {
		l.Engine = engine
	}
	if *withResult {
		results, err := simulateAll(ctx, p.scenarios, budget{}, newProgressBar(c.err, p.scenarios))
		if err != nil {
			return err
		}
		if err := stopped(c, results); err != nil {
			return err
		}
		l.Engine, l.Figures = engine, link.Summary(results)
	}
	fmt.Fprintln(c.out, strings.TrimSuffix(*base, "/")+address(p.experiment, l))
	return nil
}

// address is where on a site a link leads: the page of an experiment, or the lab.
func address(e *experiment.Experiment, l scenario.Link) string {
	text := link.Encode(l)
	if e == nil {
		return link.LabPath + text
	}
	return text
}

// latest leaves, of the changes with one key, the last, which is in force.
func latest(changes []scenario.Change) []scenario.Change {
	var list []scenario.Change
	for i, c := range changes {
		later := func(d scenario.Change) bool { return strings.EqualFold(d.Key(), c.Key()) }
		if !slices.ContainsFunc(changes[i+1:], later) {
			list = append(list, c)
		}
	}
	return list
}

// printClaim tells whether the numbers of a link came out here.
func printClaim(c console, l scenario.Link, results []*result.Result) {
	if len(l.Figures) == 0 {
		return
	}
	fmt.Fprint(c.out, "\n== the result in the link and this one ==\n")
	pairs := link.Beside(l.Figures, link.Summary(results))
	for _, p := range pairs {
		here := p.Here
		if here == "" {
			here = "not known here"
		}
		name := link.Label(p.Name)
		if p.Run != "" {
			name = p.Run + ": " + name
		}
		fmt.Fprintf(c.out, "%-54s %18s %18s\n", printable(name, 54), printable(p.Value, 18), here)
	}
	verdict, _ := link.Verdict(pairs, l.Engine, engine)
	fmt.Fprintln(c.out, verdict)
}

// printable makes a text from outside fit for a terminal: without control
// characters, and not too long.
func printable(text string, most int) string {
	q := strconv.Quote(text)
	q = q[1 : len(q)-1]
	if len(q) > most {
		q = q[:most]
	}
	return q
}
