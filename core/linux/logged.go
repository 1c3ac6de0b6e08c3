package linux

import (
	"errors"

	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
)

// logged is what data=journal keeps of the log. There, a page that was written
// belongs to the running transaction and may not go to its place before the
// commit has put it into the log, with all others, in one sequential write.
// From then on it is an ordinary dirty page: writeback writes it when it is old
// enough. The log's space is free again when every page of the transaction has
// been written to its place or into the log anew; where it gets short, the
// pages of the oldest transactions are written first (fs/jbd/checkpoint.c). A
// transaction is committed when it holds a quarter of the log, and takes no
// more.
type logged struct {
	last  []int64 // by page: the newest committed transaction that holds it
	kept  []keptTransaction
	used  int64 // bytes of the log that are not free
	spare [][]Page
}

// keptTransaction is a committed transaction whose space is in use.
type keptTransaction struct {
	tid   int64
	bytes int64
	pages []Page
}

func (j *journal) grow(pages int) {
	if j.k != nil && j.k.c.FileSystem.JournalsData {
		j.logged.last = append(j.logged.last, make([]int64, pages-len(j.logged.last))...)
	}
}

// quarter reports whether the running transaction holds a quarter of the log.
func (j *journal) quarter() bool {
	return j.k.c.FileSystem.JournalsData && int64(len(j.data))*PageSize >= j.k.c.LogBytes/4
}

// full reports whether the running transaction can not take in the page.
func (j *journal) full(pg Page) bool { return j.k.flags[pg]&onRunning == 0 && j.quarter() }

// waitRoom makes p wait until the running transaction takes in another page: a
// full one is committed, and the one before it may still be on its way
// (start_this_handle).
func (j *journal) waitRoom(p *sim.Proc, pg Page) {
	k := j.k
	k.blocked++
	for j.full(pg) {
		j.request(j.running)
		j.waiters.Wait(p)
	}
	k.blocked--
}

// log writes the pages into the log and waits for them. Descriptor blocks are
// among the blocks that every commit writes.
func (j *journal) log(p *sim.Proc, pages []Page) {
	k := j.k
	need := int64(len(pages)) * PageSize
	j.makeSpace(p, need)
	j.logged.used += need
	k.Stats.JournalLogged += int64(len(pages))
	b := k.newBatch()
	for need > 0 {
		n := min(need, elevator.MaxRequest)
		j.submit(p, n, b)
		need -= n
	}
	k.waitBatch(p, b)
}

// makeSpace writes the pages of old transactions to their places until the log
// has room. Pages that the present commit holds count as superseded.
func (j *journal) makeSpace(p *sim.Proc, need int64) {
	k, l := j.k, &j.logged
	for l.used+need > k.c.LogBytes && len(l.kept) > 0 {
		oldest := l.kept[0]
		b := k.newBatch()
		for _, pg := range oldest.pages {
			if l.last[pg] != oldest.tid || k.pinned(pg) {
				continue
			}
			for k.flags[pg]&(dirty|writeback) == dirty|writeback {
				k.waitPage(p, pg)
			}
			if k.flags[pg]&writeback != 0 {
				k.join(pg, b)
			} else if k.flags[pg]&dirty != 0 {
				f, i := k.fileOf(pg)
				k.Stats.JournalData += k.submit(p, f, i, 1, plain, b)
			}
		}
		k.waitBatch(p, b)
		l.used -= oldest.bytes
		l.spare = append(l.spare, oldest.pages[:0])
		l.kept = append(l.kept[:0], l.kept[1:]...)
	}
}

// unpin makes ordinary dirty pages of those that the commit has put into the
// log.
func (j *journal) unpin(tid int64, pages []Page) {
	l := &j.logged
	var kept []Page
	if n := len(l.spare); n > 0 {
		kept, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	for _, pg := range pages {
		j.k.flags[pg] &^= committing
		l.last[pg] = tid
		kept = append(kept, pg)
	}
	l.kept = append(l.kept, keptTransaction{tid, int64(len(pages)) * PageSize, kept})
}

// check returns the first broken invariant of the journal, or nil.
func (j *journal) check() error {
	if !j.started && len(j.data)+len(j.inodes) > 0 {
		return errors.New("linux: a change has joined a transaction that was not opened")
	}
	total := int64(0)
	for i := range j.logged.kept {
		total += j.logged.kept[i].bytes
	}
	if j.logged.used < total {
		return errors.New("linux: the journal keeps transactions in space that it counts as free")
	}
	return nil
}
