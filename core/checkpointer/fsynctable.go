package checkpointer

const (
	// WritesPerAbsorb is after how many writes of a checkpoint without a nap the
	// queue of fsync requests is emptied (postmaster/bgwriter.c, 8.2 and later).
	WritesPerAbsorb = 1000
	// FsyncsPerAbsorb is the same for the fsyncs (smgr/md.c, 8.2 and later).
	FsyncsPerAbsorb = 10
)

// FsyncTable holds the files to fsync before the checkpoint is complete, each
// once (pendingOpsTable of storage/smgr/md.c). The server keeps them in a hash
// table; here they are fsynced in the order in which they were first requested.
//
//	queue.Absorb(t)
//	t.BeginCycle()
//	for f, ok := t.Next(); ok; f, ok = t.Next() {
//		// fsync f; after each tenth queue.Absorb(t)
//	}
type FsyncTable[F comparable] struct {
	files []F // those of the cycle under way first, up to end
	known map[F]struct{}
	end   int
	// Endless is the fault of 8.2.0 to 8.2.3: requests that arrive while the
	// fsyncs go on are part of this checkpoint too, which under a fast stream
	// of them does not end.
	Endless bool
}

// Remember adds f unless it is in the table. While a cycle is under way, the
// request waits for the next one; a file whose fsync is still to come in this
// cycle needs no other.
func (t *FsyncTable[F]) Remember(f F) {
	if _, ok := t.known[f]; ok {
		return
	}
	if t.known == nil {
		t.known = make(map[F]struct{})
	}
	t.known[f] = struct{}{}
	t.files = append(t.files, f)
}

// BeginCycle says that the fsyncs of a checkpoint begin: what is in the table now
// belongs to it.
func (t *FsyncTable[F]) BeginCycle() { t.end = len(t.files) }

// Next returns the next file of the cycle to fsync and takes it from the table.
func (t *FsyncTable[F]) Next() (f F, ok bool) {
	if t.Endless {
		t.end = len(t.files)
	}
	if t.end == 0 {
		return f, false
	}
	f = t.files[0]
	t.files = t.files[1:]
	t.end--
	delete(t.known, f)
	return f, true
}

// Forget drops the requests for files that match: the relation is dropped or
// truncated.
func (t *FsyncTable[F]) Forget(match func(f F) bool) {
	kept := t.files[:0]
	end := t.end
	for i, f := range t.files {
		if !match(f) {
			kept = append(kept, f)
			continue
		}
		delete(t.known, f)
		if i < end {
			t.end--
		}
	}
	t.files = kept
}

// Len returns the number of files in the table.
func (t *FsyncTable[F]) Len() int { return len(t.files) }
