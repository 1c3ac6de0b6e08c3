package report

import (
	"fmt"
	"math"
	"strings"

	"clocksweep/core/result"
)

// Vmstat returns what "vmstat N" showed during the run, a line every so many
// seconds, in the columns of procps 3.2 that the simulated machine knows:
// processes runnable and blocked at the line's end, kB a second read from and
// written to the disks, context switches a second, and percent of all processors.
// The machine tells user from system time as little as idle time from waiting, so
// us and sy are one column and so are id and wa; memory, swap and interrupts are
// left out.
func Vmstat(r *result.Result, every int) string {
	var b strings.Builder
	b.WriteString("procs -----io---- system -----cpu-----\n" +
		" r  b    bi    bo     cs us+sy id+wa\n")
	s := &r.Series
	for hi := every; hi <= len(s.TPS); hi += every {
		lo := hi - every
		busy := percent(mean(s.CPUBusy[lo:hi]))
		fmt.Fprintf(&b, "%2.0f %2.0f %5.0f %5.0f %6.0f %5d %5d\n", s.Runnable[hi-1], s.Blocked[hi-1],
			mean(s.DiskReadB[lo:hi])/1024, mean(s.DiskWriteB[lo:hi])/1024, mean(s.ContextSw[lo:hi]), busy, 100-busy)
	}
	return b.String()
}

// percent rounds half up, which does not depend on the parity of the number.
func percent(share float64) int { return int(math.Floor(float64(share*100) + .5)) }

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// Every returns the number of seconds that a line of a report over time should
// stand for, so that the run takes at most so many lines.
func Every(r *result.Result, lines int) int {
	for _, k := range [...]int{1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1800} {
		if len(r.Series.TPS) <= k*lines {
			return k
		}
	}
	hours := (len(r.Series.TPS) + 3600*lines - 1) / (3600 * lines)
	return 3600 * hours
}
