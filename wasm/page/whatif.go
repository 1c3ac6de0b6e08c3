//go:build js && wasm

package main

import (
	"strconv"

	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// listenToWhatIf lets each what-if button make the changes of its variant, in
// the place of those of another, and run. A second press takes them back.
func (p *page) listenToWhatIf() {
	for _, button := range whatIfButtons() {
		on(button, "click", func(dom.Event) { p.toggle(button.GetAttribute("data-variant")) })
	}
}

func whatIfButtons() []dom.Element { return document.QuerySelectorAll("button[data-variant]") }

func (p *page) toggle(name string) {
	before := p.chosenVariant()
	if before >= 0 {
		p.state.TakeBack(p.experiment.Variants[before].Changes)
	}
	for i, v := range p.experiment.Variants {
		if v.Name != name || i == before {
			continue
		}
		if errs := p.state.Apply(v.Changes); len(errs) > 0 {
			p.changed()
			say("Nothing was run: " + sentences(errs))
			return
		}
	}
	p.changed()
	p.run()
}

// chosenVariant returns the index of the variant in force, -1 if none is.
func (p *page) chosenVariant() int {
	var presets [][]scenario.Change
	for _, v := range p.experiment.Variants {
		presets = append(presets, v.Changes)
	}
	return p.state.Chosen(presets)
}

// refreshWhatIf shows which button is pressed.
func (p *page) refreshWhatIf() {
	name := ""
	if i := p.chosenVariant(); i >= 0 {
		name = p.experiment.Variants[i].Name
	}
	for _, button := range whatIfButtons() {
		button.SetAttribute("aria-pressed", strconv.FormatBool(button.GetAttribute("data-variant") == name))
	}
}
