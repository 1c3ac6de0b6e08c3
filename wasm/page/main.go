//go:build js && wasm

package main

import (
	"errors"
	"strings"
	"syscall/js"
	"time"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/guide"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/wasm/page/form"
)

// page is the page of an experiment, or the lab, which has no experiment but
// itself.
type page struct {
	gallery
	experiment *experiment.Experiment
	state      *form.State
	fields     []*field
	batch      *batch // the runs in progress, nil when there are none
	shown      shown
	saved      saved
	lab        *lab      // nil on the page of an experiment
	embed      *embed    // nil but in an embed
	time       *timeline // nil where there is no slider
	engine     string    // version of the simulated machine
	engines    engines
	name       name
	built      []scenario.Change   // settings that the page shows before the first run
	presets    [][]scenario.Change // of the variants, nil where not needed yet
}

func main() {
	if err := start(); err != nil {
		say("The simulator can't run this page: " + err.Error() + ".")
	}
	js.Global().Get("clocksweepWorkers").Call("ready")
	select {} // the listeners live on
}

func start() error {
	switch document.QuerySelector("body").GetAttribute("data-page") {
	case "traces":
		startTraces()
		return nil
	case "lab":
		startLab()
		return nil
	case "embed":
		return startEmbed()
	}
	p, err := ofExperiment()
	if err != nil {
		return err
	}
	say("Ready. Run computes the experiment here, in this browser.")
	p.listen()
	p.listenToWhatIf()
	return nil
}

// ofExperiment returns the page of the experiment that the body names.
func ofExperiment() (*page, error) {
	slug := document.QuerySelector("body").GetAttribute("data-experiment")
	e, ok := guide.BySlug(slug)
	if !ok {
		return nil, errors.New("it does not know the experiment " + slug)
	}
	p := &page{experiment: e, state: form.New(e.Slug, e.Scenario)}
	p.gallery.drawings = func(theme charts.Theme) []func() charts.Picture {
		list := charts.DrawingsAt(p.shown.results, p.published(), p.time.at(), theme)
		if len(list) == 0 {
			return nil
		}
		return append(list, func() charts.Picture { return charts.Answer(report.Compare(p.experiment, p.shown.results), theme) })
	}
	return p, nil
}

// listen makes the controls work that both kinds of pages have.
func (p *page) listen() {
	p.engine = document.QuerySelector("body").GetAttribute("data-engine")
	p.name.read()
	p.listenToFields()
	// Hand the thread back: what has been done until here, and what follows, is
	// each about as much as a reader does not notice.
	time.Sleep(time.Millisecond)
	p.listenToChanges()
	time.Sleep(time.Millisecond)
	p.listenToLink()
	p.listenToTheme()
	p.listenToSave()
	p.listenToTime()
	p.listenToFindings()
	onClick("run", p.run)
	onClick("stop", p.stop)
	onClick("reset", p.reset)
}

// reset goes back to the experiment as it was.
func (p *page) reset() {
	p.state.Reset()
	p.forgetComplaints()
	p.changed()
	if p.lab != nil {
		p.lab.openSweep()
	}
	say("The settings are " + p.original("those of the experiment", "the defaults") + " again.")
}

// original words what the form goes back to: the experiment, or in the lab the
// defaults.
func (p *page) original(experiment, defaults string) string {
	if p.lab != nil {
		return defaults
	}
	return experiment
}

// changed brings controls, list of changes, presets and link in line with the
// state.
func (p *page) changed() {
	p.refreshFields()
	if p.embed != nil {
		p.refreshEmbed()
		return
	}
	p.refreshChanges()
	if p.lab == nil {
		p.refreshWhatIf()
	} else {
		p.lab.refreshRules()
	}
	p.writeLink()
	p.refreshEmbeds()
	p.refreshClaim()
}

// sentences joins errors into one text.
func sentences(errs []error) string {
	var b strings.Builder
	for i, err := range errs {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.TrimSuffix(err.Error(), "."))
		b.WriteByte('.')
	}
	return b.String()
}
