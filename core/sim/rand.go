package sim

import (
	"math"
	"math/bits"
)

// Rand is a counter-based random number generator: the n-th number of a
// stream is a function of (seed, stream, n) alone, so one component's draws
// never shift another's. The mixer is the finalizer of SplitMix64 (Steele,
// Lea, Flood: Fast splittable pseudorandom number generators, 2014).
type Rand struct {
	key uint64
	n   uint64
}

// NewRand returns the stream with the given name for a run's seed.
func NewRand(seed uint64, stream string) Rand {
	h := uint64(14695981039346656037) // FNV-1a
	for i := 0; i < len(stream); i++ {
		h = (h ^ uint64(stream[i])) * 1099511628211
	}
	return Rand{key: mix(mix(seed) ^ h)}
}

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Uint64 returns 64 random bits.
func (r *Rand) Uint64() uint64 {
	r.n++
	return mix(r.key + r.n*0x9e3779b97f4a7c15)
}

// Intn returns a number in [0, n); n must be positive. It multiplies instead of
// dividing, so for a large n some numbers are more likely than others, by at
// most n/2^64.
func (r *Rand) Intn(n int64) int64 {
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int64(hi)
}

// Float64 returns a number in [0, 1).
func (r *Rand) Float64() float64 {
	return float64(r.Uint64()>>11) / (1 << 53)
}

// Exp returns an exponentially distributed number with mean 1.
func (r *Rand) Exp() float64 {
	return -math.Log(1 - r.Float64())
}
