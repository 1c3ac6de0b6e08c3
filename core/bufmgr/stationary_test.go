package bufmgr

import (
	"math"
	"testing"

	"clocksweep/core/sim"
)

// TestStationary compares the state worked out with what a long run of the clock
// sweep leaves.
func TestStationary(t *testing.T) {
	const buffers = 4000
	uses := []Uses{{Pages: 15000, Rate: 1 / 15000.0}, {Pages: 3000, Rate: 1 / 3000.0}, {Pages: 10, Rate: 1 / 10.0}}
	st := NewStationary(buffers, uses)

	p := New(buffers, MaxUsageCount)
	rnd := sim.NewRand(1, "stationary")
	transaction := func() {
		base := Page(0)
		for _, u := range uses {
			pg := base + Page(rnd.Intn(u.Pages))
			base += Page(u.Pages)
			b := p.Lookup(pg)
			if b >= 0 {
				p.Pin(b)
			} else {
				b, _, _ = p.Victim()
				p.Assign(b, pg)
			}
			p.Unpin(b)
		}
	}
	for range 60000 {
		transaction()
	}
	const samples = 40
	var present [3]float64
	var counts [3][MaxUsageCount + 1]float64
	var drawn [3][MaxUsageCount + 1]float64
	turn := 0.0
	for range samples {
		before := p.Turns()*buffers + uint32(p.Hand())
		for range 500 {
			transaction()
		}
		turn += float64(p.Turns()*buffers+uint32(p.Hand())-before) / buffers
		for b := range int32(buffers) {
			kind := 0
			for pg := int64(p.PageOf(b)); pg >= uses[kind].Pages; kind++ {
				pg -= uses[kind].Pages
			}
			present[kind]++
			counts[kind][p.Usage(b)]++
			ago := float64(p.Hand()-1-b) / buffers
			if ago < 0 {
				ago++
			}
			drawn[kind][st.Usage(kind, ago, rnd.Float64, rnd.Exp)]++
		}
	}
	if got := samples * 500 / turn; math.Abs(got/st.Turn-1) > 0.05 {
		t.Errorf("a turn of the hand took %.0f transactions, worked out are %.0f", got, st.Turn)
	}
	for kind := range uses {
		got, want := present[kind]/samples, float64(st.Present(kind))
		if math.Abs(got/want-1) > 0.03 {
			t.Errorf("%.0f pages of kind %d are in the pool, worked out are %.0f", got, kind, want)
		}
		for u := range counts[kind] {
			got, want := counts[kind][u]/present[kind], drawn[kind][u]/present[kind]
			if math.Abs(got-want) > 0.02 {
				t.Errorf("kind %d: a share of %.3f has usage %d, drawn is %.3f", kind, got, u, want)
			}
		}
	}
}

// TestStationaryAllFit: with a buffer for each page all are there and much used.
func TestStationaryAllFit(t *testing.T) {
	st := NewStationary(100, []Uses{{Pages: 60, Rate: 1 / 60.0}, {Pages: 40, Rate: 1 / 40.0}})
	one := func() float64 { return 0.5 }
	if st.Turn != 0 || st.Present(0) != 60 || st.Present(1) != 40 || st.Usage(0, 0, one, one) != MaxUsageCount-1 || st.Usage(0, 1, one, one) != MaxUsageCount {
		t.Errorf("%+v", st)
	}
}

func TestExpNegative(t *testing.T) {
	for x := 0.0; x <= mostPins; x += 0.37 {
		if got, want := expNegative(x), math.Exp(-x); math.Abs(got/want-1) > 1e-12 {
			t.Errorf("e^-%v = %v, want %v", x, got, want)
		}
	}
}
