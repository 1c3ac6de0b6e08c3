//go:build js && wasm

package main

import (
	"clocksweep/wasm/page/form"

	"honnef.co/go/js/dom/v2"
)

// field is one control of the form: a setting of one run, or of all.
type field struct {
	control      dom.Element
	complaint    dom.Element // the output beside it, may be nil
	setting, run string
	shown        string // what the program put in last: a difference was typed
}

// listenToFields finds the controls. What was typed before the program had
// loaded counts.
func (p *page) listenToFields() {
	for _, control := range document.QuerySelectorAll("#settings [data-setting]") {
		f := &field{
			control: control,
			setting: control.GetAttribute("data-setting"),
			run:     control.GetAttribute("data-run"),
		}
		f.complaint = f.findComplaint()
		f.shown, _ = p.state.Show(f.run, f.setting)
		p.fields = append(p.fields, f)
		on(control, "input", func(dom.Event) { f.complain(p.check(f)) })
		on(control, "change", func(dom.Event) { p.commit(f) })
	}
	for _, f := range p.fields {
		p.take(f)
	}
}

// findComplaint looks for the output of the same setting and run.
func (f *field) findComplaint() dom.Element {
	for _, output := range document.QuerySelectorAll("#settings output[data-error-for]") {
		if output.GetAttribute("data-error-for") == f.setting && output.GetAttribute("data-run") == f.run {
			if output.ID() == "" && f.control.ID() != "" {
				output.SetID("error-" + f.control.ID())
			}
			return output
		}
	}
	return nil
}

func (f *field) value() string { return f.control.Underlying().Get("value").String() }

func (f *field) typed() bool { return f.value() != f.shown }

// complain shows what is wrong with the field, or that nothing is.
func (f *field) complain(err error) {
	text := ""
	if err != nil {
		text = err.Error() + "."
		f.control.SetAttribute("aria-invalid", "true")
	} else {
		f.control.RemoveAttribute("aria-invalid")
		f.control.RemoveAttribute("aria-errormessage")
	}
	if f.complaint != nil {
		f.complaint.SetTextContent(text)
		if err != nil {
			f.control.SetAttribute("aria-errormessage", f.complaint.ID())
		}
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

// put shows the value in force. It is empty if a link has given the runs
// different values of a setting that has one field.
func (f *field) put(s *form.State) {
	var same bool
	f.shown, same = s.Show(f.run, f.setting)
	hint := ""
	if !same {
		hint = "differs between the runs"
	}
	setProperty(f.control, "value", f.shown)
	setProperty(f.control, "placeholder", hint)
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
// field that is wrong.
func (p *page) commitAll() bool {
	var wrong *field
	for _, f := range p.fields {
		if !p.take(f) && wrong == nil {
			wrong = f
		}
	}
	p.changed()
	if wrong == nil {
		return true
	}
	for e := wrong.control.Closest("details"); e != nil; e = closestAbove(e) {
		setProperty(e, "open", true)
	}
	wrong.control.Underlying().Call("focus")
	return false
}

// closestAbove returns the disclosure that contains this one.
func closestAbove(details dom.Element) dom.Element {
	if parent := details.ParentElement(); parent != nil {
		return parent.Closest("details")
	}
	return nil
}

// refreshFields shows every value in force. A field with a complaint keeps what
// the reader typed, so that it can be put right.
func (p *page) refreshFields() {
	for _, f := range p.fields {
		if f.control.HasAttribute("aria-invalid") {
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
