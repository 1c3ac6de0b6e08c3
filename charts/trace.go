package charts

import (
	"math"
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"clocksweep/core/trace"
)

// TracePolicy is a policy that a trace was played to, as a reader sees it.
type TracePolicy struct {
	Name  string // "clock sweep"
	Since string // where it was or is: "8.1 to 19", "patch of 2014, v3"
	Hits  []string
	Write []string // by size, as Hits
}

// traceStyle is how a policy is drawn and called. Those of releases are one group,
// those of patches that were not committed the other.
type traceStyle struct {
	policy, name, since string
	color               func(Theme) string
	patch, dotted       bool
}

// clockSweep is in both groups, as what the patches are measured by.
const clockSweep = "clock81"

var traceStyles = []traceStyle{
	{"lru", "LRU", "7.4", func(t Theme) string { return t.Run[0] }, false, false},
	{"arc", "ARC", "8.0.0, 8.0.1", func(t Theme) string { return t.Run[1] }, false, false},
	{"2q", "2Q", "8.0.2 to the end of 8.0", func(t Theme) string { return t.Run[2] }, false, false},
	{clockSweep, "clock sweep", "8.1 to 19", func(t Theme) string { return t.Text }, false, false},
	{"bit2005", "one bit", "patch of February 2005", func(t Theme) string { return t.Run[3] }, true, false},
	{"reclaimer3", "reclaimer v3", "patch of 2014, version 3", func(t Theme) string { return t.Run[4] }, true, true},
	{"reclaimer4", "reclaimer v4", "patch of 2014, version 4", func(t Theme) string { return t.Muted }, true, true},
	{"reclaimer9", "reclaimer v9", "patch of 2014, version 9", func(t Theme) string { return t.Run[5] }, true, true},
}

// traceLine is a policy's values by size.
type traceLine struct {
	traceStyle
	counts []trace.Count
}

// traceScene is a trace's result, with the sizes in ascending order.
type traceScene struct {
	theme Theme
	sizes []int // buffers
	order []int // where each is in the result
	mb    []float64
	lines []traceLine
}

func newTraceScene(r *trace.Result, theme Theme) *traceScene {
	s := &traceScene{theme: theme}
	for i, n := range r.Buffers {
		at := len(s.sizes)
		for at > 0 && s.sizes[at-1] > n {
			at--
		}
		s.sizes, s.order = insert(s.sizes, at, n), insert(s.order, at, i)
	}
	for _, n := range s.sizes {
		s.mb = append(s.mb, float64(n)/128)
	}
	for _, style := range traceStyles {
		for _, p := range r.Distinct() {
			if p.Policy == style.policy {
				s.lines = append(s.lines, traceLine{style, p.Counts})
			}
		}
	}
	return s
}

func insert(list []int, at, n int) []int {
	list = append(list, 0)
	copy(list[at+1:], list[at:])
	list[at] = n
	return list
}

// TracePolicies returns the sizes in ascending order and the policies with their
// figures, one that stands for others once.
func TracePolicies(r *trace.Result) (sizes []string, list []TracePolicy) {
	s := newTraceScene(r, Light)
	for _, n := range s.sizes {
		sizes = append(sizes, trace.SizeOf(n))
	}
	for _, l := range s.lines {
		p := TracePolicy{Name: l.name, Since: l.since}
		for _, i := range s.order {
			p.Hits = append(p.Hits, hitPercent(l.counts[i].HitRatio()))
			p.Write = append(p.Write, grouped(l.counts[i].Writes))
		}
		list = append(list, p)
	}
	return sizes, list
}

// hitPercent writes a share with as many digits as tell policies apart.
func hitPercent(share float64) string { return strconv.FormatFloat(100*share, 'f', 2, 64) + " %" }

// Trace draws what playing a trace has shown: hit ratio and pages written by the
// size of the pool, a line for each policy, releases and patches side by side.
// It returns nil if no known policy was played.
func Trace(r *trace.Result, theme Theme) []Picture {
	s := newTraceScene(r, theme)
	if len(s.lines) == 0 || len(s.sizes) == 0 {
		return nil
	}
	hits := traceMetric{
		id: "hits", title: "Hit ratio by pool size", unit: "hits, %", percent: true,
		of:   func(c trace.Count) float64 { return 100 * c.HitRatio() },
		show: func(c trace.Count) string { return hitPercent(c.HitRatio()) },
	}
	writes := traceMetric{
		id: "writes", title: "Dirty pages written to free their buffers", unit: "pages written",
		of:   func(c trace.Count) float64 { return float64(c.Writes) },
		show: func(c trace.Count) string { return grouped(c.Writes) },
	}
	return []Picture{s.draw(hits), s.draw(writes)}
}

