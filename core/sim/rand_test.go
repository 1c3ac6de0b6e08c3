package sim

import (
	"math"
	"testing"
)

// TestMixerIsSplitMix64 compares with the reference implementation's published
// first numbers for the seed 1234567 (prng.di.unimi.it/splitmix64.c).
func TestMixerIsSplitMix64(t *testing.T) {
	r := Rand{key: 1234567}
	for i, want := range []uint64{
		6457827717110365317, 3203168211198807973, 9817491932198370423,
		4593380528125082431, 16408922859458223821,
	} {
		if got := r.Uint64(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}

// TestStreamsAreFixed keeps results reproducible: a change here changes the
// history of every run.
func TestStreamsAreFixed(t *testing.T) {
	tests := []struct {
		seed   uint64
		stream string
		want   [3]uint64
	}{
		{1, "client", [3]uint64{395890955169208110, 13076292811810541620, 4314807985400299255}},
		{1, "disk", [3]uint64{2025750449495935029, 1365555099760464208, 4015232872104977585}},
		{1<<53 - 1, "client", [3]uint64{13551914384890099840, 10258458446536946309, 11288675422582773032}},
	}
	for _, test := range tests {
		r := NewRand(test.seed, test.stream)
		if got := [3]uint64{r.Uint64(), r.Uint64(), r.Uint64()}; got != test.want {
			t.Errorf("seed %d, stream %q: %d, want %d", test.seed, test.stream, got, test.want)
		}
	}
}

func TestStreamsAreIndependent(t *testing.T) {
	seen := make(map[uint64]bool)
	var before Rand
	for seed := range uint64(50) {
		for _, stream := range []string{"", "a", "b", "client", "disk"} {
			r := NewRand(seed, stream)
			for range 200 {
				seen[r.Uint64()] = true
			}
			// Neighboring streams must not go along with each other: count the
			// bits in which they differ.
			r = NewRand(seed, stream)
			differ := 0
			for range 64 {
				for x := r.Uint64() ^ before.Uint64(); x != 0; x &= x - 1 {
					differ++
				}
			}
			if differ < 1900 || differ > 2200 { // of 4096 bits, 2048 +- 4.6 sigma
				t.Errorf("seed %d stream %q differs in %d of 4096 bits from the one before", seed, stream, differ)
			}
			before = NewRand(seed, stream)
		}
	}
	if len(seen) != 50*5*200 {
		t.Errorf("%d different numbers in 50,000", len(seen))
	}
}

// TestIntnIsUniform is a chi-square test: 1,000,000 draws over n cells stay
// within 4.5 standard deviations of the expected statistic. The seed is fixed,
// so it passes always or never.
func TestIntnIsUniform(t *testing.T) {
	for _, n := range []int64{2, 3, 10, 97, 1000} {
		r := NewRand(7, "uniform")
		cells := make([]int64, n)
		const draws = 1_000_000
		for range draws {
			cells[r.Intn(n)]++ // out of range panics
		}
		expected := float64(draws) / float64(n)
		chi := 0.0
		for _, c := range cells {
			d := float64(c) - expected
			chi += d * d / expected
		}
		free := float64(n - 1)
		if limit := 4.5 * math.Sqrt(2*free); math.Abs(chi-free) > max(limit, 4.5*2) {
			t.Errorf("n=%d: chi-square %.1f at %v degrees of freedom", n, chi, free)
		}
	}
}

func TestIntnOfOneIsZero(t *testing.T) {
	r := NewRand(1, "one")
	for range 100 {
		if got := r.Intn(1); got != 0 {
			t.Fatalf("Intn(1) is %d", got)
		}
	}
}

func TestExpIsExponential(t *testing.T) {
	r := NewRand(5, "exp")
	const draws = 1_000_000
	sum, over := 0.0, 0
	for range draws {
		x := r.Exp()
		if x < 0 || math.IsInf(x, 0) {
			t.Fatalf("Exp gave %v", x)
		}
		sum += x
		if x > 2 {
			over++
		}
	}
	if mean := sum / draws; math.Abs(mean-1) > 0.005 { // 5 sigma
		t.Errorf("mean %.4f, want 1", mean)
	}
	if share := float64(over) / draws; math.Abs(share-math.Exp(-2)) > 0.002 {
		t.Errorf("%.4f are above 2, want %.4f", share, math.Exp(-2))
	}
}
