//go:build js && wasm

package main

import (
	"slices"
	"syscall/js"

	"clocksweep/core/link"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
)

// listenToSharing makes the controls work that send the settings on.
func (p *page) listenToSharing() {
	onClick("copy", func() { copyText(p.link(nil), "Link copied.") })
	onClick("copy-result", func() {
		if figures := p.figures(); len(figures) == 0 {
			say(p.whyNoFigures())
		} else {
			copyText(p.link(figures), "Link with the result copied.")
		}
	})
	onClick("send", p.send)
	onClick("one-file", p.saveAsOneFile)
	if js.Global().Get("navigator").Get("share").Type() == js.TypeFunction {
		setHidden(document.GetElementByID("send"), false)
	}
}

// figures are the headline numbers of the settings in force, as far as the page
// knows them: of the runs it made, or of those it was built with.
func (p *page) figures() []scenario.Figure {
	changes := p.state.Changes()
	if len(p.shown.results) > 0 {
		if slices.Equal(changes, p.shown.of) {
			return link.Summary(p.shown.results)
		}
		return nil
	}
	if slices.Equal(changes, p.built) {
		return link.ReadPairs(document.QuerySelector("body").GetAttribute("data-figures"))
	}
	return nil
}

func (p *page) whyNoFigures() string {
	if len(p.shown.results) > 0 && slices.Equal(p.state.Changes(), p.shown.of) {
		return "Nothing was copied: the run was stopped, and a part of a run is nothing that others could repeat. Run it to its end first."
	}
	return "Nothing was copied: there is no result of these settings yet. Run them first."
}

// send hands the link to another program of the reader's device, with the result
// if there is one.
func (p *page) send() {
	changes := p.state.Changes()
	promise := js.Global().Get("navigator").Call("share", map[string]any{
		"title": link.Title(p.name.title, changes), "text": link.Description(p.name.about, changes), "url": p.link(p.figures()),
	})
	then(promise, func(js.Value) { say("Sent.") }, func(reason string) { say("Not sent: " + reason + ".") })
}

// copyText puts a link into the clipboard, or shows and selects it where a page may
// not do that (an address without TLS, an embedded frame).
func copyText(text, done string) {
	selectLink := func(string) {
		output := document.GetElementByID("link")
		if output == nil {
			say("The link is " + text)
			return
		}
		output.SetTextContent(text)
		js.Global().Call("getSelection").Call("selectAllChildren", output.Underlying())
		say("The link is selected. Copy it with your browser's own command.")
	}
	clipboard := js.Global().Get("navigator").Get("clipboard")
	if clipboard.IsUndefined() {
		selectLink("")
		return
	}
	then(clipboard.Call("writeText", text), func(js.Value) { say(done) }, selectLink)
}

// saveAsOneFile saves the page with the settings in force and the results that it
// shows. How large the file is stands on the button.
func (p *page) saveAsOneFile() {
	what := map[string]any{"settings": p.state.Fragment(), "figures": link.Pairs(p.figures()), "json": nil}
	if len(p.shown.results) > 0 {
		what["json"] = string(report.JSON(p.experiment, p.shown.results, p.shown.wall.Seconds()))
	}
	button := document.GetElementByID("one-file")
	setDisabled(button, true)
	say("Putting the file together.")
	then(js.Global().Get("clocksweepWorkers").Call("keep", what), func(blob js.Value) {
		setDisabled(button, false)
		download(blob, p.experiment.Slug+".html")
		say("Saved. The file works without a network: open it in any browser.")
	}, func(reason string) {
		setDisabled(button, false)
		say("The file could not be made: " + reason + ".")
	})
}

// download offers a Blob under a name.
func download(blob js.Value, name string) {
	url := js.Global().Get("URL").Call("createObjectURL", blob)
	link := js.Global().Get("document").Call("createElement", "a")
	link.Set("href", url)
	link.Set("download", name)
	link.Call("click")
	const later = 10_000 // ms; by then the browser has it
	js.Global().Call("setTimeout", js.Global().Get("URL").Get("revokeObjectURL").Call("bind", js.Global().Get("URL"), url), later)
}