// traceMetric is what a picture of a trace is about.
type traceMetric struct {
	id, title, unit string
	percent         bool
	of              func(trace.Count) float64
	show            func(trace.Count) string
}

// pairs are the points of a line over the sizes. They marshal as [[x,y],...].
type pairs struct{ x, y []float64 }

func (p pairs) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i := range p.x {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendFloat(append(b, '['), p.x[i], 'g', 6, 64)
		b = strconv.AppendFloat(append(b, ','), p.y[i], 'g', 6, 64)
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

// tracePanel is one of the two plots.
type tracePanel struct {
	name  string
	lines []traceLine
}

func (s *traceScene) panels() []tracePanel {
	list := []tracePanel{{name: "Releases"}, {name: "Patches"}}
	for _, l := range s.lines {
		at := 0
		if l.patch {
			at = 1
		}
		list[at].lines = append(list[at].lines, l)
	}
	if len(list[0].lines) == 0 {
		return list[1:]
	}
	if len(list[1].lines) == 0 {
		return list[:1]
	}
	for _, l := range s.lines {
		if l.policy == clockSweep {
			list[1].lines = append([]traceLine{l}, list[1].lines...)
		}
	}
	return list
}

// Sizes of the parts of the picture, in pixels.
const (
	traceWide, traceNarrow = 380, 620 // heights; a narrow picture has its plots under one another
	traceLabels            = 96       // room for the names at the ends of lines
)

func (s *traceScene) draw(m traceMetric) Picture {
	pic := Picture{ID: m.id, Title: m.title, Caption: s.caption(m), Table: s.table(m), Height: traceWide, NarrowHeight: traceNarrow}
	panels := s.panels()
	chart := echarts.NewLine()
	chart.XAxisList, chart.YAxisList = nil, nil
	patch := &patches{theme: s.theme}
	var shown []panel
	for i, p := range panels {
		low, high, interval := s.span(m, p.lines)
		unit := m.unit
		if low > 0 {
			unit += " (from " + figure(low, 3) + ")"
		}
		x, moreX := s.sizeAxis(i)
		chart.ExtendXAxis(x)
		patch.x = append(patch.x, moreX)
		y, moreY := s.metricAxis(i, p.name, unit, low, high, interval)
		chart.ExtendYAxis(y)
		patch.y = append(patch.y, moreY)
		at := panel{min: low, top: high}
		for _, l := range p.lines {
			values := s.values(m, l)
			patch.series = append(patch.series, s.addLine(chart, i, l, values))
			at.lines = append(at.lines, line{y: values, label: true})
		}
		shown = append(shown, at)
	}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(pic.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{Trigger: "axis", BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid}),
		echarts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
	)
	chart.Accept(patch)
	chart.XAxisList[0].Data = nil
	chart.Validate()
	wide, narrow := traceGrids(len(panels))
	wideNames, narrowNames := endLabels(shown, tracePlot(traceWide, 1), tracePlot(traceNarrow, len(panels)))
	pic.Option = marshal(chart.JSON(),
		map[string]any{"grid": wide, "series": wideNames},
		map[string]any{"grid": narrow, "series": narrowNames})
	return pic
}

// values are a policy's figures by ascending size.
func (s *traceScene) values(m traceMetric, l traceLine) []float64 {
	var list []float64
	for _, i := range s.order {
		list = append(list, m.of(l.counts[i]))
	}
	return list
}

// span returns the vertical axis of a plot that fits its lines. Shares of hits have
// one that begins near the lowest, because policies differ by a few percent; numbers
// of pages begin at zero, the same in both plots.
func (s *traceScene) span(m traceMetric, lines []traceLine) (low, high, interval float64) {
	if !m.percent {
		lines = s.lines
	}
	least, most := math.Inf(1), 0.0
	for _, l := range lines {
		for _, v := range s.values(m, l) {
			least, most = min(least, v), max(most, v)
		}
	}
	if !m.percent {
		high, interval = scale(most, 5)
		return 0, high, interval
	}
	for _, interval := range [...]float64{1, 2, 5, 10} {
		low, high = interval*math.Floor(least/interval), interval*math.Ceil(most/interval)
		if high <= low {
			high = low + interval
		}
		if high > 100 {
			low, high = 100-interval, 100
		}
		if high-low <= 6*interval {
			return low, high, interval
		}
	}
	return 0, 100, 20
}

