package linux

import (
	"strconv"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// paced lets processes make pages dirty as fast as they may for two minutes,
// all over the disk, and notes the second one.
type paced struct {
	*machine
	wrote     []int64
	writeback int64 // pages
	least     int64 // dirty and under writeback
	most      int64
	longest   int64 // sleep, ns
}

func newPaced(release string, writers int, sleep int64) *paced {
	kernel, _ := hardware.KernelByID(release)
	fs, _ := hardware.FileSystemByID("ext4")
	t := &paced{machine: boot(Config{
		Kernel: kernel, FileSystem: fs, Fdatasync: kernel.Fdatasync, Scheduler: kernel.Schedulers[0],
		CachePages: 40_000, RAMPages: 50_000,
	}, plainDisk(), true, false), wrote: make([]int64, writers)}
	const pages = 20_011 // of a file, a prime
	for n := range writers {
		f := t.create(strconv.Itoa(n), pages, false)
		t.s.Go("writer", func(p *sim.Proc) {
			for i := int64(n); ; i += 31 {
				before := p.Booked()[result.WaitDirtyLimit]
				t.k.Write(p, f, i%pages)
				p.Sleep(sleep)
				t.longest = max(t.longest, p.Booked()[result.WaitDirtyLimit]-before)
				t.wrote[n]++
			}
		})
	}
	for t.s.Now() < 60*sim.Second {
		t.s.Step(100)
	}
	then := append([]int64(nil), t.wrote...)
	flushed := t.k.Stats.FlusherPages
	t.least, t.longest = t.k.nDirty, 0 // until here there was too much at first
	for t.s.Now() < 120*sim.Second {
		t.s.Step(10)
		total := t.k.nDirty + t.k.nWriteback
		t.least, t.most = min(t.least, total), max(t.most, total)
	}
	for n := range writers {
		t.wrote[n] -= then[n]
	}
	t.writeback = t.k.Stats.FlusherPages - flushed
	t.s.Halt()
	return t
}

// TestPacedWriters checks the kernels that pace writers: where things settle,
// the writers are as fast together as the disk and equally fast, nobody sleeps
// for more than 200 ms, and the dirty pages stay between the middle of the
// limits and the limit.
func TestPacedWriters(t *testing.T) {
	for _, release := range []string{"3.2", "5.10"} {
		for _, writers := range []int{1, 4, 16} {
			r := newPaced(release, writers, 10*sim.Microsecond)
			name := release + " with " + strconv.Itoa(writers) + " writers"
			total, slowest, fastest := int64(0), r.wrote[0], r.wrote[0]
			for _, n := range r.wrote {
				total += n
				slowest, fastest = min(slowest, n), max(fastest, n)
			}
			t.Logf("%s: %d to %d pages each, %d in all, %d written back; dirty %d to %d of %d to %d; longest pause %d ms", name, slowest, fastest, total,
				r.writeback, r.least, r.most, (r.k.background+r.k.limit)/2, r.k.limit, r.longest/sim.Millisecond)
			if total < r.writeback*9/10 || total > r.writeback*11/10 {
				t.Errorf("%s dirtied %d pages while %d were written", name, total, r.writeback)
			}
			if fastest > 2*slowest {
				t.Errorf("%s: one wrote %d pages, another %d", name, slowest, fastest)
			}
			if r.most > r.k.limit || r.least < (r.k.background+r.k.limit)/2*9/10 {
				t.Errorf("%s: %d to %d pages were dirty, want %d to %d", name, r.least, r.most, (r.k.background+r.k.limit)/2, r.k.limit)
			}
			if r.longest > 200*sim.Millisecond {
				t.Errorf("%s: a pause of %d ms", name, r.longest/sim.Millisecond)
			}
		}
	}
}

// TestSlowWriterIsLeftAlone checks that a writer who is slower than the disk
// never sleeps.
func TestSlowWriterIsLeftAlone(t *testing.T) {
	if r := newPaced("3.2", 1, 20*sim.Millisecond); r.longest > 0 || r.wrote[0] < 2900 {
		t.Errorf("a pause of %d ns, %d pages written", r.longest, r.wrote[0])
	}
}
