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

// likely are the settings that a reader is likeliest to turn, in the order of the
// strip: who writes, where to, and what was in memory before.
var likely = []scenario.ID{
	scenario.SharedBuffers, scenario.BgwriterLRUMaxpages, scenario.FileSystem, scenario.Kernel, scenario.Disk,
	scenario.AfterInit,
}

// stripMost is how many settings of the strip a reader takes in.
const stripMost = 8

// fields divides the settings into those of the strip, which are what differs
// between the runs and, where there is room, those turned first, and all the others
// by group.
func fields(p *played) (strip []page.Field, groups []page.Group) {
	var turned []page.Field
	room := stripMost
	for _, s := range scenario.Settings() {
		if len(field(s, p.scenarios).Inputs) > 1 {
			room--
		}
	}
	for _, s := range scenario.Settings() {
		f := field(s, p.scenarios)
		switch {
		case len(f.Inputs) > 1:
			strip = append(strip, f)
		case slices.Contains(likely[:max(0, min(room, len(likely)))], s.ID):
			turned = append(turned, f)
		default:
			if len(groups) == 0 || groups[len(groups)-1].Name != groupNames[s.Group] {
				groups = append(groups, page.Group{Name: groupNames[s.Group]})
			}
			g := &groups[len(groups)-1]
			g.Fields = append(g.Fields, f)
		}
	}
	place := func(f page.Field) int {
		return slices.IndexFunc(likely, func(id scenario.ID) bool { s, _ := scenario.Lookup(f.Name); return s.ID == id })
	}
	slices.SortFunc(turned, func(a, b page.Field) int { return place(a) - place(b) })
	return append(strip, turned...), groups
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
