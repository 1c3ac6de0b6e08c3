package main

import (
	"strings"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// bareName names the experiment that has nothing but pgbench: all defaults, any
// release, any setting, nothing published to compare with.
const bareName = link.Bare

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
			line := pgbenchLine{script: scriptIn(changes)}
			if err := line.read(words[1:]); err != nil {
				return nil, err
			}
			p.changes = append(p.changes, line.changes...)
			p.warnings = append(p.warnings, line.idle...)
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

// scriptIn returns the last value that changes give to script, "" if none.
func scriptIn(changes []scenario.Change) (text string) {
	for _, c := range changes {
		if strings.EqualFold(c.Name, scenario.Script.String()) {
			text = c.Value
		}
	}
	return text
}
