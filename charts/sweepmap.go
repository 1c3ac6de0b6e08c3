package charts

import (
	"math"
	"strconv"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// Sizes of a heat map, in pixels.
const (
	mapRow         = 36 // height of a row of cells
	mapLabels      = 7  // width of a character of the labels of rows
	mapMostLabels  = 150
	mapMostNarrow  = 92
	mapWideCells   = 14 // columns up to which a cell has room for its number
	mapNarrowCells = 5
)

// The opacity of a cell's color. The palest can still be told from nothing, and
// on the strongest text keeps a contrast of 4.5:1 in both themes.
const (
	palest    = 0.06
	strongest = 0.6
)

// mapCell is one cell: [column, row, value], and the number as it is
// shown.
type mapCell struct {
	Value triple `json:"value"`
	Label *text  `json:"label,omitempty"`
	// Tooltip is the cell in words.
	Tooltip map[string]string `json:"tooltip,omitempty"`
}

type triple struct {
	x, y int
	v    float64
}

func (t triple) MarshalJSON() ([]byte, error) {
	b := strconv.AppendInt([]byte{'['}, int64(t.x), 10)
	b = strconv.AppendInt(append(b, ','), int64(t.y), 10)
	return append(appendNumber(append(b, ','), t.v), ']'), nil
}

func (s *sweepScene) drawMap(pic *Picture) {
	across, down := &s.o.Axes[0], &s.o.Axes[1]
	columns, rows := s.o.Columns(), s.o.Rows()
	var cells []mapCell
	var means []float64
	shown := true
	for i, t := range s.stats {
		if t.N == 0 {
			continue
		}
		means = append(means, t.Mean)
		cells = append(cells, mapCell{
			Value:   triple{i % columns, i / columns, t.Mean},
			Label:   &text{Formatter: figure(t.Mean, 3)},
			Tooltip: map[string]string{"formatter": plain(s.where(i)) + "\n" + s.told(i)},
		})
	}
	least, most := bounds(means)
	// A chart of lines with a series of another type: go-echarts' own heat map loses
	// the names of its columns on the way to JSON, and would bring its methods into
	// the page's program.
	chart := echarts.NewLine()
	chart.MultiSeries = echarts.MultiSeries{{Name: s.m.Label, Type: "heatmap", Data: cells}}
	patch := &patches{
		theme: s.theme, x: []xAxis{s.settingAxis()}, y: make([]yAxis, 1),
		series: []series{{
			ItemStyle: &itemStyle{Color: s.theme.Checkpointer, BorderColor: s.theme.Paper, BorderWidth: 1},
			Label:     &text{Show: &shown, Color: s.theme.Text, FontSize: 12, Opacity: 1},
		}},
		shades: &visualMap{
			Type: "continuous", Dimension: 2, Min: least, Max: math.Max(most, least+1e-9),
			InRange: map[string]any{"opacity": [2]float64{palest, strongest}},
		},
	}
	widest := 0
	for _, v := range down.Values {
		widest = max(widest, len([]rune(v)))
	}
	patch.y[0] = yAxis{
		NameTextStyle: &text{Color: s.theme.Muted, Align: "left"},
		AxisLabel:     &axisLabel{Color: s.theme.Muted, Overflow: "truncate"},
		AxisTick:      &opts.AxisTick{Show: opts.Bool(false)},
	}
	chart.SetGlobalOptions(
		echarts.WithAnimation(false),
		described(pic.Caption),
		echarts.WithTooltipOpts(opts.Tooltip{Trigger: "item", BackgroundColor: s.theme.Paper, BorderColor: s.theme.Grid}),
		echarts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
		echarts.WithXAxisOpts(s.categories(across, "middle")),
		echarts.WithYAxisOpts(opts.YAxis{
			Type: "category", Data: down.Values, Inverse: opts.Bool(true),
			Name: plain(down.Setting.Name), NameLocation: "start", NameGap: 10,
			SplitLine: &opts.SplitLine{Show: opts.Bool(false)},
			AxisLine:  &opts.AxisLine{LineStyle: &opts.LineStyle{Color: s.theme.Muted}},
		}),
	)
	chart.SetXAxis(across.Values)
	chart.Accept(patch)
	chart.Validate()
	plot := rows * mapRow
	layout := func(most, cells int) map[string]any {
		room := min(20+widest*mapLabels, most)
		return map[string]any{
			"grid": opts.Grid{Left: strconv.Itoa(room), Right: "24", Top: strconv.Itoa(nameRow), Height: strconv.Itoa(plot)},
			"yAxis": map[string]any{
				"axisLabel":     map[string]any{"width": room - 14},
				"nameTextStyle": map[string]any{"padding": []int{0, 0, 0, 8 - room}},
			},
			"series": []map[string]any{{"label": map[string]any{"show": columns <= cells}}},
		}
	}
	pic.Option = marshal(chart.JSON(), layout(mapMostLabels, mapWideCells), layout(mapMostNarrow, mapNarrowCells))
	pic.Height = nameRow + plot + sweepFoot
	pic.NarrowHeight = pic.Height
}
