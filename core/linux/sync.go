package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// Fsync writes f's dirty pages and its inode and waits until they are on the
// disk, or in its write cache where the file system sends no barrier. While it
// holds the inode's mutex, which by kernel is the whole time or the commit,
// nobody else can write to f.
func (k *Kernel) Fsync(p *sim.Proc, f *File) { k.fsync(p, f, false) }

// Fdatasync is Fsync without the inode, unless its size or blocks changed; when
// that forces a commit of the journal is the kernel's rule.
func (k *Kernel) Fdatasync(p *sim.Proc, f *File) { k.fsync(p, f, true) }

func (k *Kernel) fsync(p *sim.Proc, f *File, datasync bool) {
	k.blocked++
	whole := k.c.Kernel.InodeLock == hardware.LockWhole
	if whole {
		k.lockFor(p, f)
	}
	b := k.newBatch()
	k.Stats.FsyncPages += k.submitAll(p, f, waited, b)
	fs := &k.c.FileSystem
	committed := false
	if fs.OrderedAll {
		// The data is on the transaction's list too: the commit waits for it.
		committed = k.commitLocked(p, f, datasync)
		k.waitBatch(p, b)
	} else {
		k.waitBatch(p, b)
		committed = k.commitLocked(p, f, datasync)
	}
	if fs.Barrier && !committed {
		f.v.barrier(p)
	}
	if whole {
		f.unlock()
	}
	k.blocked--
}

// commitLocked is the file system's part of fsync, during which most kernels
// hold the inode's mutex.
func (k *Kernel) commitLocked(p *sim.Proc, f *File, datasync bool) bool {
	if k.c.Kernel.InodeLock != hardware.LockCommit {
		return k.commitFor(p, f, datasync)
	}
	k.lockFor(p, f)
	committed := k.commitFor(p, f, datasync)
	f.unlock()
	return committed
}

// lockFor takes f's mutex for a process that counts as blocked already.
func (k *Kernel) lockFor(p *sim.Proc, f *File) {
	k.blocked--
	f.lock(p)
	k.blocked++
}

// Sync is sync(2): every dirty page of every file, in the order of the files
// and ascending in each, or in 2.4 in the order in which they became dirty; a
// commit of each file system's journal; and a wait for all of it. It does not
// keep anybody from writing, nor does it wait for what became dirty since it
// began. That Linux waits is not what the standard asks for: a sync there may
// return early, and PostgreSQL before 8.0, which knew no other way, called it
// twice with a pause between (2.4: fs/buffer.c, fsync_dev; 2.6: fs/sync.c and
// fs/fs-writeback.c, do_sync and sync_inodes).
func (k *Kernel) Sync(p *sim.Proc) {
	k.blocked++
	b := k.newBatch()
	if k.dirtied.used {
		n := k.nDirty
		for n > 0 {
			c := k.dirtied.write(p, min(n, writeAtOnce), plain)
			k.Stats.FlusherPages -= c
			k.Stats.FsyncPages += c
			if c == 0 {
				break
			}
			n -= c
		}
	}
	for _, f := range k.files {
		if f.nDirty > 0 || f.nWriting > 0 {
			k.Stats.FsyncPages += k.submitAll(p, f, plain, b)
		}
	}
	k.waitBatch(p, b)
	for _, v := range k.volumes {
		committed := false
		if tid := v.journal.latest(); tid > v.journal.committed {
			v.journal.commitAndWait(p, tid)
			committed = true
		}
		if k.c.FileSystem.Barrier && !committed {
			v.barrier(p)
		}
	}
	k.blocked--
}

// StartWrite begins to write those of the n pages of f from index i on that are
// dirty, and returns once they are in the request queue (sync_file_range with
// SYNC_FILE_RANGE_WRITE). Kernels before 2.6.17 have no such call, and nothing
// happens.
func (k *Kernel) StartWrite(p *sim.Proc, f *File, i, n int64) {
	if !k.c.Kernel.SyncFileRange {
		return
	}
	f.turns++
	for at := f.dirty.next(i); at >= 0 && at < i+n; {
		c := k.submit(p, f, at, i+n-at, plain, none)
		k.Stats.FlusherPages += c
		at = f.dirty.next(at + max(c, 1))
	}
	f.turns--
	f.settleAge()
}

// commitFor commits the transaction that holds what f's sync must make
// permanent and reports whether there was one.
func (k *Kernel) commitFor(p *sim.Proc, f *File, datasync bool) bool {
	j := &f.v.journal
	fs := &k.c.FileSystem
	tid := max(f.metaTid, f.allocTid)
	switch {
	case fs.JournalsData:
		tid = j.latest() // the data is there (ext3_sync_file)
	case datasync:
		switch k.c.Fdatasync {
		case hardware.CommitBlocks:
			tid = f.allocTid
		case hardware.CommitAlways:
			tid = j.latest()
		}
		if !fs.DatasyncCommits {
			tid = f.allocTid
		}
	case fs.OrderedAll:
		tid = j.latest()
	}
	if tid <= j.committed {
		return false
	}
	j.commitAndWait(p, tid)
	return true
}

// barrier flushes the drive's write cache and waits.
func (v *volume) barrier(p *sim.Proc) {
	k := v.k
	b := k.newBatch()
	r := k.newRun(0, 0, true, b)
	v.queue.Flush(k, uint32(r))
	k.waitBatch(p, b)
}

// procID tells processes apart for schedulers that serve them in turn.
func procID(p *sim.Proc) int32 { return int32(p.ID()) }
