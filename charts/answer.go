package charts

import "clocksweep/core/report"

// Answer is the picture that compares what was published with what is simulated, of the
// measure that tells most.
func Answer(cells []report.Cell, theme Theme) Picture {
	c := AnswerCard(cells)
	pic := c.Picture(theme)
	pic.ID = "answer"
	return pic
}

// AnswerCard is the card of that picture.
func AnswerCard(cells []report.Cell) Card {
	metric := report.Telling(cells)
	c := Card{Measure: report.MetricWords(metric, cells), Most: mostAnswers}
	for i := range cells {
		if cell := &cells[i]; cell.Metric == metric && cell.Run != "" && !c.has(cell.Run) {
			c.Runs = append(c.Runs, CardRun{Name: cell.Run, Published: cell.Published, Simulated: cell.Simulated})
		}
	}
	return c
}

const mostAnswers = 16 // runs of an Answer

func (c *Card) has(run string) bool {
	for _, r := range c.Runs {
		if r.Name == run {
			return true
		}
	}
	return false
}
