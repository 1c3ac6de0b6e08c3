package report

import (
	"strings"

	"clocksweep/core/result"
)

// metrics are the figures of one run that a published number can be compared
// with. A metric that divides by zero is not defined for that run.
var metrics = map[string]func(r *result.Result) (value float64, defined bool){
	"transactions":          func(r *result.Result) (float64, bool) { return float64(r.Transactions), true },
	"tps":                   func(r *result.Result) (float64, bool) { return r.TPSIncluding(), r.VirtualNs > 0 },
	"tps_excluding":         func(r *result.Result) (float64, bool) { return r.TPSExcluding(), r.VirtualNs > r.ConnectNs },
	"buffers_alloc":         func(r *result.Result) (float64, bool) { return float64(r.Counters.BuffersAlloc), true },
	"buffers_clean":         func(r *result.Result) (float64, bool) { return float64(r.Counters.BuffersClean), true },
	"maxwritten_clean":      func(r *result.Result) (float64, bool) { return float64(r.Counters.MaxwrittenClean), true },
	"buffers_backend":       func(r *result.Result) (float64, bool) { return float64(r.Counters.BuffersBackend), true },
	"buffers_backend_fsync": func(r *result.Result) (float64, bool) { return float64(r.Counters.BuffersBackendFsync), true },
	"buffers_checkpoint":    func(r *result.Result) (float64, bool) { return float64(r.Counters.BuffersCheckpoint), true },

	// Checkpoints begun, by time and on request.
	"checkpoints": func(r *result.Result) (float64, bool) {
		return float64(r.Counters.CheckpointsTimed + r.Counters.CheckpointsReq), true
	},
	// Buffers allocated per transaction.
	"alloc_per_tx": func(r *result.Result) (float64, bool) {
		return ratio(r.Counters.BuffersAlloc, r.Transactions)
	},
	// Pages written by the background writer and by backends per transaction;
	// those of checkpoints do not count.
	"writes_per_tx": func(r *result.Result) (float64, bool) {
		return ratio(r.Counters.BuffersClean+r.Counters.BuffersBackend, r.Transactions)
	},
	// Pages written by the background writer for each that a backend wrote.
	"clean_to_backend": func(r *result.Result) (float64, bool) {
		return ratio(r.Counters.BuffersClean, r.Counters.BuffersBackend)
	},
	// The share of the acquisitions of BufFreelistLock that had to sleep.
	"freelist_blocked": func(r *result.Result) (float64, bool) {
		for _, l := range r.Locks {
			if l.Name == "BufFreelistLock" {
				return ratio(l.Blocked, l.Shared+l.Exclusive)
			}
		}
		return 0, false
	},
}

// Metric returns a figure of the run of that name. A run named "" stands for
// all of them together; the figures over runs are tps_ratio, the second run's
// transactions per second divided by the first's, and "tps A/B", those of run A
// divided by those of run B. It returns false if rs has no
// such run, if there is no metric of the name, or if it is not defined (a ratio
// to zero).
func Metric(rs []*result.Result, run, metric string) (float64, bool) {
	if run == "" && metric == "tps_ratio" {
		if len(rs) < 2 || rs[0].TPSIncluding() == 0 {
			return 0, false
		}
		return rs[1].TPSIncluding() / rs[0].TPSIncluding(), true
	}
	if pair, found := strings.CutPrefix(metric, "tps "); found && run == "" {
		over, under, _ := strings.Cut(pair, "/")
		a, b := byRun(rs, over), byRun(rs, under)
		if a == nil || b == nil || b.TPSIncluding() == 0 {
			return 0, false
		}
		return a.TPSIncluding() / b.TPSIncluding(), true
	}
	r, of := byRun(rs, run), metrics[metric]
	if r == nil || of == nil {
		return 0, false
	}
	return of(r)
}

// byRun returns the result of the run of that name, or nil.
func byRun(rs []*result.Result, run string) *result.Result {
	for _, r := range rs {
		if r.Run == run {
			return r
		}
	}
	return nil
}

func ratio(a, b int64) (float64, bool) {
	if b == 0 {
		return 0, false
	}
	return float64(a) / float64(b), true
}
