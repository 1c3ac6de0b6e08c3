package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// sustained returns the random 8 kB writes a second that storage takes in the
// long run, in a span of so many bytes, over so many seconds after as many that
// do not count.
func sustained(c Config, span, seconds int64) float64 {
	s := sim.New()
	d := New(s, c)
	r := sim.NewRand(1, "sustained")
	h := &countdown{}
	h.more = func() { d.Submit(r.Intn(span/pageSize)*pageSize, pageSize, true, h, 0) }
	for range 32 {
		h.more()
	}
	for s.Now() < seconds*sim.Second && s.Step(1) {
	}
	before := h.n
	for s.Now() < 2*seconds*sim.Second && s.Step(1) {
	}
	return float64(h.n-before) / float64(seconds)
}

// TestCacheSorts checks what a controller's cache buys: a sweep over the
// pages it holds. The sweep that goes on and on finds them twice as dense ahead
// of it as on average, for behind it there are none.
func TestCacheSorts(t *testing.T) {
	const span = 1_600_000_000
	d, _ := hardware.DeviceByID("hdd-10k-scsi-2003")
	h := hardware.ControllerOfSize(64)
	h.DiskDepth = 1
	c := Config{Device: d, Level: hardware.NoRAID, Unit: 65536, Controller: ControllerConfig{Hardware: h, Battery: true}}
	pages := int(64 << 20 / pageSize * 7 / 10)
	want := 1000 / sweep(d.Disk, 0, span, 2*pages, 5)
	within(t, "writes/s through a cache", sustained(c, span, 40), want, 0.1)
}

// TestLevels compares what random writes cost on arrays of the same six disks,
// behind the same cache: the more transfers a write takes, the fewer there are.
func TestLevels(t *testing.T) {
	d, _ := hardware.DeviceByID("hdd-10k-scsi-2003")
	rate := func(level hardware.Level, cacheMB int64) float64 {
		c := Config{Device: d, Level: level, Disks: 6, Unit: 65536}
		if cacheMB > 0 {
			c.Controller = ControllerConfig{Hardware: hardware.ControllerOfSize(cacheMB), Battery: true}
		}
		return sustained(c, 8_000_000_000, 8)
	}
	for _, cacheMB := range []int64{0, 128} {
		zero, ten, five, six := rate(hardware.RAID0, cacheMB), rate(hardware.RAID10, cacheMB), rate(hardware.RAID5, cacheMB), rate(hardware.RAID6, cacheMB)
		t.Logf("cache of %d MB: RAID 0 %.0f, 10 %.0f, 5 %.0f, 6 %.0f writes/s", cacheMB, zero, ten, five, six)
		if !(zero > 1.5*ten && ten > 1.3*five && five > 1.2*six && six > zero/9) {
			t.Errorf("cache of %d MB: RAID 0 %.0f, 10 %.0f, 5 %.0f, 6 %.0f writes/s", cacheMB, zero, ten, five, six)
		}
	}
	if with, without := rate(hardware.RAID10, 128), rate(hardware.RAID10, 0); with < 1.2*without {
		t.Errorf("a cache makes %.0f writes/s of %.0f", with, without)
	}
}

// TestSmallWriteOfRAID5 compares a lone small write with the rule: one read, and
// the write a revolution later.
func TestSmallWriteOfRAID5(t *testing.T) {
	d, _ := hardware.DeviceByID("hdd-10k-scsi-2003")
	s := sim.New()
	a := New(s, Config{Device: d, Level: hardware.RAID5, Disks: 5, Unit: 65536})
	r := sim.NewRand(1, "small")
	h := &countdown{}
	h.more = func() {
		if h.n < 2000 {
			a.Submit(r.Intn(a.Capacity()/pageSize)*pageSize, pageSize, true, h, 0)
		}
	}
	h.more()
	for s.Step(1000) {
	}
	took := float64(s.Now()) / 2000 / 1e6
	// The slower of two disks: 2/3 of a revolution on average instead of half.
	read := d.Disk.OverheadMs + d.Disk.AvgMs + 6*2.0/3
	within(t, "ms of a small write", took, read+6, 0.1)
}
