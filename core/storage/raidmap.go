package storage

import "clocksweep/core/hardware"

// geometry is how an array's bytes lie on its disks: stripe units go around
// the disks, row after row.
type geometry struct {
	level hardware.Level
	disks int64
	data  int64 // units of a row that hold data
	unit  int64 // bytes
}

func newGeometry(level hardware.Level, disks int, unit int64) geometry {
	n := int64(disks)
	return geometry{level: level, disks: n, data: level.DataDisks(n), unit: unit}
}

// parities returns how many units of a row hold parity.
func (g *geometry) parities() int64 {
	switch g.level {
	case hardware.RAID5:
		return 1
	case hardware.RAID6:
		return 2
	}
	return 0
}

// mirrors returns how many disks hold the same data.
func (g *geometry) mirrors() int64 {
	switch g.level {
	case hardware.RAID1:
		return g.disks
	case hardware.RAID10:
		return 2
	}
	return 1
}

// upTo returns how far towards end a command can go from off on one disk.
func (g *geometry) upTo(off, end int64) int64 {
	if g.data == 1 {
		return end // nothing is striped
	}
	_, border := g.column(off)
	return min(end, border)
}

// capacity returns the bytes of an array of disks that hold so many each.
func (g *geometry) capacity(disk int64) int64 { return disk / g.unit * g.unit * g.data }

// column returns which of the disks that hold different data has the byte, and
// the first byte behind its stripe unit.
func (g *geometry) column(off int64) (column, end int64) {
	k := off / g.unit
	return k % g.data, (k + 1) * g.unit
}

// row returns the byte range of the row around a byte.
func (g *geometry) row(off int64) (from, to int64) {
	bytes := g.data * g.unit
	from = off / bytes * bytes
	return from, from + bytes
}

// locate returns the disk that holds the byte (of mirrors the first) and the
// byte's place there. Rows with parity are laid out left-symmetrically: parity
// moves from the last disk to the first, data begins behind it (Linux:
// drivers/md/raid5.c, raid5_compute_sector).
func (g *geometry) locate(off int64) (disk, at int64) {
	k := off / g.unit
	row, column := k/g.data, k%g.data
	at = row*g.unit + off%g.unit
	switch g.level {
	case hardware.RAID1:
		return 0, at
	case hardware.RAID10:
		return 2 * column, at
	case hardware.RAID5, hardware.RAID6:
		return (g.parity(row) + g.parities() + column) % g.disks, at
	}
	return column, at
}

// parity returns the disk with the first parity of a row; a second one lies on
// the disk behind it.
func (g *geometry) parity(row int64) int64 { return g.disks - 1 - row%g.disks }
