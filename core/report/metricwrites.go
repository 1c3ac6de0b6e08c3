package report

import "clocksweep/core/result"

// Who writes the pages of a pool that has filled, as figures: the second half of a
// run.

func init() {
	for name, of := range map[string]func(r *result.Result) (float64, bool){
		// Pages written, by whomever, for each buffer allocated.
		"settled_written_per_alloc": func(r *result.Result) (float64, bool) {
			x := &r.Series
			return share(settled(x.WrittenCkpt)+settled(x.WrittenClean)+settled(x.WrittenBack), settled(x.Alloc))
		},
		// Share of the pages that backends wrote in those that they and the
		// background writer wrote, %; checkpoints do not count.
		"settled_backend_pct": func(r *result.Result) (float64, bool) {
			x := &r.Series
			back := settled(x.WrittenBack)
			return share(100*back, back+settled(x.WrittenClean))
		},
		"buffers_written": func(r *result.Result) (float64, bool) {
			c := &r.Counters
			return float64(c.BuffersCheckpoint + c.BuffersClean + c.BuffersBackend), true
		},
	} {
		metrics[name] = of
	}
}

func share(part, of float64) (float64, bool) { return part / of, of > 0 }
