package report

import (
	"fmt"
	"math"
	"slices"

	"clocksweep/core/experiment"
)

// Score sums up a comparison.
type Score struct {
	Judged, Met       int // cells with a tolerance, and how many are within it
	Predicted, Failed int // cells that nothing was fitted on, and how many miss
	// MedianLog is the median of |ln(simulated/published)| over the predicted
	// cells where both are positive: 0.10 is a factor of 1.105 either way. NaN
	// if there is none.
	MedianLog float64
}

// Judge counts the cells that have a tolerance. Those of several experiments
// may be counted together.
func Judge(cells []Cell) Score {
	var s Score
	var logs []float64
	for i := range cells {
		c := &cells[i]
		if !c.Judged {
			continue
		}
		s.Judged++
		if c.OK {
			s.Met++
		}
		if c.Role != experiment.RolePredicted {
			continue
		}
		s.Predicted++
		if !c.OK {
			s.Failed++
		}
		if l := c.LogRatio(); !math.IsNaN(l) {
			logs = append(logs, math.Abs(l))
		}
	}
	s.MedianLog = median(logs)
	return s
}

// LogRatio is ln(simulated/published), NaN unless both are positive.
func (c *Cell) LogRatio() float64 {
	if c.Published <= 0 || math.IsNaN(c.Simulated) || c.Simulated <= 0 {
		return math.NaN()
	}
	return math.Log(c.Simulated / c.Published)
}

// median sorts values.
func median(values []float64) float64 {
	n := len(values)
	if n == 0 {
		return math.NaN()
	}
	slices.Sort(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// OK tells whether no cell misses its tolerance.
func (s Score) OK() bool { return s.Met == s.Judged }

// String is the sentence that stands above or below a comparison.
func (s Score) String() string {
	if s.Judged == 0 {
		return "No published number has a tolerance to be judged by."
	}
	return fmt.Sprintf("%d of %d published numbers are met within their tolerance.", s.Met, s.Judged)
}

// Predictions is the sentence about the predicted cells alone.
func (s Score) Predictions() string {
	text := fmt.Sprintf("Predicted: %d, missed: %d", s.Predicted, s.Failed)
	if !math.IsNaN(s.MedianLog) {
		text += fmt.Sprintf(", median |log ratio| %.3f", s.MedianLog)
	}
	return text + "."
}
