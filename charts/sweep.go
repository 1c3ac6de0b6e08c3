package charts

import (
	"math"
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"clocksweep/core/report"
	"clocksweep/core/sweep"
)

// Sizes of the pictures of a sweep, in pixels.
const (
	sweepHeight = 360
	sweepFoot   = 50 // the labels and the name of the horizontal axis
)

// Sweep draws one measure of a sweep as far as it has come. Over one setting it
// is a line through the means with a band from the lowest to the highest of the
// seeds, or for choices, between which there is nothing, points with whiskers.
// Over two settings it is a heat map of the means.
func Sweep(o *sweep.Outcome, measure int, theme Theme) Picture {
	s := &sweepScene{scene: scene{theme: theme}, o: o, m: sweep.Measures()[measure]}
	for cell := range o.Cells {
		s.stats = append(s.stats, o.Stat(cell, measure))
	}
	pic := Picture{ID: "sweep", Title: s.title(), Caption: s.caption(), Table: s.table()}
	if len(o.Axes) == 1 {
		s.drawLine(&pic)
	} else {
		s.drawMap(&pic)
	}
	return pic
}

type sweepScene struct {
	scene
	o     *sweep.Outcome
	m     sweep.Measure
	stats []sweep.Stat // by cell
}

func (s *sweepScene) title() string {
	t := s.m.Label + " by " + s.o.Axes[0].Setting.Name
	if len(s.o.Axes) == 2 {
		t += " and " + s.o.Axes[1].Setting.Name
	}
	return t
}

// unit is the name of the axis of values.
func (s *sweepScene) unit() string {
	if s.m.Unit == "" {
		return strings.ToLower(s.m.Label[:1]) + s.m.Label[1:]
	}
	return s.m.Unit
}

// logarithmic tells whether the measure is drawn that way: latencies are.
func (s *sweepScene) logarithmic() bool { return s.m.Unit == "ms" }

// values collects one figure of all cells; a logarithmic axis has no place for 0.
func (s *sweepScene) values(of func(sweep.Stat) float64) []float64 {
	list := make([]float64, len(s.stats))
	for i := range list {
		list[i] = of(s.stats[i])
		if s.logarithmic() && !(list[i] > 0) {
			list[i] = math.NaN()
		}
	}
	return list
}

func (s *sweepScene) drawLine(pic *Picture) {
	axis := &s.o.Axes[0]
	low := s.values(func(t sweep.Stat) float64 { return t.Low })
	mean := s.values(func(t sweep.Stat) float64 { return t.Mean })
	high := s.values(func(t sweep.Stat) float64 { return t.High })
	from := s.values(func(t sweep.Stat) float64 { return s.interval(t).from })
	to := s.values(func(t sweep.Stat) float64 { return s.interval(t).to })
	chart := echarts.NewLine()
	patch := &patches{theme: s.theme, x: make([]xAxis, 1), y: []yAxis{s.above()}}
	several := len(s.o.Seeds) > 1
	add := func(name string, values []float64, more series, set func(*echarts.SingleSeries)) {
		chart.AddSeries(name, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) {
			c.Data = bars(values)
			c.ShowSymbol, c.Animation = opts.Bool(false), nil
			c.LineStyle = &opts.LineStyle{Color: s.theme.Run[0], Width: 1, Opacity: opts.Float(0.6)}
			set(c)
		}))
		more.ItemStyle = &itemStyle{Color: s.theme.Run[0]}
		patch.series = append(patch.series, more)
	}
	if several && axis.Numeric() {
		width := make([]float64, len(from))
		for i := range width {
			width[i] = to[i] - from[i]
		}
		quiet := series{Tooltip: &quietTooltip{}, Silent: true}
		invisible := &opts.LineStyle{Opacity: opts.Float(0)}
		add("below the band", from, quiet, func(c *echarts.SingleSeries) { c.Stack, c.LineStyle = "band", invisible })
		add("band", width, quiet, func(c *echarts.SingleSeries) {
			c.Stack, c.LineStyle = "band", invisible
			c.AreaStyle = &opts.AreaStyle{Color: s.theme.Run[0], Opacity: opts.Float(0.18)}
		})
	}
	add(s.meanName(), mean, series{}, func(c *echarts.SingleSeries) {
		c.ShowSymbol, c.Symbol, c.SymbolSize = opts.Bool(true), "circle", 7
		c.LineStyle = &opts.LineStyle{Color: s.theme.Run[0], Width: 2.5}
		if !axis.Numeric() {
			c.LineStyle, c.SymbolSize = &opts.LineStyle{Opacity: opts.Float(0)}, 11
			c.MarkLines = s.whiskers()
		}
	})
	if several {
		thin := func(c *echarts.SingleSeries) {
			if !axis.Numeric() {
				c.LineStyle = &opts.LineStyle{Opacity: opts.Float(0)}
			}
		}
		add("highest", high, series{}, thin)
		add("lowest", low, series{}, thin)
	}
	y := opts.YAxis{
		Type: "value", Min: 0, Name: s.unit(), NameLocation: "end", NameGap: 10,
		SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: s.theme.Grid}},
		AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
	}
	least, most := bounds(low, high, from, to)
	if s.logarithmic() {
		lo, hi := decades(least, most)
		y.Type, y.Min, y.Max = "log", lo, hi
		y.Name += ", logarithmic"
	} else {
		y.Max, patch.y[0].Interval = scale(most, 5)
	}
	patch.x[0] = s.settingAxis()
	patch.x[0].AxisPointer = &pointer{pointerLabel{Formatter: plain(axis.Setting.Name) + " = {value}"}}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(pic.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{Trigger: "axis", BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid}),
		echarts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
		echarts.WithXAxisOpts(s.categories(axis, "middle")),
		echarts.WithYAxisOpts(y),
	)
	chart.SetXAxis(axis.Values)
	chart.Accept(patch)
	chart.Validate()
	grid := func(left int) map[string]any {
		return map[string]any{"grid": opts.Grid{
			Left: strconv.Itoa(left), Right: "24", Top: strconv.Itoa(nameRow), Bottom: strconv.Itoa(sweepFoot),
		}}
	}
	pic.Option = marshal(chart.JSON(), grid(left), grid(slimLeft))
	pic.Height, pic.NarrowHeight = sweepHeight, sweepHeight-40
}