// sizeAxis is the horizontal axis of panel i: powers of two in equal steps.
func (s *traceScene) sizeAxis(i int) (opts.XAxis, xAxis) {
	first, last := s.mb[0], s.mb[len(s.mb)-1]
	if first == last {
		first, last = first/2, last*2
	}
	return opts.XAxis{
			Type: "log", GridIndex: i, Min: first, Max: last,
			Name: "pool size, MB, logarithmic", NameLocation: "middle", NameGap: 26,
			SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
			AxisLine:  &opts.AxisLine{OnZero: opts.Bool(false), LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
		}, xAxis{
			LogBase: 2, NameTextStyle: &text{Color: s.theme.Muted},
			AxisLabel:   &axisLabel{Color: s.theme.Muted, HideOverlap: true},
			AxisPointer: &pointer{pointerLabel{Formatter: "{value} MB", Precision: 3}},
		}
}

// metricAxis is the vertical axis of panel i. Its name tells the panel too.
func (s *traceScene) metricAxis(i int, name, unit string, low, high, interval float64) (opts.YAxis, yAxis) {
	above := scene{theme: s.theme}
	more := above.above()
	more.Interval = interval
	more.NameTextStyle.Rich = map[string]text{
		"run": {Color: s.theme.Text, FontSize: 13, FontWeight: "bold", Padding: []int{0, 14, 0, 0}},
	}
	return opts.YAxis{
		Type: "value", GridIndex: i, Min: low, Max: high,
		Name: "{run|" + name + "}" + unit, NameLocation: "end", NameGap: 10,
		SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: s.theme.Grid}},
		AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
	}, more
}

func (s *traceScene) addLine(chart *echarts.Line, i int, l traceLine, values []float64) series {
	color := l.color(s.theme)
	chart.AddSeries(l.name, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) {
		c.Data = pairs{s.mb, values}
		c.XAxisIndex, c.YAxisIndex = i, i
		c.ShowSymbol = opts.Bool(true)
		c.Symbol, c.SymbolSize = "circle", 5
		c.Animation = nil // off for the whole chart
		c.LineStyle = &opts.LineStyle{Color: color, Width: 2}
		if l.policy == clockSweep {
			c.LineStyle.Width = 3
		}
		if l.dotted {
			c.LineStyle.Type = "dashed"
		}
	}))
	shown := true
	return series{
		ItemStyle: &itemStyle{Color: color},
		EndLabel:  &text{Show: &shown, Formatter: "{a}", Color: color, FontWeight: "bold", Distance: 6},
	}
}

const traceFoot = 46 // the labels and the name of the horizontal axis

// tracePlot is the height of a plot in a picture of n under one another.
func tracePlot(height, n int) float64 { return float64(height/n - nameRow - traceFoot) }

// traceGrids places the plots side by side, and under one another.
func traceGrids(n int) (wide, narrow []opts.Grid) {
	px := func(v int) string { return strconv.Itoa(v) }
	for i := range n {
		left := px(slimLeft)
		if i > 0 {
			left = strconv.Itoa(i*100/n+4) + "%" // room for the labels of its axis
		}
		width := strconv.Itoa(100/n-14) + "%"
		if n == 1 {
			width = "82%"
		}
		wide = append(wide, opts.Grid{Left: left, Width: width, Top: px(nameRow), Bottom: px(traceFoot)})
		slot := traceNarrow / n
		narrow = append(narrow, opts.Grid{
			Left: px(slimLeft), Right: px(traceLabels), Top: px(i*slot + nameRow), Height: px(slot - nameRow - traceFoot),
		})
	}
	return wide, narrow
}

// caption tells where the policies of the first plot differ most.
func (s *traceScene) caption(m traceMetric) string {
	what := "hit ratios"
	if !m.percent {
		what = "written pages"
	}
	first := s.panels()[0]
	lines, whose := first.lines, strings.ToLower(first.name)
	best, widest := 0, -1.0
	var least, most traceLine
	for k, i := range s.order {
		lo, hi := lines[0], lines[0]
		for _, l := range lines {
			if m.of(l.counts[i]) < m.of(lo.counts[i]) {
				lo = l
			}
			if m.of(l.counts[i]) > m.of(hi.counts[i]) {
				hi = l
			}
		}
		if d := m.of(hi.counts[i]) - m.of(lo.counts[i]); d > widest {
			best, widest, least, most = k, d, lo, hi
		}
	}
	if widest == 0 {
		return "The " + whose + "’ " + what + " are equal at each size."
	}
	i := s.order[best]
	return "The " + whose + "’ " + what + " differ most with " + trace.SizeOf(s.sizes[best]) + ": " +
		m.show(least.counts[i]) + " with " + least.name + ", " + m.show(most.counts[i]) + " with " + most.name + "."
}

func (s *traceScene) table(m traceMetric) Table {
	t := Table{Head: []string{"policy", "release"}}
	for _, n := range s.sizes {
		t.Head = append(t.Head, trace.SizeOf(n))
	}
	for _, l := range s.lines {
		row := []string{l.name, l.since}
		for _, i := range s.order {
			row = append(row, m.show(l.counts[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
