package main

import (
	"flag"
	"strings"

	"clocksweep/core/scenario"
)

// bareName names the experiment that has nothing but pgbench: all defaults, any
// release, any setting, nothing published to compare with.
const bareName = "pgbench"

// bare is the plan of pgbench alone. postgres= may stand for release=, and the
// workload may be written as pgbench's own command line.
func bare(changes []scenario.Change, run string) (*plan, error) {
	p := &plan{title: "pgbench on a machine of your choice"}
	for _, c := range changes {
		switch words := strings.Fields(c.Value); {
		case strings.EqualFold(c.Name, "postgres"):
			c.Name = scenario.Release.String()
			p.changes = append(p.changes, c)
		case strings.EqualFold(c.Name, scenario.Workload.String()) && len(words) > 0 && words[0] == "pgbench":
			spelled, err := pgbenchLine(words[1:])
			if err != nil {
				return nil, err
			}
			p.changes = append(p.changes, spelled...)
		default:
			p.changes = append(p.changes, c)
		}
	}
	file, _ := scenario.Parse("")
	scenarios, errs := file.With(p.changes)
	if len(errs) > 0 {
		return nil, usageError(errs)
	}
	if run != "" {
		return nil, usagef("%s has one run only, without a name", bareName)
	}
	p.scenarios = scenarios
	return p, nil
}

// pgbenchLine makes settings of the options of a pgbench command line.
func pgbenchLine(words []string) ([]scenario.Change, error) {
	flags := newFlags("pgbench")
	values := map[string]scenario.ID{
		"s": scenario.Scale, "c": scenario.Clients, "t": scenario.Transactions, "T": scenario.Duration,
	}
	for name := range values {
		flags.String(name, "", "")
	}
	flags.String("random-seed", "", "")
	flags.String("j", "1", "") // the lab's pgbench has one thread
	flags.Bool("n", true, "")  // the lab never vacuums before a run
	selects := flags.Bool("S", false, "")
	updates := flags.Bool("N", false, "")
	rest, err := parse(flags, words)
	if err != nil {
		return nil, err
	}
	if len(rest) > 0 {
		return nil, usagef("workload: %q is no option of pgbench that the lab knows; %s", rest[0], legalFlags(flags))
	}
	if flags.Lookup("j").Value.String() != "1" {
		return nil, usagef("workload: the lab's pgbench has one thread; legal is -j 1")
	}
	values["random-seed"] = scenario.Seed
	var list []scenario.Change
	flags.Visit(func(f *flag.Flag) {
		if id, ok := values[f.Name]; ok {
			list = append(list, scenario.Change{Name: id.String(), Value: f.Value.String()})
		}
	})
	script := "tpc-b"
	switch {
	case *selects && *updates:
		return nil, usagef("workload: -S and -N exclude each other")
	case *selects:
		script = "select-only"
	case *updates:
		script = "simple-update"
	}
	return append(list, scenario.Change{Name: scenario.Workload.String(), Value: script}), nil
}
