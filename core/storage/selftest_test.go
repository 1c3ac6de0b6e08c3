package storage

import (
	"math"
	"slices"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// The disks of the self-test, as core/hardware has them.
var (
	disk7200y2004 = hardware.Disk{ID: "hdd-7200-2004", RPM: 7200, TrackMs: 1.0, AvgMs: 8.5, FullMs: 17.5,
		WriteSettleMs: 0.8, HeadSwitchMs: 0.8, Heads: 2, CapacityGB: 80, OuterMBs: 58, InnerMBs: 32,
		OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, SPTFAlpha: 0.2}
	disk7200y2011 = hardware.Disk{ID: "hdd-7200-2011", RPM: 7200, TrackMs: 0.9, AvgMs: 8.5, FullMs: 17,
		WriteSettleMs: 0.6, HeadSwitchMs: 0.7, Heads: 4, CapacityGB: 1000, OuterMBs: 125, InnerMBs: 62,
		OverheadMs: 0.05, BusMBs: 300, QueueDepth: 31, CacheMB: 32, SPTFAlpha: 0.2}
	disk10k2003 = hardware.Disk{ID: "hdd-10k-scsi-2003", RPM: 10000, TrackMs: 0.4, AvgMs: 4.7, FullMs: 9.7,
		WriteSettleMs: 0.5, HeadSwitchMs: 0.3, Heads: 8, CapacityGB: 146, OuterMBs: 69, InnerMBs: 38,
		OverheadMs: 0.1, BusMBs: 320, QueueDepth: 32, CacheMB: 8, SPTFAlpha: 0.2}
	disk15k2006 = hardware.Disk{ID: "hdd-15k-sas-2006", RPM: 15000, TrackMs: 0.25, AvgMs: 3.5, FullMs: 7.2,
		WriteSettleMs: 0.4, HeadSwitchMs: 0.25, Heads: 8, CapacityGB: 300, OuterMBs: 125, InnerMBs: 73,
		OverheadMs: 0.05, BusMBs: 300, QueueDepth: 64, CacheMB: 16, SPTFAlpha: 0.2}
	disk5400laptop = hardware.Disk{ID: "hdd-5400-laptop-2006", RPM: 5400, TrackMs: 1.0, AvgMs: 12, FullMs: 20,
		WriteSettleMs: 0.8, HeadSwitchMs: 1.0, Heads: 4, CapacityGB: 100, OuterMBs: 45, InnerMBs: 22,
		OverheadMs: 0.1, BusMBs: 150, QueueDepth: 1, CacheMB: 8, SPTFAlpha: 0.2}
	allDisks = []hardware.Disk{disk7200y2004, disk7200y2011, disk10k2003, disk15k2006, disk5400laptop}
)

// load keeps a number of 8 kB commands at random places outstanding.
type load struct {
	d     *Drive
	r     sim.Rand
	base  int64
	span  int64
	write bool
	left  int
	count int
}

func (l *load) Fire(uint32) {
	l.count++
	l.submit()
}

func (l *load) submit() {
	if l.left == 0 {
		return
	}
	l.left--
	l.d.Submit(l.base+l.r.Intn(l.span/pageSize)*pageSize, pageSize, l.write, l, 0)
}

// iops measures the throughput of n random commands with a given number
// outstanding.
func iops(disk hardware.Disk, depth int, base, span int64, write bool, n int) float64 {
	disk.QueueDepth = int64(depth)
	s := sim.New()
	l := &load{d: NewDrive(s, disk, false), r: sim.NewRand(1, "load"), base: base, span: span, write: write, left: n}
	if span == 0 {
		l.span = l.d.Capacity()
	}
	for range depth {
		l.submit()
	}
	for s.Step(1000) {
	}
	return float64(n) / (float64(s.Now()) / 1e9)
}

func within(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	diff := got/want - 1
	t.Logf("%-45s %8.2f, reference %8.2f (%+.1f %%)", what, got, want, 100*diff)
	if math.Abs(diff) > tolerance {
		t.Errorf("%s: %.2f, want %.2f ± %.0f %%", what, got, want, 100*tolerance)
	}
}

func name(d hardware.Disk, rest string) string { return d.ID + " " + rest }

// TestQueueingGain checks that the firmware's shortfall brings the gain of
// queueing down to depth^SPTFAlpha.
func TestQueueingGain(t *testing.T) {
	for _, alpha := range []float64{0.12, 0.20, 0.25} {
		d := disk7200y2011
		d.SPTFAlpha = alpha
		one := iops(d, 1, 0, 0, false, 8000)
		for _, depth := range []int{4, 32} {
			gain := iops(d, depth, 0, 0, false, 8000) / one
			within(t, "gain of queueing", gain, math.Pow(float64(depth), alpha), 0.05)
		}
	}
}

// sweep returns the mean time per page, in ms, to write n random pages of a
// span in one ascending pass. Neighbors are written together, as the kernel's
// elevator would send them; a page that was drawn twice is written once, but
// counts twice, as two updates of it would.
func sweep(disk hardware.Disk, base, span int64, n, repeats int) float64 {
	m := NewMechanics(disk)
	r := sim.NewRand(1, "sweep")
	var now int64
	for range repeats {
		page := make([]int64, n)
		for i := range page {
			page[i] = r.Intn(span / pageSize)
		}
		slices.Sort(page)
		page = slices.Compact(page)
		for i := 0; i < len(page); {
			j := i + 1
			for j < len(page) && page[j] == page[j-1]+1 {
				j++
			}
			now += m.Service(now, base+page[i]*pageSize, int64(j-i)*pageSize, true)
			i = j
		}
	}
	return float64(now) / float64(n*repeats) / 1e6
}

// gb returns the first page at or below n·10^9 bytes.
func gb(n int64) int64 { return n * 1e9 / pageSize * pageSize }
