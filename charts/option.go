package charts

import (
	"encoding/json"
	"strconv"

	echarts "github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
)

// This file holds everything that go-echarts 2.6.7 has no field for. A chart
// visits its parts on the way to JSON ([patches]); each part that needs more is
// embedded there in a struct with the missing fields.

// points are the values of a line. They marshal as [[x,y],...]; go-echarts'
// own data would be an object with a value for each.
type points struct {
	bin, end int  // x of value i is (i+1)*bin seconds, at most end
	origin   bool // begin with the first value at 0, for steps that reach back
	y        []float64
}

func (p points) MarshalJSON() ([]byte, error) {
	b := append(make([]byte, 0, 12*len(p.y)+2), '[')
	if p.origin && len(p.y) > 0 {
		b = append(appendNumber(append(b, "[0,"...), p.y[0]), "],"...)
	}
	for i, y := range p.y {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, '[')
		b = strconv.AppendInt(b, int64(min((i+1)*p.bin, p.end)), 10)
		b = append(b, ',')
		b = appendNumber(b, y)
		b = append(b, ']')
	}
	return append(b, ']'), nil
}

// bars are the values of a bar series, one a category.
type bars []float64

func (v bars) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for i, y := range v {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendNumber(b, y)
	}
	return append(b, ']'), nil
}

// text is a label's style.
type text struct {
	Show       *bool           `json:"show,omitempty"`
	Position   string          `json:"position,omitempty"`
	Formatter  string          `json:"formatter,omitempty"`
	Color      string          `json:"color,omitempty"`
	FontSize   int             `json:"fontSize,omitempty"`
	FontWeight string          `json:"fontWeight,omitempty"`
	Align      string          `json:"align,omitempty"`
	Padding    []int           `json:"padding,omitempty"`
	Distance   int             `json:"distance,omitempty"`
	Offset     []int           `json:"offset,omitempty"`
	Opacity    float64         `json:"opacity,omitempty"`
	HaloColor  string          `json:"textBorderColor,omitempty"`
	HaloWidth  int             `json:"textBorderWidth,omitempty"`
	Rich       map[string]text `json:"rich,omitempty"`
}

// decal is a pattern laid over an area.
type decal struct {
	Symbol     string  `json:"symbol"`
	SymbolSize float64 `json:"symbolSize,omitempty"`
	DashX      []int   `json:"dashArrayX,omitempty"`
	DashY      []int   `json:"dashArrayY,omitempty"`
	Rotation   float64 `json:"rotation,omitempty"` // radians
	Color      string  `json:"color"`
}

type itemStyle struct {
	Color       string  `json:"color,omitempty"`
	BorderColor string  `json:"borderColor,omitempty"`
	BorderWidth float64 `json:"borderWidth,omitempty"`
	BorderType  string  `json:"borderType,omitempty"`
	Opacity     float64 `json:"opacity,omitempty"`
	Decal       *decal  `json:"decal,omitempty"`
}

// series is a series with what go-echarts lacks.
type series struct {
	echarts.SingleSeries
	EndLabel  *text         `json:"endLabel,omitempty"`
	ItemStyle *itemStyle    `json:"itemStyle,omitempty"`
	Label     *text         `json:"label,omitempty"`
	Tooltip   *quietTooltip `json:"tooltip,omitempty"`
	Silent    bool          `json:"silent,omitempty"`
}

// quietTooltip keeps a series that only fills out of the tooltip.
type quietTooltip struct {
	Show bool `json:"show"`
}

// visualMap shades the cells of a heat map by their third value: one color, from
// pale to strong.
type visualMap struct {
	Type      string         `json:"type"`
	Show      bool           `json:"show"`
	Dimension int            `json:"dimension"`
	Min       float64        `json:"min"`
	Max       float64        `json:"max"`
	InRange   map[string]any `json:"inRange"`
}

// endLabeled is the part of a series that depends on the width of the plot.
type endLabeled struct {
	EndLabel *text `json:"endLabel,omitempty"`
}

// moved moves the name at the end of a line by pixels downwards.
func moved(pixels int) endLabeled { return endLabeled{&text{Offset: []int{0, pixels}}} }

