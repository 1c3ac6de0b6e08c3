package linux

import (
	"strconv"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// flood lets four processes on two processors make pages of files of their own
// dirty, all over the disk, as fast as they may, on a kernel with its own file
// system and scheduler.
func flood(kernel hardware.Kernel, fs string) *machine {
	c := Config{Kernel: kernel, Fdatasync: kernel.Fdatasync, Scheduler: kernel.Schedulers[0], CPUs: 2,
		CachePages: 40_000, RAMPages: 50_000, ThrottleNs: kernel.WBTDiskUs * sim.Microsecond, SubmitNs: 4000, ReadAhead: true}
	c.FileSystem, _ = hardware.FileSystemByID(fs)
	m := boot(c, plainDisk(), true, false)
	const pages = 20_011
	for n := range 4 {
		f := m.create(strconv.Itoa(n), pages, false)
		m.s.Go("writer", func(p *sim.Proc) {
			for i := int64(n); ; i += 31 {
				m.k.Write(p, f, i%pages)
				p.Sleep(20 * sim.Microsecond)
			}
		})
	}
	return m
}

// TestLimitsHold checks that on every kernel the dirty pages stay at their
// limit, up to what the processors may add between two looks, and that the disk
// is not left idle meanwhile.
func TestLimitsHold(t *testing.T) {
	for _, kernel := range hardware.Kernels() {
		for _, fs := range kernel.FileSystems {
			m := flood(kernel, fs)
			most := int64(0)
			for m.s.Now() < 30*sim.Second {
				m.s.Step(20)
				total := m.k.nDirty + m.k.nWriteback
				if kernel.Writeback == hardware.Bdflush {
					total = m.k.nDirty
				}
				if m.s.Now() > 10*sim.Second {
					most = max(most, total)
				}
			}
			busy := m.d.Stats().UtilNs
			if err := m.k.Check(); err != nil {
				t.Errorf("%s, %s: %v", kernel.ID, fs, err)
			}
			m.s.Halt()
			slack := int64(4) // a page of each writer
			switch {
			case !kernel.WriterDoesIO:
				slack *= pacePoll / 2
			case kernel.Writeback != hardware.Bdflush:
				slack = 2 * m.k.throttle.every
			}
			if most > m.k.limit+slack || most < m.k.background {
				t.Errorf("%s, %s: %d pages were dirty, the limits are %d and %d", kernel.ID, fs, most, m.k.background, m.k.limit)
			}
			if busy < 28*sim.Second {
				t.Errorf("%s, %s: the disk was in use for %d s of 30", kernel.ID, fs, busy/sim.Second)
			}
		}
	}
}

// TestNoGarbage checks that the kernel costs no allocation once it has warmed
// up, whatever its generation.
func TestNoGarbage(t *testing.T) {
	for _, c := range []struct{ kernel, fs string }{
		{"2.4", "ext3-writeback"}, {"2.6.9", "ext3-ordered"}, {"2.6.28", "ext3-ordered"}, {"2.6.28", "ext3-journal"},
		{"2.6.32", "ext4"}, {"3.2", "xfs"}, {"5.10", "ext4"},
	} {
		kernel, _ := hardware.KernelByID(c.kernel)
		m := flood(kernel, c.fs)
		f := m.create("read", 100_000, false)
		m.s.Go("reader", func(p *sim.Proc) {
			for i := int64(0); ; i++ {
				m.k.Read(p, f.Page(i%f.Pages()))
				if i%1000 == 0 {
					m.k.Fdatasync(p, f)
				}
			}
		})
		for m.s.Now() < 300*sim.Second {
			m.s.Step(1000)
		}
		if n := testing.AllocsPerRun(10, func() { m.s.Step(2000) }); n > 1 {
			t.Errorf("%s, %s: %.0f allocations in 2000 events", c.kernel, c.fs, n)
		}
		m.s.Halt()
	}
}
