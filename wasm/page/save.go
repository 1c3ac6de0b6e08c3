//go:build js && wasm

package main

import (
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
		if p.lab != nil {
			p.lab.offerRuns(link)
		} else if len(p.shown.results) > 0 {
			p.saved.Offer(link, "application/json", report.JSON(p.experiment, p.shown.results, p.shown.wall.Seconds()))
		}
	})
}
