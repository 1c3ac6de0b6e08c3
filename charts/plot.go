package charts

import (
	"math"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// line is one line of a panel.
type line struct {
	name   string
	color  string
	y      []float64 // one value a bin; NaN is a gap
	end    int       // seconds that y covers
	width  float32   // pixels, 0 for an area
	dotted bool
	label  bool // write the name at the end
	area   bool // a step-shaped area, stacked on the panel's earlier ones
	decal  *decal
	levels []level // dashed lines across the panel
	spans  []span  // thick lines along its foot
}

// panel is one plot over time with its own vertical axis.
type panel struct {
	run   *run // the run it is about, nil if it holds all of them
	unit  string
	max   float64 // largest value to fit
	top   float64 // end of the axis, set when the panel is laid out
	log   bool    // logarithmic from min to max, both powers of ten
	min   float64 // beginning of the axis
	lines []line
	bands []band
}

// overTime lays the panels out under one another on a shared time axis.
// Legend names the lines that aren't labeled at their ends. The picture has its
// caption already and gets its option and heights.
func (s *scene) overTime(pic *Picture, panels []panel, legend []string) {
	chart := echarts.NewLine()
	patch := &patches{theme: s.theme}
	n := len(panels)
	chart.XAxisList, chart.YAxisList = nil, nil
	all := make([]int, n)
	for i := range panels {
		p := &panels[i]
		all[i] = i
		x, moreX := s.timeAxis(i, p, i == n-1)
		chart.ExtendXAxis(x)
		patch.x = append(patch.x, moreX)
		y, moreY := s.valueAxis(i, p, n)
		chart.ExtendYAxis(y)
		patch.y = append(patch.y, moreY)
		for j, l := range p.lines {
			more := s.addLine(chart, i, l)
			if j == 0 {
				chart.MultiSeries[len(chart.MultiSeries)-1].MarkAreas = s.markBands(p.bands)
			}
			patch.series = append(patch.series, more)
		}
	}
	head, narrowHead := 0, 0
	if legend != nil {
		head = legendRow + legendLine*(rows(legend, wideLegend)-1)
		narrowHead = legendRow + legendLine*(rows(legend, narrowLegend)-1)
	}
	height, narrowHeight := heights(n, head, narrowHead)
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(pic.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{Trigger: "axis", BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid}),
		echarts.WithAxisPointerOpts(&opts.AxisPointer{
			Link: []opts.AxisPointerLink{{XAxisIndex: all}},
		}),
		echarts.WithLegendOpts(s.legend(legend, 0)),
	)
	chart.Accept(patch)
	chart.XAxisList[0].Data = nil
	chart.Validate()
	wideNames, narrowNames := endLabels(panels, plotHeight(n, head, height), plotHeight(n, narrowHead, narrowHeight))
	wide := s.layout(s.grids(n, head, height, false), n, 7, wideNames)
	narrow := s.layout(s.grids(n, narrowHead, narrowHeight, true), n, 4, narrowNames)
	pic.Option = marshal(chart.JSON(), wide, narrow)
	pic.Height, pic.NarrowHeight = height, narrowHeight
}

// Sizes of the parts of a plot, in pixels.
const (
	legendRow  = 28 // the legend above the plots
	legendLine = 23 // a line of a legend of several
	nameRow    = 26 // the name of a vertical axis above its plot
	axisRow    = 26 // the labels of the time axis
	left       = 58 // room for the labels of vertical axes
	slimLeft   = 50 // the same on a small screen

	wideLegend   = 0.92 * 720 // the width that a legend has at least
	narrowLegend = 0.92 * 320 // the same on a small screen
)

// heights returns the height for n panels under one another, wide and narrow,
// each with its own head.
func heights(n, head, narrowHead int) (wide, narrow int) {
	return max(420, head+axisRow+n*160), max(300, narrowHead+axisRow+n*118)
}

// plotHeight is what n panels under one another leave to each for its plot, in
// pixels, in a picture of that height.
func plotHeight(n, head, height int) float64 {
	return float64(height-head-axisRow)/float64(n) - nameRow - 4
}

// grids places n plots under one another in a picture of that height. The
// positions are shares of the height so that a picture drawn at another one
// keeps its proportions.
func (s *scene) grids(n, head, height int, narrow bool) []opts.Grid {
	slot := float64(height-head-axisRow) / float64(n)
	share := func(px float64) string { return figure(100*px/float64(height), 4) + "%" }
	left := left
	if narrow {
		left = slimLeft
	}
	grids := make([]opts.Grid, n)
	for i := range grids {
		grids[i] = opts.Grid{
			Left:   grouped(int64(left)),
			Right:  grouped(int64(s.rightMargin())),
			Top:    share(float64(head) + float64(i)*slot + nameRow),
			Height: share(plotHeight(n, head, height)),
		}
	}
	return grids
}

// rightMargin is the room for the longest name at the end of a line. It is the
// same in all pictures over time so that their axes line up.
func (s *scene) rightMargin() int {
	longest := 3 // p99, max
	for _, name := range s.names() {
		longest = max(longest, len([]rune(name)))
	}
	return 16 + 8*min(longest, 12)
}

// layout is what depends on the width: where the plots are, how many ticks the
// time axis has, and where the names at the ends of lines go.
func (s *scene) layout(grids []opts.Grid, n, ticks int, names []endLabeled) map[string]any {
	axes := make([]map[string]any, n)
	interval := binFor(s.seconds, ticks)
	for i := range axes {
		axes[i] = map[string]any{"interval": interval, "axisLabel": map[string]any{
			"showMaxLabel": s.seconds%interval == 0,
		}}
	}
	return map[string]any{"grid": grids, "xAxis": axes, "series": names}
}

