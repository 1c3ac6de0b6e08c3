//go:build js && wasm

package main

import (
	"strconv"
	"time"

	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// listenToWhatIf lets each what-if button make the changes of its variant, in
// the place of those of another, and run. A second press takes them back.
func (p *page) listenToWhatIf() {
	for _, button := range whatIfButtons() {
		on(button, "click", func(dom.Event) { p.toggle(button.GetAttribute("data-variant")) })
	}
	// The presets are worked out before they are needed, each in a task of its own, and
	// once the page listens: until then boot.js repeats what is clicked, and a what-if
	// that had been heard already would be taken back.
	go func() {
		for i := range p.experiment.Variants {
			p.preset(i)
			time.Sleep(time.Millisecond)
		}
	}()
}

// preset returns the changes of a variant as the form has them.
func (p *page) preset(i int) []scenario.Change {
	if p.presets == nil {
		p.presets = make([][]scenario.Change, len(p.experiment.Variants))
	}
	if p.presets[i] == nil {
		p.presets[i] = p.state.Preset(p.experiment.Variants[i].Changes)
	}
	return p.presets[i]
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
	if len(p.state.Changes()) == 0 {
		return -1
	}
	for i := range p.experiment.Variants {
		p.preset(i)
	}
	return p.state.Chosen(p.presets)
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
