package checkpointer

// BlocksPerSegment is the length of a relation's files in blocks: RELSEG_SIZE,
// 1 GB of 8 kB blocks.
const BlocksPerSegment = 131072

// Defaults and limit of the settings, in blocks (utils/misc/guc.c and
// storage/bufmgr.h, 9.6 and later, on systems that have sync_file_range).
const (
	CheckpointFlushAfter = 32 // checkpoint_flush_after, 256 kB
	BgwriterFlushAfter   = 64 // bgwriter_flush_after, 512 kB
	BackendFlushAfter    = 0  // backend_flush_after: off
	MaxFlushAfter        = 256
)

// File is a fork of a relation.
type File struct {
	Space, DB, Rel uint32
	Fork           uint8
}

// Range is a run of blocks within one file of at most a gigabyte.
type Range struct {
	File
	Block  uint32 // first
	Blocks uint32
}

// Writeback collects pages that a process has written and asks the kernel, some
// at a time, to begin writing them to disk, so that the fsync at the end finds
// little to do (WritebackContext of storage/buffer/bufmgr.c, 9.6 and later). The
// checkpointer has one for each checkpoint, the background writer one that it
// sets up anew after each checkpoint, each backend one for the victims it writes.
// The zero value is an empty one.
type Writeback struct {
	pending []Range // of one block each
}

// Schedule adds a page that was written. limit is the setting in blocks, 0 turns
// the requests off. When as many pages are waiting as limit says, they are
// issued: the ranges are appended to out.
func (w *Writeback) Schedule(out []Range, f File, block uint32, limit int) []Range {
	if limit > 0 {
		w.pending = append(w.pending, Range{File: f, Block: block, Blocks: 1})
	}
	if len(w.pending) >= limit {
		out = w.Issue(out)
	}
	return out
}

// Issue appends the ranges to ask for to out and forgets the pages: sorted,
// runs of consecutive blocks joined, a block that was written twice taken once,
// a run cut where it goes on in the next file of the relation.
func (w *Writeback) Issue(out []Range) []Range {
	sortRanges(w.pending)
	for i := 0; i < len(w.pending); {
		run := w.pending[i]
		last := run.Block
		for i++; i < len(w.pending) && w.pending[i].File == run.File; i++ {
			if w.pending[i].Block == last {
				continue
			}
			if w.pending[i].Block != last+1 {
				break
			}
			last++
		}
		run.Blocks = last - run.Block + 1
		out = cutAtFiles(out, run)
	}
	w.pending = w.pending[:0]
	return out
}

// Waiting returns how many pages wait to be issued.
func (w *Writeback) Waiting() int { return len(w.pending) }

// cutAtFiles appends run to out, cut where it passes from one file of the
// relation to the next (mdwriteback of storage/smgr/md.c).
func cutAtFiles(out []Range, run Range) []Range {
	for run.Blocks > 0 {
		part := run
		part.Blocks = min(run.Blocks, BlocksPerSegment-run.Block%BlocksPerSegment)
		out = append(out, part)
		run.Block += part.Blocks
		run.Blocks -= part.Blocks
	}
	return out
}

// sortRanges is an insertion sort: there are at most 256, and a sorted
// checkpoint brings them nearly in order. Equal ones cannot be told apart.
func sortRanges(a []Range) {
	for i := 1; i < len(a); i++ {
		for j := i; j > 0 && a[j].before(&a[j-1]); j-- {
			a[j-1], a[j] = a[j], a[j-1]
		}
	}
}

// before is the order of issuing: by relfilenode first, then database and
// tablespace (buffertag_comparator).
func (a *Range) before(b *Range) bool {
	switch {
	case a.Rel != b.Rel:
		return a.Rel < b.Rel
	case a.DB != b.DB:
		return a.DB < b.DB
	case a.Space != b.Space:
		return a.Space < b.Space
	case a.Fork != b.Fork:
		return a.Fork < b.Fork
	}
	return a.Block < b.Block
}
