package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// variant is a machine's storage to be tested.
type variant struct {
	name string
	c    Config
	hash uint64 // of a storm's history; the same on every platform
}

// variants returns a device of each kind, arrays of each level, and controllers
// in front of them.
func variants() []variant {
	device := func(id string) Config {
		d, _ := hardware.DeviceByID(id)
		return Config{Device: d, WriteCache: d.Disk.WriteCache, Level: hardware.NoRAID, Unit: 65536, Seed: 1}
	}
	arrayOf := func(id string, level hardware.Level, disks int) Config {
		c := device(id)
		c.Level, c.Disks = level, disks
		return c
	}
	behind := func(c Config, battery, honors bool) Config {
		c.Controller = ControllerConfig{Hardware: hardware.ControllerOfSize(1), Battery: battery, HonorsFlush: honors}
		return c
	}
	scsi := "hdd-10k-scsi-2003"
	return []variant{
		{"disk", device("hdd-7200-2011"), 0x573372360fa031f3},
		{"SATA SSD", device("ssd-sata-x25m-2010"), 0xcde382fa0ed667a4},
		{"NVMe", device("nvme-consumer-2018"), 0x4a294db3d3072a82},
		{"NVMe with PLP", device("nvme-dc-2021"), 0x5eb808d880a13726},
		{"gp2", device("ebs-gp2"), 0x55af9c5d8f1d248a},
		{"gp3", device("ebs-gp3"), 0xe5ece634f3e7fe10},
		{"card", device("sd-a1"), 0xb343f6fd5b519d74},
		{"RAID 0", arrayOf(scsi, hardware.RAID0, 4), 0xd26819e69e473d42},
		{"RAID 1", arrayOf("hdd-7200-2004", hardware.RAID1, 2), 0xa5063dda5389de12},
		{"RAID 10", arrayOf(scsi, hardware.RAID10, 6), 0x8c8e1af75f5cab3a},
		{"RAID 5", arrayOf(scsi, hardware.RAID5, 3), 0x6c726af3074558ec},
		{"RAID 6", arrayOf(scsi, hardware.RAID6, 5), 0x4f0c04a2419034e},
		{"RAID 5 of SSDs", arrayOf("ssd-sata-320-2011", hardware.RAID5, 4), 0x9870f96c9adc0b1e},
		{"controller", behind(device(scsi), true, false), 0x82805ea444606862},
		{"controller, RAID 1", behind(arrayOf(scsi, hardware.RAID1, 2), true, true), 0x293af2250007d87e},
		{"controller, RAID 5", behind(arrayOf(scsi, hardware.RAID5, 5), true, false), 0xc0122da83dc553fa},
		{"controller, RAID 10", behind(arrayOf("hdd-7200-2011", hardware.RAID10, 4), true, true), 0xec7b34d695939da2},
		{"controller without battery", behind(arrayOf(scsi, hardware.RAID6, 4), false, false), 0xae21ff1db9fa96e2},
	}
}

// blow plays a storm on a variant.
func blow(t *testing.T, v *variant, seed uint64) *storm {
	s := sim.New()
	h := newStorm(t, s, New(s, v.c), seed)
	h.left = 3000
	h.play()
	if f, ok := h.d.(*Flash); ok { // it empties its memory without an event
		s.At(max(s.Now(), f.drained), sim.PrioSample, s.Register(tickFunc(func(uint32) {})), 0)
		finish(t, s)
	}
	return h
}

// TestEveryCommandCompletesOnce plays random commands on every kind of storage:
// each completes exactly once, the books agree, and nothing is left at the end.
func TestEveryCommandCompletesOnce(t *testing.T) {
	for _, v := range variants() {
		h := blow(t, &v, 30)
		st := h.d.Stats()
		if h.pending != 0 || h.d.Room() != h.d.Depth() || h.left != 0 {
			t.Errorf("%s: %d commands pending, room for %d of %d", v.name, h.pending, h.d.Room(), h.d.Depth())
		}
		if st.Reads != h.reads || st.Writes != h.writes || st.Flushes != h.flushes || h.reads == 0 || h.writes == 0 || h.flushes == 0 {
			t.Errorf("%s: %+v, want %d reads, %d writes, %d flushes", v.name, st, h.reads, h.writes, h.flushes)
		}
		if st.BusyNs <= 0 || st.BusyNs > h.s.Now() || st.UtilNs <= 0 || st.UtilNs > h.s.Now() {
			t.Errorf("%s: busy for %d, utilized for %d of %d ns", v.name, st.BusyNs, st.UtilNs, h.s.Now())
		}
		if st.CachedPages != 0 {
			t.Errorf("%s: %d pages are left in a cache", v.name, st.CachedPages)
		}
		if h.hash != v.hash {
			t.Errorf("%s: the history's hash is %#x, want %#x", v.name, h.hash, v.hash)
		}
	}
}

// TestRefusals checks that a device refuses what its host must not do.
func TestRefusals(t *testing.T) {
	for _, v := range variants() {
		s := sim.New()
		d := New(s, v.c)
		done := &countdown{more: func() {}}
		refused := func(what string, f func()) {
			t.Helper()
			defer func() {
				if _, ok := recover().(sim.Broken); !ok {
					t.Errorf("%s takes %s", v.name, what)
				}
			}()
			f()
		}
		refused("a command behind its end", func() { d.Submit(d.Capacity()&^4095-4096, 8192, false, done, 0) })
		refused("a command before its beginning", func() { d.Submit(-4096, 4096, true, done, 0) })
		refused("half a block", func() { d.Submit(0, 2048, true, done, 0) })
		refused("nothing", func() { d.Submit(0, 0, false, done, 0) })
		for d.Room() > 0 {
			d.Submit(0, 4096, true, done, 0)
		}
		refused("one command too many", func() { d.Submit(0, 4096, true, done, 0) })
	}
}

// TestNothingIsAllocated checks that commands cost no allocation on any storage
// once it has warmed up.
func TestNothingIsAllocated(t *testing.T) {
	for _, v := range variants() {
		s := sim.New()
		l := loadOn(s, &v)
		s.Step(20_000)
		if n := testing.AllocsPerRun(10, func() { s.Step(1000) }); n > 0 {
			t.Errorf("%s: %.0f allocations in 1000 events", v.name, n)
		}
		if l.count == 0 {
			t.Errorf("%s has completed nothing", v.name)
		}
	}
}

// loadOn keeps a variant busy with reads and writes of 8 kB.
func loadOn(s *sim.Sim, v *variant) *mixedLoad {
	l := &mixedLoad{d: New(s, v.c), r: sim.NewRand(1, "load")}
	for l.d.Room() > 0 && l.d.Depth()-l.d.Room() < 32 {
		l.submit()
	}
	return l
}

// mixedLoad keeps commands outstanding, a quarter of them reads.
type mixedLoad struct {
	d     Device
	r     sim.Rand
	count int
}

func (l *mixedLoad) Fire(uint32) {
	l.count++
	l.submit()
}

func (l *mixedLoad) submit() {
	l.d.Submit(l.r.Intn(100_000)*pageSize, pageSize, l.r.Intn(4) > 0, l, 0)
}

// BenchmarkIO measures what a command costs on each kind of storage, in real
// nanoseconds.
func BenchmarkIO(b *testing.B) {
	for _, v := range variants() {
		b.Run(v.name, func(b *testing.B) {
			s := sim.New()
			l := loadOn(s, &v)
			s.Step(20_000)
			b.ReportAllocs()
			b.ResetTimer()
			for start := l.count; l.count-start < b.N; {
				s.Step(64)
			}
		})
	}
}
