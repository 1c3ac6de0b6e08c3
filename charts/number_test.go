package charts

import (
	"math"
	"slices"
	"testing"
)

func TestFigure(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {862, 3, "862"}, {861.83409, 4, "861.8"}, {999.96, 4, "1,000.0"}, {12345.6, 3, "12,346"},
		{0.0112, 3, "0.0112"}, {0.00348, 3, "0.0035"}, {1.849, 2, "1.8"}, {-1234, 3, "-1,234"}, {-123, 3, "-123"},
		{1e6, 3, "1,000,000"}, {math.NaN(), 3, "–"},
	} {
		if got := figure(c.v, c.digits); got != c.want {
			t.Errorf("figure(%v, %d) = %q, want %q", c.v, c.digits, got, c.want)
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, whole float64
		want        string
	}{{1, 4, "25 %"}, {0, 4, "0 %"}, {1, 1000, "less than 1 %"}, {3, 0, "0 %"}, {4, 4, "100 %"}} {
		if got := percent(c.part, c.whole); got != c.want {
			t.Errorf("percent(%v, %v) = %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

func TestAppendNumber(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{{0, "0"}, {123.456, "123"}, {12.3456, "12.3"}, {0.012345, "0.0123"}, {34071, "34071"}, {math.NaN(), "null"}, {math.Inf(1), "null"}} {
		if got := string(appendNumber(nil, c.v)); got != c.want {
			t.Errorf("%v is written %q, want %q", c.v, got, c.want)
		}
	}
}

func TestScale(t *testing.T) {
	for _, c := range []struct {
		max           float64
		ticks         int
		top, interval float64
	}{{989, 5, 1000, 200}, {41.1, 5, 50, 10}, {0, 5, 1, 1}, {100, 3, 100, 50}, {0.39, 4, 0.4, 0.1}, {7, 5, 8, 2}} {
		top, interval := scale(c.max, c.ticks)
		if math.Abs(top-c.top) > 1e-9 || math.Abs(interval-c.interval) > 1e-9 {
			t.Errorf("scale(%v, %d) = %v by %v, want %v by %v", c.max, c.ticks, top, interval, c.top, c.interval)
		}
	}
}

// TestScaleFits checks that any value fits and that the ticks end at the top.
func TestScaleFits(t *testing.T) {
	for v := 1e-4; v < 1e9; v *= 1.07 {
		for ticks := 2; ticks < 8; ticks++ {
			top, interval := scale(v, ticks)
			n := top / interval
			if top < v || math.Abs(n-math.Round(n)) > 1e-6 || n > float64(ticks)+1e-6 || n < float64(ticks)/2.6 {
				t.Fatalf("scale(%v, %d) = %v by %v", v, ticks, top, interval)
			}
		}
	}
}

func TestDecades(t *testing.T) {
	for _, c := range []struct{ lowest, highest, lo, hi float64 }{
		{2.5, 1835, 1, 10000}, {0.25, 9, 0.1, 10}, {1, 1, 1, 10}, {20, 30, 10, 100}, {10, 100, 10, 100},
	} {
		if lo, hi := decades(c.lowest, c.highest); math.Abs(lo/c.lo-1) > 1e-9 || math.Abs(hi/c.hi-1) > 1e-9 {
			t.Errorf("decades(%v, %v) = %v, %v, want %v, %v", c.lowest, c.highest, lo, hi, c.lo, c.hi)
		}
	}
}

func TestBinFor(t *testing.T) {
	for _, c := range []struct{ seconds, count, want int }{
		{120, 480, 1}, {120, 24, 5}, {120, 7, 20}, {86400, 480, 300}, {86400, 4, 21600}, {1, 7, 1},
	} {
		if got := binFor(c.seconds, c.count); got != c.want || got*c.count < c.seconds {
			t.Errorf("binFor(%d, %d) = %d, want %d", c.seconds, c.count, got, c.want)
		}
	}
}

func TestBins(t *testing.T) {
	v, weight := []float64{1, 2, 3, 10, 5}, []float64{1, 3, 0, 0, 2}
	same := func(name string, got, want []float64) {
		t.Helper()
		equal := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
		if !slices.EqualFunc(got, want, equal) {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	same("means", means(v, 2), []float64{1.5, 6.5, 5})
	same("lasts", lasts(v, 2), []float64{2, 10, 5})
	same("weighted", weighted(v, weight, 2), []float64{1.75, math.NaN(), 5})
	same("largest", largest(v, weight, 2), []float64{2, math.NaN(), 5})
}
