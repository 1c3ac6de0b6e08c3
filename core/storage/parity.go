package storage

import "clocksweep/core/sim"

// A write to an array with parity is one job for each row it touches. Of two
// jobs on the same row the second waits, for the parity of the first.
//
// A job that covers the whole row writes data and parity at once. Any other
// must read first: either what it is about to overwrite and the old parity
// (read-modify-write), or what it leaves alone (reconstruct-write), whichever
// is fewer transfers. Then it computes the parity and writes; on a disk that it
// has just read, the sector comes around one revolution later.
//
// What a job writes or reads of a row is the range of its data and, of parity,
// the same range inside of the stripe unit, or the whole unit if the data
// crosses from one unit into another.

// job is a write to one row.
type job struct {
	off, length int64
	row         int64
	slot        int16
	phase       uint8
	left        int32 // parts under way
	prev, next  int32 // the list of all jobs, in order of arrival
}

// The phases of a job.
const (
	waiting uint8 = iota // for an older job on the same row
	reading
	computing
	writing
)

// jobs is the writes under way.
type jobs struct {
	job         []job
	freeJob     int32
	first, last int32
}

// newJob starts a write to a row, or lets it wait for its turn.
func (a *Array) newJob(slot int16, off, length int64) {
	js := &a.jobs
	j := js.freeJob
	if j == none {
		j = int32(len(js.job))
		js.job = append(js.job, job{})
	} else {
		js.freeJob = js.job[j].next
	}
	row := off / (a.data * a.unit)
	js.job[j] = job{off: off, length: length, row: row, slot: slot, prev: js.last, next: none}
	taken := false
	for i := js.first; i != none && !taken; i = js.job[i].next {
		taken = js.job[i].row == row
	}
	if js.last == none {
		js.first = j
	} else {
		js.job[js.last].next = j
	}
	js.last = j
	if !taken {
		a.startJob(j)
	}
}

// startJob reads what the parity needs, or goes on if that is nothing.
func (a *Array) startJob(j int32) {
	w := &a.jobs.job[j]
	from, to := a.row(w.off)
	if w.off == from && w.off+w.length == to {
		a.compute(j)
		return
	}
	w.phase, w.left = reading, 1 // one more than there are, until all are given
	end := w.off + w.length
	touched := (end-1)/a.unit - w.off/a.unit + 1
	low, high := a.parityRange(w.off, end)
	// What is left alone: whole units, and the rest of the first and the last.
	leave := a.data - touched
	if touched > 1 {
		if w.off%a.unit != 0 {
			leave++
		}
		if end%a.unit != 0 {
			leave++
		}
	}
	if touched+a.parities() <= leave {
		a.eachPiece(j, w.off, end, false)
		a.eachParity(j, w.row, low, high, false)
	} else if touched == 1 {
		for k := from; k < to; k += a.unit {
			if k != w.off/a.unit*a.unit {
				a.eachPiece(j, k+low, k+high, false)
			}
		}
	} else {
		a.eachPiece(j, from, w.off, false)
		a.eachPiece(j, end, to, false)
	}
	a.advance(j)
}

// parityRange returns which part of the parity's stripe unit a range of data
// changes.
func (a *Array) parityRange(off, end int64) (low, high int64) {
	if off/a.unit != (end-1)/a.unit {
		return 0, a.unit
	}
	low = off % a.unit
	return low, low + end - off
}

// eachPiece gives the disks the parts of a range of data.
func (a *Array) eachPiece(j int32, off, end int64, write bool) {
	for off < end {
		n := a.upTo(off, end) - off
		disk, at := a.locate(off)
		a.jobs.job[j].left++
		a.give(int32(disk), at, n, write, 0, j)
		off += n
	}
}

// eachParity gives the disks the parts of a range of parity, from low to high
// inside of the stripe unit.
func (a *Array) eachParity(j int32, row, low, high int64, write bool) {
	for p := range a.parities() {
		a.jobs.job[j].left++
		a.give(int32((a.parity(row)+p)%a.disks), row*a.unit+low, high-low, write, 0, j)
	}
}

// advance ends a part of a job, and the phase if it was the last.
func (a *Array) advance(j int32) {
	w := &a.jobs.job[j]
	w.left--
	switch {
	case w.left > 0:
	case w.phase == reading:
		a.compute(j)
	default:
		a.endJob(j)
	}
}

// compute takes the time that the parity does, the share of a whole stripe's.
func (a *Array) compute(j int32) {
	w := &a.jobs.job[j]
	w.phase = computing
	low, high := a.parityRange(w.off, w.off+w.length)
	a.sim.At(a.sim.Now()+a.xorNs*(high-low)/a.unit, sim.PrioDevice, a.xored, uint32(j))
}

// Fire writes data and parity.
func (x *xorDone) Fire(arg uint32) {
	a := (*Array)(x)
	j := int32(arg)
	w := &a.jobs.job[j]
	w.phase, w.left = writing, 1
	off, end, row := w.off, w.off+w.length, w.row
	low, high := a.parityRange(off, end)
	a.eachPiece(j, off, end, true)
	a.eachParity(j, row, low, high, true)
	a.advance(j)
}

// endJob makes way for the next job on the row.
func (a *Array) endJob(j int32) {
	js := &a.jobs
	w := js.job[j]
	if w.prev == none {
		js.first = w.next
	} else {
		js.job[w.prev].next = w.next
	}
	if w.next == none {
		js.last = w.prev
	} else {
		js.job[w.next].prev = w.prev
	}
	js.job[j].next = js.freeJob
	js.freeJob = j
	for i := js.first; i != none; i = js.job[i].next {
		if js.job[i].row == w.row && js.job[i].phase == waiting {
			a.startJob(i)
			break
		}
	}
	a.finishPart(w.slot)
}
