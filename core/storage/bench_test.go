package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// benchmark runs one event after another of random 8 kB commands.
func benchmark(b *testing.B, disk hardware.Disk, cache, write bool) {
	s := sim.New()
	l := &load{d: NewDrive(s, disk, cache), r: sim.NewRand(1, "load"), span: 1e9, write: write, left: 1 << 40}
	for range disk.QueueDepth {
		l.submit()
	}
	s.Step(20000)
	start := l.count
	b.ResetTimer()
	s.Step(b.N)
	b.ReportMetric(float64(l.count-start)/float64(b.N), "commands/event")
}

func BenchmarkReadDepth1(b *testing.B)  { benchmark(b, disk7200y2004, false, false) }
func BenchmarkReadDepth31(b *testing.B) { benchmark(b, disk7200y2011, false, false) }

// The write cache of the 2011 disk holds 2048 pages and is full here.
func BenchmarkDestage2048(b *testing.B) { benchmark(b, disk7200y2011, true, true) }
