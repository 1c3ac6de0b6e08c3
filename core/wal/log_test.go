package wal

import (
	"math"
	"testing"

	"clocksweep/core/cpu"
	"clocksweep/core/hardware"
	"clocksweep/core/linux"
	"clocksweep/core/lock"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/storage"
)

// machine is a log on a real kernel and disk, with a processor for everyone.
type machine struct {
	*sim.Sim
	log    *Log
	os     *linux.Kernel
	drive  *storage.Drive
	filled []int64 // segments reported as full
}

// newMachine boots a machine whose disk has no write cache and whose file system
// stays out of the way: fdatasync of a segment that exists writes its pages.
func newMachine(disk string, change func(c *Config)) *machine {
	m := &machine{Sim: sim.New()}
	d, _ := hardware.DiskByID(disk)
	kernel, _ := hardware.KernelByID("2.6.28")
	fs, _ := hardware.FileSystemByID("ext3-writeback")
	fs.CommitS = 300
	m.drive = storage.NewDrive(m.Sim, d, false)
	const gb = 1 << 30
	m.os = linux.New(m.Sim, m.drive, linux.Config{
		Kernel: kernel, FileSystem: fs, Fdatasync: hardware.CommitBlocks,
		CachePages: 4 * gb / PageSize, RAMPages: 4 * gb / PageSize,
		DataOrigin: 10 * gb, WALOrigin: 20 * gb, LogOrigin: 9 * gb, LogBytes: 128 << 20,
		Scheduler: "noop",
	})
	c := Config{
		Sizes: sizesOf(64, "9.1"), Buffers: 8, Fsync: true, Fdatasync: true, GroupCommit: true, WriteNs: 4400,
		SegmentFull: func(segment int64) { m.filled = append(m.filled, segment) },
	}
	if change != nil {
		change(&c)
	}
	m.log = New(cpu.New(m.Sim, 64, 64, 1, 0), m.os, lock.NewLWLock(m.Sim, 0), c)
	return m
}

// do runs f as the only process until it ends.
func (m *machine) do(f func(p *sim.Proc)) {
	done := false
	m.Go("test", func(p *sim.Proc) {
		f(p)
		done = true
		m.Quit()
	})
	for !done && m.Step(1000) {
	}
}

// check looks after what must hold at any time.
func (m *machine) check(t *testing.T) {
	t.Helper()
	l := m.log
	if l.Flushed > l.Insert || l.Written > l.Insert || l.Insert%PageSize < pageHeader {
		t.Errorf("flushed %d, written %d, inserted %d", l.Flushed, l.Written, l.Insert)
	}
	if ahead := l.Insert - l.Written; ahead > l.c.Buffers*PageSize {
		t.Errorf("%d bytes are not written, there are buffers for %d", ahead, l.c.Buffers*PageSize)
	}
}

// commits lets clients execute for 2 ms and commit, again and again, and returns
// commits a second.
func commits(disk string, clients int, group bool) float64 {
	m := newMachine(disk, func(c *Config) { c.GroupCommit = group })
	n := 0
	for range clients {
		m.Go("client", func(p *sim.Proc) {
			for {
				p.Sleep(2 * sim.Millisecond)
				m.log.Flush(p, m.log.Record(p, 48, 0))
				n++
			}
		})
	}
	for m.Step(1000) && m.Now() < sim.Second {
	}
	begun, from := n, m.Now()
	for m.Step(1000) && m.Now() < 11*sim.Second {
	}
	m.Halt()
	return float64(n-begun) / (float64(m.Now()-from) / 1e9)
}

