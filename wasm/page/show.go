//go:build js && wasm

package main

import (
	"strconv"
	"strings"
	"time"

	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"

	"honnef.co/go/js/dom/v2"
)

// shown is what the page shows in the place of what it was built with.
type shown struct {
	results []*result.Result
	changed bool              // with settings other than the experiment's
	of      []scenario.Change // those settings
	wall    time.Duration     // from the press of Run to the last result
}

// partial tells whether a run was stopped or is missing because it failed.
func (s *shown) partial(runs int) bool {
	for _, r := range s.results {
		if r.Stopped {
			return true
		}
	}
	return len(s.results) < runs
}

// show puts results in the place of those the page has shown until now, in parts that
// are a task each, and calls done when it has, which may be nil. Only the pictures
// follow later.
func (p *page) show(s shown, done func()) {
	var parts []func()
	if len(s.results) > 0 {
		p.shown = s
		parts = append(parts, p.showComparison)
		for _, r := range s.results {
			parts = append(parts, func() {
				showReports(r)
				showProvenance(r)
				showFindings(r)
			})
		}
		parts = append(parts, p.resultsShown)
	}
	if done != nil {
		parts = append(parts, done)
	}
	inTurn(parts...)
}

// resultsShown brings what depends on all results in line with them.
func (p *page) resultsShown() {
	if p.lab != nil {
		p.lab.resultShown()
	} else {
		p.time.resultsShown()
	}
	p.refreshClaim()
	later(p.showPictures)
}

// showComparison replaces the table of published beside simulated values. They
// are judged only if the whole experiment was run as it is.
func (p *page) showComparison() {
	body := document.QuerySelector("#comparison tbody")
	if body == nil {
		return
	}
	cells := report.Compare(p.experiment, p.shown.results)
	score := report.Judge(cells)
	verdict, judged := p.verdict(score)
	var rows [][]cell
	for i := range cells {
		rows = append(rows, comparisonRow(&cells[i], judged))
	}
	fill(body, rows)
	if e := document.GetElementByID("verdict"); e != nil {
		e.SetTextContent(verdict)
		e.RemoveAttribute("data-ok")
		if judged {
			e.SetAttribute("data-ok", strconv.FormatBool(score.OK()))
		}
	}
	if e := document.GetElementByID("miss"); e != nil {
		setHidden(e, !judged || score.OK())
	}
}

// comparisonRow fills the columns of the table as the generator does.
func comparisonRow(c *report.Cell, judged bool) []cell {
	row := []cell{
		{Text: c.RunText(), Head: "row"},
		{Text: c.Metric, Class: "metric", Note: c.Note()},
		{Text: c.PublishedText(), Class: "num"},
		{Text: c.SimulatedText(), Class: "num"},
		{Text: c.DifferenceText(), Class: "num extra"},
		{Text: c.Role, Class: "extra"},
		{Text: c.Tolerance, Class: "extra"},
	}
	if !judged {
		return append(row, cell{})
	}
	return append(row, cell{Text: c.Verdict(), Class: strings.ToLower(c.Verdict())})
}

// verdict says in a sentence what the comparison is worth, and whether it is
// fair to judge it.
func (p *page) verdict(score report.Score) (text string, judged bool) {
	switch {
	case p.shown.partial(len(p.experiment.Scenario.Names())):
		return "Not judged: the experiment did not run to its end.", false
	case p.shown.changed:
		return "Not judged: with other settings the published numbers are only for orientation.", false
	}
	return score.String(), true
}

// showReports replaces the texts of one run.
func showReports(r *result.Result) {
	kinds := report.Kinds()
	for _, pre := range elementsOf("pre[data-report]", r.Run) {
		for i := range kinds {
			if kinds[i].Name == pre.GetAttribute("data-report") {
				pre.SetTextContent(kinds[i].Text(r))
			}
		}
	}
}

// showFailure takes away the texts of a run that has no result.
func showFailure(run, why string) {
	for _, pre := range elementsOf("pre[data-report]", run) {
		pre.SetTextContent("No result: " + why)
	}
	for _, dd := range elementsOf("dd[data-prov]", run) {
		dd.SetTextContent("no result")
	}
	for _, list := range elementsOf("[data-findings]", run) {
		list.SetTextContent("") // they were of an earlier result
	}
}

// showProvenance replaces what proves the result.
func showProvenance(r *result.Result) {
	for _, dd := range document.QuerySelectorAll(`dd[data-prov="engine"]`) {
		dd.SetTextContent(r.Engine)
	}
	for _, dd := range elementsOf("dd[data-prov]", r.Run) {
		switch dd.GetAttribute("data-prov") {
		case "seed":
			dd.SetTextContent(strconv.FormatUint(r.Seed, 10))
		case "hash":
			dd.SetTextContent(r.Hash())
		}
	}
}

// elementsOf returns what matches the selector and belongs to a run.
func elementsOf(selector, run string) []dom.Element {
	var list []dom.Element
	for _, e := range document.QuerySelectorAll(selector) {
		if e.GetAttribute("data-run") == run {
			list = append(list, e)
		}
	}
	return list
}
