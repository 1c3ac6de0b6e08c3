//go:build js && wasm

package main

import (
	"syscall/js"

	"clocksweep/core/report"

	"honnef.co/go/js/dom/v2"
)

// listenToSave lets the link to the result as JSON lead to the result that is
// shown. Until the first run that is the file the page was built with.
func (p *page) listenToSave() {
	link := document.GetElementByID("json")
	if link == nil {
		return
	}
	on(link, "click", func(dom.Event) {
		if len(p.shown.results) == 0 {
			return
		}
		url := js.Global().Get("URL")
		if p.saved != "" {
			url.Call("revokeObjectURL", p.saved)
		}
		text := string(report.JSON(p.experiment, p.shown.results, p.shown.wall.Seconds()))
		blob := js.Global().Get("Blob").New([]any{text}, map[string]any{"type": "application/json"})
		p.saved = url.Call("createObjectURL", blob).String()
		link.SetAttribute("href", p.saved) // which the browser follows when this returns
	})
}
