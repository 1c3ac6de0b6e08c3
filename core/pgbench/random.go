package pgbench

import "math"

// Random is a generator of random numbers.
type Random interface {
	// Below returns a whole number from 0 to n-1; n is positive.
	Below(n int64) int64
	// Float returns a number from 0 to 1, 1 excluded.
	Float() float64
}

// Limits of the parameters (pgbench.c).
const (
	minGaussian = 2.0
	minZipfian  = 1.001
	maxZipfian  = 1000.0
)

// The numbers below are those of getExponentialRand, getGaussianRand and
// getZipfianRand of pgbench.c. Each returns how far from the least number, of
// span numbers, it is.

// exponential favors small numbers: the density falls by a factor of e to the
// power of param from one end to the other.
func exponential(r Random, span int64, param float64) int64 {
	cut := exp(-param)
	uniform := 1 - r.Float()
	x := -math.Log(cut+float64((1-cut)*uniform)) / param
	return within(x, span)
}

// gaussian favors the middle: both ends are param standard deviations away.
func gaussian(r Random, span int64, param float64) int64 {
	for {
		a := 1 - r.Float()
		b := 1 - r.Float()
		x := float64(math.Sqrt(float64(-2*math.Log(a))) * sinTurn(b))
		if -param <= x && x < param {
			return within((x+param)/float64(param*2), span)
		}
	}
}

// within scales a number from 0 to 1 to the span. Rounding may have made it leave
// that range.
func within(x float64, span int64) int64 {
	switch {
	case !(x > 0):
		return 0
	case x >= 1:
		return span - 1
	}
	return min(int64(float64(float64(span)*x)), span-1)
}

// zipfian favors small numbers: the k-th is 1/k to the power of s as likely as the
// first. It draws again until a number is accepted (Devroye, "Non-Uniform Random
// Variate Generation", 1986, p. 550-551), which pgbench does since 12.
func zipfian(r Random, span int64, s float64) int64 {
	if span <= 1 {
		return 0
	}
	b := pow(2, s-1)
	for {
		u, v := r.Float(), r.Float()
		if u == 0 { // infinite, and so out of bounds
			continue
		}
		x := math.Floor(pow(u, -1/(s-1)))
		if !(x <= float64(span)) {
			continue
		}
		t := pow(1+1/x, s-1)
		if float64(v*x)*(t-1)/(b-1) <= t/b {
			return min(int64(x), span) - 1
		}
	}
}
