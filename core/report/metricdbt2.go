package report

import "clocksweep/core/result"

// What threads quote of a run of DBT-2, and the throughput of a run that lasts for
// many checkpoints.

func init() {
	for name, of := range map[string]func(r *result.Result) (float64, bool){
		// Response time over all kinds of transactions, s: from keyed in to
		// answered, the client's queue included.
		"response_avg_s": response(func(l *result.Percentiles) int64 { return l.Avg }),
		"response_p90_s": response(func(l *result.Percentiles) int64 { return l.P90 }),
		"response_max_s": response(func(l *result.Percentiles) int64 { return l.Max }),
		// Transactions a second in the whole seconds from the start of the first
		// checkpoint to that of the last: whole cycles of the server, without the
		// time in which a pool that was empty fills.
		"cycle_tps": cycleTPS,
	} {
		metrics[name] = of
	}
}

func response(of func(l *result.Percentiles) int64) func(r *result.Result) (float64, bool) {
	return func(r *result.Result) (float64, bool) {
		return float64(of(&r.Latency)) / 1e9, r.Transactions > 0
	}
}

func cycleTPS(r *result.Result) (float64, bool) {
	const second = 1_000_000_000
	if len(r.Checkpoints) < 2 {
		return 0, false
	}
	from := int((r.Checkpoints[0].StartNs + second - 1) / second)
	to := min(int(r.Checkpoints[len(r.Checkpoints)-1].StartNs/second), len(r.Series.TPS))
	sum := 0.0
	for i := from; i < to; i++ {
		sum += r.Series.TPS[i]
	}
	return sum / float64(to-from), to > from
}
