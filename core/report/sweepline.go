package report

import (
	"encoding/json"
	"errors"
	"math"

	"clocksweep/core/result"
	"clocksweep/core/sweep"
)

// SweepLine is one line of a sweep that is carried out elsewhere: first one about the
// plan, then one for each run as it is ready, in any order, and one at the end. A
// stream without an end was broken off. It has what any of [SweepPlanLine],
// [SweepRunLine] and [SweepEndLine] has.
type SweepLine struct {
	Line    string
	Engine  string
	Runs    int
	Run     int
	Hash    string
	Figures map[string]*float64
	Problem json.RawMessage
}

// SweepPlanLine is about the plan.
type SweepPlanLine struct {
	Line   string `json:"line"` // SweepPlan
	Engine string `json:"engine"`
	Cells  int    `json:"cells"`
	Runs   int    `json:"runs"`
}

// SweepRunLine is about a run: its index in the order of [sweep.Plan.Jobs], what makes
// it different, and either hash and figures or a problem.
type SweepRunLine struct {
	Line     string              `json:"line"` // SweepRun
	Run      int                 `json:"run"`
	Settings map[string]string   `json:"settings"`
	Seed     uint64              `json:"seed"`
	Hash     string              `json:"hash,omitempty"`
	Kept     bool                `json:"kept,omitempty"`    // it was not played for this sweep
	Figures  map[string]*float64 `json:"figures,omitempty"` // by measure; null where it is not defined
	Problem  json.RawMessage     `json:"problem,omitempty"` // RFC 9457
}

// SweepEndLine is about what came: runs with a result, and without.
type SweepEndLine struct {
	Line   string `json:"line"` // SweepEnd
	Ran    int    `json:"ran"`
	Failed int    `json:"failed"`
}

// The kinds of lines.
const (
	SweepPlan = "plan"
	SweepRun  = "run"
	SweepEnd  = "end"
)

// FiguresJSON returns the measures of a result as a [SweepRunLine] has them.
func FiguresJSON(r *result.Result) map[string]*float64 {
	figures := map[string]*float64{}
	for _, m := range sweep.Measures() {
		figures[m.Name] = nil
		if v := m.Of(r); !math.IsNaN(v) {
			figures[m.Name] = &v
		}
	}
	return figures
}

// ReadSweepLine reads a line. It is an error if it is not one.
func ReadSweepLine(text []byte) (SweepLine, error) {
	var line SweepLine
	if err := json.Unmarshal(text, &line); err != nil {
		return line, errors.New("not a line of a sweep: " + err.Error())
	}
	if line.Line != SweepPlan && line.Line != SweepRun && line.Line != SweepEnd {
		return line, errors.New("not a line of a sweep: its kind is not plan, run or end")
	}
	return line, nil
}

// Put notes in an outcome what the line of a run says. It is an error if the line is
// about a run that the plan does not have, or says nothing of it.
func (l *SweepLine) Put(o *sweep.Outcome, jobs []sweep.Job) error {
	if l.Run < 0 || l.Run >= len(jobs) {
		return errors.New("a line is about a run that the sweep does not have")
	}
	job := jobs[l.Run]
	switch {
	case l.Problem != nil:
		o.Fail(job, problemDetail(l.Problem))
	case len(l.Hash) != 16 || len(l.Figures) == 0:
		return errors.New("a line says nothing of its run")
	default:
		figures := map[string]float64{}
		for name, v := range l.Figures {
			if v != nil {
				figures[name] = *v
			}
		}
		o.PutFigures(job, l.Hash, figures)
	}
	return nil
}

// problemDetail returns the sentence of a problem document.
func problemDetail(problem json.RawMessage) string {
	var p struct{ Title, Detail string }
	if json.Unmarshal(problem, &p) != nil || p.Title+p.Detail == "" {
		return "the run failed"
	}
	if p.Detail == "" {
		return p.Title
	}
	return p.Detail
}
