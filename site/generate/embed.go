package generate

import (
	"fmt"

	"clocksweep/charts"
	"clocksweep/core/report"
	"clocksweep/site/page"
)

// embedWidth is the width in pixels for which the picture of an embed is drawn:
// that of a column of text.
const embedWidth = 640

// embeds writes what other sites show of the experiments: the page for a frame,
// the picture as a file for where there are no frames, and the script of the
// custom element.
func (b *builder) embeds(all []*played) error {
	var orders []drawing
	for _, s := range all {
		lead, err := s.leadPicture()
		if err != nil {
			return err
		}
		orders = append(orders, drawing{ID: lead.ID + "-embed", Width: embedWidth, Height: lead.Height, Option: lead.Option})
	}
	svgs, err := b.draw(orders)
	if err != nil {
		return err
	}
	for i, s := range all {
		if err := b.html("embed/"+s.Slug+"/index.html", b.embed(s, svgs[i])); err != nil {
			return err
		}
		if err := b.write("x/"+s.Slug+"/picture.svg", []byte(charts.Standalone(svgs[i], s.page.Question))); err != nil {
			return err
		}
	}
	script, err := bundle(b.Site, "js/embed.js", "iife")
	if err != nil {
		return err
	}
	return b.write("embed.js", script) // authors write its address, so it has no hash
}

// leadPicture is the picture that answers the experiment's question.
func (p *played) leadPicture() (charts.Picture, error) {
	for _, c := range append(charts.Pictures(p.results, published(p), charts.Static), charts.Answer(report.Compare(p.Experiment, p.results), charts.Static)) {
		if c.ID == p.page.Lead.ID {
			return c, nil
		}
	}
	return charts.Picture{}, fmt.Errorf("%s: there is no picture %s", p.Slug, p.page.Lead.ID)
}

// embed makes the page for a frame.
func (b *builder) embed(s *played, svg string) *page.Embed {
	lead := *s.page.Lead
	lead.Wide = inline(svg, "wide", lead.Caption)
	return &page.Embed{
		Frame: b.frame(s.page.Title+" · Clocksweep", s.page.Claim, "../../"),
		Slug:  s.Slug, Question: s.page.Question, Lead: &lead, Runs: s.page.Runs,
		Strip: varied(s.page.Strip),
	}
}

// varied are the settings of an embed: those that differ between the runs, or in
// an experiment whose runs differ in the machine only, the first that a reader
// turns.
func varied(strip []page.Field) []page.Field {
	var list []page.Field
	for _, f := range strip {
		if len(f.Inputs) > 1 {
			list = append(list, f)
		}
	}
	if len(list) == 0 {
		list = strip[:min(1, len(strip))]
	}
	return list
}
