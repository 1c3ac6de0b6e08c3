package charts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// reason is one part of the bars: a wait of core/result, or what remains.
type reason struct {
	label   string
	color   string
	pattern int
	of      func(r *run) int64 // ns over all transactions
}

// mostOf is the label of the reason that a run has most of, "" if it has none.
func mostOf(parts []reason, r *run) string {
	most, label := int64(0), ""
	for _, p := range parts {
		if n := p.of(r); n > most {
			most, label = n, p.label
		}
	}
	return label
}

// maxReasons is the number of parts shown by name; the smallest are put
// together as everything else.
const maxReasons = 8

// reasons picks the reasons that matter in some run, in the order of
// core/result, and adds the others up. A process between transactions is idle,
// which is no part of a latency.
func (s *scene) reasons() []reason {
	var kept []sim.Wait
	for w := result.WaitCPU; w < result.NumWaits; w++ {
		if s.largestShare(w) >= 0.005 {
			kept = append(kept, w)
		}
	}
	slices.SortStableFunc(kept, func(a, b sim.Wait) int {
		return cmp.Compare(s.largestShare(b), s.largestShare(a))
	})
	kept = kept[:min(len(kept), maxReasons)]
	slices.Sort(kept)

	var parts []reason
	for _, w := range kept {
		color, pattern := s.waitLook(w)
		parts = append(parts, reason{result.WaitLabel[w], color, pattern, func(r *run) int64 { return r.Waits[w] }})
	}
	rest := func(r *run) int64 {
		ns := int64(0)
		for w := result.WaitCPU; w < result.NumWaits; w++ {
			if !slices.Contains(kept, w) {
				ns += r.Waits[w]
			}
		}
		return ns
	}
	for i := range s.runs {
		if rest(&s.runs[i]) != 0 {
			return append(parts, reason{"everything else", s.theme.Idle, solid, rest})
		}
	}
	return parts
}

// largestShare returns the largest part that a reason has in any run's latency.
func (s *scene) largestShare(w sim.Wait) float64 {
	share := 0.0
	for _, r := range s.runs {
		if r.LatencyNs > 0 {
			share = max(share, float64(r.Waits[w])/float64(r.LatencyNs))
		}
	}
	return share
}

// waitLook gives a reason the color of what is waited for, and within one color
// a pattern of its own.
func (s *scene) waitLook(w sim.Wait) (color string, pattern int) {
	t := &s.theme
	switch w {
	case result.WaitCPU:
		return t.Muted, solid
	case result.WaitRunQueue:
		return t.Muted, hatched
	case result.WaitSchedule:
		return t.Muted, dots
	case result.WaitLWLock:
		return t.Muted, crossed
	case result.WaitRowLock:
		return t.Idle, hatched
	case result.WaitBufferIO:
		return t.Idle, dots
	case result.WaitContent:
		return t.Kernel, hatched
	case result.WaitDelay:
		return t.Idle, crossed
	case result.WaitDataRead:
		return t.Read, solid
	case result.WaitVictimWrite:
		return t.Backend, solid
	case result.WaitExtend:
		return t.Backend, hatched
	case result.WaitDataFsync:
		return t.Backend, dots
	case result.WaitWALFlush:
		return t.WAL, solid
	case result.WaitWALLock:
		return t.WAL, hatched
	case result.WaitWALWrite:
		return t.WAL, dots
	case result.WaitWALInit:
		return t.WAL, crossed
	case result.WaitDirtyLimit:
		return t.Kernel, solid
	}
	return t.Idle, solid
}

// measure is what the bars of reasons are in: time of a transaction, or sessions.
type measure struct {
	axis, unit string
	total      string // what the parts of a run add up to
	decimals   int    // in the table
	of         func(r *run, amount int64) float64
}

// waits draws where an average transaction's time goes: one bar a run, whose
// parts add up to the latency average.
func waits(s *scene) Picture {
	parts := s.reasons()
	pic := s.reasonBars(parts, waitsCaption(s, parts), &measure{
		axis: "milliseconds per transaction", unit: "ms", total: "latency average", decimals: 3, of: perTransaction,
	})
	pic.Title = "Where a transaction's time goes"
	return pic
}

