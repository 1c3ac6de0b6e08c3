package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// dirtyList is the writeback of 2.4: all dirty buffers of the machine on one
// list in the order in which they became dirty, whatever their files
// (fs/buffer.c). Two threads write from its head, 32 buffers at a time:
//
//   - bdflush, woken by a writer when more than nfract % of memory is dirty,
//     until the share is below nfract_stop_bdflush %. (The number of buffers
//     per wake-up, ndirty, has no effect: the source says so itself.)
//   - kupdate, every five seconds, as long as the first buffer has been dirty
//     for 30 seconds. The age is the buffer's, not the file's.
//
// Above nfract_sync % a writer writes 32 buffers itself for each page it makes
// dirty; what holds it up is the request queue. Buffers on their way to the
// disk are not counted.
type dirtyList struct {
	k       *Kernel
	used    bool
	at      []int64 // by page: when it became dirty
	entries []dirtyEntry
	head    int // of entries
	bdflush *sim.Proc
	kupdate *sim.Proc
	sleeps  bool // bdflush
}

// dirtyEntry is a page that became dirty. It is stale when the page has been
// written since.
type dirtyEntry struct {
	page Page
	when int64
}

// writeAtOnce is how many pages of 8 kB are written in one go: 32 buffers of 4
// kB (NRSYNC).
const writeAtOnce = 32 / 2

func (l *dirtyList) start(k *Kernel) {
	l.k, l.used = k, true
	l.bdflush = k.s.Go("bdflush", l.runBdflush)
	if k.c.Kernel.WritebackCs > 0 {
		l.kupdate = k.s.Go("kupdate", l.runKupdate)
	}
}

func (l *dirtyList) grow(k *Kernel, n int) {
	if k.c.Kernel.Writeback == hardware.Bdflush {
		l.at = append(l.at, make([]int64, n)...)
	}
}

// add puts a page that has become dirty at the end of the list.
func (l *dirtyList) add(k *Kernel, pg Page) {
	if !l.used {
		return
	}
	if l.head > 4096 && l.head*2 > len(l.entries) {
		l.entries = append(l.entries[:0], l.entries[l.head:]...)
		l.head = 0
	}
	l.at[pg] = k.s.Now()
	l.entries = append(l.entries, dirtyEntry{pg, k.s.Now()})
}

// first drops stale entries and returns the oldest dirty page.
func (l *dirtyList) first() (dirtyEntry, bool) {
	for ; l.head < len(l.entries); l.head++ {
		e := l.entries[l.head]
		if l.k.flags[e.page]&dirty != 0 && l.at[e.page] == e.when {
			return e, true
		}
	}
	l.entries, l.head = l.entries[:0], 0
	return dirtyEntry{}, false
}

// write submits up to n pages from the head of the list and returns how many.
// A page that cannot be written now, because it is on its way or pinned, goes
// to the end.
func (l *dirtyList) write(p *sim.Proc, n int64, u urgency) int64 {
	k := l.k
	done := int64(0)
	for tries := len(l.entries) - l.head; tries > 0 && done < n; tries-- {
		e, ok := l.first()
		if !ok {
			break
		}
		l.head++
		if k.flags[e.page]&writeback != 0 || k.pinned(e.page) {
			l.entries = append(l.entries, e)
			continue
		}
		f, i := k.fileOf(e.page)
		c := k.submit(p, f, i, 1, u, none)
		k.Stats.FlusherPages += c
		done += c
	}
	return done
}

func (l *dirtyList) runBdflush(p *sim.Proc) {
	for {
		l.sleeps = true
		p.Park()
		for l.k.nDirty > l.k.stop && l.write(p, writeAtOnce, idle) > 0 {
		}
	}
}

func (l *dirtyList) runKupdate(p *sim.Proc) {
	for {
		p.Sleep(l.k.c.Kernel.WritebackCs * 10 * sim.Millisecond)
		for {
			e, ok := l.first()
			if !ok || p.Now()-e.when < l.k.c.Kernel.ExpireCs*10*sim.Millisecond || l.write(p, writeAtOnce, idle) == 0 {
				break
			}
		}
	}
}

// balance wakes bdflush and makes a writer write while too much is dirty.
func (l *dirtyList) balance(p *sim.Proc) {
	k := l.k
	if k.nDirty <= k.background {
		return
	}
	if l.sleeps {
		l.sleeps = false
		k.s.Wake(l.bdflush)
	}
	if k.nDirty > k.limit {
		outer := p.Enter(result.WaitDirtyLimit)
		k.blocked++
		l.write(p, writeAtOnce, plain)
		k.blocked--
		p.Enter(outer)
	}
}
