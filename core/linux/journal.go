package linux

import (
	"clocksweep/core/linux/elevator"
	"clocksweep/core/sim"
)

// journal is the file system's log of metadata: jbd for ext3, jbd2 for ext4,
// XFS's log reduced to the same shape. Changes join the running transaction;
// a commit makes it permanent and lets the next one run.
//
// What a commit does to data is the mode. With ext3's data=ordered every page
// written since the last commit, overwrites of old blocks included, is on the
// transaction's data list and is written, in the order in which it was
// dirtied, before the metadata (fs/jbd/commit.c, fs/jbd/transaction.c:
// journal_dirty_data). ext4 does so only for files that got new blocks in the
// transaction (fs/jbd2/commit.c, journal_submit_data_buffers). XFS and
// data=writeback write no data. data=journal is told in logged.go.
type journal struct {
	k         *Kernel
	v         *volume
	thread    *sim.Proc
	idle      bool
	timer     sim.Target
	running   int64 // number of the transaction that changes join
	started   bool  // it holds at least one change
	requested int64 // newest transaction whose commit was asked for
	committed int64 // newest transaction on disk
	data      []Page
	spare     []Page
	inodes    []*File // files with blocks allocated in the running transaction
	waiters   sim.List
	logPos    int64
	logged    logged // data=journal
}

// timerFunc schedules the commit of the transaction whose age is up.
type timerFunc struct{ j *journal }

func (t timerFunc) Fire(tid uint32) { t.j.request(int64(tid)) }

func (j *journal) start(v *volume) {
	k := v.k
	j.k, j.v = k, v
	j.running = 1
	j.timer = k.s.Register(timerFunc{j})
	j.thread = k.s.Go("kjournald", j.run)
}

// handle opens a change in the running transaction; the first one starts the
// clock of the periodic commit.
func (j *journal) handle() {
	if !j.started {
		j.started = true
		j.k.s.At(j.k.s.Now()+j.k.c.FileSystem.CommitS*sim.Second, sim.PrioKernel, j.timer, uint32(j.running))
	}
}

// beforeOverwrite makes p write a page that the committing transaction still
// has to write, and wait: the old content belongs to that transaction. It
// reports whether p had to.
func (j *journal) beforeOverwrite(p *sim.Proc, pg Page) (had bool) {
	k := j.k
	if k.c.FileSystem.JournalsData { // the commit has a copy
		return false
	}
	k.blocked++
	for k.flags[pg]&(committing|dirty) == committing|dirty {
		had = true
		if k.flags[pg]&writeback == 0 {
			f, i := k.fileOf(pg)
			k.Stats.JournalData += k.submit(p, f, i, 1, waited, none)
		}
		k.waitPage(p, pg)
	}
	k.blocked--
	return had
}

// afterWrite files a written page with the running transaction.
func (j *journal) afterWrite(f *File, pg Page, isNew bool) {
	fs := &j.k.c.FileSystem
	if (fs.OrderedAll || fs.JournalsData) && j.k.flags[pg]&onRunning == 0 {
		j.k.flags[pg] |= onRunning
		j.data = append(j.data, pg)
		if j.quarter() {
			j.request(j.running)
		}
	}
	if isNew && !fs.DelayedAllocation {
		j.allocated(f)
	}
}

// allocated notes that f got blocks in the running transaction.
func (j *journal) allocated(f *File) {
	f.allocTid = j.running
	f.metaTid = j.running
	if !j.k.c.FileSystem.OrderedNew {
		return
	}
	for _, have := range j.inodes {
		if have == f {
			return
		}
	}
	j.inodes = append(j.inodes, f)
}

// latest returns the newest transaction that holds a change.
func (j *journal) latest() int64 {
	if j.started {
		return j.running
	}
	return j.running - 1
}

func (j *journal) request(tid int64) {
	if tid <= j.requested || tid > j.running {
		return
	}
	j.requested = tid
	if j.idle {
		j.idle = false
		j.k.s.Wake(j.thread)
	}
}

func (j *journal) commitAndWait(p *sim.Proc, tid int64) {
	j.request(tid)
	for j.committed < tid {
		j.waiters.Wait(p)
	}
}

func (j *journal) run(p *sim.Proc) {
	for {
		for j.requested <= j.committed {
			j.idle = true
			p.Park()
		}
		j.commit(p)
	}
}

// commit makes the running transaction permanent.
func (j *journal) commit(p *sim.Proc) {
	k := j.k
	tid := j.running
	list, inodes := j.data, j.inodes
	j.data, j.inodes = j.spare[:0], nil
	j.running++
	j.started = false
	for _, pg := range list {
		k.flags[pg] = k.flags[pg]&^onRunning | committing
	}
	fs := &k.c.FileSystem
	if fs.JournalsData {
		j.log(p, list)
	} else {
		j.writeData(p, list, inodes)
	}
	j.write(p, fs.JournalBlocks)
	if fs.Journal { // jbd's commit block follows the blocks it vouches for; XFS's log write is one
		if fs.Barrier {
			j.v.barrier(p)
		}
		j.write(p, 1)
	}
	if fs.Barrier {
		j.v.barrier(p)
	}
	if fs.JournalsData {
		j.unpin(tid, list)
	}
	j.spare = list
	j.committed = tid
	k.Stats.JournalCommits++
	j.waiters.WakeAll(k.s)
}

// writeData writes the data that the mode orders before the metadata: the pages
// of the list in its order, and those of files with new blocks.
func (j *journal) writeData(p *sim.Proc, list []Page, inodes []*File) {
	k := j.k
	b := k.newBatch()
	for _, pg := range list {
		for k.flags[pg]&(dirty|writeback) == dirty|writeback {
			k.waitPage(p, pg) // changed since that write began
		}
		switch {
		case k.flags[pg]&writeback != 0:
			k.join(pg, b)
		case k.flags[pg]&dirty != 0:
			f, i := k.fileOf(pg)
			k.Stats.JournalData += k.submit(p, f, i, 1, waited, b)
		}
		k.flags[pg] &^= committing
	}
	for _, f := range inodes {
		k.Stats.JournalData += k.submitAll(p, f, waited, b)
	}
	k.waitBatch(p, b)
}

// write appends 4 kB blocks to the log and waits for them.
func (j *journal) write(p *sim.Proc, blocks int64) {
	b := j.k.newBatch()
	j.submit(p, blocks*4096, b)
	j.k.waitBatch(p, b)
}

// submit hands n bytes for the log, which fit into one request, to the queue.
func (j *journal) submit(p *sim.Proc, n int64, b int32) {
	k := j.k
	if j.logPos+n > k.c.LogBytes {
		j.logPos = 0
	}
	r := k.newRun(0, 0, true, b)
	j.v.queue.Submit(p, elevator.IO{
		Off: k.c.LogOrigin + j.logPos, Len: n, Write: true, Sync: true,
		Proc: procID(p), Done: k, Arg: uint32(r),
	})
	j.logPos += n
}
