package report

import (
	"slices"

	"clocksweep/core/result"
)

// How evenly a run went, and how it went once it had settled, as figures.

func init() {
	for name, of := range map[string]func(r *result.Result) (float64, bool){
		// Transactions a second, by second: the median, and what 99 of 100
		// seconds reach.
		"tps_p50": func(r *result.Result) (float64, bool) { return tpsPercentile(r, 50) },
		"tps_p1":  func(r *result.Result) (float64, bool) { return tpsPercentile(r, 1) },
		// Share of the seconds in which no transaction ended, %.
		"idle_seconds_pct": func(r *result.Result) (float64, bool) {
			idle := 0
			for _, tps := range r.Series.TPS {
				if tps == 0 {
					idle++
				}
			}
			return 100 * float64(idle) / float64(len(r.Series.TPS)), len(r.Series.TPS) > 0
		},
		// The longest latency of a transaction, s.
		"max_latency_s": func(r *result.Result) (float64, bool) {
			return float64(r.Latency.Max) / 1e9, r.Transactions > 0
		},
		// Share of the transactions that took longer than latency_limit, or were not
		// begun any more for that reason, %.
		"late_pct": func(r *result.Result) (float64, bool) {
			s := &r.Schedule
			return ratio(100*(s.Late+s.Skipped), r.Transactions+s.Skipped)
		},
		// Share of all pages written that backends wrote, checkpoints included, %.
		"backend_share_pct": func(r *result.Result) (float64, bool) {
			c := &r.Counters
			share, ok := ratio(100*c.BuffersBackend, c.BuffersBackend+c.BuffersClean+c.BuffersCheckpoint)
			return share, ok
		},

		// The second half of the run, in which a pool that began empty is full:
		// pages the background writer cleaned each second, buffers allocated and
		// pages written (by everybody) for each transaction, transactions each
		// second.
		"settled_clean_per_s": func(r *result.Result) (float64, bool) {
			return settled(r.Series.WrittenClean) / float64(halfLength(r)), halfLength(r) > 0
		},
		"settled_alloc_per_tx": func(r *result.Result) (float64, bool) {
			return perTransaction(r, r.Series.Alloc)
		},
		"settled_writes_per_tx": func(r *result.Result) (float64, bool) {
			return perTransaction(r, r.Series.WrittenCkpt, r.Series.WrittenClean, r.Series.WrittenBack)
		},
		// Transactions a second in the second half: what one second in twenty
		// exceeds, what one in twenty does not reach, and the ratio of the two.
		"settled_tps_peak":   func(r *result.Result) (float64, bool) { return settledPercentile(r, 95) },
		"settled_tps_trough": func(r *result.Result) (float64, bool) { return settledPercentile(r, 5) },
		"settled_tps_ratio": func(r *result.Result) (float64, bool) {
			peak, ok := settledPercentile(r, 95)
			trough, _ := settledPercentile(r, 5)
			return peak / trough, ok && trough > 0
		},
		"settled_tps": func(r *result.Result) (float64, bool) {
			return settled(r.Series.TPS) / float64(halfLength(r)), halfLength(r) > 0
		},
	} {
		metrics[name] = of
	}
}

// tpsPercentile returns the transactions a second that the given percentage of
// the run's seconds does not reach.
func tpsPercentile(r *result.Result, percent int) (float64, bool) {
	return percentile(r.Series.TPS, percent)
}

// settledPercentile is tpsPercentile of the second half.
func settledPercentile(r *result.Result, percent int) (float64, bool) {
	return percentile(r.Series.TPS[len(r.Series.TPS)/2:], percent)
}

func percentile(column []float64, percent int) (float64, bool) {
	if len(column) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(column))
	return sorted[len(sorted)*percent/100], true
}

// halfLength returns the seconds in the second half of the run.
func halfLength(r *result.Result) int { return len(r.Series.TPS) - len(r.Series.TPS)/2 }

// settled sums a column over the second half of the run.
func settled(column []float64) float64 {
	sum := 0.0
	for _, v := range column[len(column)/2:] {
		sum += v
	}
	return sum
}

func perTransaction(r *result.Result, columns ...[]float64) (float64, bool) {
	sum, transactions := 0.0, settled(r.Series.TPS)
	for _, column := range columns {
		sum += settled(column)
	}
	return sum / transactions, transactions > 0
}
