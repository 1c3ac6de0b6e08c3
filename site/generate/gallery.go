package generate

import (
	"slices"
	"strconv"
	"strings"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/hardware"
	"clocksweep/core/report"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// gallery lists the experiments as cards and what a reader may choose them by.
func (b *builder) gallery(all []verified) (page.Gallery, error) {
	var g page.Gallery
	var pictures []charts.Picture
	choices := [...]*page.Choice{
		{Name: "era", Label: "Era", Any: "any era"}, {Name: "machine", Label: "Machine", Any: "any machine"},
		{Name: "mechanism", Label: "Mechanism", Any: "any mechanism"}, {Name: "verdict", Label: "Verdict", Any: "any verdict"},
	}
	for i := range eras {
		choices[0].Options = append(choices[0].Options, page.Fact{Name: eras[i].id, Value: eras[i].label})
	}
	choices[3].Options = []page.Fact{{Name: "met", Value: "every number met"}, {Name: "missed", Value: "some numbers missed"}}
	for _, v := range all {
		scenarios, _ := v.Scenarios(nil, "")
		c := page.Card{
			URL: "x/" + v.Slug + "/index.html", Question: v.Question, Title: v.Title, Claim: v.Claim,
			Year: strconv.Itoa(v.Year), Release: v.Release, Verdict: shortVerdict(v.cells),
		}
		age := eraOf(scenarios[0])
		c.Era, c.EraID = age.words, age.id
		c.Machines = machinesOf(scenarios)
		for _, m := range c.Machines {
			choices[1].Add(page.Fact{Name: m, Value: m})
		}
		for _, m := range turned(v.Experiment, scenarios) {
			c.Mechanisms = append(c.Mechanisms, m.Label)
			c.MechanismIDs = append(c.MechanismIDs, m.Name)
			choices[2].Add(page.Fact{Name: m.Name, Value: m.Label})
		}
		g.Cards = append(g.Cards, c)
		pictures = append(pictures, cardPicture(v))
	}
	choices[0].Options = slices.DeleteFunc(choices[0].Options, func(f page.Fact) bool {
		return !slices.ContainsFunc(g.Cards, func(c page.Card) bool { return c.EraID == f.Name })
	})
	for _, c := range choices {
		g.Choices = append(g.Choices, *c)
	}
	return g, b.drawCards(g.Cards, pictures)
}

// drawCards puts the pictures on the cards.
func (b *builder) drawCards(cards []page.Card, pictures []charts.Picture) error {
	var orders []drawing
	for i, p := range pictures {
		orders = append(orders, drawing{ID: "card" + strconv.Itoa(i), Width: charts.CardWidth, Height: p.Height, Option: p.Option})
	}
	svgs, err := b.draw(orders)
	if err != nil {
		return err
	}
	for i, p := range pictures {
		cards[i].Picture, cards[i].Caption = inline(svgs[i], "small", pictureText(p)), p.Caption
	}
	return nil
}

// pictureText says in words what a card's picture shows.
func pictureText(p charts.Picture) string {
	var parts []string
	for _, row := range p.Table.Rows {
		parts = append(parts, row[0]+" published "+row[1]+", simulated "+row[2])
	}
	return p.Title + ": " + strings.Join(parts, "; ")
}

// era is an age of the buffer manager: what it is known by, its first release, and
// both for a list of eras.
type era struct{ id, first, words, label string }

var eras = [...]era{
	{"lists", "", "lists", "7.4 to 8.0: lists"},
	{"sweep", "8.1devel", "the first clock sweep", "8.1 and 8.2: the first clock sweep"},
	{"spread", "8.3devel", "spread checkpoints", "8.3 to 9.5: spread checkpoints"},
	{"sorted", "9.6", "sorted checkpoints", "9.6 and later: sorted checkpoints"},
}

func eraOf(sc *scenario.Scenario) era {
	now := eras[0]
	for _, e := range eras[1:] {
		if sc.Since(e.first) {
			now = e
		}
	}
	return now
}

// machinesOf lists the machines of an experiment by their short names, which those that
// differ in their disks only share.
func machinesOf(scenarios []*scenario.Scenario) []string {
	var list []string
	for _, sc := range scenarios {
		name := sc.Enum(scenario.Hardware)
		if m, ok := hardware.MachineByID(name); ok {
			name, _, _ = strings.Cut(m.Label, ":")
		}
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// turned are the mechanisms that an experiment is about: its runs differ in their
// settings, or one of its variants changes them.
func turned(e *experiment.Experiment, scenarios []*scenario.Scenario) []experiment.Mechanism {
	var list []experiment.Mechanism
	for _, sc := range scenarios {
		for _, m := range experiment.Mechanisms(sc) {
			known := slices.ContainsFunc(list, func(o experiment.Mechanism) bool { return o.Name == m.Name })
			if !known && slices.ContainsFunc(m.Without, func(c scenario.Change) bool { return turns(e, scenarios, c.Name) }) {
				list = append(list, m)
			}
		}
	}
	return list
}

func turns(e *experiment.Experiment, scenarios []*scenario.Scenario, name string) bool {
	setting, ok := scenario.Lookup(name)
	if !ok {
		return false
	}
	for _, v := range e.Variants {
		if slices.ContainsFunc(v.Changes, func(c scenario.Change) bool { return c.Name == setting.Name }) {
			return true
		}
	}
	return slices.ContainsFunc(scenarios, func(sc *scenario.Scenario) bool {
		return sc.Show(setting.ID) != scenarios[0].Show(setting.ID)
	})
}

// shortVerdict judges the comparison in the few words of a card.
func shortVerdict(cells []report.Cell) page.Verdict {
	score := report.Judge(cells)
	text := strconv.Itoa(score.Met) + " of " + strconv.Itoa(score.Judged) + " published numbers met"
	if score.Judged == 0 {
		text = "no number to be judged by"
	}
	return page.Verdict{Text: text, OK: score.OK()}
}

// cardPicture draws the measure that tells most about an experiment.
func cardPicture(v verified) charts.Picture {
	c := charts.AnswerCard(v.cells)
	c.Most = charts.MaxRuns
	return c.Picture(charts.Static)
}
