package generate

import (
	"encoding/json"
	"fmt"
	"html/template"

	"clocksweep/charts"
	"clocksweep/core/report"
	"clocksweep/site/page"
)

// Widths in pixels at which a picture is drawn for the page. Between them a
// drawing is scaled, and its text with it, so each is near the width at which
// it is going to be seen.
const (
	fullWidth   = 1180 // alone in its row
	halfWidth   = 600  // one of two in a row
	narrowWidth = 360  // on a phone
)

// drawing is one order to the renderer in site/js/render-svg.mjs.
type drawing struct {
	ID     string          `json:"id"`
	Width  int             `json:"width"`
	Height int             `json:"height"`
	Option json.RawMessage `json:"option"`
}

// alone tells which pictures have a row for themselves.
func alone(id string) bool { return id == "throughput" || id == "time" || id == "answer" || built(id) }

// timed tells which pictures run over the time of the run.
func timed(id string) bool { return id != "time" && id != "usage" && id != "answer" && !built(id) }

// built tells which pictures are drawn when the site is built and never after.
func built(id string) bool { return id == residualsID || id == mechanismsID }

// pictures draws the pictures of an experiment, in the order of the charts
// package.
func (b *builder) pictures(p *played, cells []report.Cell) ([]page.Picture, error) {
	list := charts.Pictures(p.results, published(p), charts.Static)
	if len(cells) > 0 {
		list = append(list, charts.Answer(cells, charts.Static))
	}
	wide := func(id string) bool { return id == p.lead() || alone(id) }
	return b.render(list, wide, timed)
}

// published are the published numbers as the pictures take them.
func published(p *played) []charts.Published {
	var list []charts.Published
	for _, v := range p.Published {
		list = append(list, charts.Published{Run: v.Run, Metric: v.Metric, Value: v.Value})
	}
	return list
}

// render draws pictures whose colors are placeholders. alone tells which have a
// row for themselves, timed which run over the time of a run.
func (b *builder) render(list []charts.Picture, alone, timed func(id string) bool) ([]page.Picture, error) {
	var orders []drawing
	for _, c := range list {
		width := halfWidth
		if alone(c.ID) {
			width = fullWidth
		}
		orders = append(orders,
			drawing{ID: c.ID, Width: width, Height: c.Height, Option: c.Option},
			drawing{ID: c.ID + "-narrow", Width: narrowWidth, Height: c.NarrowHeight, Option: c.Option})
	}
	svgs, err := b.draw(orders)
	if err != nil {
		return nil, err
	}
	var pictures []page.Picture
	for i, c := range list {
		pictures = append(pictures, page.Picture{
			ID: c.ID, Title: c.Title, Caption: c.Caption, Timed: timed(c.ID), Static: built(c.ID), Height: c.Height, NarrowHeight: c.NarrowHeight,
			Wide: inline(svgs[2*i], "wide", c.Caption), Narrow: inline(svgs[2*i+1], "narrow", c.Caption),
			Table: page.Table{Head: c.Table.Head, Rows: c.Table.Rows},
		})
	}
	return pictures, nil
}

// draw renders options to SVG documents.
func (b *builder) draw(orders []drawing) ([]string, error) {
	var svgs []string
	if err := b.node("render-svg.mjs", orders, &svgs); err != nil {
		return nil, err
	}
	if len(svgs) != len(orders) {
		return nil, fmt.Errorf("render-svg.mjs drew %d pictures of %d", len(svgs), len(orders))
	}
	return svgs, nil
}

// inline makes an SVG document part of a page: in the page's colors, with the
// caption as its description.
func inline(svg, class, caption string) template.HTML {
	const tag = "<svg "
	return template.HTML(tag + `class="` + class + `" role="img" aria-label="` + template.HTMLEscapeString(caption) + `" ` +
		charts.Themed(svg)[len(tag):])
}

// paletteCSS declares the colors of the charts as custom properties: light,
// and dark by the system's or the reader's choice.
func paletteCSS() string {
	light, dark := charts.CSS(charts.Light), charts.CSS(charts.Dark)
	return ":root{" + light + "}\n" +
		"@media screen and (prefers-color-scheme: dark){:root:not([data-theme=light]){" + dark + "}}\n" +
		"@media screen{:root[data-theme=dark]{" + dark + "}}\n" // paper is light
}
