package pgbench

import "math"

// The functions of math that are not the same on all platforms. Products are
// rounded before they are added to, so that these are. Errors are a few units in
// the last place.

// exp returns e to the power of x.
func exp(x float64) float64 {
	switch {
	case x > 709.7:
		return math.Inf(1)
	case x < -745.1:
		return 0
	}
	// x = k ln 2 + r with |r| <= ln 2 / 2, ln 2 in two parts.
	const high, low = 6.93147180369123816490e-01, 1.90821492927058770002e-10
	k := math.Floor(float64(x*(1/math.Ln2)) + 0.5)
	r := (x - float64(k*high)) - float64(k*low)
	sum := 1.0
	for n := 16.0; n >= 1; n-- { // r^17/17! is below 1e-22
		sum = 1 + float64(r/n*sum)
	}
	return math.Ldexp(sum, int(k))
}

// pow returns x to the power of y for a positive x.
func pow(x, y float64) float64 {
	if x == 1 || y == 0 {
		return 1
	}
	return exp(float64(y * math.Log(x)))
}

// sinTurn returns the sine of u whole turns, u in [0, 1].
func sinTurn(u float64) float64 {
	// To [-1/4, 1/4] of a turn, where the series is short.
	switch {
	case u > 0.75:
		u--
	case u > 0.25:
		u = 0.5 - u
	}
	x := float64(2 * math.Pi * u)
	square := float64(x * x)
	sum := 1.0
	for n := 24.0; n >= 2; n -= 2 { // (pi/2)^26/26! is below 1e-21
		sum = 1 - float64(square/(n*(n+1))*sum)
	}
	return float64(x * sum)
}
