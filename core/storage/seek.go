package storage

import (
	"math"

	"clocksweep/core/hardware"
)

// seekCurve is the seek time as a function of the distance x, the share of
// the full stroke, in the form of Ruemmler and Wilkes (An Introduction to Disk
// Drive Modeling, 1994): a + b·√x up to the knee, a straight line beyond it.
// The line is the tangent at the knee, which leaves three unknowns for the
// three seek times of a datasheet.
type seekCurve struct {
	a, b float64 // short seeks, ns
	c, e float64 // long seeks, ns
	knee float64
}

// fullStroke and meanSeek are what the curve's full and mean seek exceed the
// track-to-track seek by, in units of b. The mean is over two independent
// uniform positions, whose distance has the density 2(1-x).
func fullStroke(k float64) float64 {
	r := math.Sqrt(k)
	return (r + 1/r) / 2
}

func meanSeek(k float64) float64 {
	r := math.Sqrt(k)
	short := float64(4.0/3.0*k*r) - float64(0.8*k*k*r)
	flat := float64(r / 2 * (1 - k) * (1 - k))
	slope := (1.0/6.0 - float64(k*k/2) + float64(k*k*k/3)) / r
	return short + flat + slope
}

// Knees outside of this range are not those of a drive that was built; a
// datasheet that asks for one has rounded its seek times.
const (
	minKnee = 0.005
	maxKnee = 1
)

// solveSeek finds the curve through the datasheet's three seek times.
func solveSeek(d hardware.Disk) seekCurve {
	const ms = 1e6
	a := d.TrackMs * ms
	want := (d.FullMs - d.TrackMs) / (d.AvgMs - d.TrackMs)
	// full/mean falls from 3 to 15/8 as the knee moves out.
	lo, hi := minKnee, float64(maxKnee)
	for range 60 {
		mid := (lo + hi) / 2
		if fullStroke(mid)/meanSeek(mid) > want {
			lo = mid
		} else {
			hi = mid
		}
	}
	k := (lo + hi) / 2
	b := (d.AvgMs - d.TrackMs) * ms / meanSeek(k)
	r := math.Sqrt(k)
	return seekCurve{a: a, b: b, c: a + float64(b*r/2), e: b / (2 * r), knee: k}
}

// ns returns the duration in nanoseconds of a read seek over the share x of
// the full stroke; x is above 0.
func (s *seekCurve) ns(x float64) int64 {
	if x <= s.knee {
		return int64(s.a + float64(s.b*math.Sqrt(x)))
	}
	return int64(s.c + float64(s.e*x))
}