// TestGroupCommitLaw: without a write cache a commit waits for the platter, one
// turn at least. Whoever waits meanwhile is taken along by the next flush, so
// throughput grows with the clients in steps: one or two make a commit a turn,
// N of them N/2. Expected values are an independent simulation's.
func TestGroupCommitLaw(t *testing.T) {
	for _, test := range []struct {
		disk    string
		clients int
		want    float64
	}{
		{"hdd-7200-2011", 1, 120}, {"hdd-7200-2011", 2, 120}, {"hdd-7200-2011", 4, 240},
		{"hdd-7200-2011", 10, 600}, {"hdd-7200-2011", 32, 1919},
		{"hdd-10k-scsi-2003", 1, 165}, {"hdd-10k-scsi-2003", 4, 332}, {"hdd-10k-scsi-2003", 10, 831},
	} {
		got := commits(test.disk, test.clients, true)
		t.Logf("%s, %d clients: %.0f commits a second, expected %.0f", test.disk, test.clients, got, test.want)
		if math.Abs(got/test.want-1) > 0.10 {
			t.Errorf("%s, %d clients: %.0f commits a second, want %.0f within 10 %%", test.disk, test.clients, got, test.want)
		}
	}
	if got := commits("hdd-7200-2011", 10, false); math.Abs(got/120-1) > 0.10 {
		t.Errorf("without group commit 10 clients make %.0f commits a second, want one a turn: 120", got)
	}
}

func TestFlushCoversWhatIsInserted(t *testing.T) {
	m := newMachine("hdd-7200-2011", nil)
	m.do(func(p *sim.Proc) {
		l := m.log
		a := l.Record(p, 100, 0)
		b := l.Record(p, 100, 0)
		if b != a+100 || l.Flushed >= a {
			t.Errorf("records end at %d and %d, flushed up to %d", a, b, l.Flushed)
		}
		l.Flush(p, a)
		if l.Flushed != b || l.Written != b || l.Stats.Flushes != 1 {
			t.Errorf("flushed up to %d by %d flushes, want everything, %d, by one", l.Flushed, l.Stats.Flushes, b)
		}
		at := p.Now()
		if at == 0 {
			t.Error("the disk took no time")
		}
		l.Flush(p, b)
		if p.Now() != at || l.Stats.Flushes != 1 {
			t.Error("what is safe was flushed again")
		}
		m.check(t)
	})
	if w := m.drive.Stats().Writes; w == 0 {
		t.Error("nothing was written to the disk")
	}
}

func TestFsyncOffWritesOnly(t *testing.T) {
	m := newMachine("hdd-7200-2011", func(c *Config) { c.Fsync = false })
	m.do(func(p *sim.Proc) {
		l := m.log
		end := l.Record(p, 100, 20000)
		l.Flush(p, end)
		if l.Flushed != end || l.Stats.Flushes != 0 {
			t.Errorf("flushed up to %d by %d calls, want %d by none", l.Flushed, l.Stats.Flushes, end)
		}
		if p.Booked()[result.WaitWALFlush] != 0 || p.Now() != 3*4400 {
			t.Errorf("it took until %d, want the writing of three pages: 13,200", p.Now())
		}
	})
	if m.os.Stats.Writes != 3 {
		t.Errorf("%d pages were written, want 3", m.os.Stats.Writes)
	}
}

// TestFullBuffersMakeTheInserterWrite: who finds no WAL buffer writes the full
// pages, without a flush.
func TestFullBuffersMakeTheInserterWrite(t *testing.T) {
	m := newMachine("hdd-7200-2011", nil) // 8 buffers
	m.do(func(p *sim.Proc) {
		l := m.log
		for l.Insert < SegmentBytes+8*PageSize-1000 {
			l.Record(p, 500, 0)
		}
		if m.os.Stats.Writes != 0 || p.Now() != 0 {
			t.Errorf("%d pages were written before the buffers were full", m.os.Stats.Writes)
		}
		l.Record(p, 100, 8100)
		m.check(t)
		if m.os.Stats.Writes != 7 || l.Written != SegmentBytes+7*PageSize {
			t.Errorf("%d pages were written up to %d, want the 7 full ones", m.os.Stats.Writes, l.Written)
		}
		if l.Stats.Flushes != 0 || l.Flushed >= l.Written {
			t.Error("a full buffer is no reason to flush")
		}
	})
	// A big record in the least there is.
	m = newMachine("hdd-7200-2011", func(c *Config) { c.Buffers = 4 })
	m.do(func(p *sim.Proc) {
		for range 200 {
			m.log.Record(p, 168, 8100+8100)
			m.check(t)
		}
	})
	if m.log.Stats.Records != 200 {
		t.Errorf("%d of 200 records were inserted", m.log.Stats.Records)
	}
}

