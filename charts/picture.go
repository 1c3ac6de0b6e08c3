package charts

import (
	"math"
	"strconv"

	"clocksweep/core/result"
)

// Picture is one picture of one or more runs.
type Picture struct {
	ID      string // throughput, time, latency, sessions, writers, dirty, disk, usage or pool; of a trace hits or writes; sweep
	Title   string
	Caption string // one sentence computed from the data; also the accessible description
	Option  []byte // ECharts option as JSON: a base option and media queries on the width
	Table   Table

	// Height is the height in pixels the picture is laid out for, and
	// NarrowHeight the one for plots of at most [Narrow] pixels. At another
	// height it still draws, with tighter or wider gaps.
	Height, NarrowHeight int
}

// Narrow is the largest width of a plot in pixels that gets the layout for small
// screens.
const Narrow = 560

// Table is what a picture shows, in words and numbers.
type Table struct {
	Head []string
	Rows [][]string
}

// Published is a number published by others for one run.
type Published struct {
	Run    string
	Metric string // the one that is drawn is tps, transactions per second
	Value  float64
}

// Pictures draws the runs, of which it takes the first [MaxRuns]. Results may be
// partial. It returns nil for no run.
func Pictures(rs []*result.Result, published []Published, theme Theme) []Picture {
	var pictures []Picture
	for _, draw := range Drawings(rs, published, theme) {
		pictures = append(pictures, draw())
	}
	return pictures
}

// Drawings returns the functions that make the pictures of [Pictures], in its
// order, for a caller that has other things to do in between.
func Drawings(rs []*result.Result, published []Published, theme Theme) []func() Picture {
	return DrawingsAt(rs, published, AtEnd, theme)
}

// AtEnd is the second of [DrawingsAt] that stands for the end of each run.
const AtEnd = -1

// DrawingsAt is Drawings with the pictures of usage counts and of where time goes at a
// second of the run, as [UsageAt] and [WaitsAt] draw them.
func DrawingsAt(rs []*result.Result, published []Published, second int, theme Theme) []func() Picture {
	if len(rs) == 0 {
		return nil
	}
	s := newScene(rs, theme)
	return []func() Picture{
		func() Picture { return throughput(s, published) },
		func() Picture {
			if second != AtEnd {
				return WaitsAt(rs, second, theme)
			}
			return waits(s)
		},
		func() Picture { return latency(s) },
		func() Picture { return sessions(s.inPanels()) },
		func() Picture { return writers(s.inPanels()) },
		func() Picture { return dirty(s) },
		func() Picture { return disk(s) },
		func() Picture {
			if second != AtEnd {
				return UsageAt(rs, second, theme)
			}
			return usage(s)
		},
	}
}

// run is a result with its name and color in the pictures.
type run struct {
	*result.Result
	name, color string
}

// scene is what all pictures of a set of runs have in common.
type scene struct {
	theme   Theme
	runs    []run
	seconds int // end of the time axis
	bin     int // seconds that a point of a line stands for
}

// maxPoints bounds the points of a line. More could not be told apart on a
// screen, and a day has 86,400 seconds.
const maxPoints = 480

// maxPanelPoints bounds them where more than two runs have a small plot each, with
// areas on top of one another.
const maxPanelPoints = 160

// inPanels is the scene for such plots.
func (s *scene) inPanels() *scene {
	if len(s.runs) <= 2 {
		return s
	}
	small := *s
	small.bin = binFor(s.seconds, maxPanelPoints)
	return &small
}

func newScene(rs []*result.Result, theme Theme) *scene {
	s := &scene{theme: theme, seconds: 1}
	for i, r := range rs[:min(len(rs), MaxRuns)] {
		name := r.Run
		switch {
		case name == "" && len(rs) == 1:
			name = "this run"
		case name == "":
			name = "run " + strconv.Itoa(i+1)
		}
		s.runs = append(s.runs, run{r, name, theme.Run[i]})
		end := len(r.Series.TPS)
		if !r.Stopped {
			end = max(end, int(math.Ceil(float64(r.PlannedNs)/1e9)))
		}
		s.seconds = max(s.seconds, end)
	}
	s.bin = binFor(s.seconds, maxPoints)
	return s
}

// names returns the names of the runs.
func (s *scene) names() []string {
	names := make([]string, len(s.runs))
	for i, r := range s.runs {
		names[i] = r.name
	}
	return names
}
