package sweep

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"clocksweep/core/scenario"
)

// Limits of a sweep.
const (
	MaxValues = 24   // of one setting
	MaxSeeds  = 30   // repeats of a cell
	MaxRuns   = 1000 // of all cells and seeds, in a page

	// MostRuns is what the other limits allow.
	MostRuns = MaxValues * MaxValues * MaxSeeds
)

// Axis is a setting and the values it takes, as SHOW prints them.
type Axis struct {
	Setting scenario.Setting
	Values  []string
}

// Numeric tells whether the values are numbers, between which a line may be
// drawn.
func (a *Axis) Numeric() bool {
	return a.Setting.Kind == scenario.KindInt || a.Setting.Kind == scenario.KindReal
}

// IsList tells whether a text has the form of several values: with a comma, as a
// range, or "all".
func IsList(text string) bool {
	return strings.Contains(text, ",") || strings.Contains(text, "..") || strings.TrimSpace(text) == every
}

// every stands for all values of a setting that has a list of them.
const every = "all"

// ReadAxis reads the values of a setting: a list "8MB, 64MB, 1GB", a range
// "32MB..1GB x2" that multiplies or "0..100 +20" that adds, both mixed, or "all"
// for a choice or a switch. A range without a step doubles. It ends with the last
// value that is not beyond its end. Legal is what base takes.
func ReadAxis(base *scenario.Scenario, name, text string) (Axis, error) {
	setting, ok := scenario.Lookup(name)
	if !ok {
		trial := *base
		return Axis{}, trial.Set(name, text)
	}
	r := reader{axis: Axis{Setting: setting}, base: *base}
	switch {
	case setting.ID == scenario.Seed:
		return Axis{}, errors.New("seed is what the repeats of a sweep vary; legal is another setting, and a number of seeds")
	case setting.Kind == scenario.KindText:
		return Axis{}, errors.New(setting.Name + " is a text; a sweep goes over numbers, switches and choices")
	case setting.ID == scenario.Release:
		r.base = *scenario.New() // what else is set may not exist in each of them, which is told by the cell
	}
	for piece := range strings.SplitSeq(text, ",") {
		if err := r.piece(strings.TrimSpace(piece)); err != nil {
			return Axis{}, err
		}
	}
	if len(r.axis.Values) == 0 {
		return Axis{}, errors.New(setting.Name + " has no values; legal is a list or a range, for instance " + r.example())
	}
	return r.axis, nil
}

// reader collects the values of an axis.
type reader struct {
	axis Axis
	base scenario.Scenario
}

// example is a legal text for the setting.
func (r *reader) example() string {
	s := &r.axis.Setting
	switch {
	case s.Kind == scenario.KindBool:
		return "on,off"
	case s.Kind == scenario.KindEnum:
		return strings.Join(s.Enum[:min(2, len(s.Enum))], ",") + " or all"
	case s.Kind == scenario.KindReal:
		return "0.1,0.5 or 0.1..0.9 +0.2"
	case s.Unit == scenario.UnitPages:
		return "32MB..1GB x2"
	}
	return "1,2,4 or 1..16 x2"
}

func (r *reader) piece(text string) error {
	s := &r.axis.Setting
	switch {
	case text == "":
		return nil
	case text == every && s.Kind == scenario.KindBool:
		return r.list([]string{"off", "on"})
	case text == every && s.Kind == scenario.KindEnum:
		return r.list(s.Enum)
	case !strings.Contains(text, ".."):
		return r.list([]string{text})
	case !r.axis.Numeric():
		return errors.New(s.Name + " = " + text + " is a range, and the setting has no order; legal is a list, for instance " + r.example())
	}
	return r.span(text)
}

func (r *reader) list(values []string) error {
	for _, v := range values {
		if err := r.add(v); err != nil {
			return err
		}
	}
	return nil
}

// add checks one value and appends it if it is new.
func (r *reader) add(text string) error {
	sc := r.base
	if err := sc.Set(r.axis.Setting.Name, text); err != nil {
		return err
	}
	shown := sc.Show(r.axis.Setting.ID)
	if slices.Contains(r.axis.Values, shown) {
		return nil
	}
	if len(r.axis.Values) == MaxValues {
		return errors.New(r.axis.Setting.Name + " has more than " + strconv.Itoa(MaxValues) + " values; legal are so many, with larger steps")
	}
	r.axis.Values = append(r.axis.Values, shown)
	return nil
}

// number reads one value as a number of the setting's unit.
func (r *reader) number(text string) (float64, error) {
	sc := r.base
	if err := sc.Set(r.axis.Setting.Name, text); err != nil {
		return 0, err
	}
	if r.axis.Setting.Kind == scenario.KindReal {
		return sc.Float(r.axis.Setting.ID), nil
	}
	return float64(sc.Int(r.axis.Setting.ID)), nil
}

// span reads "A..B", "A..B xN" or "A..B +S".
func (r *reader) span(text string) error {
	s := &r.axis.Setting
	wrong := func(why string) error {
		return errors.New(s.Name + " = " + text + " " + why + "; legal is for instance " + r.example())
	}
	from, rest, _ := strings.Cut(text, "..")
	rest = strings.TrimSpace(rest)
	to, step := rest, "x2"
	if i := strings.IndexAny(rest, "x*×+ "); i > 0 {
		to = rest[:i]
		if step = strings.TrimSpace(rest[i:]); step == "" {
			step = "x2"
		}
	}
	first, err := r.number(strings.TrimSpace(from))
	if err != nil {
		return err
	}
	last, err := r.number(strings.TrimSpace(to))
	if err != nil {
		return err
	}
	if last < first {
		return wrong("ends below its beginning")
	}
	next, err := r.step(step, first)
	if err != nil {
		return wrong(err.Error())
	}
	// A sum of steps of a tenth misses its end by the last bit.
	const slack = 1e-9
	for v, i := first, 1; v <= last+float64(slack*math.Abs(last)); i++ {
		if err := r.add(r.print(v)); err != nil {
			return err
		}
		following := next(i)
		const most = 1000 // steps so small that values repeat would never end
		if !(following > v) || i == most {
			return wrong("has a step that leads nowhere")
		}
		v = following
	}
	return nil
}

// step reads a step and returns the function that gives the i-th value behind
// first.
func (r *reader) step(text string, first float64) (func(i int) float64, error) {
	if by, ok := strings.CutPrefix(text, "+"); ok {
		by = strings.TrimSpace(by)
		distance, err := strconv.ParseFloat(by, 64)
		if err != nil && r.axis.Setting.Kind == scenario.KindInt {
			distance, err = r.number(by)
		}
		if err != nil || !(distance > 0) {
			return nil, errors.New("has a step that is no distance")
		}
		return func(i int) float64 { return first + float64(float64(i)*distance) }, nil
	}
	by := strings.TrimSpace(strings.TrimLeft(text, "x*×"))
	factor, err := strconv.ParseFloat(by, 64)
	if by == text || err != nil || !(factor > 1) {
		return nil, errors.New("has a step that is neither xN, with N above 1, nor +N")
	}
	if first <= 0 {
		return nil, errors.New("can't multiply what begins at or below 0: add, as in +10")
	}
	v := first
	return func(int) float64 { v = v * factor; return v }, nil
}

// print writes a number of the setting's unit so that Set reads it.
func (r *reader) print(v float64) string {
	if r.axis.Setting.Kind == scenario.KindReal {
		// Twelve digits drop what adding tenths leaves in the last bits.
		return strconv.FormatFloat(v, 'g', 12, 64)
	}
	return r.axis.Setting.Show(int64(v + 0.5))
}
