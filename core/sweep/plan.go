package sweep

import (
	"errors"
	"strconv"
	"strings"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
)

// Plan is what a sweep is going to run.
type Plan struct {
	Axes  []Axis // one or two; the first is drawn from left to right
	Seeds []uint64
	Cells []Cell // row by row: those of the second axis's first value first
}

// Cell is one combination of values.
type Cell struct {
	Scenario *scenario.Scenario // with the first seed; nil if refused
	Refused  string             // why there is no such machine or server, a sentence
}

// Base makes the scenario of the sweep with changes.
type Base func(changes []scenario.Change) (*scenario.Scenario, []error)

// New plans a sweep of one axis or two with so many seeds, which count up from
// that of the base, and of at most [MaxRuns] runs. It is an error if no cell can be
// run.
func New(base Base, axes []Axis, seeds int) (*Plan, error) {
	return NewWithin(MaxRuns, base, axes, seeds)
}

// NewWithin is New for those who can carry out more runs than a page, or fewer: at
// most so many.
func NewWithin(most int, base Base, axes []Axis, seeds int) (*Plan, error) {
	switch {
	case len(axes) < 1 || len(axes) > 2:
		return nil, errors.New("a sweep goes over one setting or two, not over " + strconv.Itoa(len(axes)))
	case len(axes) == 2 && axes[0].Setting.ID == axes[1].Setting.ID:
		return nil, errors.New("both settings of the sweep are " + axes[0].Setting.Name + "; legal is another one")
	case seeds < 1 || seeds > MaxSeeds:
		return nil, errors.New(strconv.Itoa(seeds) + " seeds are not possible; legal is 1 to " + strconv.Itoa(MaxSeeds))
	}
	p := &Plan{Axes: axes}
	if runs := p.Columns() * p.Rows() * seeds; runs > most {
		return nil, &TooManyRuns{Runs: runs, Most: most}
	}
	var why string
	for row := range p.Rows() {
		for column := range p.Columns() {
			sc, errs := base(p.changes(column, row))
			if len(errs) > 0 {
				why = errors.Join(errs...).Error()
				p.Cells = append(p.Cells, Cell{Refused: strings.ReplaceAll(why, "\n", "; ")})
				continue
			}
			if p.Seeds == nil {
				for i := range seeds {
					p.Seeds = append(p.Seeds, sc.Seed()+uint64(i))
				}
				last := *sc
				if err := last.Set(scenario.Seed.String(), strconv.FormatUint(p.Seeds[seeds-1], 10)); err != nil {
					return nil, err
				}
			}
			p.Cells = append(p.Cells, Cell{Scenario: sc})
		}
	}
	if p.Seeds == nil {
		return nil, errors.New(why)
	}
	return p, nil
}

// TooManyRuns is the error of a sweep that is too large for who is asked.
type TooManyRuns struct{ Runs, Most int }

func (e *TooManyRuns) Error() string {
	return "the sweep has " + strconv.Itoa(e.Runs) + " runs; legal are at most " + strconv.Itoa(e.Most)
}

// Columns is the number of values of the first setting.
func (p *Plan) Columns() int { return len(p.Axes[0].Values) }

// Rows is the number of values of the second setting, 1 if there is none.
func (p *Plan) Rows() int {
	if len(p.Axes) < 2 {
		return 1
	}
	return len(p.Axes[1].Values)
}

// Values returns the values of a cell, one an axis.
func (p *Plan) Values(cell int) []string {
	values := []string{p.Axes[0].Values[cell%p.Columns()]}
	if len(p.Axes) == 2 {
		values = append(values, p.Axes[1].Values[cell/p.Columns()])
	}
	return values
}

func (p *Plan) changes(column, row int) []scenario.Change {
	var changes []scenario.Change
	for i, v := range p.Values(row*p.Columns() + column) {
		changes = append(changes, scenario.Change{Name: p.Axes[i].Setting.Name, Value: v})
	}
	return changes
}

// Job is one run of a sweep.
type Job struct {
	Cell int // index into Cells
	Seed int // index into Seeds
}

// Jobs returns all runs: every cell with the first seed, then with the second.
func (p *Plan) Jobs() []Job {
	var jobs []Job
	for seed := range p.Seeds {
		for i := range p.Cells {
			if p.Cells[i].Scenario != nil {
				jobs = append(jobs, Job{i, seed})
			}
		}
	}
	return jobs
}

// Scenario returns the scenario of a run. It has no name of an experiment, so
// that a kept result serves every page.
func (p *Plan) Scenario(j Job) *scenario.Scenario {
	sc := *p.Cells[j.Cell].Scenario
	sc.Experiment, sc.Run = "", ""
	if err := sc.Set(scenario.Seed.String(), strconv.FormatUint(p.Seeds[j.Seed], 10)); err != nil {
		panic("sweep: a seed that New has not checked: " + err.Error())
	}
	return &sc
}

// Key returns under which name a result is kept: engine version, the 64-bit
// FNV-1a hash of the scenario but its seed, and the seed.
func Key(engine string, sc *scenario.Scenario) string {
	bare := *sc
	bare.Set(scenario.Seed.String(), scenario.New().Show(scenario.Seed))
	h := uint64(14695981039346656037)
	for _, c := range []byte(bare.Text()) {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return engine + "/" + strconv.FormatUint(h, 16) + "/" + strconv.FormatUint(sc.Seed(), 10)
}

// Same reports whether r is the whole result of a scenario under that engine.
func Same(engine string, sc *scenario.Scenario, r *result.Result) bool {
	if r.Engine != engine || r.Stopped || r.Seed != sc.Seed() || r.Experiment != sc.Experiment || r.Run != sc.Run {
		return false
	}
	left := r.Settings
	for _, s := range scenario.Settings() {
		if !sc.InForce(s.ID) {
			continue
		}
		if len(left) == 0 || left[0].Name != s.Name || left[0].Value != sc.Show(s.ID) {
			return false
		}
		left = left[1:]
	}
	return len(left) == 0
}
