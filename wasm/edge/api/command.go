package api

import (
	"strconv"
	"strings"

	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// command is the command line that plays an order on a machine of one's own.
func (u *order) command() string {
	return strings.Join(append([]string{"clocksweep", "run"}, u.source()...), " ")
}

// source is the part of a command line that says what is to run.
func (u *order) source() (words []string) {
	changes := u.changes
	switch {
	case u.experiment != nil:
		words = append(words, u.experiment.Slug)
		if u.Run != "" {
			words = append(words, "-run", link.Quote(u.Run))
		}
	case len(u.file.Names()) > 1: // nothing but the file itself says it all
		words = append(words, "FILE")
		if u.Run != "" {
			words = append(words, "-run", link.Quote(u.Run))
		}
	default:
		words = append(words, "pgbench")
		changes = explicit(u.scenarios[0])
	}
	for _, c := range changes {
		words = append(words, link.Quote(c.Key()+"="+c.Value))
	}
	return words
}

// explicit are the settings that differ from their defaults.
func explicit(sc *scenario.Scenario) (changes []scenario.Change) {
	for _, set := range scenario.Settings() {
		if !sc.IsDefault(set.ID) {
			changes = append(changes, scenario.Change{Name: set.Name, Value: sc.Show(set.ID)})
		}
	}
	return changes
}

// command is the command line of a sweep.
func (o *sweepOrder) command() string {
	words := append([]string{"clocksweep", "sweep"}, o.source()...)
	for _, axis := range o.Axes {
		words = append(words, link.Quote(axis))
	}
	if o.Seeds > 1 {
		words = append(words, "-seeds", strconv.Itoa(o.Seeds))
	}
	return strings.Join(words, " ")
}
