package sim

import "math/bits"

// Each power of two is cut into 32 buckets, so a percentile is at most 3.1 %
// above the true value.
const (
	subBits    = 5
	subBuckets = 1 << subBits
	// HistogramBuckets is the number of buckets of a [Histogram]: values up
	// to 2^43 ns (2.4 hours); longer ones fall into the last bucket.
	HistogramBuckets = (43 - subBits + 1) * subBuckets
)

// Histogram counts durations in nanoseconds in buckets of growing width.
// The zero value is empty.
type Histogram struct {
	Count  int64
	Sum    int64 // ns
	Max    int64 // ns, exact
	Bucket [HistogramBuckets]uint32
}

func bucketOf(v int64) int {
	if v < subBuckets {
		if v < 0 {
			return 0
		}
		return int(v)
	}
	shift := bits.Len64(uint64(v)) - subBits - 1
	b := (shift+1)<<subBits + int(v>>shift) - subBuckets
	if b >= HistogramBuckets {
		return HistogramBuckets - 1
	}
	return b
}

// BucketUpper returns the largest duration in nanoseconds that bucket b counts;
// the last bucket counts longer ones, too.
func BucketUpper(b int) int64 {
	if b < subBuckets {
		return int64(b)
	}
	shift := b>>subBits - 1
	return (int64(b&(subBuckets-1)+subBuckets+1) << shift) - 1
}

// Add counts one duration of v nanoseconds.
func (h *Histogram) Add(v int64) {
	h.Count++
	h.Sum += v
	if v > h.Max {
		h.Max = v
	}
	h.Bucket[bucketOf(v)]++
}

// Reset empties the histogram.
func (h *Histogram) Reset() { *h = Histogram{} }

// Percentile returns the duration in nanoseconds that the share q (0 to 1) of
// all counted durations does not exceed: the upper end of its bucket, capped
// at the exact maximum, which also stands for the last bucket. It is 0 for an empty histogram.
func (h *Histogram) Percentile(q float64) int64 {
	if h.Count == 0 {
		return 0
	}
	// Round up, but not because of an error in the last digits of the product.
	rank := int64(float64(q*float64(h.Count)) + 0.999999999)
	if rank < 1 {
		rank = 1
	}
	var seen int64
	for b := range h.Bucket[:HistogramBuckets-1] {
		seen += int64(h.Bucket[b])
		if seen >= rank {
			return min(BucketUpper(b), h.Max)
		}
	}
	return h.Max
}

// Mean returns the exact mean in nanoseconds, 0 for an empty histogram.
func (h *Histogram) Mean() int64 {
	if h.Count == 0 {
		return 0
	}
	return h.Sum / h.Count
}
