//go:build js && wasm

package main

import (
	"strings"

	"clocksweep/charts"
	"clocksweep/core/report"

	"honnef.co/go/js/dom/v2"
)

// embed is what the page of an experiment has otherwise in a frame of somebody
// else's page: it leaves the address alone, and tells in a sentence what is not as
// in the experiment. Its script (embedded.js) has left the settings of the
// address in data-link of the body.
type embed struct {
	problems []error // of the address
}

// startEmbed drives the page of an embed. The reader has pressed Run and may have
// typed before, so the address is read first and what was typed counts after it.
func startEmbed() error {
	p, err := ofExperiment()
	if err != nil {
		return err
	}
	p.embed = &embed{problems: p.state.Open(embedLink())}
	// An embed has a place for one of them: the picture that answers.
	p.gallery.drawings = func(theme charts.Theme) []func() charts.Picture {
		list := charts.Drawings(p.shown.results, p.published(), theme)
		if len(list) == 0 {
			return nil
		}
		return []func() charts.Picture{
			list[0],
			func() charts.Picture { return charts.Answer(report.Compare(p.experiment, p.shown.results), theme) },
		}
	}
	for _, control := range document.QuerySelectorAll("#settings [data-setting]") {
		if untouched(control) {
			at := placeOf(control, "data-setting")
			value, _ := p.state.Show(at.run, at.setting)
			setProperty(control, "value", value)
		}
	}
	p.listenToFields()
	p.listenToTheme()
	on(dom.GetWindow(), "hashchange", func(dom.Event) {
		p.embed.problems = p.state.Open(embedLink())
		p.forgetComplaints()
		p.changed()
	})
	onClick("run", p.run)
	onClick("stop", p.stop)
	document.QuerySelector("body").SetAttribute("data-driven", "")
	p.changed()
	return nil
}

// embedLink returns the settings of the address as a link.
func embedLink() string { return document.QuerySelector("body").GetAttribute("data-link") }

// untouched tells whether a control has the value with which the page came.
func untouched(control dom.Element) bool {
	e := control.Underlying()
	if chosen := e.Get("selectedOptions"); !chosen.IsUndefined() {
		return chosen.Length() > 0 && chosen.Index(0).Get("defaultSelected").Bool()
	}
	return e.Get("value").String() == e.Get("defaultValue").String()
}

// refreshEmbed says what is changed, and lets the link to the lab carry it.
func (p *page) refreshEmbed() {
	if open := document.GetElementByID("open"); open != nil {
		address, _, _ := strings.Cut(open.GetAttribute("href"), "#")
		if fragment := p.state.Fragment(); fragment != "" {
			address += "#" + fragment
		}
		open.SetAttribute("href", address)
	}
	var text []string
	var changes []string
	for _, c := range p.state.Changes() {
		changes = append(changes, nameOf(c)+" = "+c.Value)
	}
	if len(changes) > 0 {
		text = append(text, "Changed: "+strings.Join(changes, ", ")+".")
	}
	if len(p.embed.problems) > 0 {
		text = append(text, "Not used: "+sentences(p.embed.problems))
	}
	if given := document.GetElementByID("given"); given != nil {
		given.SetTextContent(strings.Join(text, " "))
		setHidden(given, len(text) == 0)
	}
}
