// Package checkpointer decides when a checkpoint begins, what it writes, in which
// order and how fast, one file a generation. It decides and does no work; it
// knows nothing of the pool, of processes or of I/O, and is told the time.
//
//	7.4            burst.go       what is dirty when reached, from buffer 0; two calls of sync()
//	8.0            list.go        what was dirty at the start, in the order of the policy's lists
//	8.1, 8.2       burst.go       what is dirty when reached, from the clock hand
//	2007, drafts   drafts.go      the same spread over time, or order.go
//	2007, a patch  sorted2007.go  sorted by relation and block
//	8.3 to 9.5     order.go       what was marked at the start, from the clock hand
//	9.6 and later  sorted.go      what was marked, sorted, tablespaces side by side
//
// # When
//
// A checkpoint is due checkpoint_timeout after the start of the one before
// ([TimeDue]; in 7.4 after its end), and when WAL has filled a number of segments
// since the last checkpoint's redo point ([SegmentsDue]): checkpoint_segments up to
// 9.4, what [WALSizes.CheckpointSegments] makes of max_wal_size since. It is
// skipped if there is nothing new in the WAL ([SkipIdle], [SkipUnimportant]), and
// the server warns if checkpoints come too fast ([Warner]).
//
// # What and in which order
//
// Up to 8.2 a checkpoint writes in one burst. From 8.3 on a first pass marks every
// page that is dirty; a second one writes what still bears the mark. It goes once
// around the pool from the clock hand ([Order]), so that pages that will soon be
// victims are cleaned first; from 9.6 on it goes by place on disk ([Sorted]), so
// that the kernel and the disk get long runs. Pages dirtied after the first pass
// wait for the next checkpoint.
//
// # How fast
//
// After each write the checkpointer naps if it is ahead of schedule ([Pacer]):
// the share of pages written is held against the share of the interval that has
// passed, both in time and in WAL, of which checkpoint_completion_target is meant
// for writing. The nap is bgwriter_delay up to 9.1, [NapMs] since. Marked pages
// that others wrote meanwhile do not count as written until 9.6: the checkpoint
// looks later than it is and hurries.
//
// # Making it safe
//
// Backends and the checkpoint's own writes name the files that must be fsynced
// before the checkpoint is complete ([FsyncQueue], [FsyncTable]); 7.4 calls sync()
// instead. From 9.6 on the kernel is asked to begin writing some pages at a time
// ([Writeback]).
//
// # Afterwards
//
// WAL segments that are no longer needed are recycled or removed
// ([Segments.Recycle], [WALSizes.RecycleUpTo]).
//
// # Proof
//
// testdata/recorded holds what real servers' checkpoints did, from 7.4 to 15: the
// tests compare each buffer that was looked at or written, in order, and each
// decision to nap or not.
package checkpointer
