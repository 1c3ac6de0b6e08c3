package sim

import (
	"slices"
	"testing"
)

// values returns durations of all orders of magnitude, up to the last bucket.
func values(n int) []int64 {
	r := NewRand(11, "histogram")
	vs := make([]int64, n)
	for i := range vs {
		vs[i] = int64(r.Uint64() >> (21 + r.Intn(43)))
	}
	return vs
}

func TestEveryBucketEndsWhereTheNextBegins(t *testing.T) {
	for b := range HistogramBuckets - 1 {
		upper := BucketUpper(b)
		if got := bucketOf(upper); got != b {
			t.Errorf("%d, the upper end of bucket %d, falls into %d", upper, b, got)
		}
		if got := bucketOf(upper + 1); got != b+1 {
			t.Errorf("%d, above bucket %d, falls into %d", upper+1, b, got)
		}
	}
	if got := BucketUpper(HistogramBuckets - 1); got != 1<<43-1 {
		t.Errorf("the last bucket ends at %d, want 2^43-1", got)
	}
}

func TestBucketHoldsItsValue(t *testing.T) {
	for _, v := range values(200000) {
		b := bucketOf(v)
		upper := BucketUpper(b)
		if v > upper || b > 0 && v <= BucketUpper(b-1) {
			t.Fatalf("%d falls into bucket %d, which ends at %d", v, b, upper)
		}
		if float64(upper-v) > 0.032*float64(v) {
			t.Fatalf("bucket %d ends at %d, more than 3.2 %% above %d", b, upper, v)
		}
	}
	for v, want := range map[int64]int{-1: 0, 0: 0, 31: 31, 1 << 43: HistogramBuckets - 1, 1<<63 - 1: HistogramBuckets - 1} {
		if got := bucketOf(v); got != want {
			t.Errorf("%d falls into bucket %d, want %d", v, got, want)
		}
	}
}

// TestPercentileBound compares with the exact percentile: never below it, at
// most 1/32 above it.
func TestPercentileBound(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 99, 100, 101, 5000} {
		vs := values(n)
		var h Histogram
		for _, v := range vs {
			h.Add(v)
		}
		slices.Sort(vs)
		for _, q := range []float64{0, .001, .25, .5, .9, .95, .99, .999, 1} {
			rank := 1
			for float64(rank) < q*float64(n)-1e-9 {
				rank++
			}
			exact := vs[rank-1]
			got := h.Percentile(q)
			if got < exact || float64(got-exact) > float64(exact)/32 {
				t.Errorf("%d values: percentile %v is %d, exactly %d", n, q, got, exact)
			}
		}
	}
}

func TestHistogramSums(t *testing.T) {
	var h Histogram
	if h.Mean() != 0 || h.Percentile(.5) != 0 {
		t.Error("an empty histogram has a mean or a percentile")
	}
	for _, v := range []int64{10, 20, 60, 1 << 50} {
		h.Add(v)
	}
	if h.Count != 4 || h.Sum != 90+1<<50 || h.Max != 1<<50 || h.Mean() != (90+1<<50)/4 {
		t.Errorf("count %d, sum %d, max %d, mean %d", h.Count, h.Sum, h.Max, h.Mean())
	}
	if got := h.Percentile(1); got != 1<<50 { // longer than any bucket: the maximum is exact
		t.Errorf("the highest percentile is %d, want the maximum", got)
	}
	var buckets uint32
	for _, n := range h.Bucket {
		buckets += n
	}
	if buckets != 4 {
		t.Errorf("the buckets hold %d values, want 4", buckets)
	}
	h.Reset()
	if h != (Histogram{}) {
		t.Error("Reset leaves something behind")
	}
}
