//go:build js && wasm

package main

import (
	"fmt"
	"strconv"
	"strings"

	"clocksweep/core/report"
	"clocksweep/core/result"

	"honnef.co/go/js/dom/v2"
)

// shown is what the page shows in the place of what it was built with.
type shown struct {
	results []*result.Result
	changed bool // with settings other than the experiment's
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

// show puts results in the place of those the page has shown until now.
func (p *page) show(s shown) {
	if len(s.results) == 0 {
		return
	}
	p.shown = s
	p.showComparison()
	for _, r := range s.results {
		showReports(r)
		showProvenance(r)
	}
	p.showPictures()
}

// showComparison replaces the table of published beside simulated values. They
// are judged only if the whole experiment was run as it is.
func (p *page) showComparison() {
	table := document.GetElementByID("comparison")
	if table == nil {
		return
	}
	body := table.QuerySelector("tbody")
	cells := report.Compare(p.experiment, p.shown.results)
	verdict, judged := p.verdict(cells)
	var rows [][]dom.Element
	for i := range cells {
		var row []dom.Element
		for _, head := range table.QuerySelectorAll("thead th") {
			row = append(row, comparisonCell(&cells[i], head.TextContent(), judged))
		}
		rows = append(rows, row)
	}
	fill(body, rows)
	if e := document.GetElementByID("verdict"); e != nil {
		e.SetTextContent(verdict)
		e.RemoveAttribute("data-ok")
		if judged {
			e.SetAttribute("data-ok", strconv.FormatBool(met(cells) == judgedCells(cells)))
		}
	}
}

// comparisonCell fills the column of that name.
func comparisonCell(c *report.Cell, column string, judged bool) dom.Element {
	switch strings.ToLower(strings.TrimSpace(column)) {
	case "run":
		run := cell("th", "", c.Run)
		if c.Run == "" {
			run.SetTextContent("all")
		}
		run.SetAttribute("scope", "row")
		return run
	case "metric":
		return cell("td", "", c.Metric)
	case "published":
		return cell("td", "num", c.PublishedText())
	case "simulated":
		return cell("td", "num", c.SimulatedText())
	case "difference":
		return cell("td", "num", c.DifferenceText())
	case "role":
		return cell("td", "", c.Role)
	case "tolerance":
		return cell("td", "", c.Tolerance)
	}
	switch {
	case !judged || !c.Judged:
		return cell("td", "", "")
	case c.OK:
		return cell("td", "ok", c.Verdict())
	}
	return cell("td", "miss", c.Verdict())
}

// verdict says in a sentence what the comparison is worth, and whether it is
// fair to judge it.
func (p *page) verdict(cells []report.Cell) (text string, judged bool) {
	switch {
	case p.shown.partial(len(p.experiment.Scenario.Names())):
		return "Not judged: the experiment did not run to its end.", false
	case p.shown.changed:
		return "Not judged: with other settings the published numbers are only for orientation.", false
	}
	return fmt.Sprintf("%d of %d published numbers are met within their tolerance.", met(cells), judgedCells(cells)), true
}

func met(cells []report.Cell) int {
	return count(cells, func(c *report.Cell) bool { return c.Judged && c.OK })
}

func judgedCells(cells []report.Cell) int {
	return count(cells, func(c *report.Cell) bool { return c.Judged })
}

func count(cells []report.Cell, which func(*report.Cell) bool) int {
	n := 0
	for i := range cells {
		if which(&cells[i]) {
			n++
		}
	}
	return n
}

// showReports replaces the texts of one run.
func showReports(r *result.Result) {
	for _, pre := range elementsOf("pre[data-report]", r.Run) {
		switch pre.GetAttribute("data-report") {
		case "pgbench":
			pre.SetTextContent(report.PgBench(r))
		case "pg_stat_bgwriter":
			pre.SetTextContent(report.StatBgwriter(r))
		case "log":
			pre.SetTextContent(report.Log(r))
		case "waits":
			pre.SetTextContent(report.Waits(r))
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
