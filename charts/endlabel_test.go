package charts

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"clocksweep/core/result"
)

func TestSpread(t *testing.T) {
	for _, c := range []struct {
		name     string
		at, want []float64
	}{
		{"none", nil, []float64{}},
		{"apart already", []float64{50, 10}, []float64{50, 10}},
		{"equal: the later one above", []float64{50, 50, 50}, []float64{60, 50, 40}},
		{"near: apart from their middle", []float64{50, 52}, []float64{46, 56}},
		{"three: the sum of the squared moves is smallest", []float64{30, 30, 39}, []float64{33, 23, 43}},
		{"at the floor", []float64{98, 98}, []float64{90, 80}},
		{"at the top", []float64{1, 1}, []float64{20, 10}},
		{"outside", []float64{-40, 200}, []float64{10, 90}},
	} {
		got := spread(c.at, 10, 90, 10)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v became %v, want %v", c.name, c.at, got, c.want)
		}
	}
}

func checkApart(t *testing.T, at []float64, gap float64) {
	t.Helper()
	sorted := slices.Sorted(slices.Values(at))
	for i := 1; i < len(sorted); i++ {
		if sorted[i]-sorted[i-1] < gap-1e-9 {
			t.Errorf("%v are less than %v apart", at, gap)
		}
	}
}

func TestShare(t *testing.T) {
	linear, log := panel{top: 200}, panel{log: true, min: 1, max: 10000}
	for _, c := range []struct {
		p        *panel
		v, share float64
	}{{&linear, 0, 0}, {&linear, 150, 0.75}, {&log, 1, 0}, {&log, 100, 0.5}, {&log, 10000, 1}} {
		if got := c.p.share(c.v); math.Abs(got-c.share) > 1e-12 {
			t.Errorf("%v stands at %v of the height, want %v", c.v, got, c.share)
		}
	}
}

// TestEndLabels reads the names' places back from the options: in every picture
// over time, wide and narrow, no two names of a plot overlap, also if the lines
// of all runs end in the same point.
func TestEndLabels(t *testing.T) {
	same := func(n int) []*result.Result {
		rs := make([]*result.Result, n)
		for i := range rs {
			rs[i] = fixture(string(rune('A'+i)), 60, 100, false)
			rs[i].Series = fixture("A", 60, 100, false).Series
		}
		return rs
	}
	pair, published := challenge(60)
	for name, rs := range map[string][]*result.Result{"two runs": pair, "two equal runs": same(2), "six equal runs": same(6)} {
		s := newScene(rs, Light)
		labels := 0
		for _, pic := range Pictures(rs, published, Light) {
			var o struct {
				Base struct {
					Series []struct {
						YAxisIndex int
						EndLabel   *struct{ Show bool }
						Data       []any
					}
					YAxis []struct {
						Type     string
						Min, Max float64
					}
				} `json:"baseOption"`
				Media []struct {
					Option struct {
						Series []endLabeled
					}
				}
			}
			if err := json.Unmarshal(pic.Option, &o); err != nil {
				t.Fatal(err)
			}
			for m, height := range []int{pic.NarrowHeight, pic.Height} {
				n := len(o.Base.YAxis)
				plot := plotHeight(n, 0, height)
				at := make([][]float64, n)
				for i, line := range o.Base.Series {
					if line.EndLabel == nil {
						continue
					}
					axis := o.Base.YAxis[line.YAxisIndex]
					p := panel{log: axis.Type == "log", min: axis.Min, max: axis.Max, top: axis.Max}
					last := line.Data[len(line.Data)-1].([]any)[1].(float64)
					y := plot * (1 - p.share(last))
					if moved := o.Media[m].Option.Series[i].EndLabel; moved != nil {
						y += float64(moved.Offset[1])
					}
					if y < 0 || y > plot {
						t.Errorf("%s, %s: a name at %v of %v pixels", name, pic.ID, y, plot)
					}
					at[line.YAxisIndex] = append(at[line.YAxisIndex], y)
					labels++
				}
				for _, ys := range at {
					checkApart(t, ys, endLabelGap-1.01) // both are rounded to pixels
				}
			}
		}
		if want := 2 * len(s.runs) * (1 + len(percentiles) + 2 + 3); labels != want {
			t.Errorf("%s: %d names at the ends of lines, want %d", name, labels, want)
		}
	}
}
