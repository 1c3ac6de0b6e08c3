package charts

import (
	"math"
	"strconv"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// Effect is one bar to the left or right of zero.
type Effect struct {
	Label string
	Share float64 // 0.1 is a bar of +10 %; NaN or an infinity draws none
	Group int     // index into Effects.Groups
}

// Effects is a picture of signed shares: residuals of published numbers, or what a
// mechanism is worth. Bars beyond Limit, a share, are cut there; the table behind
// has their numbers.
type Effects struct {
	ID, Title, Caption string
	Axis               string // name of the horizontal axis
	Groups             []EffectGroup
	Bars               []Effect // from the top
	Limit              float64  // at least 0.05
	Table              Table
}

// EffectGroup is a kind of bars in the legend.
type EffectGroup struct {
	Name string
	Look Look
}

// Look is how the bars of a group are drawn.
type Look uint8

// The looks, told apart by color and by pattern.
const (
	LookGood Look = iota
	LookBad
	LookQuiet
)

func (l Look) of(t *Theme) (color string, pattern int) {
	switch l {
	case LookBad:
		return t.Backend, hatched
	case LookQuiet:
		return t.Idle, dots
	}
	return t.Checkpointer, solid
}

// barLine is the height of a bar's row, narrowLabels the room for labels on a small
// screen, in pixels.
const (
	barLine      = 19
	narrowLabels = 168
)

// Picture draws the effects.
func (e *Effects) Picture(theme Theme) Picture {
	s := &scene{theme: theme}
	limit := max(e.Limit, 0.05)
	labels := make([]string, len(e.Bars))
	widest := 0
	for i, b := range e.Bars {
		labels[i] = b.Label
		widest = max(widest, len([]rune(b.Label)))
	}
	chart := echarts.NewBar()
	patch := &patches{theme: theme, x: make([]xAxis, 1), y: make([]yAxis, 1)}
	most := 0.05
	var legend []string
	for g, group := range e.Groups {
		values := make(bars, len(e.Bars))
		used := false
		for i, b := range e.Bars {
			values[i] = math.NaN()
			if b.Group == g && !math.IsNaN(b.Share) && !math.IsInf(b.Share, 0) {
				share := max(-limit, min(b.Share, limit))
				values[i] = math.Round(float64(share*1000)) / 10
				most, used = max(most, math.Abs(share)), true
			}
		}
		if !used {
			continue
		}
		legend = append(legend, group.Name)
		chart.AddSeries(group.Name, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) {
			c.Data, c.Stack, c.BarMaxWidth = values, "share", "12"
		}))
		color, pattern := group.Look.of(&theme)
		patch.series = append(patch.series, series{ItemStyle: &itemStyle{Color: color, Decal: s.pattern(pattern)}})
	}
	// A character of the labels is some 7 pixels wide.
	left := min(18+widest*7, 360)
	top, interval := scale(100*most, 4)
	patch.x[0] = xAxis{
		NameTextStyle: &text{Color: theme.Muted}, Interval: interval,
		AxisLabel: &axisLabel{Color: theme.Muted, HideOverlap: true, Formatter: "{value} %"},
	}
	patch.y[0] = yAxis{
		AxisLabel: &axisLabel{Color: theme.Text, Width: left - 12, Overflow: "truncate"}, AxisTick: &opts.AxisTick{Show: opts.Bool(false)},
	}
	plot := len(e.Bars)*barLine + 10
	head := legendLine * rows(legend, wideLegend)
	narrowHead := legendLine * rows(legend, narrowLegend)
	grid := func(left, top int) map[string]any {
		return map[string]any{"grid": opts.Grid{
			Left: strconv.Itoa(left), Right: "24", Top: strconv.Itoa(top + 6), Height: strconv.Itoa(plot),
		}}
	}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(e.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{
			Trigger: "axis", AxisPointer: &opts.AxisPointer{Type: "shadow"},
			BackgroundColor: theme.Paper, BorderColor: theme.Grid,
		}),
		echarts.WithLegendOpts(s.legend(legend, 0)),
		echarts.WithXAxisOpts(opts.XAxis{
			Type: "value", Min: -top, Max: top,
			Name: e.Axis, NameLocation: "middle", NameGap: 26,
			SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: theme.Grid}},
		}),
		echarts.WithYAxisOpts(opts.YAxis{
			Type: "category", Data: labels, Inverse: opts.Bool(true),
			AxisLine: &opts.AxisLine{LineStyle: &opts.LineStyle{Color: theme.Muted}},
		}),
	)
	chart.Accept(patch)
	chart.Validate()
	const foot = 56
	narrow := grid(min(left, narrowLabels), narrowHead)
	narrow["yAxis"] = map[string]any{"axisLabel": map[string]any{"width": min(left, narrowLabels) - 12}}
	wide := grid(left, head)
	wide["yAxis"] = map[string]any{"axisLabel": map[string]any{"width": left - 12}}
	return Picture{
		ID: e.ID, Title: e.Title, Caption: e.Caption, Table: e.Table,
		Option: marshal(chart.JSON(), wide, narrow),
		Height: head + plot + foot, NarrowHeight: narrowHead + plot + foot,
	}
}
