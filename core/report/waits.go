package report

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"clocksweep/core/result"
)

// Waits returns where an average transaction's time went: milliseconds by
// reason and their share, largest first, reasons without time left out. The
// parts as printed add up to the last line, the average latency.
func Waits(r *result.Result) string {
	if r.Transactions == 0 {
		return "no transaction was completed\n"
	}
	reasons := waitsBySize(r)
	parts := make([]int64, len(reasons))
	for i, w := range reasons {
		parts[i] = r.Waits[w]
	}
	// In microseconds a transaction and in tenths of a percent.
	us := apportion(parts, (r.LatencyNs/r.Transactions+500)/1000)
	share := apportion(parts, 1000)

	var b strings.Builder
	fmt.Fprintf(&b, "%-36s%12s%9s\n", "where a transaction's time goes", "ms", "share")
	line := func(label string, us, share int64) {
		fmt.Fprintf(&b, "%-36s%12.3f%7.1f %%\n", label, float64(us)/1000, float64(share)/10)
	}
	sum := int64(0)
	for i, w := range reasons {
		line(result.WaitLabel[w], us[i], share[i])
		sum += us[i]
	}
	line("latency average", sum, 1000)
	return b.String()
}

// waitsBySize returns the reasons that took time, largest first.
func waitsBySize(r *result.Result) []int {
	var reasons []int
	for w, ns := range r.Waits {
		if ns != 0 {
			reasons = append(reasons, w)
		}
	}
	slices.SortStableFunc(reasons, func(a, b int) int { return cmp.Compare(r.Waits[b], r.Waits[a]) })
	return reasons
}

// apportion divides total among the parts in proportion to their sizes, in
// whole numbers that add up to total exactly: every share is cut, and what is
// left over goes one each to the largest remainders. The products take 128
// bits: a day of a thousand clients is 1e17 ns.
func apportion(parts []int64, total int64) []int64 {
	sum := uint64(0)
	for _, p := range parts {
		sum += uint64(p)
	}
	out := make([]int64, len(parts))
	remainder := make([]uint64, len(parts))
	order := make([]int, len(parts))
	left := total
	for i, p := range parts {
		hi, lo := bits.Mul64(uint64(p), uint64(total))
		quotient, rest := bits.Div64(hi, lo, sum)
		out[i], remainder[i], order[i] = int64(quotient), rest, i
		left -= out[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(remainder[b], remainder[a]) })
	for _, i := range order[:left] {
		out[i]++
	}
	return out
}
