package charts

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/go-echarts/go-echarts/v2/opts"

	"clocksweep/core/report"
	"clocksweep/core/result"
)

// band is a shaded span of time over the height of a panel.
type band struct {
	from, to float64 // seconds of the run
	color    string
	opacity  float64
	label    string // at the top of the panel, empty for none
	run      string // added to the label, empty in a panel of one run
	tip      string // plain text shown while the label is pointed at
}

// checkpointBands shades the checkpoints of a run: the writes lightly, the sync
// phase darker. The tip is what the server logs about the checkpoint. A
// checkpoint that is still running ends where the run does.
func (s *scene) checkpointBands(r *run, label, name string) []band {
	var bands []band
	for _, c := range r.Checkpoints {
		writeEnd, end := c.WriteEndNs, c.EndNs
		if end == 0 {
			end = r.VirtualNs
		}
		if writeEnd == 0 {
			writeEnd = end
		}
		tip := ""
		if label != "" {
			tip = logLines(r, c)
		}
		bands = append(bands, band{
			from: float64(c.StartNs) / 1e9, to: float64(writeEnd) / 1e9,
			color: s.theme.Checkpointer, opacity: 0.14, label: label, run: name, tip: tip,
		})
		if end > writeEnd {
			bands = append(bands, band{
				from: float64(writeEnd) / 1e9, to: float64(end) / 1e9,
				color: s.theme.Checkpointer, opacity: 0.32,
			})
		}
	}
	return bands
}

// logLines returns what log_checkpoints writes about one checkpoint, in lines
// that fit a small screen.
func logLines(r *run, c result.Checkpoint) string {
	c.TooOften = -1
	log := report.Log(&result.Result{
		Release: r.Release, Buffers: r.Buffers,
		Settings:    []result.Setting{{Name: "log_checkpoints", Value: "on"}},
		Checkpoints: []result.Checkpoint{c},
	})
	return wrapped(plain(strings.TrimSpace(log)), tipWidth)
}

// tipWidth is the length of a tip's lines in characters.
const tipWidth = 42

