package generate

import (
	"slices"
	"strings"

	"clocksweep/core/rules"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// rules tells which rules each release has.
func (p *proof) rules(v *page.Validation) {
	release, _ := scenario.Lookup("release")
	lines := rules.Releases()
	for _, line := range lines {
		v.Releases = append(v.Releases, page.Release{Line: line, ID: releaseID(line), Lab: slices.Contains(release.Enum, line)})
	}
	for _, a := range rules.Aspects() {
		row := page.AspectRow{Name: a.String()}
		list := page.AspectRules{Name: a.String(), Question: a.Question()}
		for _, line := range lines {
			row.Cells = appendCell(row.Cells, ruleOf(a, line))
		}
		for _, r := range rules.All() {
			if r.Aspect == a {
				list.Rules = append(list.Rules, page.Rule{
					ID: ruleID(r), Name: r.Name, Releases: r.Span(), Says: r.Says, Source: r.Source, File: r.File,
					Proof: strings.Join(p.provedBy(r), ", "),
				})
			}
		}
		v.Aspects = append(v.Aspects, row)
		v.Rules = append(v.Rules, list)
	}
}

// ruleOf returns the rule of a release about something, as a cell for that
// release alone.
func ruleOf(a rules.Aspect, line string) page.RuleCell {
	for _, r := range rules.Of(line) {
		if r.Aspect == a {
			return page.RuleCell{ID: ruleID(r), Name: r.Name, Releases: 1}
		}
	}
	return page.RuleCell{Releases: 1}
}

// appendCell makes one cell of equal neighbors.
func appendCell(cells []page.RuleCell, c page.RuleCell) []page.RuleCell {
	if n := len(cells); n > 0 && cells[n-1].ID == c.ID {
		cells[n-1].Releases++
		return cells
	}
	return append(cells, c)
}

// releaseRules are the rules that the runs of an experiment use.
func releaseRules(runs []*scenario.Scenario) []page.ReleaseRules {
	var list []page.ReleaseRules
	for _, run := range runs {
		line := run.Enum(scenario.Release)
		if slices.ContainsFunc(list, func(r page.ReleaseRules) bool { return r.Line == line }) {
			continue
		}
		r := page.ReleaseRules{Line: line, ID: releaseID(line)}
		for _, rule := range rules.Of(line) {
			r.Rules = append(r.Rules, page.RuleLink{Aspect: rule.Aspect.String(), Name: rule.Name, ID: ruleID(rule)})
		}
		list = append(list, r)
	}
	return list
}

// The ids by which the places on the validation page are linked to.
func releaseID(line string) string { return "postgresql-" + rules.Nearest(line) }
func ruleID(r rules.Rule) string   { return "rule-" + r.ID }
