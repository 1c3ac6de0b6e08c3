package experiment

import (
	"strings"

	"clocksweep/core/hardware"
	"clocksweep/core/scenario"
)

// Unknown is a setting whose true value nobody stated, and the values it may
// have had.
type Unknown struct {
	Setting string
	Runs    []string // that it is a setting of; nil: all
	Value   string   // in force, as SHOW prints it
	Others  []string // the ends of its range, or the other choices
	Why     string
}

// Label is the setting, and of which runs if it isn't of all.
func (u *Unknown) Label() string { return label(u.Setting, u.Runs) }

// Changes are those that give the unknown the value.
func (u *Unknown) Changes(value string) []scenario.Change {
	if u.Runs == nil {
		return []scenario.Change{{Name: u.Setting, Value: value}}
	}
	var list []scenario.Change
	for _, run := range u.Runs {
		list = append(list, scenario.Change{Run: run, Name: u.Setting, Value: value})
	}
	return list
}

// Unknowns returns what is unknown about the experiment's runs: the fitted values
// with their plausible range, then what the machine's record leaves open.
func (e *Experiment) Unknowns() []Unknown {
	var list []Unknown
	all := e.Scenario.Runs()
	add := func(setting string, runs []string, values, why string) {
		sc := all[0]
		for _, s := range all {
			if len(runs) > 0 && s.Run == runs[0] {
				sc = s
			}
		}
		def, ok := scenario.Lookup(setting)
		if !ok || !sc.Has(def.ID) {
			return
		}
		for _, u := range list {
			if u.Setting == def.Name && (u.Runs == nil || runs == nil || u.Runs[0] == runs[0]) {
				return
			}
		}
		u := Unknown{Setting: def.Name, Runs: runs, Value: sc.Show(def.ID), Why: why}
		for _, value := range choices(values) {
			changed := *sc
			if changed.Set(def.Name, value) == nil && changed.Show(def.ID) != u.Value {
				u.Others = append(u.Others, value)
			}
		}
		if len(u.Others) > 0 {
			list = append(list, u)
		}
	}
	for _, f := range e.Fitted {
		add(f.Setting, f.Runs, f.Range, f.Why)
	}
	machine, _ := hardware.MachineByID(all[0].Enum(scenario.Hardware))
	for _, r := range machine.Ranges {
		add(r.Setting, nil, r.Values, r.Why)
	}
	return list
}

// choices reads "a, b, c" or "low to high".
func choices(text string) []string {
	if low, high, found := strings.Cut(text, " to "); found {
		return []string{strings.TrimSpace(low), strings.TrimSpace(high)}
	}
	var list []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}
