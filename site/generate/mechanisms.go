package generate

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/site/page"
)

// mechanismsID names the picture of what mechanisms are worth.
const mechanismsID = "mechanisms"

// mostRepeated is the most transactions of a run that is repeated without each of its
// mechanisms: more take too long for a build of the site.
const mostRepeated = 100_000

// mechanisms draws what throughput of the first run becomes without each of the
// mechanisms in play.
func (b *builder) mechanisms(p *played) (*page.Picture, error) {
	if p.without == nil || len(p.without.Rows) == 0 {
		return nil, nil
	}
	list, err := b.render([]charts.Picture{mechanismsPicture(p.without)}, alone, timed)
	if err != nil {
		return nil, err
	}
	return &list[0], nil
}

// ablate repeats the first run of an experiment without each mechanism in play. Each
// of them is a run more: of all runs, that would be minutes.
func (b *builder) ablate(p *played) error {
	if p.results[0].Transactions > mostRepeated {
		return nil
	}
	p.without = &report.Ablation{Run: p.results[0]}
	var repeated []*scenario.Scenario
	for _, m := range experiment.Mechanisms(p.scenarios[0]) {
		less, ok := without(p, &m)
		if !ok {
			continue // not possible on this machine
		}
		repeated = append(repeated, less)
		p.without.Rows = append(p.without.Rows, report.Without{Mechanism: m})
	}
	results, err := b.runAll(repeated)
	if err != nil {
		return err
	}
	for i := range p.without.Rows {
		p.without.Rows[i].Run = results[i]
	}
	return nil
}

// without is the first run of an experiment without a mechanism.
func without(p *played, m *experiment.Mechanism) (*scenario.Scenario, bool) {
	run := p.scenarios[0].Run
	changes := slices.Clone(m.Without)
	for i := range changes {
		changes[i].Run = run
	}
	less, errs := p.Scenarios(changes, run)
	if len(errs) > 0 {
		return nil, false
	}
	return less[0], true
}

func mechanismsPicture(a *report.Ablation) charts.Picture {
	rows := slices.Clone(a.Rows)
	slices.SortStableFunc(rows, func(x, y report.Without) int {
		return cmp.Compare(math.Abs(a.Share(&y)), math.Abs(a.Share(&x)))
	})
	name := a.Run.Run
	if name == "" {
		name = "The run"
	}
	e := charts.Effects{
		ID: mechanismsID, Title: name, Axis: "throughput without it", Limit: 1,
		Groups: []charts.EffectGroup{{Name: "more without it", Look: charts.LookBad}, {Name: "less without it", Look: charts.LookGood}},
		Table:  charts.Table{Head: []string{"without", "tps", "change", "p99 ms", "paused s", "writes/tx"}},
	}
	row := func(label, change string, r *result.Result) {
		f := report.EffectsOf(r)
		e.Table.Rows = append(e.Table.Rows, []string{label, fmt.Sprintf("%.1f", f.TPS), change,
			fmt.Sprintf("%.1f", f.P99Ms), fmt.Sprintf("%.1f", f.PauseS), fmt.Sprintf("%.3f", f.WritesPerTx)})
	}
	row("(nothing)", "", a.Run)
	for i := range rows {
		share := a.Share(&rows[i])
		group := 0
		if share < 0 {
			group = 1
		}
		e.Bars = append(e.Bars, charts.Effect{Label: rows[i].Mechanism.Label, Share: share, Group: group})
		row(rows[i].Mechanism.Label, fmt.Sprintf("%+.1f %%", 100*share), rows[i].Run)
	}
	e.Caption = mechanismsCaption(a, rows)
	return e.Picture(charts.Static)
}

// mechanismsCaption names the mechanisms that matter most.
func mechanismsCaption(a *report.Ablation, rows []report.Without) string {
	var parts []string
	for i := range rows {
		if share := a.Share(&rows[i]); math.Abs(share) >= 0.05 && len(parts) < 2 {
			parts = append(parts, fmt.Sprintf("%+.0f %% without %s", 100*share, rows[i].Mechanism.Label))
		}
	}
	if parts == nil {
		return "No mechanism changes throughput by more than 5 %."
	}
	return "Throughput changes by " + strings.Join(parts, " and by ") + "."
}
