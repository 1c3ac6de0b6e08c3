package report

import "clocksweep/core/result"

// What people who watch a server call a pause or a freeze, as figures.

// pauseNs is the shortest pause: a second, the resolution of vmstat 1 and of a
// person before a screen. A pause is made of spans without the end of a
// transaction; two of them belong to one pause if the server worked between them
// for less than blinkNs, half of that resolution. (A result's stalls are not
// shorter than that either.) freezeNs is the shortest span that counts as a freeze.
const (
	pauseNs  = 1_000_000_000
	blinkNs  = pauseNs / 2
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
	for i := 0; i < len(r.Stalls); {
		start := r.Stalls[i].StartNs
		end := start + r.Stalls[i].LengthNs
		for i++; i < len(r.Stalls) && r.Stalls[i].StartNs-end < blinkNs; i++ {
			end = r.Stalls[i].StartNs + r.Stalls[i].LengthNs
		}
		if end-start < pauseNs {
			continue
		}
		if n == 0 {
			first = start
		}
		n, sum, last = n+1, sum+end-start, start
	}
	return n, sum, first, last
}

// freeze returns the whole seconds [from, to) of the first freeze; both are the
// length of the run if there is none.
func freeze(r *result.Result) (from, to int) {
	for _, s := range r.Stalls {
		if s.LengthNs >= freezeNs {
			return int((s.StartNs + pauseNs - 1) / pauseNs), min(int((s.StartNs+s.LengthNs)/pauseNs), len(r.Series.TPS))
		}
	}
	return len(r.Series.TPS), len(r.Series.TPS)
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
