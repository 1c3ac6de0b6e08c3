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
	Value   string   // in force, as SHOW prints it
	Others  []string // the ends of its range, or the other choices
	Why     string
}

// Unknowns returns what is unknown about the experiment's runs: the fitted values
// with their plausible range, then what the machine's record leaves open.
func (e *Experiment) Unknowns() []Unknown {
	var list []Unknown
	sc := e.Scenario.Runs()[0]
	add := func(setting, values, why string) {
		def, ok := scenario.Lookup(setting)
		if !ok || !sc.Has(def.ID) {
			return
		}
		for _, u := range list {
			if u.Setting == def.Name {
				return
			}
		}
		u := Unknown{Setting: def.Name, Value: sc.Show(def.ID), Why: why}
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
		add(f.Setting, f.Range, f.Why)
	}
	machine, _ := hardware.MachineByID(sc.Enum(scenario.Hardware))
	for _, r := range machine.Ranges {
		add(r.Setting, r.Values, r.Why)
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
