//go:build js && wasm

package main

import (
	"clocksweep/core/link"
	"clocksweep/core/sweep"
)

// refreshClaim shows what the sender of the link saw beside what is here, and with
// which engine. Without a claim, or with other settings than it is about, there
// is nothing to see.
func (p *page) refreshClaim() {
	section := document.GetElementByID("claim")
	if section == nil {
		return
	}
	claim := p.state.Claim()
	other := claim.Engine != "" && claim.Engine != p.engine
	setHidden(section, len(claim.Figures) == 0 && !other)
	p.refreshEngine(claim.Engine, other)
	numbers := document.GetElementByID("claim-numbers")
	setHidden(numbers, len(claim.Figures) == 0)
	verdict := document.GetElementByID("claim-verdict")
	verdict.RemoveAttribute("data-ok")
	if len(claim.Figures) == 0 {
		verdict.SetTextContent("The link has settings and no numbers.")
		return
	}
	here := p.figures()
	pairs := link.Beside(claim.Figures, here)
	if len(here) == 0 {
		verdict.SetTextContent("These numbers came with the link. Run computes them here, and tells whether they are the same.")
	} else {
		text, same := link.Verdict(pairs, claim.Engine, p.engine)
		verdict.SetTextContent(text)
		if same {
			verdict.SetAttribute("data-ok", "true")
		} else {
			verdict.SetAttribute("data-ok", "false")
		}
	}
	fill(numbers.QuerySelector("thead"), [][]cell{{
		{Text: "Run", Head: "col"}, {Text: "Figure", Head: "col"}, {Text: "Link", Head: "col", Class: "num"}, {Text: "Here", Head: "col", Class: "num"},
	}})
	fill(numbers.QuerySelector("tbody"), claimRows(pairs, len(here) > 0, other))
}

func claimRows(pairs []link.Pair, ran, otherEngine bool) [][]cell {
	var rows [][]cell
	for i := range pairs {
		c := &pairs[i]
		here := cell{Text: c.Here, Class: "num"}
		switch {
		case !ran:
			here.Text = "–"
		case c.Here == "":
			here.Text = "not known here"
		case otherEngine && c.Name == sweep.HashName: // a hash is of the engine's version too
		case !c.Same():
			here.Class = "num miss"
		}
		run := c.Run
		if run == "" {
			run = "this run"
		}
		rows = append(rows, []cell{{Text: shortened(run), Head: "row"}, {Text: shortened(link.Label(c.Name))}, {Text: shortened(c.Value), Class: "num"}, here})
	}
	return rows
}

// shortened keeps a text from a link from widening the page.
func shortened(text string) string {
	const most = 60
	runes := []rune(text)
	if len(runes) <= most {
		return text
	}
	return string(runes[:most]) + "…"
}
