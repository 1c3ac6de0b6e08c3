// Package wal is the write-ahead log: how long records are, where the log
// stands, and how it gets to the disk.
//
// A position (LSN) is a count of bytes since the log began. Three positions
// move: Insert, the end of the newest record; Written, up to where pages were
// handed to the file system; Flushed, up to where they are safe. A commit waits
// until Flushed has passed its record ([Log.Flush]).
//
// The log is a row of 16 MB segment files. A segment that does not exist yet
// is created by whoever needs it, zero-filled and fsynced, while WALWriteLock
// is held; old segments are renamed to future ones by checkpoints, which is
// why the first lap through the log costs twice the writes. [Log.Ready] says how many
// are there when the log is opened.
//
// Records pass through wal_buffers pages of memory. Who finds no room there writes the
// full pages first, while it holds what [Log.BeforeInsert] has taken for it.
//
// [Sizes] follow the structures of 8.3 to 9.2 (access/xlog.h, access/htup.h,
// access/nbtree.h, access/xact.h) for 4-byte and 8-byte alignment; those of 7.4 to
// 8.2 have other lengths, and up to 8.0 whole pages as images ([SizesBefore83]). From
// 9.3 on a [Format] tells of each [Record] what a full-page image makes superfluous;
// 9.5 has another layout, in which every record names its pages in one way.
package wal
