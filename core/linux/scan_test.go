package linux

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

const (
	scanBytes = 100_000_000
	scanFrom  = 20 << 30 // on the disk
)

// scan reads a file of 100 MB in sequence, a page every 20 µs of computing at
// the fastest, and returns MB/s (1e6 bytes).
func scan(c Config, d hardware.Disk) float64 {
	const pages = scanBytes / PageSize
	c.CachePages, c.RAMPages = pages/2, pages
	c.DataOrigin, c.WALOrigin, c.LogOrigin, c.LogBytes = scanFrom, scanFrom+1<<30, scanFrom-1<<30, 128<<20
	s := sim.New()
	k := New(s, storage.NewDrive(s, d, true), c)
	f := k.Create(pages, false)
	s.Go("reader", func(p *sim.Proc) {
		for i := range f.Pages() {
			k.Read(p, f.Page(i))
			p.Sleep(20 * sim.Microsecond)
		}
		s.Quit()
	})
	s.Step(1 << 30) // until the reader ends it
	ns := s.Now()
	s.Halt()
	return float64(pages*PageSize) / float64(ns) * 1000
}

// TestScanSpeed checks that a sequential scan runs at the disk's speed on every
// kernel and scheduler, where the file lies.
func TestScanSpeed(t *testing.T) {
	fs, _ := hardware.FileSystemByID("ext3-ordered")
	for _, id := range []string{"hdd-7200-2011", "hdd-10k-scsi-2003"} {
		d, _ := hardware.DiskByID(id)
		best := rawRate(d)
		for _, kernel := range hardware.Kernels() {
			for _, scheduler := range kernel.Schedulers {
				got := scan(Config{Kernel: kernel, FileSystem: fs, Scheduler: scheduler, ReadAhead: true}, d)
				if got < 0.9*best || got > best*1.02 {
					t.Errorf("%s, %s, %s: %.1f MB/s, the disk gives %.1f", id, kernel.ID, scheduler, got, best)
				}
			}
		}
		kernel, _ := hardware.KernelByID("2.6.18")
		if got := scan(Config{Kernel: kernel, FileSystem: fs, Scheduler: "noop"}, d); got > 0.8*best {
			t.Errorf("%s without read-ahead: %.1f MB/s, the disk gives %.1f", id, got, best)
		}
	}
}

// rawRate reads as much from the drive itself, in pieces of 512 kB, two at a
// time if it takes two.
func rawRate(d hardware.Disk) float64 {
	s := sim.New()
	drive := storage.NewDrive(s, d, true)
	r := &rawReader{s: s, d: drive, next: scanFrom, end: scanFrom + scanBytes/524288*524288}
	r.Fire(0)
	for s.Step(1000) {
	}
	return float64(r.end-scanFrom) / float64(r.done) * 1000
}

type rawReader struct {
	s               *sim.Sim
	d               *storage.Drive
	next, end, done int64
}

func (r *rawReader) Fire(uint32) {
	r.done = r.s.Now()
	for r.next < r.end && r.d.Room() > 0 && r.d.Depth()-r.d.Room() < 2 {
		r.next += 524288
		r.d.Submit(r.next-524288, 524288, false, r, 0)
	}
}
