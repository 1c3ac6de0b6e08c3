package trace

import (
	"math"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// zipf draws page k of n with a probability proportional to (k+1)^-0.99, by
// Walker's table of aliases: one column and one comparison a draw.
type zipf struct {
	rand  sim.Rand
	keep  []float64 // by column: the share that stays with its own page
	alias []bufmgr.Page
}

func newZipf(seed uint64, pages int) *zipf {
	z := &zipf{sim.NewRand(seed, "zipf"), make([]float64, pages), make([]bufmgr.Page, pages)}
	sum, root := 0.0, 1.0
	for k := range z.keep {
		root = hundredthRoot(float64(k+1), root)
		z.keep[k] = root / float64(k+1) // (k+1)^-0.99
		sum += z.keep[k]
	}
	// Columns of average height 1: low ones are filled up from high ones.
	var low, high []int
	for k := range z.keep {
		z.keep[k] *= float64(pages) / sum
		if z.keep[k] < 1 {
			low = append(low, k)
		} else {
			high = append(high, k)
		}
	}
	for len(low) > 0 && len(high) > 0 {
		l, h := low[len(low)-1], high[len(high)-1]
		low = low[:len(low)-1]
		z.alias[l] = bufmgr.Page(h)
		if z.keep[h] -= 1 - z.keep[l]; z.keep[h] < 1 {
			high = high[:len(high)-1]
			low = append(low, h)
		}
	}
	for _, k := range append(low, high...) { // what rounding has left over
		z.keep[k] = 1
	}
	return z
}

// hundredthRoot returns x^0.01 by Newton's method from a number near it: powers
// of the math package differ between machines in the last bits.
func hundredthRoot(x, near float64) float64 {
	y := near
	for range 5 {
		y4 := float64(float64(y*y) * float64(y*y))
		y8 := float64(y4 * y4)
		y16 := float64(y8 * y8)
		y32 := float64(y16 * y16)
		y64 := float64(y32 * y32)
		y99 := float64(float64(float64(y64*y32)*y) * float64(y*y))
		y += float64(x/y99-y) / 100
	}
	return y
}

func (z *zipf) next() bufmgr.Page {
	k := bufmgr.Page(z.rand.Intn(int64(len(z.keep))))
	if z.rand.Float64() < z.keep[k] {
		return k
	}
	return z.alias[k]
}

// TestZipf counts draws: the first pages must come as often as the law says.
func TestZipf(t *testing.T) {
	const pages, draws = 1000, 1_000_000
	z := newZipf(1, pages)
	count := make([]int, pages)
	for range draws {
		count[z.next()]++
	}
	sum := 0.0
	for k := range pages {
		sum += math.Pow(float64(k+1), -0.99)
	}
	for _, k := range []int{0, 1, 2, 9, 99, 999} {
		p := math.Pow(float64(k+1), -0.99) / sum
		if off := math.Abs(float64(count[k]) - draws*p); off > 4*math.Sqrt(draws*p) {
			t.Errorf("page %d came %d times, want %.0f", k, count[k], draws*p)
		}
	}
}
