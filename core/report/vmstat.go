package report

import (
	"fmt"
	"math"
	"strings"

	"clocksweep/core/result"
)

// Vmstat returns what "vmstat 1" showed during the run, a line a second, in the
// columns of procps 3.2 that the simulated machine knows: processes runnable
// and blocked at the second's end, kB read from and written to the disk,
// context switches, and percent of all processors. The machine tells user from
// system time as little as idle time from waiting, so us and sy are one column
// and so are id and wa; memory, swap and interrupts are left out.
func Vmstat(r *result.Result) string {
	var b strings.Builder
	b.WriteString("procs -----io---- system -----cpu-----\n" +
		" r  b    bi    bo     cs us+sy id+wa\n")
	s := &r.Series
	for i := range s.TPS {
		busy := percent(s.CPUBusy[i])
		fmt.Fprintf(&b, "%2.0f %2.0f %5.0f %5.0f %6.0f %5d %5d\n",
			s.Runnable[i], s.Blocked[i], s.DiskReadB[i]/1024, s.DiskWriteB[i]/1024, s.ContextSw[i], busy, 100-busy)
	}
	return b.String()
}

// percent rounds half up, which does not depend on the parity of the number.
func percent(share float64) int { return int(math.Floor(float64(share*100) + .5)) }
