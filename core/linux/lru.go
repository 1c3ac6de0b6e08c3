package linux

import "clocksweep/core/sim"

// lru is the page replacement of Linux 2.6: an inactive and an active list. A
// page comes in at the head of the inactive list, is promoted at its second
// touch after the one for which it came, and leaves from the inactive tail.
type lru struct {
	capacity   int64
	nCached    int64
	nActive    int64
	next, prev []int32
	head, tail [2]int32 // 0 inactive, 1 active
}

func (l *lru) init(capacity int64) {
	l.capacity = capacity
	l.head = [2]int32{none, none}
	l.tail = [2]int32{none, none}
}

func (l *lru) grow(n int) {
	l.next = append(l.next, make([]int32, n)...)
	l.prev = append(l.prev, make([]int32, n)...)
}

func (l *lru) unlink(pg Page, list int) {
	n, p := l.next[pg], l.prev[pg]
	if p == none {
		l.head[list] = n
	} else {
		l.next[p] = n
	}
	if n == none {
		l.tail[list] = p
	} else {
		l.prev[n] = p
	}
}

func (l *lru) link(pg Page, list int) {
	h := l.head[list]
	l.next[pg], l.prev[pg] = h, none
	if h == none {
		l.tail[list] = pg
	} else {
		l.prev[h] = pg
	}
	l.head[list] = pg
}

func (k *Kernel) insert(pg Page) {
	k.flags[pg] |= cached
	k.nCached++
	k.link(pg, 0)
}

func (k *Kernel) touch(pg Page) {
	fl := k.flags[pg]
	if fl&referenced == 0 {
		k.flags[pg] = fl | referenced
		return
	}
	if fl&active == 0 {
		k.unlink(pg, 0)
		k.link(pg, 1)
		k.nActive++
		k.flags[pg] = fl&^referenced | active
	}
}

// makeRoom evicts pages until there is memory for one more. Dirty pages are
// passed over; if nothing but dirty pages is left, p writes some and waits.
func (k *Kernel) makeRoom(p *sim.Proc) {
	for k.nCached >= k.capacity {
		if !k.reclaimOne() {
			k.writeOldest(p)
		}
	}
}

// reclaimOne evicts one clean page and reports whether it found one within a
// bounded look at the inactive list.
func (k *Kernel) reclaimOne() bool {
	for tries := 0; tries < 1024; tries++ {
		if k.nActive > (k.nCached-k.nActive)*2 || k.tail[0] == none {
			if pg := k.tail[1]; pg != none {
				k.unlink(pg, 1)
				k.link(pg, 0)
				k.nActive--
				k.flags[pg] &^= active | referenced
				continue
			}
		}
		pg := k.tail[0]
		if pg == none {
			return false
		}
		k.unlink(pg, 0)
		fl := k.flags[pg]
		switch {
		case fl&(dirty|writeback|reading) != 0:
			k.link(pg, 0)
		case fl&referenced != 0:
			k.link(pg, 1)
			k.nActive++
			k.flags[pg] = fl&^referenced | active
		default:
			k.flags[pg] = fl &^ (cached | marked | unread)
			k.nCached--
			return true
		}
	}
	return false
}

// writeOldest writes the dirty page at the end of the inactive list and waits;
// if it is on its way already, dirtied again or not, it waits for that. If only
// a commit can release it, it waits for one.
func (k *Kernel) writeOldest(p *sim.Proc) {
	k.blocked++
	if pg := k.tail[0]; pg != none {
		f, i := k.fileOf(pg)
		b := k.newBatch()
		switch {
		case k.flags[pg]&(writeback|reading) != 0:
			k.join(pg, b)
		case k.pinned(pg):
			f.v.journal.commitAndWait(p, f.v.journal.latest())
		case k.flags[pg]&dirty != 0:
			k.Stats.FlusherPages += k.submit(p, f, i, 1, plain, b)
		}
		k.waitBatch(p, b)
	}
	k.blocked--
}
