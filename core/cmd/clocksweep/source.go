package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"clocksweep/core/experiment"
	"clocksweep/core/guide"
	"clocksweep/core/link"
	"clocksweep/core/scenario"
)

// plan is what a command line asks to run.
type plan struct {
	title      string
	experiment *experiment.Experiment // nil for a file
	text       string                 // of the file
	changes    []scenario.Change      // what differs from the experiment or the file
	scenarios  []*scenario.Scenario
	warnings   []error       // what a link says and this version doesn't understand
	link       scenario.Link // what else the link says, if it was one
	file       bool          // the source is a scenario file
}

// newPlan reads source, which names an experiment, a scenario file or a link,
// applies the changes and keeps the run of that name, or all if run is "".
func newPlan(source string, changes []scenario.Change, run string) (*plan, error) {
	p := &plan{changes: changes}
	if isLink(source) {
		opened, warnings := link.Decode(source)
		if opened.Experiment == "" && len(opened.Changes) == 0 && !strings.Contains(source, link.LabPath) {
			return nil, usagef("the link %.80q names neither an experiment nor a setting; legal is one with /x/EXPERIMENT/ or #v=1&NAME=VALUE in it, and the experiments are %s", source, slugs())
		}
		p.link, p.warnings = opened, warnings
		p.changes = append(opened.Changes, changes...)
		if source = opened.Experiment; source == "" {
			source = bareName
		}
	} else if isFile(source) {
		p.file = true
		return p, p.readFile(source, run)
	}
	if source == bareName {
		b, err := bare(p.changes, run)
		if err != nil {
			return nil, err
		}
		b.warnings, b.link = append(p.warnings, b.warnings...), p.link
		return b, nil
	}
	e, err := bySlug(source)
	if err != nil {
		return nil, err
	}
	p.experiment, p.title = e, e.Title
	scenarios, errs := e.Scenarios(p.changes, run)
	if len(errs) > 0 {
		return nil, usageError(errs)
	}
	p.scenarios = scenarios
	return p, nil
}

func (p *plan) readFile(name, run string) error {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return usagef("there is no file %s; the experiments are %s", name, slugs())
	}
	if err != nil {
		return usageError{err}
	}
	file, errs := scenario.Parse(string(text))
	if len(errs) > 0 {
		for i := range errs {
			errs[i] = fmt.Errorf("%s: %w", name, errs[i])
		}
		return usageError(errs)
	}
	scenarios, errs := file.With(p.changes)
	if len(errs) > 0 {
		return usageError(errs)
	}
	p.title, p.text = name, string(text)
	for _, sc := range scenarios {
		if run == "" || sc.Run == run {
			p.scenarios = append(p.scenarios, sc)
		}
	}
	if len(p.scenarios) == 0 {
		return usagef("%s: there is no run %q; legal is %s", name, run, strings.Join(file.Names(), ", "))
	}
	return nil
}

// isLink tells whether source is written like an address rather than a name.
func isLink(source string) bool {
	return strings.ContainsAny(source, "#?&") || strings.Contains(source, "://") || strings.HasPrefix(source, "/x/") || strings.HasPrefix(source, link.LabPath)
}

// isFile tells whether source is a file, or written so that nothing else can be
// meant. An experiment of the same name comes first; ./NAME is always a file.
func isFile(source string) bool {
	if strings.ContainsRune(source, '/') || strings.HasSuffix(source, ".conf") {
		return true
	}
	if _, known := guide.BySlug(source); known || source == bareName {
		return false
	}
	_, err := os.Stat(source)
	return err == nil
}

func bySlug(slug string) (*experiment.Experiment, error) {
	e, ok := guide.BySlug(slug)
	if !ok {
		return nil, usagef("there is no experiment %q; the experiments are %s", slug, slugs())
	}
	return e, nil
}

func slugs() string {
	var names []string
	for _, e := range experiment.All() {
		names = append(names, e.Slug)
	}
	for _, e := range guide.Chapters() {
		names = append(names, e.Slug)
	}
	return strings.Join(names, ", ")
}
