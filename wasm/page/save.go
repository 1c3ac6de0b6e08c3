//go:build js && wasm

package main

import (
	"syscall/js"

	"clocksweep/core/report"

	"honnef.co/go/js/dom/v2"
)

// saved is the address of what was offered last, "" before.
type saved string

// offer lets a link lead to data, which the browser follows when the click's
// handler returns.
func (s *saved) offer(link dom.Element, kind string, data []byte) {
	url := js.Global().Get("URL")
	if *s != "" {
		url.Call("revokeObjectURL", string(*s))
	}
	blob := js.Global().Get("Blob").New([]any{string(data)}, map[string]any{"type": kind})
	*s = saved(url.Call("createObjectURL", blob).String())
	link.SetAttribute("href", string(*s))
}

// listenToSave lets the link to the result as JSON lead to the result that is
// shown. Until the first run that is the file the page was built with.
func (p *page) listenToSave() {
	link := document.GetElementByID("json")
	if link == nil {
		return
	}
	on(link, "click", func(dom.Event) {
		if p.lab != nil {
			p.lab.offerRuns(link)
		} else if len(p.shown.results) > 0 {
			p.saved.offer(link, "application/json", report.JSON(p.experiment, p.shown.results, p.shown.wall.Seconds()))
		}
	})
}
