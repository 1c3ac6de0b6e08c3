package storage

import (
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// everyLevel is arrays of all kinds.
var everyLevel = []struct {
	level hardware.Level
	disks int
	unit  int64
}{
	{hardware.NoRAID, 1, 65536},
	{hardware.RAID0, 2, 8192}, {hardware.RAID0, 5, 65536},
	{hardware.RAID1, 2, 65536}, {hardware.RAID1, 3, 65536},
	{hardware.RAID10, 4, 16384}, {hardware.RAID10, 6, 8192},
	{hardware.RAID5, 3, 8192}, {hardware.RAID5, 5, 65536},
	{hardware.RAID6, 4, 8192}, {hardware.RAID6, 7, 24576},
}

// TestMappingIsBijective lays out some rows of each array: every 4 kB of every
// disk holds one piece of data, a copy of one, or a parity, and nothing twice.
func TestMappingIsBijective(t *testing.T) {
	for _, c := range everyLevel {
		g := newGeometry(c.level, c.disks, c.unit)
		const rows = 40
		used := make([]map[int64]bool, c.disks)
		for i := range used {
			used[i] = map[int64]bool{}
		}
		put := func(disk, at int64) {
			if used[disk][at] {
				t.Fatalf("%s of %d: byte %d of disk %d is used twice", c.level, c.disks, at, disk)
			}
			used[disk][at] = true
		}
		for off := int64(0); off < rows*g.data*c.unit; off += halfSize {
			disk, at := g.locate(off)
			for m := range g.mirrors() {
				put(disk+m, at)
			}
			if from, to := g.row(off); off < from || off >= to || at/c.unit != off/(g.data*c.unit) {
				t.Fatalf("%s of %d: byte %d is in row %d to %d, and at %d of its disk", c.level, c.disks, off, from, to, at)
			}
		}
		for row := range int64(rows) {
			for p := range g.parities() {
				for at := row * c.unit; at < (row+1)*c.unit; at += halfSize {
					put((g.parity(row)+p)%g.disks, at)
				}
			}
		}
		for disk, blocks := range used {
			if want := int(rows * c.unit / halfSize); len(blocks) != want {
				t.Errorf("%s of %d: disk %d has %d blocks, want %d", c.level, c.disks, disk, len(blocks), want)
			}
		}
		if got := g.capacity(rows*c.unit + 4096); got != rows*g.data*c.unit {
			t.Errorf("%s of %d disks holds %d bytes", c.level, c.disks, got)
		}
	}
}

// The layout of five disks as the documentation of mdadm shows
// left-symmetric: parity goes from the last disk to the first, data follows it.
func TestLeftSymmetric(t *testing.T) {
	g := newGeometry(hardware.RAID5, 5, 8192)
	want := [][]int64{{0, 1, 2, 3}, {4, 0, 1, 2}, {3, 4, 0, 1}, {2, 3, 4, 0}, {1, 2, 3, 4}}
	for row, disks := range want {
		for i, disk := range disks {
			if got, _ := g.locate(int64(row*4+i) * 8192); got != disk {
				t.Errorf("unit %d of row %d is on disk %d, want %d", i, row, got, disk)
			}
		}
		if got := g.parity(int64(row)); got != int64(4-row) {
			t.Errorf("the parity of row %d is on disk %d", row, got)
		}
	}
}

func array(s *sim.Sim, level hardware.Level, unit int64, devs []Device) *Array {
	return NewArray(s, ArrayConfig{Level: level, Unit: unit, XorNs: 1000, Depth: 64}, devs)
}

// TestTransfers counts what a single write costs each array.
func TestTransfers(t *testing.T) {
	const unit = 65536
	for _, c := range []struct {
		what          string
		level         hardware.Level
		disks         int
		off, length   int64
		reads, writes int
		bytes         int64 // written
	}{
		{"a page", hardware.RAID0, 4, 0, 8192, 0, 1, 8192},
		{"a page", hardware.RAID1, 3, 0, 8192, 0, 3, 3 * 8192},
		{"a page", hardware.RAID10, 4, unit, 8192, 0, 2, 2 * 8192},
		{"a page", hardware.RAID5, 5, 8192, 8192, 2, 2, 2 * 8192},
		{"a page", hardware.RAID6, 8, 8192, 8192, 3, 3, 3 * 8192},
		{"a page of three disks", hardware.RAID5, 3, 0, 8192, 1, 2, 2 * 8192}, // the other data tells the parity
		{"two units", hardware.RAID0, 4, 0, 2 * unit, 0, 2, 2 * unit},
		{"a page across two units", hardware.RAID10, 4, unit - 4096, 8192, 0, 4, 2 * 8192},
		{"a row", hardware.RAID5, 5, 4 * unit, 4 * unit, 0, 5, 5 * unit},
		{"a row", hardware.RAID6, 8, 6 * unit, 6 * unit, 0, 8, 8 * unit},
		{"most of a row", hardware.RAID5, 5, 0, 3 * unit, 1, 4, 4 * unit},
		{"two rows and a page", hardware.RAID5, 5, 0, 8*unit + 8192, 2, 12, 10*unit + 2*8192},
	} {
		s := sim.New()
		list, devs := fakes(s, c.disks, 8)
		a := array(s, c.level, unit, devs)
		done := &stamp{t: t, s: s}
		a.Submit(c.off, c.length, true, done, 0)
		finish(t, s)
		reads, _ := count(list, false)
		writes, bytes := count(list, true)
		if reads != c.reads || writes != c.writes || bytes != c.bytes || !done.done(0) {
			t.Errorf("%s on RAID %s of %d: %d reads, %d writes of %d bytes, want %d, %d of %d",
				c.what, c.level, c.disks, reads, writes, bytes, c.reads, c.writes, c.bytes)
		}
		steps := int64(1)
		if c.reads > 0 {
			steps = 2
		}
		if took := done.at[0]; took < steps*sim.Millisecond || took > steps*sim.Millisecond+2000 {
			t.Errorf("%s on RAID %s: it took %d ns for %d steps", c.what, c.level, took, steps)
		}
	}
}

// TestMirrors checks which disk reads, and that a write waits for the slowest.
func TestMirrors(t *testing.T) {
	s := sim.New()
	list, devs := fakes(s, 2, 8)
	list[1].ns = 3 * sim.Millisecond
	a := array(s, hardware.RAID1, 65536, devs)
	done := &stamp{t: t, s: s}
	a.Submit(0, 8192, false, done, 0)     // disk 0: both are idle
	a.Submit(1<<20, 8192, false, done, 1) // disk 1: the other has one
	finish(t, s)
	a.Submit(1<<20+8192, 8192, false, done, 2) // disk 1 stands there
	a.Submit(8192, 8192, false, done, 3)       // disk 0
	finish(t, s)
	if len(list[0].log) != 2 || len(list[1].log) != 2 || list[1].log[1].off != 1<<20+8192 {
		t.Errorf("the disks read %v and %v", list[0].log, list[1].log)
	}
	begin := s.Now()
	a.Submit(0, 8192, true, done, 4)
	finish(t, s)
	if took := done.at[4] - begin; took != 3*sim.Millisecond {
		t.Errorf("a mirrored write took %d ns, the slower disk takes 3 ms", took)
	}
}

// writesOnly is a storm of writes, and counts what should reach each 4 kB of
// each disk.
func writesOnly(t *testing.T, s *sim.Sim, a *Array, want []map[int64]int, n int) {
	r := sim.NewRand(7, "writes")
	done := &stamp{t: t, s: s}
	next := uint32(0)
	rowBytes := a.data * a.unit
	submit := func() {
		off := r.Intn(200) * halfSize
		length := (1 + r.Intn(60)*r.Intn(2)) * halfSize
		if r.Intn(10) == 0 {
			off, length = r.Intn(5)*rowBytes, rowBytes
		}
		for b := off; b < off+length; b += halfSize {
			disk, at := a.locate(b)
			for m := range a.mirrors() {
				want[disk+m][at]++
			}
		}
		for row := off / rowBytes; a.parities() > 0 && row*rowBytes < off+length; row++ {
			from, to := max(off, row*rowBytes), min(off+length, (row+1)*rowBytes)
			low, high := int64(0), a.unit
			if from/a.unit == (to-1)/a.unit {
				low, high = from%a.unit, (to-1)%a.unit+1
			}
			for at := low; at < high; at += halfSize {
				for p := range a.parities() {
					want[(a.parity(row)+p)%a.disks][row*a.unit+at]++
				}
			}
		}
		a.Submit(off, length, true, done, next)
		next++
	}
	done.then = func(uint32) {
		for a.Room() > 0 && int(next) < n && r.Intn(4) > 0 {
			submit()
		}
	}
	for int(next) < n {
		for range 8 {
			submit()
		}
		finish(t, s)
	}
	for i := range next {
		if !done.done(i) {
			t.Errorf("write %d was not completed", i)
		}
	}
}

// TestArrayWrites plays random writes against every array: each disk gets what
// the layout says, no more and no less, and on arrays with parity no two
// transfers that touch the same bytes are under way at the same time, for the
// parity would be lost.
func TestArrayWrites(t *testing.T) {
	for _, c := range everyLevel {
		s := sim.New()
		list, devs := fakes(s, c.disks, 3)
		a := array(s, c.level, c.unit, devs)
		want := make([]map[int64]int, c.disks)
		for i := range want {
			want[i] = map[int64]int{}
			list[i].ns += int64(i) * 100_000
			if a.parities() > 0 {
				list[i].alone = func(x, y transfer) {
					t.Errorf("RAID %s: %+v began during %+v", c.level, x, y)
				}
			}
		}
		writesOnly(t, s, a, want, 600)
		for i, f := range list {
			var bytes int64
			for _, x := range f.log {
				if x.write {
					bytes += x.length
					for at := x.off; at < x.off+x.length; at += halfSize {
						want[i][at]--
					}
				}
			}
			for at, n := range want[i] {
				if n != 0 {
					t.Fatalf("RAID %s: byte %d of disk %d was written %d times too seldom", c.level, at, i, n)
				}
			}
			if m := a.members[i]; m.wrote != bytes || m.queued != 0 {
				t.Errorf("RAID %s: disk %d wrote %d bytes, the array says %d; %d parts are left", c.level, i, bytes, m.wrote, m.queued)
			}
		}
		if a.jobs.first != none || a.Room() != a.Depth() {
			t.Errorf("RAID %s: a job is left, or a slot", c.level)
		}
	}
}
