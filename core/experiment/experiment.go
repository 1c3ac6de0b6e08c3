package experiment

import (
	"math"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

// Experiment is one experiment of the gallery.
type Experiment struct {
	Slug      string // name of its folder and in links
	Title     string
	Question  string
	Claim     string // what the thread says the answer is
	Year      int
	Thread    string // list, date and subject
	Release   string // of PostgreSQL, in the first run
	Scenario  *scenario.File
	Published []Published
	Fitted    []Fitted
	Variants  []Variant
	Story     string // Markdown
}

// Published is one number of the thread.
type Published struct {
	Run       string // empty if the number is about several runs
	Metric    string
	Value     float64
	Unit      string
	Role      string // one of the Role constants
	Tolerance Tolerance
	Source    string
}

// What a published number is used for.
const (
	RoleFitted    = "fitted"
	RolePredicted = "predicted"
	RoleContext   = "context"
	// RoleUnidentified is a number that the unknowns of the machine decide: within
	// their range the simulated difference changes its sign.
	RoleUnidentified = "not identified"
)

// Tolerance says how far a simulated number may be from the published one:
// by a share of it (Rel above zero), not at all limited (None), or else inside
// the range from Min to Max.
type Tolerance struct {
	Rel      float64 // 0.10 is 10 %
	Min, Max float64
	None     bool
}

// OK reports whether the simulated number is within the tolerance.
func (t Tolerance) OK(published, simulated float64) bool {
	switch {
	case t.None:
		return true
	case t.Rel > 0:
		return math.Abs(simulated-published) <= float64(t.Rel*math.Abs(published))
	}
	return t.Min <= simulated && simulated <= t.Max
}

// String returns "±10 %", "7 to 9", "exactly 0", or nothing if there is no
// limit.
func (t Tolerance) String() string {
	number := func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
	switch {
	case t.None:
		return ""
	case t.Rel > 0:
		return "±" + strconv.FormatFloat(100*t.Rel, 'g', 6, 64) + " %"
	case t.Min == t.Max:
		return "exactly " + number(t.Min)
	}
	return number(t.Min) + " to " + number(t.Max)
}

// Fitted is a value that nobody knows and that was chosen inside a plausible
// range so that one published number comes out.
type Fitted struct {
	Setting string
	Runs    []string // that it is a value of; nil: all
	Value   string   // as SHOW prints it
	Range   string   // what would have been plausible
	Cell    string   // run and metric it was fitted on
	Why     string
}

// Label is the setting, and of which runs if it isn't of all.
func (f *Fitted) Label() string { return label(f.Setting, f.Runs) }

func label(setting string, runs []string) string {
	if runs == nil {
		return setting
	}
	return setting + " (" + strings.Join(runs, ", ") + ")"
}

// Variant is a "what if": changes that answer a question.
type Variant struct {
	Name    string // in addresses and buttons
	Label   string
	Why     string
	Changes []scenario.Change
}

// Scenarios returns the scenario of each run after changes, or only that of
// the run with the given name if it isn't empty. Scenarios are complete even
// if there are errors: what is illegal is left out.
func (e *Experiment) Scenarios(changes []scenario.Change, run string) ([]*scenario.Scenario, []error) {
	all, errs := e.Scenario.With(changes)
	var chosen []*scenario.Scenario
	for _, s := range all {
		s.Experiment = e.Slug
		if run == "" || s.Run == run {
			chosen = append(chosen, s)
		}
	}
	if len(chosen) == 0 {
		errs = append(errs, &scenario.Error{
			Value: run, Problem: "is not a run of " + e.Slug,
			Legal: strings.Join(e.Scenario.Names(), " or "),
		})
	}
	return chosen, errs
}
