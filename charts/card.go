package charts

import (
	"strconv"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// Card is the small picture of an experiment in a list of experiments: one measure,
// a bar a run, and dashed around it what was published.
type Card struct {
	Measure string // with its unit, for instance "transactions per second"
	Runs    []CardRun
	Most    int // so many runs are drawn, at least 1
}

// CardRun is one run of a [Card]. What is not known is NaN.
type CardRun struct {
	Name                 string
	Published, Simulated float64
}

// CardWidth is the width in pixels that the picture of a card is laid out for.
const CardWidth = 360

// Sizes of the parts of a card, in pixels.
const (
	cardPlot  = 162 // all runs, unless they are few
	cardRow   = 38  // a run at most
	cardLeast = 24  // and at least
	cardHead  = 24  // the heads of the columns
	cardChar  = 7   // a character of a label

	cardNumbers      = "simulated (published)" // over the numbers
	cardNumbersWidth = 122
)

// Picture draws the card. Its caption says how to read it, and nothing more: the
// numbers stand beside the bars. It says how many runs there are beside those that are
// drawn.
func (c *Card) Picture(theme Theme) Picture {
	shown := c.Runs[:min(len(c.Runs), c.Most)]
	simulated, published, numbers := make(bars, len(shown)), make(bars, len(shown)), make([]string, len(shown))
	names := make([]string, len(shown))
	most, widest, room := 0.0, 0, 0
	for i, r := range shown {
		simulated[i], published[i] = r.Simulated, r.Published
		most = max(most, peak([]float64{r.Simulated, r.Published}))
		names[i] = plain(r.Name)
		numbers[i] = figure(r.Simulated, 3) + " (" + figure(r.Published, 3) + ")"
		widest, room = max(widest, len([]rune(names[i]))), max(room, len([]rune(numbers[i])))
	}
	if most == 0 {
		most = 1
	}
	row := min(cardRow, max(cardPlot/max(len(shown), 1), cardLeast))
	chart := echarts.NewBar()
	patch := &patches{theme: theme, x: make([]xAxis, 1), y: make([]yAxis, 2)}
	add := func(name string, values bars, more series) {
		chart.AddSeries(name, nil, echarts.WithSeriesOpts(func(s *echarts.SingleSeries) {
			s.Data, s.BarGap, s.BarWidth = values, "-100%", strconv.Itoa(row/2)
		}))
		patch.series = append(patch.series, more)
	}
	add("simulated", simulated, series{ItemStyle: &itemStyle{Color: theme.Run[0], Opacity: 0.8}})
	add("published", published, series{ItemStyle: &itemStyle{
		Color: "transparent", BorderColor: theme.Published, BorderWidth: 1.5, BorderType: "dashed",
	}})
	left, right := 12+cardChar*widest, 14+cardChar*room
	hidden := false
	patch.x[0] = xAxis{AxisLabel: &axisLabel{Show: &hidden}}
	patch.y[0] = yAxis{AxisLabel: &axisLabel{Color: theme.Text}, AxisTick: &opts.AxisTick{Show: opts.Bool(false)}}
	patch.y[1] = yAxis{
		NameTextStyle: &text{Color: theme.Muted, Align: "left", FontSize: 11, Padding: []int{0, 0, 0, min(0, right-cardNumbersWidth)}},
		AxisLabel:     &axisLabel{Color: theme.Text}, AxisTick: &opts.AxisTick{Show: opts.Bool(false)},
	}
	height := cardHead + row*len(shown) + 6
	grid := opts.Grid{Left: strconv.Itoa(left), Right: strconv.Itoa(right), Top: strconv.Itoa(cardHead), Height: strconv.Itoa(row * len(shown))}
	pic := Picture{
		ID: "card", Title: capital(c.Measure), Caption: c.caption(), Table: c.table(), Height: height, NarrowHeight: height,
	}
	lines := func(data []string, name, position string) opts.YAxis {
		return opts.YAxis{
			Type: "category", Data: data, Inverse: opts.Bool(true), Position: position,
			Name: name, NameLocation: "start", NameGap: 9,
			SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
			AxisLine:  &opts.AxisLine{Show: opts.Bool(position == "left"), LineStyle: &opts.LineStyle{Color: theme.Muted}},
		}
	}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(pic.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{Show: opts.Bool(false)}),
		echarts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
		echarts.WithXAxisOpts(opts.XAxis{
			Type: "value", Min: 0, Max: most * 1.02, SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
		}),
		echarts.WithYAxisOpts(lines(names, "", "left")),
	)
	chart.ExtendYAxis(lines(numbers, cardNumbers, "right"))
	chart.Accept(patch)
	chart.Validate()
	same := map[string]any{"grid": grid}
	pic.Option = marshal(chart.JSON(), same, same)
	return pic
}

// caption tells what the bars are, and of which runs there is none.
func (c *Card) caption() string {
	text := capital(c.Measure) + ": simulated, and dashed what was published"
	if more := len(c.Runs) - c.Most; more > 0 {
		text += "; " + plural(more, "more run") + " on the page"
	}
	return text + "."
}

func (c *Card) table() Table {
	t := Table{Head: []string{"run", "published", "simulated"}}
	for _, r := range c.Runs {
		t.Rows = append(t.Rows, []string{r.Name, figure(r.Published, 4), figure(r.Simulated, 4)})
	}
	return t
}
