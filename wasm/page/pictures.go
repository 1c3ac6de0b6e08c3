//go:build js && wasm

package main

import (
	"strconv"
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

// gallery shows the pictures of a page in the colors of the theme.
type gallery struct {
	drawings func(charts.Theme) []func() charts.Picture // they make what is to be shown
	round    int                                        // of showing pictures
	printing bool                                       // the colors are those for paper
}

// listenToTheme redraws the pictures when the page's colors change: because the
// system's theme has, because the reader has chosen one (data-theme of the root
// element), or because the page goes to paper.
func (g *gallery) listenToTheme() {
	changed := callback(func([]js.Value) { g.showPictures() })
	js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Call("addEventListener", "change", changed)
	js.Global().Get("MutationObserver").New(changed).Call("observe",
		document.DocumentElement().Underlying(),
		map[string]any{"attributes": true, "attributeFilter": []any{"data-theme"}})
	on(dom.GetWindow(), "beforeprint", func(dom.Event) {
		g.printing = true
		for _, drawing := range g.drawings(g.theme()) { // the browser does not wait for a later task
			drawPicture(drawing())
		}
	})
	on(dom.GetWindow(), "afterprint", func(dom.Event) {
		g.printing = false
		g.showPictures()
	})
}

// theme returns the colors of the page; paper is light.
func (g *gallery) theme() charts.Theme {
	chosen := document.DocumentElement().GetAttribute("data-theme")
	system := js.Global().Call("matchMedia", "(prefers-color-scheme: dark)").Get("matches").Bool()
	if !g.printing && (chosen == "dark" || chosen == "" && system) {
		return charts.Dark
	}
	return charts.Light
}

// showPictures makes the pictures of what is shown, each in a task of its own.
func (g *gallery) showPictures() {
	g.round++
	g.showPicturesOf(g.round, g.drawings(g.theme()))
}

// showPicturesOf stops when a later round has begun.
func (g *gallery) showPicturesOf(round int, drawings []func() charts.Picture) {
	if round != g.round || len(drawings) == 0 {
		return
	}
	g.showPicture(drawings[0](), func() bool { return round == g.round })
	later(func() { g.showPicturesOf(round, drawings[1:]) })
}

// showPicture puts a picture in its place, and draws it if that is still wanted when
// the charts script is there.
func (g *gallery) showPicture(pic charts.Picture, wanted func() bool) {
	if figure := figureOf(pic.ID); figure != nil {
		showTexts(figure, pic)
	}
	loadCharts(func() {
		if wanted() {
			drawPicture(pic)
		}
	})
}

// showTexts puts what stands around a picture in its place.
func showTexts(figure dom.Element, pic charts.Picture) {
	setText(figure, "h3", pic.Title)
	setText(figure, "figcaption", pic.Caption)
	showTable(figure, pic.Table)
}

// drawPicture replaces a drawing if the charts script is there. The script draws
// when the picture comes into view.
func drawPicture(pic charts.Picture) {
	library := js.Global().Get("clocksweepCharts")
	figure := figureOf(pic.ID)
	if library.IsUndefined() || figure == nil {
		return
	}
	if plot := figure.QuerySelector(".plot"); plot != nil {
		plot.SetAttribute("data-height", strconv.Itoa(pic.Height))
		plot.SetAttribute("data-narrow-height", strconv.Itoa(pic.NarrowHeight))
		plot.SetAttribute("role", "img")
		plot.SetAttribute("aria-label", pic.Title+". "+pic.Caption)
		library.Call("draw", plot.Underlying(), string(pic.Option))
	}
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
	var heads []cell
	for _, name := range table.Head {
		heads = append(heads, cell{Text: name, Head: "col"})
	}
	fill(head, [][]cell{heads})
	var rows [][]cell
	for _, texts := range table.Rows {
		var row []cell
		for _, text := range texts {
			row = append(row, cell{Text: text})
		}
		rows = append(rows, row)
	}
	fill(body, rows)
}

func setText(parent dom.Element, selector, text string) {
	if e := parent.QuerySelector(selector); e != nil {
		e.SetTextContent(text)
	}
}