// wrapped breaks lines at blanks so that none is longer than width, unless a
// word is. What follows a break is indented.
func wrapped(text string, width int) string {
	const indent = "  "
	var out []string
	for _, long := range strings.Split(text, "\n") {
		line := ""
		for _, word := range strings.Fields(long) {
			if line != "" && len(line)+1+len(word) > width {
				out = append(out, line)
				line = indent + word
				continue
			}
			if line != "" {
				line += " "
			}
			line += word
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// stallBands shades the longest stalls of a run.
func (s *scene) stallBands(r *run) []band {
	var bands []band
	for i, st := range longestStalls(r) {
		b := band{
			from: float64(st.StartNs) / 1e9, to: float64(st.StartNs+st.LengthNs) / 1e9,
			color: s.theme.Idle, opacity: 0.3,
		}
		if i == 0 {
			b.tip = "no transaction ended for " + seconds(st.LengthNs)
			b.label = "stalled " + seconds(st.LengthNs)
		}
		bands = append(bands, b)
	}
	return bands
}

// maxStalls bounds the marks of one run: the longest are drawn.
const maxStalls = 20

func longestStalls(r *run) []result.Stall {
	stalls := slices.Clone(r.Stalls)
	slices.SortStableFunc(stalls, func(a, b result.Stall) int { return cmp.Compare(b.LengthNs, a.LengthNs) })
	return stalls[:min(len(stalls), maxStalls)]
}

// declutter takes away labels that would run into an earlier one. If both are of
// the same kind but of two runs, the earlier label names both.
func (s *scene) declutter(bands []band) {
	room := 0.35 * float64(s.seconds) // a label's width on a small screen
	for i := range bands {
		b := &bands[i]
		for j := range bands[:i] {
			a := &bands[j]
			if b.label == "" || a.label == "" || (s.bandLabel(a) == aboveBand) != (s.bandLabel(b) == aboveBand) ||
				math.Abs(a.from+a.to-b.from-b.to)/2 >= room {
				continue
			}
			if a.label == b.label && !strings.Contains(a.run+",", b.run+",") {
				a.run += ", " + b.run
				a.tip += "\n" + b.tip
			}
			b.label = ""
		}
	}
}

// areaEnd is one of the two corners of a shaded area.
type areaEnd struct {
	X         float64           `json:"xAxis"`
	ItemStyle *itemStyle        `json:"itemStyle,omitempty"`
	Name      string            `json:"name,omitempty"`
	Label     *text             `json:"label,omitempty"`
	Tooltip   map[string]string `json:"tooltip,omitempty"`
	Emphasis  map[string]bool   `json:"emphasis,omitempty"`
}

func (s *scene) markBands(bands []band) *opts.MarkAreas {
	if len(bands) == 0 {
		return nil
	}
	s.declutter(bands)
	m := &opts.MarkAreas{}
	m.Label = &opts.Label{Show: opts.Bool(false)}
	for i := range bands {
		b := &bands[i]
		from := areaEnd{X: tenth(b.from), ItemStyle: &itemStyle{Color: b.color, Opacity: b.opacity}}
		if b.label != "" {
			from.Tooltip = map[string]string{"trigger": "item", "formatter": b.tip}
			from.Emphasis = map[string]bool{"disabled": true} // which would move the label to the top
			shown := true
			from.Name = strings.TrimSpace(b.label + " " + b.run)
			from.Label = &text{
				Show: &shown, Formatter: "{b}", Position: s.bandLabel(b), Color: s.theme.Text,
				FontSize: 11, HaloColor: s.theme.Paper, HaloWidth: 3,
			}
		}
		m.Data = append(m.Data, [2]areaEnd{from, {X: tenth(b.to)}})
	}
	return m
}

// bandLabel puts the label of a band above the panel, where its tip can be
// reached, but inside it where the panel's own name is: on a small screen that
// takes the left half. At the left edge it begins with the band, because half of it
// would be cut.
func (s *scene) bandLabel(b *band) string {
	switch middle := (b.from + b.to) / 2; {
	case middle >= 0.65*float64(s.seconds):
		return aboveBand
	case middle < 0.15*float64(s.seconds):
		return "insideTopLeft"
	}
	return "insideTop"
}

const aboveBand = "top"

// tenth rounds to tenths, which is finer than a pixel of a minute's axis.
func tenth(v float64) float64 { return math.Round(v*10) / 10 }

// level is a dashed line across a panel: a published value.
type level struct {
	value    float64
	label    string
	position string // of the label on the line
}

// span is a thick line along the foot of a panel: a stall of one run among
// several.
type span struct {
	from, to float64 // seconds of the run
	label    string
}

// lineEnd is a level, or one end of a span.
type lineEnd struct {
	Y         *float64        `json:"yAxis,omitempty"`
	Coord     []float64       `json:"coord,omitempty"`
	Name      string          `json:"name,omitempty"`
	LineStyle *opts.LineStyle `json:"lineStyle,omitempty"`
	Label     *text           `json:"label,omitempty"`
}

// markLines draws the levels and spans of a line.
func (s *scene) markLines(l line) *opts.MarkLines {
	if len(l.levels)+len(l.spans) == 0 {
		return nil
	}
	m := &opts.MarkLines{}
	m.Symbol = []string{"none", "none"}
	m.Label = &opts.Label{Show: opts.Bool(false)}
	label := func(position string) *text {
		shown := true
		return &text{
			Show: &shown, Formatter: "{b}", Position: position, Color: s.theme.Text, FontSize: 11,
			HaloColor: s.theme.Paper, HaloWidth: 3,
		}
	}
	for _, v := range l.levels {
		m.Data = append(m.Data, lineEnd{
			Y: &v.value, Name: v.label, Label: label(v.position),
			LineStyle: &opts.LineStyle{Color: s.theme.Published, Type: "dashed", Width: 1.5},
		})
	}
	for _, v := range l.spans {
		from := lineEnd{
			Coord: []float64{tenth(v.from), 0}, Name: v.label,
			LineStyle: &opts.LineStyle{Color: l.color, Type: "solid", Width: 6},
		}
		if v.label != "" {
			from.Label = label("middle")
		}
		m.Data = append(m.Data, [2]lineEnd{from, {Coord: []float64{tenth(v.to), 0}}})
	}
	return m
}
