package report

import "slices"

// Telling returns the metric that was published of most runs; of several the one
// that is judged in most of them, then throughput, then the first.
func Telling(cells []Cell) string {
	best, most := "", [3]int{}
	for i := range cells {
		name := cells[i].Metric
		if cells[i].Run == "" {
			continue
		}
		var runs []string
		var rank [3]int
		for j := range cells {
			if c := &cells[j]; c.Metric == name && c.Run != "" && !slices.Contains(runs, c.Run) {
				runs = append(runs, c.Run)
				if c.Judged {
					rank[1]++
				}
			}
		}
		rank[0] = len(runs)
		if name == "tps" {
			rank[2] = 1
		}
		if slices.Compare(rank[:], most[:]) > 0 {
			best, most = name, rank
		}
	}
	return best
}

// MetricWords names a metric and its unit for a reader; one without words of its own by
// its name.
func MetricWords(metric string, cells []Cell) string {
	switch metric {
	case "tps":
		return "transactions per second"
	case "cycle_tps":
		return "transactions per second of a checkpoint’s cycle"
	case "late_pct":
		return "transactions late, percent"
	case "max_latency_s":
		return "longest latency, seconds"
	case "settled_backend_pct":
		return "pages written by backends rather than the background writer, percent"
	case "settled_tps_trough":
		return "transactions per second when it is slowest"
	}
	for i := range cells {
		if c := &cells[i]; c.Metric == metric {
			return metric + ", " + c.Unit
		}
	}
	return metric
}
