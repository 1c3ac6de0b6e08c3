//go:build js && wasm

package main

import (
	"syscall/js"

	"clocksweep/charts"

	"honnef.co/go/js/dom/v2"
)

// loadCharts fetches the charts script once and calls f when it is there.
func loadCharts(f func()) {
	then(js.Global().Get("clocksweepWorkers").Call("charts"), func(js.Value) { f() }, func(reason string) {
		say("The charts could not be loaded (" + reason + "): the pictures are the old ones. The tables behind them are new.")
	})
}

// listenToTheme redraws the pictures when the page's colors change, because
// the system's theme has, or because the reader has chosen one (data-theme of
// the root element).
func (p *page) listenToTheme() {
	redraw := callback(func([]js.Value) { p.draw() })
	js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Call("addEventListener", "change", redraw)
	js.Global().Get("MutationObserver").New(redraw).Call("observe",
		document.DocumentElement().Underlying(),
		map[string]any{"attributes": true, "attributeFilter": []any{"data-theme"}})
}

func theme() charts.Theme {
	chosen := document.DocumentElement().GetAttribute("data-theme")
	system := js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
	if chosen == "dark" || chosen == "" && system {
		return charts.Dark
	}
	return charts.Light
}

// showPictures replaces titles, captions and tables at once, and the drawings
// when the charts script is there.
func (p *page) showPictures() {
	for _, pic := range p.pictures() {
		figure := figureOf(pic.ID)
		if figure == nil {
			continue
		}
		setText(figure, "h3", pic.Title)
		setText(figure, "figcaption", pic.Caption)
		showTable(figure, pic.Table)
	}
	loadCharts(p.draw)
}

// draw draws the pictures of what is shown in the colors of the theme.
func (p *page) draw() {
	library := js.Global().Get("clocksweepCharts")
	if library.IsUndefined() {
		return
	}
	for _, pic := range p.pictures() {
		figure := figureOf(pic.ID)
		if figure == nil {
			continue
		}
		if plot := figure.QuerySelector(".plot"); plot != nil {
			plot.SetAttribute("role", "img")
			plot.SetAttribute("aria-label", pic.Title+". "+pic.Caption)
			library.Call("draw", plot.Underlying(), string(pic.Option))
		}
	}
}

func (p *page) pictures() []charts.Picture {
	return charts.Pictures(p.shown.results, p.published(), theme())
}

// published returns the published throughput of the runs.
func (p *page) published() []charts.Published {
	var list []charts.Published
	for _, v := range p.experiment.Published {
		list = append(list, charts.Published{Run: v.Run, Metric: v.Metric, Value: v.Value})
	}
	return list
}

func figureOf(id string) dom.Element {
	for _, e := range document.QuerySelectorAll("figure[data-picture]") {
		if e.GetAttribute("data-picture") == id {
			return e
		}
	}
	return nil
}

func showTable(figure dom.Element, table charts.Table) {
	head, body := figure.QuerySelector("thead"), figure.QuerySelector("tbody")
	if head == nil || body == nil {
		return
	}
	var names []dom.Element
	for _, name := range table.Head {
		th := cell("th", "", name)
		th.SetAttribute("scope", "col")
		names = append(names, th)
	}
	fill(head, [][]dom.Element{names})
	var rows [][]dom.Element
	for _, row := range table.Rows {
		var cells []dom.Element
		for _, text := range row {
			cells = append(cells, cell("td", "", text))
		}
		rows = append(rows, cells)
	}
	fill(body, rows)
}

func setText(parent dom.Element, selector, text string) {
	if e := parent.QuerySelector(selector); e != nil {
		e.SetTextContent(text)
	}
}
