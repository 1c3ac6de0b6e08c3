package server

import (
	"testing"

	"clocksweep/core/sim"
)

// alone boots a server whose only client sits idle, and has f do something as a
// process of it.
func alone(t *testing.T, settings string, f func(c *session)) {
	t.Helper()
	done := false
	s := boot(of(t, "workload=select-only clients=1 duration=1h filesystem=ext4 "+settings))
	s.sim.Go("test", func(p *sim.Proc) {
		f(&session{s: s, p: p})
		done = true
		s.sim.Quit()
	})
	s.sim.Step(100_000)
	if !done {
		t.Fatal("the process did not end")
	}
}

// TestFullPageImages changes one page several times: it is logged whole at its
// first change after each redo point.
func TestFullPageImages(t *testing.T) {
	alone(t, "shared_buffers=1MB", func(c *session) {
		s := c.s
		b := c.read(s.accounts.rel, 0)
		change := func() int64 {
			image := c.change(b, 5000)
			c.dirty(b, s.wal.Record(c.p, 100, image))
			return image
		}
		if first, second := change(), change(); first < 5000 || first > 5100 || second != 0 {
			t.Errorf("the first change logs an image of %d bytes, the second one of %d", first, second)
		}
		s.redo = s.wal.Insert
		s.wal.Redo = s.redo
		if third, fourth := change(), change(); third < 5000 || fourth != 0 {
			t.Errorf("after a redo point the changes log images of %d and %d bytes", third, fourth)
		}
		if s.wal.Stats.Images != 2 {
			t.Errorf("%d images were counted", s.wal.Stats.Images)
		}
		c.release(b)
	})
	x := run(t, of(t, "full_page_writes=off clients=2 duration=1s")).Result()
	if x.Counters.WALFPI != 0 || x.Counters.WALFPIBytes != 0 {
		t.Errorf("%d full-page images with full_page_writes off", x.Counters.WALFPI)
	}
}

// TestWALBeforeData writes a dirty victim whose newest change is not on disk yet.
func TestWALBeforeData(t *testing.T) {
	alone(t, "shared_buffers=1MB", func(c *session) {
		s := c.s
		b := c.read(s.accounts.rel, 0)
		lsn := s.wal.Record(c.p, 100, 0)
		c.dirty(b, lsn)
		if s.wal.Flushed >= lsn {
			t.Error("the record is on disk before anybody asked for it")
		}
		s.writeBuffer(c, b)
		if s.wal.Flushed < lsn {
			t.Error("the page was written before the record of its change")
		}
		c.release(b)
	})
}

// TestNestedPins pins a page twice: the pool sees the process once.
func TestNestedPins(t *testing.T) {
	alone(t, "shared_buffers=1MB", func(c *session) {
		b := c.read(c.s.accounts.rel, 5)
		if again := c.read(c.s.accounts.rel, 5); again != b || c.s.pool.Refs(b) != 1 || c.s.pool.Usage(b) != 1 {
			t.Errorf("a page pinned twice by one process has %d pins and a usage count of %d", c.s.pool.Refs(b), c.s.pool.Usage(b))
		}
		c.release(b)
		if c.s.pool.Refs(b) != 1 {
			t.Error("the first of two releases took the pin")
		}
		c.release(b)
		if c.s.pool.Refs(b) != 0 {
			t.Error("the page is pinned after it was released")
		}
	})
}

// TestNoUnpinnedBuffers pins the whole pool: who needs a buffer fails, and what
// it held is given back.
func TestNoUnpinnedBuffers(t *testing.T) {
	alone(t, "shared_buffers=128kB", func(c *session) {
		s := c.s
		ok := c.try(func() {
			for block := range int64(s.pool.Len()) + 1 {
				c.read(s.accounts.rel, block)
			}
		})
		if ok || len(c.pins) != 0 || s.books.refused != 1 {
			t.Errorf("17 pages were pinned in 16 buffers (%v), or %d pins were left", ok, len(c.pins))
		}
		ok = c.try(func() {
			for block := range int64(s.pool.Len()) {
				c.read(s.accounts.rel, block)
			}
			c.extend(s.history.rel)
		})
		if ok || c.extending != nil {
			t.Error("the extension lock was not given back")
		}
		_, b := c.extend(s.history.rel) // would wait for ever
		c.release(b)
		if err := s.check(); err != nil {
			t.Error(err)
		}
	})
}

// TestFsyncQueueIsEmptied: with cleaning off the background writer sleeps for
// 10 s, but looks at the requests of the backends every second.
func TestFsyncQueueIsEmptied(t *testing.T) {
	r := start(t, of(t, "bgwriter_lru_maxpages=0 shared_buffers=1MB clients=2 duration=25s filesystem=ext4 cpu_per_transaction=5ms"))
	empty, longest := int64(0), int64(0)
	for r.Step(1) {
		now := r.s.sim.Now()
		if r.s.fsyncQueue.Len() == 0 {
			empty = now
		}
		longest = max(longest, now-empty)
	}
	if longest < sim.Second/2 || longest > sim.Second+10*sim.Millisecond {
		t.Errorf("requests waited for up to %d ms", longest/sim.Millisecond)
	}
}
