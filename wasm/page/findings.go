//go:build js && wasm

package main

import (
	"clocksweep/core/diagnose"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// What the results show, in plain sentences, and settings to try: a button each,
// which sets the setting and leaves it to the reader to run. There is a list a run,
// whose data-findings is the element of a finding's title.

func (p *page) listenToFindings() {
	section := document.GetElementByID("diagnosis")
	if section == nil {
		return
	}
	on(section, "click", func(e dom.Event) {
		if button := e.Target().Closest("button[data-try]"); button != nil {
			p.try(scenario.Change{
				Run:  p.holder(button.Closest("[data-findings]").GetAttribute("data-run"), button.GetAttribute("data-try")),
				Name: button.GetAttribute("data-try"), Value: button.GetAttribute("data-value"),
			})
		}
	})
}

// holder is the run for which the form has the setting: that run if its runs have a
// field each, else "" for all of them.
func (p *page) holder(run, setting string) string {
	for _, f := range p.fields {
		if f.setting == setting && f.run == run {
			return run
		}
	}
	return ""
}

// try makes a change that a finding proposes.
func (p *page) try(c scenario.Change) {
	before, same := p.state.Show(c.Run, c.Name)
	if err := p.state.Set(c.Run, c.Name, c.Value); err != nil {
		say("Not set: " + sentences([]error{err}))
		return
	}
	p.changed()
	now, _ := p.state.Show(c.Run, c.Name)
	switch {
	case !same:
		say(nameOf(c) + " is " + now + " in all runs. Run computes with it.")
	case now == before:
		say(nameOf(c) + " is " + now + " already. Run computes with it.")
	default:
		say(nameOf(c) + " is " + now + " in place of " + before + ". Run computes with it" + p.original(".", "; pin the result first to compare."))
	}
}

// showFindings shows the diagnosis of a run.
func showFindings(r *result.Result) {
	for _, list := range elementsOf("[data-findings]", r.Run) {
		list.SetTextContent("")
		for _, f := range diagnose.Diagnose(r) {
			list.AppendChild(findingItem(&f, list.GetAttribute("data-findings")))
		}
	}
}

func findingItem(f *diagnose.Finding, title string) dom.Element {
	element := func(tag, text string) dom.Element {
		e := document.CreateElement(tag)
		e.SetTextContent(text)
		return e
	}
	item := document.CreateElement("li")
	if f.Harmless {
		item.SetAttribute("data-harmless", "")
	}
	item.AppendChild(element(title, f.Title))
	item.AppendChild(element("p", f.Because))
	evidence := document.CreateElement("dl")
	for i := range f.Evidence {
		name, value := report.EvidenceText(&f.Evidence[i])
		pair := document.CreateElement("div")
		pair.AppendChild(element("dt", name))
		pair.AppendChild(element("dd", value))
		evidence.AppendChild(pair)
	}
	item.AppendChild(evidence)
	if len(f.Try) == 0 {
		return item
	}
	buttons := element("p", "")
	buttons.SetAttribute("class", "tries")
	for _, c := range f.Try {
		button := element("button", "Try "+c.Name+" = "+c.Value)
		button.SetAttribute("type", "button")
		button.SetAttribute("data-try", c.Name)
		button.SetAttribute("data-value", c.Value)
		buttons.AppendChild(button)
	}
	item.AppendChild(buttons)
	return item
}