// TestHalfFullBuffers: up to 8.2 whoever inserts a record writes the full pages when
// they fill half of the buffers, but only if nobody else is writing. From 8.1 on it
// stops at the last buffer, so that one half goes after the other.
func TestHalfFullBuffers(t *testing.T) {
	for _, test := range []struct {
		half, inHalves bool
		written        int64 // pages
	}{{false, false, 0}, {true, false, 6}, {true, true, 2}} {
		m := newMachine("hdd-7200-2011", func(c *Config) { c.HalfFull, c.InHalves = test.half, test.inHalves })
		m.do(func(p *sim.Proc) {
			l := m.log
			fill := func(pages int64) {
				for l.Insert < SegmentBytes+pages*PageSize {
					l.Record(p, 500, 0)
				}
			}
			fill(7)
			l.Written, l.Flushed = SegmentBytes+6*PageSize, SegmentBytes+6*PageSize // as if somebody had
			l.WriteLock.Acquire(p, result.WaitWALLock)
			fill(12)
			if m.os.Stats.Writes != 0 && !test.half {
				t.Errorf("%d pages were written with enough room", m.os.Stats.Writes)
			}
			before := m.os.Stats.Writes
			l.WriteLock.Release()
			l.Record(p, 100, 0)
			if got := m.os.Stats.Writes - before; got != test.written || l.Stats.Flushes != 0 {
				t.Errorf("half = %v, in halves = %v: %d pages were written with %d flushes, want %d and none",
					test.half, test.inHalves, got, l.Stats.Flushes, test.written)
			}
			m.check(t)
		})
	}
}

// TestCrowdKeepsItsBuffers: many processes insert while others write; what is
// not written never exceeds the buffers.
func TestCrowdKeepsItsBuffers(t *testing.T) {
	m := newMachine("hdd-7200-2011", func(c *Config) { c.Buffers = 4; c.WriteNs = 50_000 })
	finished := 0
	for i := range 12 {
		rnd := sim.NewRand(uint64(i), "crowd")
		m.Go("client", func(p *sim.Proc) {
			for range 60 {
				p.Sleep(rnd.Intn(100_000))
				end := m.log.Record(p, 100, rnd.Intn(8200))
				m.check(t)
				if rnd.Intn(10) == 0 {
					m.log.Flush(p, end)
					if m.log.Flushed < end {
						t.Error("a flush did not reach its record")
					}
					m.check(t)
				}
			}
			finished++
		})
	}
	m.Go("walwriter", func(p *sim.Proc) {
		for {
			m.log.FlushPages(p, 0)
			m.check(t)
			p.Sleep(3 * sim.Millisecond)
		}
	})
	for finished < 12 && m.Step(1000) {
	}
	if finished != 12 {
		t.Errorf("%d of 12 clients finished", finished)
	}
	m.Halt()
}

func TestWALWriterFlushesPages(t *testing.T) {
	m := newMachine("hdd-7200-2011", nil)
	m.do(func(p *sim.Proc) {
		l := m.log
		commit := l.Record(p, 20000, 0)
		l.Record(p, 30, 0)
		l.FlushPages(p, commit)
		if want := int64(SegmentBytes + 2*PageSize); l.Flushed != want {
			t.Errorf("flushed up to %d, want the full pages: %d", l.Flushed, want)
		}
		l.FlushPages(p, commit)
		if l.Flushed != commit {
			t.Errorf("flushed up to %d, want the commit that did not wait: %d", l.Flushed, commit)
		}
		at, flushes := p.Now(), l.Stats.Flushes
		l.FlushPages(p, commit)
		if l.Stats.Flushes != flushes || p.Now() != at {
			t.Error("with nothing to do it flushed all the same")
		}
		m.check(t)
	})
}

// TestReady fills the segments that were there when the log was opened: none is
// created.
func TestReady(t *testing.T) {
	m := newMachine("hdd-7200-2011", func(c *Config) { c.Buffers = 2048 })
	m.log.Ready(2)
	m.do(func(p *sim.Proc) {
		l := m.log
		if oldest, newest := l.Segments(); oldest != 1 || newest != 3 {
			t.Errorf("segments %d to %d, want 1 to 3", oldest, newest)
		}
		for l.Insert < 4*SegmentBytes-100_000 {
			l.Record(p, 168, 8100)
			l.Flush(p, l.Insert)
			m.check(t)
		}
		if l.Stats.Created != 0 || p.Booked()[result.WaitWALInit] != 0 {
			t.Errorf("%d segments were created, want none", l.Stats.Created)
		}
		for l.Insert < 4*SegmentBytes+100_000 {
			l.Record(p, 168, 8100)
			l.Flush(p, l.Insert)
		}
		if l.Stats.Created != 1 {
			t.Errorf("%d segments were created, want one after those that were there", l.Stats.Created)
		}
	})
}

