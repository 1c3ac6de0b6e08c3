package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// Iostat returns the report of "iostat -dk" (sysstat 9) about the whole run.
// tps counts the requests the drives got, after the kernel merged neighbors; two
// of them are added up.
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

// IostatX returns the report of "iostat -dxk" about the whole run, a line for
// each device, and then one for every so many seconds of it; every = 0 leaves them
// out. The form is that of sysstat 9, and on a kernel from 5 on that of sysstat
// 12.0 (iostat.c, write_ext_stat and its header; the later forms add discards,
// which the machine does not know).
func IostatX(r *result.Result, every int) string {
	var b strings.Builder
	report := func(ns float64, of func(d *result.Device) result.Traffic) {
		b.WriteString(iostatHead(r))
		for i := range r.Devices {
			d := &r.Devices[i]
			t := of(d)
			b.WriteString(iostatLine(r, d.Name, &t, ns))
		}
	}
	report(float64(r.VirtualNs), func(d *result.Device) result.Traffic { return d.Total })
	if every <= 0 {
		return b.String()
	}
	for hi := every; hi <= len(r.Series.TPS); hi += every {
		b.WriteString("\n")
		report(float64(every)*1e9, func(d *result.Device) (sum result.Traffic) {
			for i := range d.Seconds[hi-every : hi] {
				sum.Add(&d.Seconds[hi-every+i])
			}
			return sum
		})
	}
	return b.String()
}

// modernIostat tells whether the machine's kernel is one of those that sysstat 12
// came with.
func modernIostat(r *result.Result) bool {
	major, _ := leading(setting(r, "kernel"))
	return major >= 5
}

func iostatHead(r *result.Result) string {
	if modernIostat(r) {
		return "Device            r/s     w/s     rkB/s     wkB/s   rrqm/s   wrqm/s  %rrqm  %wrqm" +
			" r_await w_await aqu-sz rareq-sz wareq-sz  svctm  %util\n"
	}
	return "Device:         rrqm/s   wrqm/s     r/s     w/s    rkB/s    wkB/s avgrq-sz avgqu-sz   await  svctm  %util\n"
}

// iostatLine is what a device has done in a span of ns nanoseconds.
func iostatLine(r *result.Result, name string, t *result.Traffic, ns float64) string {
	rate := func(n float64) float64 { return quotient(n, ns/1e9) }
	requests := t.Reads + t.Writes
	service, util := quotient(t.BusyNs/1e6, requests), 100*quotient(t.BusyNs, ns)
	if modernIostat(r) {
		return fmt.Sprintf("%-13s %7.2f %7.2f %9.2f %9.2f %8.2f %8.2f %6.2f %6.2f %7.2f %7.2f %6.2f %8.2f %8.2f %6.2f %6.2f\n", name,
			rate(t.Reads), rate(t.Writes), rate(t.ReadBytes/1024), rate(t.WriteBytes/1024),
			rate(t.ReadMerges), rate(t.WriteMerges),
			100*quotient(t.ReadMerges, t.ReadMerges+t.Reads), 100*quotient(t.WriteMerges, t.WriteMerges+t.Writes),
			quotient(t.ReadWaitNs/1e6, t.Reads), quotient(t.WriteWaitNs/1e6, t.Writes), quotient(t.QueueNs, ns),
			quotient(t.ReadBytes/1024, t.Reads), quotient(t.WriteBytes/1024, t.Writes), service, util)
	}
	const sector = 512
	return fmt.Sprintf("%-13s %8.2f %8.2f %7.2f %7.2f %8.2f %8.2f %8.2f %8.2f %7.2f %6.2f %6.2f\n", name,
		rate(t.ReadMerges), rate(t.WriteMerges), rate(t.Reads), rate(t.Writes),
		rate(t.ReadBytes/1024), rate(t.WriteBytes/1024), quotient((t.ReadBytes+t.WriteBytes)/sector, requests),
		quotient(t.QueueNs, ns), quotient((t.ReadWaitNs+t.WriteWaitNs)/1e6, requests), service, util)
}

// quotient is 0 where there is nothing to divide by, as sysstat has it.
func quotient(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
