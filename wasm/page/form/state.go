package form

import (
	"slices"

	"clocksweep/core/scenario"
)

// State is what a reader has changed in an experiment. A copy is independent
// of the original.
type State struct {
	slug    string
	file    *scenario.File    // the runs as the experiment has them
	changes []scenario.Change // each of one run, in the order in which they were made
	unknown []scenario.Change // of the link, kept for the next one
	extras  []scenario.Change // of the link, beside settings
	claim   claim             // of the sender of the link

	// shown are the runs with the changes, which a form asks for dozens of times
	// between two changes; nil until the first.
	shown []*scenario.Scenario
}

// New returns the state without a change: slug names the experiment, file
// holds its runs.
func New(slug string, file *scenario.File) *State {
	return &State{slug: slug, file: file}
}

// Reset takes back every change.
func (s *State) Reset() {
	s.changes, s.unknown, s.extras, s.claim, s.shown = nil, nil, nil, claim{}, nil
}

// Set changes a setting of one run, or of all if run is "". If the value is not
// legal, or does not go with the other settings, it changes nothing and says
// why.
func (s *State) Set(run, name, value string) error {
	trial := *s
	if err := trial.set(run, name, value); err != nil {
		return err
	}
	if err := firstNew(trial.conflicts(), s.conflicts()); err != nil {
		return err
	}
	*s = trial
	return nil
}

// Check returns what Set would, and changes nothing.
func (s *State) Check(run, name, value string) error {
	trial := *s
	return trial.Set(run, name, value)
}

// Apply makes several changes, which may need one another to make sense. It
// leaves out those that are not legal. The errors say which these are, and what
// does not go together in the end.
func (s *State) Apply(changes []scenario.Change) []error {
	var errs []error
	for _, c := range changes {
		if err := s.set(c.Run, c.Name, c.Value); err != nil {
			errs = append(errs, err)
		}
	}
	return append(errs, s.conflicts()...)
}

// TakeBack drops the changes of the settings that are named in list, whatever
// their values.
func (s *State) TakeBack(list []scenario.Change) {
	for _, c := range list {
		s.changes = without(s.changes, c.Run, c.Name)
	}
	s.shown = nil
}

// Preset returns the changes that a what-if preset makes on its own, as Chosen wants
// them. It builds every run several times: once for a page is enough.
func (s *State) Preset(list []scenario.Change) []scenario.Change {
	alone := New(s.slug, s.file)
	for _, c := range list {
		_ = alone.set(c.Run, c.Name, c.Value) // an illegal one is no change
	}
	return alone.changes
}

// Chosen tells which of several presets is in force: all its changes have been
// made. If that is true of more than one, it is the one with the most changes; if
// of none, the result is -1.
func (s *State) Chosen(presets [][]scenario.Change) int {
	chosen, most := -1, 0
	for i, preset := range presets {
		missing := func(c scenario.Change) bool { return !slices.Contains(s.changes, c) }
		if len(preset) > most && !slices.ContainsFunc(preset, missing) {
			chosen, most = i, len(preset)
		}
	}
	return chosen
}

// Scenarios returns the scenarios of all runs, or what stands against running
// them.
func (s *State) Scenarios() ([]*scenario.Scenario, []error) { return s.With(nil) }

// With is Scenarios with further changes on top of the reader's.
func (s *State) With(more []scenario.Change) ([]*scenario.Scenario, []error) {
	scenarios, errs := s.file.With(append(slices.Clone(s.changes), more...))
	if len(errs) > 0 {
		return nil, errs
	}
	for _, sc := range scenarios {
		sc.Experiment = s.slug
	}
	return scenarios, nil
}

// First returns the first run as the form shows it.
func (s *State) First() *scenario.Scenario { return s.now()[0] }

func (s *State) now() []*scenario.Scenario {
	if s.shown == nil {
		s.shown, _ = s.file.With(s.changes)
	}
	return s.shown
}

