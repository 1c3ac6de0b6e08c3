package report

import "clocksweep/core/result"

// What people who watch a server call a pause or a freeze, as figures.

// pauseNs is the shortest span without the end of a transaction that counts as a
// pause: a second, the resolution of vmstat 1 and of a person before a screen.
// freezeNs is the shortest that counts as a freeze.
const (
	pauseNs  = 1_000_000_000
	freezeNs = 5 * pauseNs
)

func init() {
	for name, of := range map[string]func(r *result.Result) (float64, bool){
		// Pauses in the run.
		"pauses": func(r *result.Result) (float64, bool) {
			n, _, _, _ := pauses(r)
			return float64(n), true
		},
		// Mean length of a pause, s.
		"pause_s": func(r *result.Result) (float64, bool) {
			n, sum, _, _ := pauses(r)
			return float64(sum) / 1e9 / float64(n), n > 0
		},
		// Mean distance from the start of one pause to that of the next, s.
		"pause_every_s": func(r *result.Result) (float64, bool) {
			n, _, first, last := pauses(r)
			return float64(last-first) / 1e9 / float64(n-1), n > 1
		},
		// The longest span without the end of a transaction, s.
		"longest_pause_s": func(r *result.Result) (float64, bool) {
			longest := int64(0)
			for _, s := range r.Stalls {
				longest = max(longest, s.LengthNs)
			}
			return float64(longest) / 1e9, true
		},
		// The length of the first freeze, s: what a person sees who waits for one.
		"freeze_s": func(r *result.Result) (float64, bool) {
			s, ok := firstFreeze(r)
			return float64(s.LengthNs) / 1e9, ok
		},
		// vmstat's bi and bo, kB/s, while the server works: means over the
		// seconds before the first freeze.
		"working_bi_kb_s": func(r *result.Result) (float64, bool) { return working(r, r.Series.DiskReadB) },
		"working_bo_kb_s": func(r *result.Result) (float64, bool) { return working(r, r.Series.DiskWriteB) },
		// The same while it is frozen.
		"frozen_bi_kb_s": func(r *result.Result) (float64, bool) { return frozen(r, r.Series.DiskReadB) },
		"frozen_bo_kb_s": func(r *result.Result) (float64, bool) { return frozen(r, r.Series.DiskWriteB) },
	} {
		metrics[name] = of
	}
}

// pauses returns how many pauses there are, the sum of their lengths, and the
// starts of the first and the last, ns.
func pauses(r *result.Result) (n int, sum, first, last int64) {
	for _, s := range r.Stalls {
		if s.LengthNs < pauseNs {
			continue
		}
		if n == 0 {
			first = s.StartNs
		}
		n, sum, last = n+1, sum+s.LengthNs, s.StartNs
	}
	return n, sum, first, last
}

// firstFreeze returns the first freeze, and false if there is none.
func firstFreeze(r *result.Result) (result.Stall, bool) {
	for _, s := range r.Stalls {
		if s.LengthNs >= freezeNs {
			return s, true
		}
	}
	return result.Stall{}, false
}

// freeze returns the whole seconds [from, to) of the first freeze; both are the
// length of the run if there is none.
func freeze(r *result.Result) (from, to int) {
	s, ok := firstFreeze(r)
	if !ok {
		return len(r.Series.TPS), len(r.Series.TPS)
	}
	return int((s.StartNs + pauseNs - 1) / pauseNs), min(int((s.StartNs+s.LengthNs)/pauseNs), len(r.Series.TPS))
}

func working(r *result.Result, bytes []float64) (float64, bool) {
	from, _ := freeze(r)
	return meanKB(bytes[:min(from, len(bytes))])
}

func frozen(r *result.Result, bytes []float64) (float64, bool) {
	from, to := freeze(r)
	if from >= to {
		return 0, false
	}
	return meanKB(bytes[from:to])
}

func meanKB(bytes []float64) (float64, bool) {
	sum := 0.0
	for _, v := range bytes {
		sum += v
	}
	return sum / 1024 / float64(len(bytes)), len(bytes) > 0
}
