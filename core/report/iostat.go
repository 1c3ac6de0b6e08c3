package report

import (
	"fmt"

	"clocksweep/core/result"
)

// Iostat returns the report of "iostat -dk" (sysstat 9) about the whole run.
// tps counts the requests the drive got, after the kernel merged neighbors.
func Iostat(r *result.Result) string {
	c := &r.Counters
	seconds := float64(r.VirtualNs) / 1e9
	if seconds == 0 {
		seconds = 1 // then all counters are zero too
	}
	readKB, writeKB := c.DiskReadBytes/1024, c.DiskWriteByte/1024
	return "Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\n" +
		fmt.Sprintf("%-13s %8.2f %12.2f %12.2f %10d %10d\n", "sda",
			float64(c.DiskReads+c.DiskWrites)/seconds,
			float64(readKB)/seconds, float64(writeKB)/seconds, readKB, writeKB)
}
