package sweep

import (
	"math"
	"strconv"
	"strings"

	"clocksweep/core/result"
)

// Outcome is what is known of a sweep.
type Outcome struct {
	*Plan
	runs [][]known // by cell and seed
}

// known is what is known of one run.
type known struct {
	figures []float64 // by measure; nil until it has ended
	hash    string
	failure string
	refused bool // rather than failed
}

// NewOutcome returns the outcome of a plan of which nothing has run.
func NewOutcome(p *Plan) *Outcome {
	o := &Outcome{Plan: p}
	for range p.Cells {
		o.runs = append(o.runs, make([]known, len(p.Seeds)))
	}
	return o
}

// Put notes the result of a run. One that was stopped is not taken.
func (o *Outcome) Put(j Job, r *result.Result) {
	if r.Stopped {
		return
	}
	k := known{hash: r.Hash()}
	for i := range measures {
		k.figures = append(k.figures, measures[i].Of(r))
	}
	o.runs[j.Cell][j.Seed] = k
}

// PutFigures notes the figures of a run that was carried out elsewhere, by the names
// of measures, and the hash of its result. What is missing is not defined.
func (o *Outcome) PutFigures(j Job, hash string, figures map[string]float64) {
	k := known{hash: hash}
	for i := range measures {
		v, ok := figures[measures[i].Name]
		if !ok {
			v = math.NaN()
		}
		k.figures = append(k.figures, v)
	}
	o.runs[j.Cell][j.Seed] = k
}

// Fail notes why a run has no result.
func (o *Outcome) Fail(j Job, why string) { o.runs[j.Cell][j.Seed].failure = why }

// Refuse notes why a run was not begun.
func (o *Outcome) Refuse(j Job, why string) {
	o.runs[j.Cell][j.Seed] = known{failure: why, refused: true}
}

// Done returns how many runs have a result, and how many failed or were refused.
func (o *Outcome) Done() (done, failed int) {
	for _, cell := range o.runs {
		for i := range cell {
			switch {
			case cell[i].figures != nil:
				done++
			case cell[i].failure != "":
				failed++
			}
		}
	}
	return done, failed
}

// Trouble returns why a cell has no result, or not all of them: the machine
// refuses it, runs were refused or failed. It is "" where all is well or still to come.
func (o *Outcome) Trouble(cell int) string {
	if why := o.Cells[cell].Refused; why != "" {
		return why
	}
	for i := range o.runs[cell] {
		if k := o.runs[cell][i]; k.refused {
			return k.failure
		} else if why := k.failure; why != "" {
			return "seed " + strconv.FormatUint(o.Seeds[i], 10) + " failed: " + why
		}
	}
	return ""
}

// Figures returns a measure of the runs of a cell, by seed; NaN for those that
// have no result.
func (o *Outcome) Figures(cell, measure int) []float64 {
	list := make([]float64, len(o.Seeds))
	for i := range list {
		list[i] = math.NaN()
		if f := o.runs[cell][i].figures; f != nil {
			list[i] = f[measure]
		}
	}
	return list
}

// Hash returns the hash of a run's result, "" if there is none.
func (o *Outcome) Hash(j Job) string { return o.runs[j.Cell][j.Seed].hash }

// Stat describes the runs of a cell in one measure.
type Stat struct {
	N               int     // runs in which it is defined
	Mean, Low, High float64 // NaN if there is none
	Half            float64 // the mean's 95 % interval goes this far to both sides; NaN for fewer than two runs
}

// Stat returns a cell's statistics.
func (o *Outcome) Stat(cell, measure int) Stat { return Describe(o.Figures(cell, measure)) }

// Describe returns the statistics of the figures that are numbers.
func Describe(figures []float64) Stat {
	s := Stat{Mean: math.NaN(), Low: math.NaN(), High: math.NaN(), Half: math.NaN()}
	sum := 0.0
	for _, v := range figures {
		if math.IsNaN(v) {
			continue
		}
		if s.N == 0 {
			s.Low, s.High = v, v
		}
		s.N++
		s.Low, s.High = min(s.Low, v), max(s.High, v)
		sum += v
	}
	if s.N == 0 {
		return s
	}
	s.Mean = sum / float64(s.N)
	if s.N == 1 {
		return s
	}
	squares := 0.0
	for _, v := range figures {
		if !math.IsNaN(v) {
			squares += float64((v - s.Mean) * (v - s.Mean))
		}
	}
	s.Half = student(s.N-1) * math.Sqrt(squares/float64(s.N-1)/float64(s.N))
	return s
}

// students are the two-sided 95 % quantiles of Student's distribution by degrees
// of freedom, from 1 on (any table of it, for instance NIST/SEMATECH e-Handbook of
// Statistical Methods, 1.3.6.7.2).
var students = [...]float64{
	12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
	2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
	2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
}

func student(freedom int) float64 { return students[min(freedom, len(students))-1] }

// CSV returns a line for each run: the values, the seed, every measure and the
// hash of the result; runs without a result have empty fields and, in the last
// column, the reason (RFC 4180).
func (o *Outcome) CSV() []byte {
	var b []byte
	row := func(fields []string) {
		for i, f := range fields {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(b, quoted(f)...)
		}
		b = append(b, "\r\n"...)
	}
	var head []string
	for i := range o.Axes {
		head = append(head, o.Axes[i].Setting.Name)
	}
	head = append(head, "seed")
	for i := range measures {
		head = append(head, measures[i].Name)
	}
	row(append(head, "hash", "trouble"))
	for cell := range o.Cells {
		for seed := range o.Seeds {
			fields := append(o.Values(cell), strconv.FormatUint(o.Seeds[seed], 10))
			k := o.runs[cell][seed]
			for i := range measures {
				text := ""
				if k.figures != nil && !math.IsNaN(k.figures[i]) {
					text = strconv.FormatFloat(k.figures[i], 'g', -1, 64)
				}
				fields = append(fields, text)
			}
			why := k.failure
			if o.Cells[cell].Refused != "" {
				why = o.Cells[cell].Refused
			}
			row(append(fields, k.hash, why))
		}
	}
	return b
}

func quoted(field string) string {
	if !strings.ContainsAny(field, "\",\r\n") {
		return field
	}
	return `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
}