// Show returns the value in force in one run, or in all if run is "". It
// returns false if the runs differ in it.
func (s *State) Show(run, name string) (value string, same bool) {
	setting, ok := scenario.Lookup(name)
	if !ok {
		return "", false
	}
	for _, sc := range s.now() {
		if run != "" && sc.Run != run {
			continue
		}
		shown := sc.Show(setting.ID)
		if same && shown != value {
			return "", false
		}
		value, same = shown, true
	}
	return value, same
}

// Original returns what Show did before the first change.
func (s *State) Original(run, name string) (value string, same bool) {
	return New(s.slug, s.file).Show(run, name)
}

// Changed tells whether a setting is changed in one run, or in any if run is "".
func (s *State) Changed(run, name string) bool {
	return slices.ContainsFunc(s.changes, func(c scenario.Change) bool {
		return c.Name == name && (run == "" || c.Run == run)
	})
}

// Changes returns the shortest list of changes that gives this state, in the
// order of the settings. One that all runs share is listed once, with Run "".
func (s *State) Changes() []scenario.Change {
	var list []scenario.Change
	for _, setting := range scenario.Settings() {
		var mine []scenario.Change
		for _, run := range s.file.Names() {
			for _, c := range s.changes {
				if c.Run == run && c.Name == setting.Name {
					mine = append(mine, c)
				}
			}
		}
		if len(mine) == 0 {
			continue
		}
		if value, same := s.Show("", setting.Name); same {
			mine = []scenario.Change{{Name: setting.Name, Value: value}}
		}
		list = append(list, mine...)
	}
	return list
}

// set is Set without regard to what goes together.
func (s *State) set(run, name, value string) error {
	runs := []string{run}
	if run == "" {
		runs = s.file.Names()
	}
	changes := s.changes
	for _, r := range runs {
		rest := without(changes, r, name)
		before, illegalBefore := s.judge(rest)
		after, illegal := s.judge(append(rest, scenario.Change{Run: r, Name: name, Value: value}))
		if err := firstNew(illegal, illegalBefore); err != nil {
			return err
		}
		changes = rest
		i := slices.Index(s.file.Names(), r)
		setting, _ := scenario.Lookup(name)
		if shown := after[i].Show(setting.ID); shown != before[i].Show(setting.ID) {
			changes = append(rest, scenario.Change{Run: r, Name: setting.Name, Value: shown})
		}
	}
	s.changes, s.shown = changes, nil
	return nil
}

// judge returns the scenarios that changes would make and which of the values
// are not legal.
func (s *State) judge(changes []scenario.Change) (scenarios []*scenario.Scenario, illegal []error) {
	scenarios, errs := s.file.With(changes)
	conflicts := conflictsOf(scenarios)
	for _, err := range errs {
		if !contains(conflicts, err) {
			illegal = append(illegal, err)
		}
	}
	return scenarios, illegal
}

// conflicts returns what is wrong between settings that are each legal.
func (s *State) conflicts() []error {
	scenarios, _ := s.file.With(s.changes)
	return conflictsOf(scenarios)
}

func conflictsOf(scenarios []*scenario.Scenario) []error {
	var errs []error
	for _, sc := range scenarios {
		for _, err := range sc.Check() {
			if !contains(errs, err) {
				errs = append(errs, err)
			}
		}
	}
	return errs
}

// firstNew returns the first error of errs that was not there before.
func firstNew(errs, before []error) error {
	for _, err := range errs {
		if !contains(before, err) {
			return err
		}
	}
	return nil
}

// contains compares errors as a reader does, by their text.
func contains(errs []error, err error) bool {
	return slices.ContainsFunc(errs, func(e error) bool { return e.Error() == err.Error() })
}

// without returns a new list that lacks the changes of a setting in one run,
// or in all if run is "".
func without(changes []scenario.Change, run, name string) []scenario.Change {
	setting, _ := scenario.Lookup(name)
	var rest []scenario.Change
	for _, c := range changes {
		if c.Name != setting.Name || run != "" && c.Run != run {
			rest = append(rest, c)
		}
	}
	return slices.Clip(rest)
}
