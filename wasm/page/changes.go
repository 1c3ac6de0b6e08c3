//go:build js && wasm

package main

import (
	"strconv"

	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// The list of changes stands above all settings, because a link or a what-if
// button may have changed one that is folded away. Each line has the setting,
// which leads to its field, the value it had, and Undo.

// listenToChanges listens for all lines, which come and go. A button has the
// place of its change in the list, and what it is for.
func (p *page) listenToChanges() {
	section := document.GetElementByID("changes")
	if section == nil {
		return
	}
	on(section, "click", func(e dom.Event) {
		button := e.Target().Closest("button[data-change]")
		if button == nil {
			return
		}
		i, err := strconv.Atoi(button.GetAttribute("data-change"))
		if changes := p.state.Changes(); err == nil && i < len(changes) {
			if button.HasAttribute("data-undo") {
				p.undo(changes[i])
			} else {
				p.fieldOf(changes[i]).reveal()
			}
		}
	})
}

func (p *page) refreshChanges() {
	section := document.GetElementByID("changes")
	if section == nil {
		return
	}
	changes := p.state.Changes()
	list := section.QuerySelector("ul")
	list.SetTextContent("")
	for i, c := range changes {
		list.AppendChild(p.changeItem(i, c))
	}
	setHidden(section, len(changes) == 0)
}

func (p *page) changeItem(i int, c scenario.Change) dom.Element {
	button := func(class, text string) dom.Element {
		e := document.CreateElement("button")
		e.SetAttribute("type", "button")
		e.SetAttribute("class", class)
		e.SetAttribute("data-change", strconv.Itoa(i))
		e.SetTextContent(text)
		return e
	}
	field := button("plain mono", nameOf(c)+" = "+c.Value)
	before := document.CreateElement("span")
	// A setting may be held where it was while its default has moved.
	if value, same := p.state.Original(c.Run, c.Name); same && value != c.Value {
		before.SetTextContent("instead of " + value)
	}
	undo := button("small", "Undo")
	undo.SetAttribute("data-undo", "")
	undo.SetAttribute("aria-label", "Undo "+nameOf(c))

	item := document.CreateElement("li")
	for _, e := range []dom.Element{field, before, undo} {
		item.AppendChild(e)
	}
	return item
}

func nameOf(c scenario.Change) string {
	if c.Run == "" {
		return c.Name
	}
	return c.Name + " of " + c.Run
}

// fieldOf returns the field of a changed setting; every setting has one.
func (p *page) fieldOf(c scenario.Change) *field {
	for _, f := range p.fields {
		if f.setting == c.Name && (c.Run == "" || f.run == "" || f.run == c.Run) {
			return f
		}
	}
	panic("no field for " + c.Name)
}

// undo takes one change back. The focus stays in the list while that is there.
func (p *page) undo(c scenario.Change) {
	p.state.TakeBack([]scenario.Change{c})
	p.changed()
	if next := document.QuerySelector("#changes button[data-undo]"); next != nil {
		next.Underlying().Call("focus")
	} else {
		p.fieldOf(c).reveal()
	}
	say(nameOf(c) + " is " + p.original("as in the experiment", "the default") + " again. Run computes with it.")
}