// tooltip is drawn in the picture itself, as plain text: ECharts' HTML tooltips
// carry inline styles, which the page's security policy forbids. It stays inside
// the plot, which a small screen needs.
type tooltip struct {
	opts.Tooltip
	RenderMode string `json:"renderMode"`
	Confine    bool   `json:"confine"`
	TextStyle  text   `json:"textStyle"`
}

type xAxis struct {
	opts.XAxis
	NameTextStyle *text      `json:"nameTextStyle,omitempty"`
	Interval      float64    `json:"interval,omitempty"`
	LogBase       float64    `json:"logBase,omitempty"`
	AxisLabel     *axisLabel `json:"axisLabel,omitempty"`
	AxisPointer   *pointer   `json:"axisPointer,omitempty"`
}

type yAxis struct {
	opts.YAxis
	NameTextStyle *text          `json:"nameTextStyle,omitempty"`
	Interval      float64        `json:"interval,omitempty"`
	AxisLabel     *axisLabel     `json:"axisLabel,omitempty"`
	AxisTick      *opts.AxisTick `json:"axisTick,omitempty"`
}

// axisLabel replaces go-echarts' own, which always writes two empty fields.
type axisLabel struct {
	Show        *bool  `json:"show,omitempty"`
	Formatter   string `json:"formatter,omitempty"`
	Color       string `json:"color"`
	LineHeight  int    `json:"lineHeight,omitempty"`
	HideOverlap bool   `json:"hideOverlap,omitempty"`
	Width       int    `json:"width,omitempty"`    // pixels of a name
	Overflow    string `json:"overflow,omitempty"` // truncate or break what is wider
}

// pointer words the head of a tooltip.
type pointer struct {
	Label pointerLabel `json:"label"`
}

type pointerLabel struct {
	Formatter string `json:"formatter"`
	Precision int    `json:"precision"`
}

// patches is the visitor that puts the additions in. Its slices run parallel to
// the chart's.
type patches struct {
	echarts.BaseConfigurationVisitor
	theme  Theme
	series []series
	x      []xAxis
	y      []yAxis
	shades *visualMap // of a heat map
}

func (p *patches) VisitSeriesOpt(m echarts.MultiSeries) any {
	for i := range m {
		p.series[i].SingleSeries = m[i]
	}
	return p.series
}

func (p *patches) VisitTooltipOpt(t opts.Tooltip) any {
	return tooltip{
		Tooltip: t, RenderMode: "richText", Confine: true, TextStyle: text{Color: p.theme.Text, FontSize: 12},
	}
}

func (p *patches) VisitXAxis(x []opts.XAxis) any {
	for i := range x {
		p.x[i].XAxis = x[i]
	}
	return p.x
}

func (p *patches) VisitYAxis(y []opts.YAxis) any {
	for i := range y {
		p.y[i].YAxis = y[i]
	}
	return p.y
}

// fonts is the system's own font, as the rest of the page uses it.
const fonts = "system-ui, sans-serif"

// Visit drops what go-echarts always writes and the pictures don't use, and
// sets the font.
func (p *patches) Visit(option map[string]any) {
	delete(option, "title")
	delete(option, "toolbox")
	delete(option, "color")
	if p.shades != nil {
		option["visualMap"] = p.shades
	}
	option["textStyle"] = map[string]any{"fontFamily": fonts, "color": p.theme.Text}
}

// media is one answer to a width of the plot.
type media struct {
	Query  map[string]int `json:"query,omitempty"`
	Option map[string]any `json:"option"`
}

// described gives a chart its accessible description.
func described(caption string) echarts.GlobalOpts {
	return echarts.WithAriaOpts(&opts.Aria{
		Enabled: opts.Bool(true),
		Label:   &opts.AriaLabel{Enabled: opts.Bool(true), Description: caption},
	})
}

// marshal writes the option with its two layouts, which hold the grids and
// whatever else depends on the width. The chart must have been validated.
func marshal(base map[string]any, wide, narrow map[string]any) []byte {
	b, err := json.Marshal(map[string]any{
		"baseOption": base,
		"media": []media{
			{Query: map[string]int{"maxWidth": Narrow}, Option: narrow},
			{Option: wide},
		},
	})
	if err != nil {
		panic("charts: an option that is no JSON: " + err.Error())
	}
	return b
}
