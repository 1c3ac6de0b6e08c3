package sim

import "testing"

// calibrationWords is the size of the table of [BenchmarkCalibration], a megabyte of
// 32-bit words.
const calibrationWords = 1 << 18

// BenchmarkCalibration measures the machine and not the engine: a fixed sum of integer
// arithmetic and of look-ups in a table that is larger than the inner caches, of which
// each needs the one before it. Nothing of it may change: figures kept from other
// machines are compared by it. An operation is 1,024 look-ups.
func BenchmarkCalibration(b *testing.B) {
	table := make([]uint32, calibrationWords)
	x := uint32(1)
	for i := range table {
		x = calibrationStep(x)
		table[i] = x
	}
	b.ResetTimer()
	for range b.N {
		for range 1024 {
			x = calibrationStep(x ^ table[x&(calibrationWords-1)])
		}
	}
	if x == 0 {
		b.Error("the generator has come to its one fixed point")
	}
}

// calibrationStep is Marsaglia's xorshift of 32 bits, here with a one so that it never
// rests at zero.
func calibrationStep(x uint32) uint32 {
	x ^= x << 13
	x ^= x >> 17
	x ^= x << 5
	return x | 1
}
