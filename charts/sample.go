package charts

import "math"

// binFor returns the number of seconds to put together so that a span is cut
// into at most count bins. It is one of 1, 2, 5, 10, 15, 20, 30, 60, 120, 300,
// 600, 900, 1800, 3600 and multiples of an hour.
func binFor(seconds, count int) int {
	for _, k := range [...]int{1, 2, 5, 10, 15, 20, 30, 60, 120, 300, 600, 900, 1800} {
		if k*count >= seconds {
			return k
		}
	}
	hours := (seconds + 3600*count - 1) / (3600 * count)
	return hours * 3600
}

// binned applies f to each bin of k elements of v; the last may be shorter.
func binned(v []float64, k int, f func(lo, hi int) float64) []float64 {
	bins := make([]float64, 0, (len(v)+k-1)/k)
	for lo := 0; lo < len(v); lo += k {
		bins = append(bins, f(lo, min(lo+k, len(v))))
	}
	return bins
}

// means is for counts: their mean per second.
func means(v []float64, k int) []float64 {
	return binned(v, k, func(lo, hi int) float64 { return sum(v[lo:hi]) / float64(hi-lo) })
}

// lasts is for levels: the one at the bin's end.
func lasts(v []float64, k int) []float64 {
	return binned(v, k, func(_, hi int) float64 { return v[hi-1] })
}

// weighted is for figures that describe weight[i] events each: their mean, and
// NaN where there was no event.
func weighted(v, weight []float64, k int) []float64 {
	return binned(v, k, func(lo, hi int) float64 {
		total, events := 0.0, 0.0
		for i := lo; i < hi; i++ {
			total += float64(v[i] * weight[i])
			events += weight[i]
		}
		if events == 0 {
			return math.NaN()
		}
		return total / events
	})
}

// largest is for maxima of events: NaN where there was none.
func largest(v, weight []float64, k int) []float64 {
	return binned(v, k, func(lo, hi int) float64 {
		most := math.NaN()
		for i := lo; i < hi; i++ {
			if weight[i] > 0 && !(most >= v[i]) {
				most = v[i]
			}
		}
		return most
	})
}

// scaled returns v, each element multiplied by factor.
func scaled(v []float64, factor float64) []float64 {
	w := make([]float64, len(v))
	for i, x := range v {
		w[i] = x * factor
	}
	return w
}

func sum(v []float64) float64 {
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}

// peak returns the largest element that is a number, or 0.
func peak(v []float64) float64 {
	most := 0.0
	for _, x := range v {
		if x > most {
			most = x
		}
	}
	return most
}