// timeAxis is the axis of panel i; only the lowest is labeled.
func (s *scene) timeAxis(i int, p *panel, lowest bool) (opts.XAxis, xAxis) {
	about := p.unit
	if p.run != nil {
		about = p.run.name
	}
	return opts.XAxis{
			Type: "value", GridIndex: i, Min: 0, Max: s.seconds,
			SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
			AxisLine:  &opts.AxisLine{OnZero: opts.Bool(false), LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
			AxisTick:  &opts.AxisTick{Show: opts.Bool(lowest)},
		}, xAxis{
			AxisLabel:   &axisLabel{Show: &lowest, Formatter: "{value} s", Color: s.theme.Muted, HideOverlap: true},
			AxisPointer: &pointer{pointerLabel{Formatter: plain(about) + ", second {value}"}},
		}
}

// valueAxis is the vertical axis of panel i of n. Its name, above the plot,
// tells the run and the unit.
func (s *scene) valueAxis(i int, p *panel, n int) (opts.YAxis, yAxis) {
	y := opts.YAxis{
		Type: "value", GridIndex: i, Min: 0,
		Name: p.unit, NameLocation: "end", NameGap: 10,
		SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: s.theme.Grid}},
		AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
	}
	more := s.above()
	if p.log {
		y.Type, y.Min, y.Max = "log", p.min, p.max
	} else {
		ticks := 5
		if n > 1 {
			ticks = 3
		}
		p.top, more.Interval = scale(p.max, ticks)
		y.Max = p.top
	}
	if p.run != nil {
		y.Name = "{run|" + plain(p.run.name) + "}" + p.unit
		more.NameTextStyle.Rich = map[string]text{
			"run": {Color: p.run.color, FontSize: 13, FontWeight: "bold", Padding: []int{0, 14, 0, 0}},
		}
	}
	return y, more
}

// above is the style of a vertical axis whose name stands over its plot, and
// which has grid lines instead of ticks.
func (s *scene) above() yAxis {
	return yAxis{
		NameTextStyle: &text{Color: s.theme.Muted, Align: "left", Padding: []int{0, 0, 0, 8 - slimLeft}},
		AxisLabel:     &axisLabel{Color: s.theme.Muted, HideOverlap: true},
		AxisTick:      &opts.AxisTick{Show: opts.Bool(false)},
	}
}

// plain removes the signs that ECharts' rich text and templates give a meaning.
func plain(name string) string { return strings.NewReplacer("{", "", "}", "", "|", " ").Replace(name) }

// scale returns a round end of an axis from zero that fits max, and the round
// distance of about that many ticks.
func scale(max float64, ticks int) (top, interval float64) {
	if !(max > 0) {
		return 1, 1
	}
	interval = 1
	for interval*10 <= max/float64(ticks) {
		interval *= 10
	}
	for interval > max/float64(ticks) {
		interval /= 10
	}
	for _, step := range [...]float64{1, 2, 2.5, 5, 10} {
		if step*interval*float64(ticks) >= max {
			interval *= step
			break
		}
	}
	return interval * math.Ceil(max/interval), interval
}

// decades returns the powers of ten around the positive values of v.
func decades(lowest, highest float64) (lo, hi float64) {
	lo, hi = 1, 10
	for lo > lowest && lowest > 0 {
		lo /= 10
	}
	for lo*10 <= lowest {
		lo *= 10
	}
	for hi = lo * 10; hi < highest; {
		hi *= 10
	}
	return lo, hi
}

// addLine adds l to panel i and returns what go-echarts has no field for.
func (s *scene) addLine(chart *echarts.Line, i int, l line) series {
	chart.AddSeries(l.name, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) {
		c.Data = points{s.bin, l.end, l.area, l.y}
		c.XAxisIndex, c.YAxisIndex = i, i
		c.ShowSymbol = opts.Bool(false)
		c.Animation = nil // off for the whole chart
		c.LineStyle = &opts.LineStyle{Color: l.color, Width: l.width}
		if l.dotted {
			c.LineStyle.Type = "dotted"
		}
		if l.area {
			c.Stack = "panel" + grouped(int64(i))
			c.Step = "start" // a point stands for the seconds before it
			c.AreaStyle = &opts.AreaStyle{Color: l.color, Opacity: opts.Float(1)}
			c.LineStyle = &opts.LineStyle{Opacity: opts.Float(0)}
		}
		c.MarkLines = s.markLines(l)
	}))
	more := series{ItemStyle: &itemStyle{Color: l.color, Decal: l.decal}}
	if l.label {
		shown := true
		more.EndLabel = &text{
			Show: &shown, Formatter: "{a}", Color: l.color, FontWeight: "bold", Distance: 6,
		}
	}
	return more
}

// legend names series, top pixels below the upper edge.
func (s *scene) legend(names []string, top int) opts.Legend {
	if names == nil {
		return opts.Legend{Show: opts.Bool(false)}
	}
	return opts.Legend{
		Show: opts.Bool(true), Data: names, Left: "0", Width: "92%", Top: grouped(int64(top)),
		Icon: "rect", ItemWidth: 18, ItemHeight: 12,
		// Two em spaces keep entries apart where the reader's font is wider than
		// the one their widths are estimated for.
		Formatter: "{name}\u2003\u2003",
		TextStyle: &opts.TextStyle{Color: s.theme.Text},
	}
}
