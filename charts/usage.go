package charts

import (
	"strconv"
	"strings"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"clocksweep/core/result"
)

// UsageAt is the picture of usage counts at a second of the run, of what was watched;
// of a run that was not, at its end.
func UsageAt(rs []*result.Result, second int, theme Theme) Picture {
	s := newScene(rs, theme)
	for i := range s.runs {
		v := s.runs[i].At(int64(second))
		if v == nil {
			continue
		}
		then := *s.runs[i].Result
		copy(then.UsageCount[:], v.Levels[:])
		s.runs[i].Result = &then
	}
	pic := usage(s)
	pic.Title = "Usage counts at second " + grouped(int64(second))
	return pic
}

// usage draws how the buffers of the pool divide over the usage counts at the
// end of the run, in percent of those that hold a page.
func usage(s *scene) Picture {
	caption := usageCaption(s)
	chart := echarts.NewBar()
	patch := &patches{theme: s.theme, x: make([]xAxis, 1), y: make([]yAxis, 1)}
	counts := make([]string, len(s.runs[0].UsageCount))
	for i := range counts {
		counts[i] = strconv.Itoa(i)
	}
	most := 0.0
	for _, r := range s.runs {
		values := make(bars, len(counts))
		for i, n := range r.UsageCount {
			if valid := r.valid(); valid > 0 {
				values[i] = 100 * float64(n) / float64(valid)
			}
		}
		most = max(most, peak(values))
		chart.AddSeries(r.name, nil, echarts.WithSeriesOpts(func(c *echarts.SingleSeries) { c.Data = values }))
		patch.series = append(patch.series, series{ItemStyle: &itemStyle{Color: r.color}})
	}
	top, interval := scale(most, 4)
	patch.y[0] = s.above()
	patch.y[0].Interval = interval
	patch.x[0] = xAxis{NameTextStyle: &text{Color: s.theme.Muted}, AxisLabel: &axisLabel{Color: s.theme.Muted}}
	grid := opts.Grid{Left: grouped(slimLeft), Right: "16", Top: grouped(legendRow + nameRow), Bottom: "44"}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(caption),
		echarts.WithTooltipOpts(opts.Tooltip{
			Trigger: "axis", AxisPointer: &opts.AxisPointer{Type: "shadow"},
			BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid,
		}),
		echarts.WithLegendOpts(s.legend(s.names(), 0)),
		echarts.WithXAxisOpts(opts.XAxis{
			Type: "category", Data: counts, Name: "usage count", NameLocation: "middle", NameGap: 26,
			AxisLine: &opts.AxisLine{LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
		}),
		echarts.WithYAxisOpts(opts.YAxis{
			Type: "value", Min: 0, Max: top, Name: "share of the buffers in use, %", NameLocation: "end", NameGap: 10,
			SplitLine: &opts.SplitLine{Show: opts.Bool(true), LineStyle: &opts.LineStyle{Color: s.theme.Grid}},
			AxisLine:  &opts.AxisLine{Show: opts.Bool(false)},
		}),
	)
	chart.SetXAxis(counts)
	chart.Accept(patch)
	chart.Validate()
	same := map[string]any{"grid": grid}
	return Picture{
		ID: "usage", Title: "Usage counts", Caption: caption, Table: usageTable(s, counts),
		Option: marshal(chart.JSON(), same, same), Height: 320, NarrowHeight: 280,
	}
}

// valid returns the number of buffers that hold a page.
func (r *run) valid() int64 {
	n := int64(0)
	for _, c := range r.UsageCount {
		n += c
	}
	return n
}

func usageCaption(s *scene) string {
	if s.several() {
		return s.usageSeveral()
	}
	var parts []string
	for _, r := range s.runs {
		valid := float64(r.valid())
		if valid == 0 {
			parts = append(parts, "no buffer of "+r.name+" holds a page")
			continue
		}
		last := len(r.UsageCount) - 1
		parts = append(parts, "of the "+grouped(r.valid())+" buffers that "+r.name+" uses, "+
			percent(float64(r.UsageCount[0]), valid)+" have usage count 0 and "+
			percent(float64(r.UsageCount[last]), valid)+" have "+strconv.Itoa(last))
	}
	return capital(strings.Join(parts, "; ")) + "."
}

func usageTable(s *scene, counts []string) Table {
	t := Table{Head: []string{"usage count"}}
	for _, r := range s.runs {
		t.Head = append(t.Head, r.name+", buffers")
	}
	for i, count := range counts {
		row := []string{count}
		for _, r := range s.runs {
			row = append(row, grouped(r.UsageCount[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
