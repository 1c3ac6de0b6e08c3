package generate

import (
	"slices"
	"strings"

	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// groupNames are the headings above the complete list of settings.
var groupNames = map[string]string{
	scenario.GroupPostgreSQL: "PostgreSQL",
	scenario.GroupWorkload:   "Workload",
	scenario.GroupMachine:    "Machine",
	scenario.GroupKernel:     "Kernel and file system",
	scenario.GroupMechanism:  "Mechanisms to turn off",
}

// fields divides the settings into those the reader meets first, in the strip,
// and all the others by group. The strip holds what differs between the runs,
// then what the experiment's question is about.
func fields(p *played) (strip []page.Field, groups []page.Group) {
	asked := asked(p)
	var second []page.Field
	for _, s := range scenario.Settings() {
		f := field(s, p.scenarios)
		switch {
		case len(f.Inputs) > 1:
			strip = append(strip, f)
		case slices.Contains(asked, s.ID):
			second = append(second, f)
		default:
			if len(groups) == 0 || groups[len(groups)-1].Name != groupNames[s.Group] {
				groups = append(groups, page.Group{Name: groupNames[s.Group]})
			}
			g := &groups[len(groups)-1]
			g.Fields = append(g.Fields, f)
		}
	}
	return append(strip, second...), groups
}

// asked returns the settings that the experiment's own variants change, and
// how many clients run for how long.
func asked(p *played) []scenario.ID {
	ids := []scenario.ID{scenario.Clients, scenario.Duration}
	for _, v := range p.Variants {
		for _, c := range v.Changes {
			if s, ok := scenario.Lookup(c.Name); ok {
				ids = append(ids, s.ID)
			}
		}
	}
	return ids
}

// field describes one setting: one control if its value is the same in all
// runs, else one for each.
func field(s scenario.Setting, runs []*scenario.Scenario) page.Field {
	first := runs[0]
	f := page.Field{
		Name: s.Name, Help: s.Help, Default: defaultOf(s, runs), Legal: legal(s, first),
	}
	differs := slices.ContainsFunc(runs, func(r *scenario.Scenario) bool { return r.Show(s.ID) != first.Show(s.ID) })
	if !differs {
		f.Inputs = []page.Input{input(s, first, "")}
		return f
	}
	for _, r := range runs {
		f.Inputs = append(f.Inputs, input(s, r, r.Run))
	}
	return f
}

func input(s scenario.Setting, sc *scenario.Scenario, run string) page.Input {
	id := "set-" + s.Name
	if run != "" {
		id += "-" + run
	}
	in := page.Input{ID: id, Setting: s.Name, Run: run, Value: sc.Show(s.ID), Hint: "hint-" + s.Name}
	switch s.Kind {
	case scenario.KindBool:
		in.Options = []page.Fact{{Name: "on"}, {Name: "off"}}
	case scenario.KindEnum:
		for i, value := range s.Enum {
			in.Options = append(in.Options, page.Fact{Name: value, Value: s.Labels[i]})
		}
	}
	return in
}

// defaultOf names the default, or those of the runs if they differ.
func defaultOf(s scenario.Setting, runs []*scenario.Scenario) string {
	var values []string
	for _, r := range runs {
		if v := r.Default(s.ID); !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	return strings.Join(values, " or ")
}

// legal says in words what a text field takes; a choice shows its values.
func legal(s scenario.Setting, sc *scenario.Scenario) string {
	if s.Kind == scenario.KindBool || s.Kind == scenario.KindEnum {
		return ""
	}
	return sc.Legal(s.ID)
}
