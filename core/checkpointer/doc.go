// Package checkpointer decides when a checkpoint begins, in which order it
// writes and how fast: PostgreSQL 8.3 to 9.4, load-distributed checkpoints
// without sorting. It decides and does no work; it knows nothing of the pool, of
// processes or of I/O, and is told the time.
//
// # When
//
// A checkpoint is due checkpoint_timeout after the start of the one before, and
// when WAL has filled checkpoint_segments segments of 16 MB since the last
// checkpoint's redo point ([TimeDue], [SegmentsDue]).
//
// # What and in which order
//
// A first pass marks every page that is dirty. A second pass goes once around
// the pool from the clock hand and writes what still bears the mark ([Order]):
// pages that will soon be victims are cleaned first. Pages dirtied after the
// first pass wait for the next checkpoint.
//
// # How fast
//
// After each write the checkpointer naps for bgwriter_delay if it is ahead of
// schedule ([Pacer]): the share of pages written is held against the share of
// the interval that has passed, both in time and in WAL, of which
// checkpoint_completion_target is meant for writing. Marked pages that others
// wrote meanwhile do not count as written (until 9.6): the checkpoint looks
// later than it is and hurries.
//
// # Afterwards
//
// WAL segments before the redo point of the checkpoint before are recycled or
// removed ([Recycle]).
package checkpointer
