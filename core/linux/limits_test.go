package linux

import (
	"testing"

	"clocksweep/core/hardware"
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
