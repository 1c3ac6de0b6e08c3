package storage

import (
	"math"

	"clocksweep/core/sim"
)

// delaySteps is the number of values that a [delay] takes, each equally likely.
const delaySteps = 1024

// delay is a log-normally distributed time: its logarithm has a bell curve. It
// is drawn from a table of quantiles, so a draw costs one random number and no
// function of the library, whose last bits differ between platforms. With 1024
// quantiles the longest delay is exp(3.3 sigma) times the median.
type delay struct {
	rnd   sim.Rand
	ratio *[delaySteps]int64 // to the median, in 1/65536
}

// newDelay returns a delay whose logarithm has the standard deviation sigma,
// between 0 and 1, drawn from the random numbers of a name.
func newDelay(sigma float64, seed uint64, name string) delay {
	d := delay{rnd: sim.NewRand(seed, name), ratio: new([delaySteps]int64)}
	for i := range d.ratio {
		z := normalQuantile((float64(i) + 0.5) / delaySteps)
		d.ratio[i] = int64(float64(exp(float64(sigma*z))*65536) + 0.5)
	}
	return d
}

// draw returns a delay in the unit of the median.
func (d *delay) draw(median int64) int64 {
	return median * d.ratio[d.rnd.Intn(delaySteps)] >> 16
}

// exp returns e^x for x between -4 and 4, with an error below 1e-14 of it.
func exp(x float64) float64 {
	if x < 0 {
		return 1 / exp(-x)
	}
	y := 1 + expm1(x/4)
	y = float64(y * y)
	return float64(y * y)
}

// The coefficients of Peter Acklam's rational approximation to the inverse of
// the normal distribution function (2003), whose relative error is below
// 1.15e-9.
var (
	acklamA = [...]float64{-3.969683028665376e+01, 2.209460984245205e+02, -2.759285104469687e+02, 1.383577518672690e+02, -3.066479806614716e+01, 2.506628277459239e+00}
	acklamB = [...]float64{-5.447609879822406e+01, 1.615858368580409e+02, -1.556989798598866e+02, 6.680131188771972e+01, -1.328068155288572e+01, 1}
	acklamC = [...]float64{-7.784894002430293e-03, -3.223964580411365e-01, -2.400758277161838e+00, -2.549732539343734e+00, 4.374664141464968e+00, 2.938163982698783e+00}
	acklamD = [...]float64{7.784695709041462e-03, 3.224671290700398e-01, 2.445134137142996e+00, 3.754408661907416e+00, 1}
)

// normalQuantile returns the number below which a standard normal variable
// lies with probability p, between 0 and 1.
func normalQuantile(p float64) float64 {
	const tail = 0.02425
	switch {
	case p < tail:
		q := math.Sqrt(-2 * math.Log(p))
		return polynomial(acklamC[:], q) / polynomial(acklamD[:], q)
	case p > 1-tail:
		return -normalQuantile(1 - p)
	}
	q := p - 0.5
	r := float64(q * q)
	return float64(polynomial(acklamA[:], r)*q) / polynomial(acklamB[:], r)
}

// polynomial returns the value at x of the polynomial with the coefficients,
// that of the highest power first.
func polynomial(coefficients []float64, x float64) float64 {
	sum := 0.0
	for _, c := range coefficients {
		sum = float64(sum*x) + c
	}
	return sum
}
