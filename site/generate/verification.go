package generate

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"clocksweep/charts"
	"clocksweep/core/experiment"
	"clocksweep/core/report"
	"clocksweep/site/page"
)

// verified is an experiment with its published numbers beside the simulated ones.
type verified struct {
	*experiment.Experiment
	cells []report.Cell
}

// residualsID names the picture of all judged differences.
const residualsID = "residuals"

// verification makes the page of all published numbers.
func (b *builder) verification(all []verified) (*page.Verification, error) {
	var cells []report.Cell
	for _, e := range all {
		cells = append(cells, e.cells...)
	}
	score := report.Judge(cells)
	v := &page.Verification{
		Frame: b.frame("Published beside simulated · Clocksweep",
			"Every number the threads published beside what the lab makes of the same experiment, misses included.", "../"),
		Verdict: verdict(cells),
		Totals: []page.Fact{
			{Name: "Experiments", Value: strconv.Itoa(len(all))},
			{Name: "Published numbers", Value: strconv.Itoa(len(cells))},
			{Name: "Predicted", Value: strconv.Itoa(score.Predicted)},
			{Name: "Missed", Value: strconv.Itoa(score.Failed)},
			{Name: "Median |log ratio|", Value: fmt.Sprintf("%.3f", score.MedianLog)},
		},
		Command: "clocksweep verify",
	}
	pictures, err := b.render([]charts.Picture{residuals(all, score)}, alone, timed)
	if err != nil {
		return nil, err
	}
	v.Residuals = &pictures[0]
	for _, e := range all {
		v.Experiments = append(v.Experiments, page.Verified{
			Title: e.Title, Question: e.Question, URL: "../x/" + e.Slug + "/index.html", ID: e.Slug,
			Verdict: verdict(e.cells), Comparison: comparison(e.cells), Fitted: fitted(e.Experiment),
		})
	}
	return v, nil
}

// residuals draws the relative difference of each judged number.
func residuals(all []verified, score report.Score) charts.Picture {
	e := charts.Effects{
		ID: residualsID, Title: "Simulated against published", Axis: "simulated above or below published",
		Groups: []charts.EffectGroup{
			{Name: "predicted, within its tolerance", Look: charts.LookGood},
			{Name: "predicted, missed", Look: charts.LookBad},
			{Name: "fitted", Look: charts.LookQuiet},
		},
		Limit: 1,
		Table: charts.Table{Head: []string{"experiment", "run", "metric", "published", "simulated", "difference", "tolerance", "verdict"}},
	}
	for _, v := range all {
		for i := range v.cells {
			c := &v.cells[i]
			if !c.Judged {
				continue
			}
			group := 0
			switch {
			case c.Role == experiment.RoleFitted:
				group = 2
			case !c.OK:
				group = 1
			}
			e.Bars = append(e.Bars, charts.Effect{
				Label: strings.TrimSpace(fmt.Sprintf("%d  %s %s", v.Year, c.Run, c.Metric)), Share: c.Difference, Group: group,
			})
			e.Table.Rows = append(e.Table.Rows, []string{v.Title, c.RunText(), c.Metric, c.PublishedText(), c.SimulatedText(),
				c.DifferenceText(), c.Tolerance, c.Verdict()})
		}
	}
	e.Caption = fmt.Sprintf("Of %d predicted numbers %d are within their tolerance", score.Predicted, score.Predicted-score.Failed)
	if !math.IsNaN(score.MedianLog) {
		e.Caption += fmt.Sprintf("; half of them are within %.0f %% of what was published", 100*(math.Exp(score.MedianLog)-1))
	}
	e.Caption += "."
	return e.Picture(charts.Static)
}