// meanName names the line: with one seed there is no mean of anything.
func (s *sweepScene) meanName() string {
	if n := len(s.o.Seeds); n > 1 {
		return "mean of " + plural(n, "seed")
	}
	return "seed " + strconv.FormatUint(s.o.Seeds[0], 10)
}

// bounds returns the least and the largest of the numbers, 0 and 0 if there is none.
func bounds(lists ...[]float64) (least, most float64) {
	least, most = math.Inf(1), math.Inf(-1)
	for _, list := range lists {
		for _, v := range list {
			if !math.IsNaN(v) {
				least, most = min(least, v), max(most, v)
			}
		}
	}
	if least > most {
		return 0, 0
	}
	return least, most
}

// interval is where the mean of a cell is with a confidence of 95 %.
type interval struct{ from, to float64 }

// interval returns NaN for fewer than two runs. No measure is below zero; on a
// logarithmic axis an interval that reaches zero begins with the lowest run.
func (s *sweepScene) interval(t sweep.Stat) interval {
	i := interval{t.Mean - t.Half, t.Mean + t.Half}
	if i.from <= 0 {
		i.from = 0
		if s.logarithmic() {
			i.from = t.Low
		}
	}
	return i
}

// whiskers are the intervals of a choice.
func (s *sweepScene) whiskers() *opts.MarkLines {
	m := &opts.MarkLines{}
	m.Symbol = []string{"none", "none"}
	m.Label = &opts.Label{Show: opts.Bool(false)}
	for i, t := range s.stats {
		if in := s.interval(t); t.N > 1 && (!s.logarithmic() || in.from > 0) {
			m.Data = append(m.Data, [2]lineEnd{
				{Coord: []float64{float64(i), in.from}, LineStyle: &opts.LineStyle{Color: s.theme.Run[0], Type: "solid", Width: 3}},
				{Coord: []float64{float64(i), in.to}},
			})
		}
	}
	if m.Data == nil {
		return nil
	}
	return m
}

// categories is an axis of a setting's values in equal steps.
func (s *sweepScene) categories(a *sweep.Axis, place string) opts.XAxis {
	return opts.XAxis{
		Type: "category", Name: plain(a.Setting.Name), NameLocation: place, NameGap: 30,
		SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		AxisLine:  &opts.AxisLine{LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
	}
}

func (s *sweepScene) settingAxis() xAxis {
	return xAxis{
		NameTextStyle: &text{Color: s.theme.Muted},
		AxisLabel:     &axisLabel{Color: s.theme.Muted, HideOverlap: true},
	}
}

// caption tells where the measure is highest and lowest, what the band is, and how
// far the sweep has come.
func (s *sweepScene) caption() string {
	done, failed := s.o.Done()
	planned := len(s.o.Jobs())
	at, least, most := 0, -1, -1
	for i, t := range s.stats {
		if t.N == 0 {
			continue
		}
		at++
		if least < 0 || t.Mean < s.stats[least].Mean {
			least = i
		}
		if most < 0 || t.Mean > s.stats[most].Mean {
			most = i
		}
	}
	var text string
	switch {
	case at == 0:
		text = "There is no result yet."
	case s.stats[least].Mean == s.stats[most].Mean:
		text = s.m.Label + " is " + s.told(most) + " everywhere."
	default:
		text = s.m.Label + " is highest, " + s.told(most) + ", with " + s.where(most) + " and lowest, " +
			s.told(least) + ", with " + s.where(least) + "."
	}
	if at > 0 && len(s.o.Seeds) > 1 {
		text += " Means of " + plural(len(s.o.Seeds), "seed")
		switch {
		case len(s.o.Axes) == 2:
		case s.o.Axes[0].Numeric():
			text += "; in the band lies the mean of all seeds with a confidence of 95 %, the thin lines are the lowest and the highest run"
		default:
			text += "; between the whiskers lies the mean of all seeds with a confidence of 95 %"
		}
		text += "."
	}
	if done < planned {
		text += " " + strconv.Itoa(done) + " of " + plural(planned, "run") + " are in it"
		if failed > 0 {
			text += ", " + strconv.Itoa(failed) + " failed"
		}
		text += "."
	}
	return text
}

// told is a cell's mean with its unit.
func (s *sweepScene) told(cell int) string {
	return strings.TrimSpace(figure(s.stats[cell].Mean, 4) + " " + s.m.Unit)
}

func (s *sweepScene) where(cell int) string {
	var parts []string
	for i, v := range s.o.Values(cell) {
		parts = append(parts, s.o.Axes[i].Setting.Name+" = "+v)
	}
	return strings.Join(parts, " and ")
}

func (s *sweepScene) table() Table {
	var t Table
	for i := range s.o.Axes {
		t.Head = append(t.Head, s.o.Axes[i].Setting.Name)
	}
	t.Head = append(t.Head, "mean", "lowest", "highest", "95 % of the mean", "runs", "note")
	for cell, st := range s.stats {
		t.Rows = append(t.Rows, append(s.o.Values(cell), sweep.Figure(st.Mean), sweep.Figure(st.Low), sweep.Figure(st.High),
			report.HalfText(st), strconv.Itoa(st.N), s.o.Trouble(cell)))
	}
	return t
}
