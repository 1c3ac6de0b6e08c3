//go:build js && wasm

package main

import (
	"syscall/js"

	"clocksweep/wasm/page/form"

	"honnef.co/go/js/dom/v2"
)

// place names a control of the form: a setting of one run, or of all.
type place struct{ setting, run string }

func placeOf(e dom.Element, setting string) place {
	return place{e.GetAttribute(setting), e.GetAttribute("data-run")}
}

// field is one control of the form.
type field struct {
	place
	control   dom.Element
	complaint dom.Element // the output beside it, may be nil
	shown     string      // what the program put in last: a difference was typed
	wrong     bool        // it has a complaint
	marked    bool        // as changed
}

// listenToFields finds the controls. What was typed before the program had
// loaded counts.
func (p *page) listenToFields() {
	complaints := map[place]dom.Element{}
	for _, output := range document.QuerySelectorAll("#settings output[data-error-for]") {
		complaints[placeOf(output, "data-error-for")] = output
	}
	fields := map[place]*field{}
	for _, control := range document.QuerySelectorAll("#settings [data-setting]") {
		at := placeOf(control, "data-setting")
		f := &field{place: at, control: control, complaint: complaints[at]}
		f.shown, _ = p.state.Show(f.run, f.setting)
		p.fields = append(p.fields, f)
		fields[at] = f
	}
	form := document.GetElementByID("settings")
	if form == nil {
		return
	}
	// One listener for all: each costs time when the page starts.
	listen := func(event string, f func(*field)) {
		on(form, event, func(e dom.Event) {
			if field := fields[placeOf(e.Target(), "data-setting")]; field != nil {
				f(field)
			}
		})
	}
	listen("input", func(f *field) { f.complain(p.check(f)) })
	listen("change", p.commit)
	for _, f := range p.fields {
		p.take(f)
	}
}

func (f *field) value() string { return f.control.Underlying().Get("value").String() }

func (f *field) typed() bool { return f.value() != f.shown }

// complain shows what is wrong with the field, or that nothing is.
func (f *field) complain(err error) {
	if err == nil && !f.wrong {
		return
	}
	f.wrong = err != nil
	text := ""
	if err != nil {
		text = err.Error() + "."
		f.control.SetAttribute("aria-invalid", "true")
	} else {
		f.control.RemoveAttribute("aria-invalid")
		f.control.RemoveAttribute("aria-errormessage")
	}
	if f.complaint == nil {
		return
	}
	f.complaint.SetTextContent(text)
	if err != nil {
		if f.complaint.ID() == "" {
			f.complaint.SetID("error-" + f.control.ID())
		}
		f.control.SetAttribute("aria-errormessage", f.complaint.ID())
	}
}

func (p *page) check(f *field) error {
	if !f.typed() {
		return nil
	}
	return p.state.Check(f.run, f.setting, f.value())
}

// take makes the typed value a change of the state, or complains.
func (p *page) take(f *field) bool {
	var err error
	if f.typed() {
		err = p.state.Set(f.run, f.setting, f.value())
	}
	f.complain(err)
	if err == nil {
		f.put(p.state)
	}
	return err == nil
}

// put shows the value in force, and whether it is the reader's. It is empty if
// a link has given the runs different values of a setting that has one field.
func (f *field) put(s *form.State) {
	shown, same := s.Show(f.run, f.setting)
	if f.shown != shown || f.typed() {
		f.shown = shown
		setProperty(f.control, "value", shown)
	}
	if !same {
		setProperty(f.control, "placeholder", "differs between the runs")
	}
	if changed := s.Changed(f.run, f.setting); changed != f.marked {
		f.marked = changed
		if changed {
			f.control.SetAttribute("data-changed", "")
		} else {
			f.control.RemoveAttribute("data-changed")
		}
	}
}

// commit is take for a reader who has left the field.
func (p *page) commit(f *field) {
	if !f.typed() {
		f.complain(nil)
		return
	}
	if p.take(f) {
		p.changed()
		say("Settings changed. Run computes with them.")
	}
}

// commitAll takes what was typed anywhere and moves the focus to the first
// field that is wrong. Without anything typed, as at most presses of Run, it costs
// next to nothing.
func (p *page) commitAll() bool {
	var wrong *field
	typed := false
	for _, f := range p.fields {
		if !f.typed() && !f.wrong {
			continue
		}
		typed = true
		if !p.take(f) && wrong == nil {
			wrong = f
		}
	}
	if typed {
		p.changed()
	}
	if wrong == nil {
		return true
	}
	wrong.reveal()
	return false
}

// reveal moves the focus to the field, wherever it is hidden.
func (f *field) reveal() {
	if details := f.control.Closest("details"); details != nil {
		setProperty(details, "open", true)
	}
	if filter := document.GetElementByID("filter"); filter != nil && f.control.Closest("[hidden]") != nil {
		setProperty(filter, "value", "")
		filter.Underlying().Call("dispatchEvent", js.Global().Get("Event").New("input", map[string]any{"bubbles": true}))
	}
	f.control.Underlying().Call("focus")
}

// refreshFields shows every value in force. A field with a complaint keeps what
// the reader typed, so that it can be put right.
func (p *page) refreshFields() {
	for _, f := range p.fields {
		if f.wrong {
			continue
		}
		f.put(p.state)
	}
}

// forgetComplaints empties the fields of what was refused.
func (p *page) forgetComplaints() {
	for _, f := range p.fields {
		f.complain(nil)
	}
}