// TestSegments fills some segments: each is reported once it is on disk, and the
// next one is created by who needs it, zero-filled and fsynced.
func TestSegments(t *testing.T) {
	m := newMachine("hdd-7200-2011", func(c *Config) { c.Buffers = 2048 })
	m.do(func(p *sim.Proc) {
		l := m.log
		for l.Insert < 4*SegmentBytes+1000 {
			l.Record(p, 168, 8100)
			if l.Insert-l.Flushed > SegmentBytes/2 {
				l.Flush(p, l.Insert)
			}
			m.check(t)
		}
		if l.Stats.Created != 2 || p.Booked()[result.WaitWALInit] == 0 {
			t.Errorf("%d segments were created, want 2: the fourth is not written yet", l.Stats.Created)
		}
		l.Flush(p, l.Insert)
		if oldest, newest := l.Segments(); oldest != 1 || newest != 4 || l.Stats.Created != 3 {
			t.Errorf("segments %d to %d, %d created; want 1 to 4, 3 created", oldest, newest, l.Stats.Created)
		}
		if len(m.filled) != 3 || m.filled[0] != 1 || m.filled[2] != 3 {
			t.Errorf("segments %v were reported as full, want 1, 2, 3", m.filled)
		}
		if l.Flushed != l.Insert {
			t.Errorf("flushed up to %d of %d", l.Flushed, l.Insert)
		}

		// A checkpoint renames two of the old ones and drops the third.
		pages := m.os.PageCount()
		l.Recycle(4, 2)
		if oldest, newest := l.Segments(); oldest != 4 || newest != 6 {
			t.Errorf("segments %d to %d after recycling, want 4 to 6", oldest, newest)
		}
		for l.Insert < 7*SegmentBytes-9000 {
			l.Record(p, 168, 8100)
			l.Flush(p, l.Insert)
		}
		if l.Stats.Created != 3 || m.os.PageCount() != pages {
			t.Errorf("%d segments were created, want the recycled ones to be used", l.Stats.Created)
		}
		l.Preallocate(p)
		if _, newest := l.Segments(); newest != 7 || l.Stats.Created != 4 {
			t.Errorf("the newest segment is %d of %d created, want 7 of 4", newest, l.Stats.Created)
		}
		l.Record(p, 168, 16200)
		l.Flush(p, l.Insert)
		if l.Stats.Created != 4 || l.Flushed < 7*SegmentBytes {
			t.Errorf("flushed up to %d, %d segments created: the one made ahead was not used", l.Flushed, l.Stats.Created)
		}
	})
}

// TestLostTime: all time that a committer spends is booked under reasons of the
// log.
func TestLostTime(t *testing.T) {
	m := newMachine("hdd-7200-2011", nil)
	for i := range 5 {
		m.Go("client", func(p *sim.Proc) {
			p.Sleep(int64(i) * sim.Millisecond)
			idle := p.Booked()[result.WaitIdle]
			for range 20 {
				m.log.Flush(p, m.log.Record(p, 100, 8100))
			}
			if got := p.Booked()[result.WaitIdle]; got != idle {
				t.Errorf("%d ns of a commit are booked under no reason", got-idle)
			}
			if p.Booked()[result.WaitWALFlush]+p.Booked()[result.WaitWALLock] == 0 {
				t.Error("commits took no time")
			}
		})
	}
	for m.Step(1000) && m.Now() < 10*sim.Second {
	}
	m.Halt()
}

func TestNoteImage(t *testing.T) {
	m := newMachine("hdd-7200-2011", nil)
	m.log.NoteImage(8100)
	m.log.NoteImage(7424)
	if m.log.Stats.Images != 2 || m.log.Stats.ImageBytes != 15524 {
		t.Errorf("%+v, want 2 images of 15,524 bytes", m.log.Stats)
	}
	m.Halt()
}
