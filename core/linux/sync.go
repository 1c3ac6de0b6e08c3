package linux

import (
	"clocksweep/core/hardware"
	"clocksweep/core/sim"
)

// Fsync writes f's dirty pages and its inode and waits until they are on the
// disk, or in its write cache where the file system sends no barrier.
func (k *Kernel) Fsync(p *sim.Proc, f *File) { k.sync(p, f, false) }

// Fdatasync is Fsync without the inode, unless its size or blocks changed; when
// that forces a commit of the journal is the kernel's rule.
func (k *Kernel) Fdatasync(p *sim.Proc, f *File) { k.sync(p, f, true) }

func (k *Kernel) sync(p *sim.Proc, f *File, datasync bool) {
	k.blocked++
	b := k.newBatch()
	k.Stats.FsyncPages += k.submitAll(p, f, true, b)
	fs := &k.c.FileSystem
	if fs.OrderedAll {
		// The data is on the transaction's list too: the commit waits for it.
		committed := k.commitFor(p, f, datasync)
		k.waitBatch(p, b)
		if fs.Barrier && !committed {
			k.barrier(p)
		}
	} else {
		k.waitBatch(p, b)
		if !k.commitFor(p, f, datasync) && fs.Barrier {
			k.barrier(p)
		}
	}
	k.blocked--
}

// StartWrite begins to write those of the n pages of f from index i on that are
// dirty, and returns once they are in the request queue (sync_file_range with
// SYNC_FILE_RANGE_WRITE).
func (k *Kernel) StartWrite(p *sim.Proc, f *File, i, n int64) {
	f.turns++
	for at := f.dirty.next(i); at >= 0 && at < i+n; {
		c := k.submit(p, f, at, i+n-at, false, none)
		k.Stats.FlusherPages += c
		at = f.dirty.next(at + max(c, 1))
	}
	f.turns--
	f.settleAge()
}

// commitFor commits the transaction that holds what f's sync must make
// permanent and reports whether there was one.
func (k *Kernel) commitFor(p *sim.Proc, f *File, datasync bool) bool {
	j := &k.journal
	tid := max(f.metaTid, f.allocTid)
	if datasync {
		switch k.c.Fdatasync {
		case hardware.CommitBlocks:
			tid = f.allocTid
		case hardware.CommitAlways:
			tid = j.latest()
		}
		if !k.c.FileSystem.DatasyncCommits {
			tid = f.allocTid
		}
	} else if k.c.FileSystem.OrderedAll {
		tid = j.latest()
	}
	if tid <= j.committed {
		return false
	}
	j.commitAndWait(p, tid)
	return true
}

// barrier flushes the drive's write cache and waits.
func (k *Kernel) barrier(p *sim.Proc) {
	b := k.newBatch()
	r := k.newRun(0, 0, true, b)
	k.queue.Flush(k, uint32(r))
	k.waitBatch(p, b)
}

// procID tells processes apart for schedulers that serve them in turn.
func procID(p *sim.Proc) int32 { return int32(p.ID()) }
