//go:build js && wasm

package main

import (
	"clocksweep/core/diagnose"
	"clocksweep/core/report"
	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// What the current result shows, in plain sentences, and settings to try: a button
// each, which sets the setting and leaves it to the reader to run.

func (l *lab) listenToFindings() {
	list := document.GetElementByID("findings")
	if list == nil {
		return
	}
	on(list, "click", func(e dom.Event) {
		if button := e.Target().Closest("button[data-try]"); button != nil {
			l.try(scenario.Change{Name: button.GetAttribute("data-try"), Value: button.GetAttribute("data-value")})
		}
	})
}

// try makes a change that a finding proposes.
func (l *lab) try(c scenario.Change) {
	p := l.page
	before, _ := p.state.Show("", c.Name)
	if err := p.state.Set("", c.Name, c.Value); err != nil {
		say("Not set: " + sentences([]error{err}))
		return
	}
	p.changed()
	now, _ := p.state.Show("", c.Name)
	if now == before {
		say(c.Name + " is " + now + " already. Run computes with it.")
		return
	}
	say(c.Name + " is " + now + " in place of " + before + ". Run computes with it; pin the result first to compare.")
}

// refreshFindings shows the diagnosis of the current result.
func (l *lab) refreshFindings() {
	list := document.GetElementByID("findings")
	if list == nil {
		return
	}
	list.SetTextContent("")
	for _, f := range diagnose.Diagnose(l.current()) {
		list.AppendChild(findingItem(&f))
	}
}

func findingItem(f *diagnose.Finding) dom.Element {
	element := func(tag, text string) dom.Element {
		e := document.CreateElement(tag)
		e.SetTextContent(text)
		return e
	}
	item := document.CreateElement("li")
	if f.Harmless {
		item.SetAttribute("data-harmless", "")
	}
	item.AppendChild(element("h3", f.Title))
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