// reasonBars draws a bar a run, whose parts are the reasons.
func (s *scene) reasonBars(parts []reason, caption string, m *measure) Picture {
	var legend []string
	for _, p := range parts {
		legend = append(legend, p.label)
	}
	chart := echarts.NewBar()
	patch := &patches{theme: s.theme, x: make([]xAxis, 1), y: make([]yAxis, 1)}
	longest := 0.0
	var names []string
	for i := range s.runs {
		total := m.of(&s.runs[i], s.runs[i].LatencyNs)
		longest = max(longest, total)
		names = append(names, s.runs[i].name+"\n"+figure(total, 3)+" "+m.unit)
	}
	for _, p := range parts {
		values := make(bars, len(s.runs))
		for i := range s.runs {
			values[i] = m.of(&s.runs[i], p.of(&s.runs[i]))
		}
		chart.AddSeries(p.label, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) {
			c.Data, c.Stack, c.BarMaxWidth = values, "latency", "34"
		}))
		patch.series = append(patch.series, series{ItemStyle: &itemStyle{
			Color: p.color, Decal: s.pattern(p.pattern), BorderColor: s.theme.Paper, BorderWidth: 0.5,
		}})
	}
	top, interval := scale(longest, 5)
	patch.x[0] = xAxis{
		NameTextStyle: &text{Color: s.theme.Muted}, Interval: interval,
		AxisLabel: &axisLabel{Color: s.theme.Muted, HideOverlap: true},
	}
	patch.y[0] = yAxis{
		AxisLabel: &axisLabel{Color: s.theme.Text, LineHeight: 14}, AxisTick: &opts.AxisTick{Show: opts.Bool(false)},
	}
	plot := len(s.runs)*50 + 12
	height := plot + 52 + legendLine*rows(legend, wideLegend)
	narrowHeight := plot + 52 + legendLine*rows(legend, narrowLegend)
	grid := opts.Grid{Left: grouped(int64(max(s.rightMargin()+8, 68))), Right: "24", Top: "4", Height: grouped(int64(plot))}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(caption),
		echarts.WithTooltipOpts(opts.Tooltip{
			Trigger: "axis", AxisPointer: &opts.AxisPointer{Type: "shadow"},
			BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid,
		}),
		echarts.WithLegendOpts(s.legend(legend, plot+44)),
		echarts.WithXAxisOpts(opts.XAxis{
			Type: "value", Min: 0, Max: top,
			Name: m.axis, NameLocation: "middle", NameGap: 24,
			SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: s.theme.Grid}},
		}),
		echarts.WithYAxisOpts(opts.YAxis{
			Type: "category", Data: names, Inverse: opts.Bool(true),
			AxisLine: &opts.AxisLine{LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
		}),
	)
	chart.Accept(patch)
	chart.Validate()
	same := map[string]any{"grid": grid}
	return Picture{
		ID: "time", Caption: caption, Table: m.table(s),
		Option: marshal(chart.JSON(), same, same), Height: height, NarrowHeight: narrowHeight,
	}
}

// rows estimates the lines that a legend takes in that width in pixels.
func rows(names []string, width float64) int {
	n, used := 1, 0.0
	for _, name := range names {
		entry := 56 + 7*float64(len([]rune(name)))
		if used > 0 && used+entry > width {
			n, used = n+1, 0
		}
		used += entry
	}
	return n
}

// perTransaction turns a total into milliseconds per transaction.
func perTransaction(r *run, ns int64) float64 {
	if r.Transactions == 0 {
		return 0
	}
	return float64(ns) / 1e6 / float64(r.Transactions)
}

func waitsCaption(s *scene, parts []reason) string {
	if s.several() {
		return s.waitsSeveral(parts)
	}
	var sentences []string
	for i := range s.runs {
		r := &s.runs[i]
		if r.LatencyNs == 0 {
			sentences = append(sentences, "no transaction of "+r.name+" ends")
			continue
		}
		bySize := slices.Clone(parts)
		slices.SortStableFunc(bySize, func(a, b reason) int { return cmp.Compare(b.of(r), a.of(r)) })
		sentence := "of the " + figure(perTransaction(r, r.LatencyNs), 3) + " ms of a transaction in " + r.name
		for j, p := range bySize[:min(2, len(bySize))] {
			join := ", "
			if j > 0 {
				join = " and "
			}
			sentence += join + percent(float64(p.of(r)), float64(r.LatencyNs)) + " is " + p.label
		}
		sentences = append(sentences, sentence)
	}
	return capital(strings.Join(sentences, "; ")) + "."
}

// table lists every reason that took time in some run, and their sum.
func (m *measure) table(s *scene) Table {
	t := Table{Head: []string{m.axis}}
	t.Head = append(t.Head, s.names()...)
	row := func(label string, of func(r *run) int64) {
		cells := []string{label}
		some := false
		for i := range s.runs {
			ns := of(&s.runs[i])
			some = some || ns != 0
			cells = append(cells, strconv.FormatFloat(m.of(&s.runs[i], ns), 'f', m.decimals, 64))
		}
		if some {
			t.Rows = append(t.Rows, cells)
		}
	}
	for w := result.WaitCPU; w < result.NumWaits; w++ {
		row(result.WaitLabel[w], func(r *run) int64 { return r.Waits[w] })
	}
	row(m.total, func(r *run) int64 { return r.LatencyNs })
	return t
}
