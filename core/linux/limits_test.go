package linux

import (
	"slices"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// TestLimits works out the dirty limits of a machine with 2 GB of memory of which
// 1.5 GB are page cache (get_dirty_limits of mm/page-writeback.c).
func TestLimits(t *testing.T) {
	const ram, cache = 2 << 30 / PageSize, 3 << 29 / PageSize
	for _, c := range []struct {
		kernel            string
		mapped            int64 // %
		ratio, soft       int64 // vm.dirty_ratio and vm.dirty_background_ratio, %
		background, limit int64
	}{
		{"2.6.18", 0, 40, 10, ram / 10, ram * 4 / 10},
		{"2.6.18", 50, 40, 10, ram / 10, ram / 4},       // half of what is not mapped
		{"2.6.18", 95, 40, 10, ram * 2 / 100, ram / 20}, // at least 5 %; background at half of it
		{"2.6.24", 50, 10, 5, cache / 20, cache / 10},
		{"2.6.32", 50, 20, 10, cache / 10, cache / 5},
		{"2.6.32", 90, 20, 10, cache / 10, cache / 5}, // the clamp is gone
		{"3.2", 0, 10, 10, cache * 5 / 100, cache / 10},
		{"3.2", 0, 10, 0, 0, cache / 10},
	} {
		kernel, _ := hardware.KernelByID(c.kernel)
		kernel.DirtyRatio, kernel.BackgroundRatio = c.ratio, c.soft
		fs, _ := hardware.FileSystemByID("ext4")
		s := sim.New()
		k := New(s, storage.NewDrive(s, plainDisk(), false), Config{
			Kernel: kernel, FileSystem: fs, Scheduler: "noop",
			CachePages: cache, RAMPages: ram, MappedPct: c.mapped,
		})
		if k.background != c.background || k.limit != c.limit {
			t.Errorf("%s with %d %% mapped and ratios of %d and %d: limits of %d and %d pages, want %d and %d",
				c.kernel, c.mapped, c.soft, c.ratio, k.background, k.limit, c.background, c.limit)
		}
	}
}

// TestFullDisk: files that the disk has no room for take the places of old ones
// and stay inside of it.
func TestFullDisk(t *testing.T) {
	kernel, _ := hardware.KernelByID("3.2")
	fs, _ := hardware.FileSystemByID("ext4")
	s := sim.New()
	d := storage.NewDrive(s, plainDisk(), false)
	const chunk = chunkPages * PageSize
	origin := d.Capacity() - 5*chunk
	k := New(s, d, Config{Kernel: kernel, FileSystem: fs, Scheduler: "noop", CachePages: 1000, RAMPages: 1000, DataOrigin: origin, WALOrigin: origin})
	f := k.Create(7*chunkPages, true)
	for i, want := range []int64{0, 1, 2, 3, 4, 0, 1} {
		if got := k.diskOffset(f.Page(int64(i) * chunkPages)); got != origin+want*chunk {
			t.Errorf("chunk %d lies at %d, want the place of chunk %d", i, got, want)
		}
	}
}

// bootPlain boots a kernel on plain disks, one for the WAL if it has its own.
func bootPlain(release string, ownWAL bool, c Config) *machine {
	c.Kernel, _ = hardware.KernelByID(release)
	c.FileSystem, _ = hardware.FileSystemByID("ext3-writeback")
	c.Scheduler = "noop"
	return boot(c, plainDisk(), false, ownWAL)
}

// TestThrottlePauses checks how a throttled writer that has nothing left to
// write waits: up to 2.6.31 until writes complete on a queue that is not
// congested, later for sleeps of 4 ms and twice as much each time.
func TestThrottlePauses(t *testing.T) {
	for _, release := range []string{"2.6.29", "2.6.32"} {
		m := bootPlain(release, false, Config{CachePages: 1000, RAMPages: 1000, DirtyBytes: 8 * PageSize})
		f := m.create("table", 100_000, false)
		var waited []int64
		m.do(func(p *sim.Proc) {
			last := int64(0)
			for i := range int64(124) {
				m.k.Write(p, f, i*700)
				if now := p.Booked()[result.WaitDirtyLimit]; now > last {
					waited = append(waited, now-last)
					last = now
				}
			}
		})
		if len(waited) == 0 {
			t.Fatalf("%s: the writer never waited", release)
		}
		for _, ns := range waited {
			sleeps := slices.Contains([]int64{4, 12, 28, 60, 124, 224, 324}, ns/sim.Millisecond) && ns%sim.Millisecond == 0
			if sleeps != (release == "2.6.32") {
				t.Errorf("%s: the writer waited for %d ns", release, ns)
			}
		}
	}
}

// TestShareFollowsWrites checks that what a device wrote long ago counts little.
func TestShareFollowsWrites(t *testing.T) {
	m := bootPlain("2.6.28", true, Config{CachePages: 10_000, RAMPages: 10_000})
	data, wal := m.k.volumes[0], m.k.volumes[1]
	if data.limit() != m.k.limit/2 {
		t.Errorf("at first the share is %d of %d", data.limit(), m.k.limit)
	}
	for _, v := range []*volume{wal, data} {
		for range 100 {
			v.nWriteback += 1000
			v.written(1000)
		}
	}
	if got := data.limit(); got < m.k.limit*9/10 || got == m.k.limit {
		t.Errorf("after as many pages as the WAL wrote before, the data's share is %d of %d", got, m.k.limit)
	}
	// What the one has dirty is not left for the other.
	wal.finished = data.finished
	data.nDirty, m.k.nDirty = m.k.limit*3/4, m.k.limit*3/4
	if got, want := wal.limit(), m.k.limit-m.k.nDirty; got != want {
		t.Errorf("with three quarters of the limit dirty elsewhere, the WAL may have %d, want %d", got, want)
	}
	if m.k.DeviceStats(1).IOs[1] != 0 || m.k.Devices() != 2 {
		t.Errorf("%d devices", m.k.Devices())
	}
}

// TestPosition works out the factor of the writers' rate: 2 at the middle of
// the limits, 1 at the setpoint, 0 at the limit, less on a slow device, more
// where it would run dry.
func TestPosition(t *testing.T) {
	m := bootPlain("3.2", true, Config{CachePages: 20_000, RAMPages: 20_000})
	k, data, wal := m.k, m.k.volumes[0], m.k.volumes[1]
	data.finished, wal.finished = 1_000_000, 1
	// In kernel pages: limits of 4,000 and 8,000, the middle at 6,000, the
	// setpoint at 7,000.
	at := func(v *volume, dirty, own, average int64) int64 {
		k.nDirty, v.nDirty, v.pace.average = dirty/2, own/2, average
		defer func() { k.nDirty, v.nDirty = 0, 0 }()
		return v.position(dirty, own) * 100 / paceOne
	}
	for _, c := range []struct {
		what                     string
		v                        *volume
		dirty, own, average, pct int64
	}{
		{"the middle", data, 6000, 6000, 1 << 30, 200},
		{"the setpoint", data, 7000, 7000, 1 << 30, 100},
		{"between setpoint and limit", data, 7500, 7500, 1 << 30, 87},
		{"the limit", data, 8000, 8000, 1 << 30, 0},
		{"half way through the span of a slow device", data, 7400, 7400, 100, 93 / 2},
		{"near its end", data, 7700, 7700, 100, 65 / 4},
		{"a device with little dirty", data, 7000, 2000, 1 << 30, 200},
		{"a device with next to nothing dirty", data, 7000, 100, 1 << 30, 800},
	} {
		if got := at(c.v, c.dirty, c.own, c.average); got < c.pct-3 || got > c.pct+3 {
			t.Errorf("%s: %d %%, want %d", c.what, got, c.pct)
		}
	}
}

// TestTurns checks how much of a file is written in one go: 1024 kernel pages,
// and from 3.2 on what the device takes in half a second, an eighth of the
// limit at most.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		release              string
		cache, average, want int64 // pages of 8 kB
	}{
		{"2.6.32", 1_000_000, 100_000, 512},
		{"3.2", 1_000_000, 100_000, 25_000 / 512 * 512},
		{"3.2", 1_000_000, 1000, 512},
		{"3.2", 100_000, 100_000, 2500 / 512 * 512},
	} {
		k := bootPlain(c.release, false, Config{CachePages: c.cache, RAMPages: c.cache}).k
		k.volumes[0].pace.averagePages = c.average
		if got := k.turnOf(k.volumes[0]); got != c.want {
			t.Errorf("%s with %d pages of cache and %d a second: %d, want %d", c.release, c.cache, c.average, got, c.want)
		}
	}
}
