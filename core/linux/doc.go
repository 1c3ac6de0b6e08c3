// Package linux is the part of the kernel that a database server leans on:
// the page cache and read-ahead, the limits on dirty pages, the kernel's own
// writeback, fsync and sync, and the journal of the file system.
//
// # How a write travels
//
// [Kernel.Write] copies a page into the page cache and marks it dirty; no disk
// is touched. The page gets to the disk in one of four ways:
//
//   - a process calls [Kernel.Fsync] or [Kernel.Fdatasync] on its file, or
//     [Kernel.Sync] for the whole machine (sync.go);
//   - a commit of the journal writes it, because the file system's data mode
//     orders data before metadata (journal.go), or puts it into the journal
//     first (logged.go);
//   - the kernel's own writeback finds its file old enough, or too many pages
//     dirty (writeback.go; bdflush.go for 2.4);
//   - memory is short and the page has to go (lru.go).
//
// Every one of them hands pages to the request queue of core/linux/elevator
// and waits for completions in a batch (io.go). [Kernel.Read] goes the other
// way, and reads ahead for who reads in sequence (readahead.go).
//
// # How writers are held up
//
// A process that makes pages dirty faster than the disk takes them is held up,
// in a way that depends on the generation. In 2.4 it writes single pages itself
// (bdflush.go). From 2.6.0 to 3.1 it writes a chunk of any files, or waits for
// the device's congestion to end (throttle.go). From 3.2 on it only sleeps, for
// as long as the device takes to write what it has dirtied (pace.go). Besides,
// write() waits for the inode's mutex, which fsync holds for all or a part of
// its work, and on ext3 for a page that the committing transaction still has to
// write.
//
// # Devices
//
// There is one device, or one for the data and one for the WAL ([Config]). Each
// has a request queue and a file system with a journal of its own; memory, its
// limits, and up to 2.6.31 the threads of writeback are common.
//
// # Units
//
// A page is 8 kB here, PostgreSQL's block: the two kernel pages of a block are
// always read, dirtied and written together. Kernel limits counted in 4 kB
// pages are halved. Processor time of system calls is charged by the caller.
// pdflush is one thread here, not two to eight: it never waits for a device, so
// one can serve all of them.
//
// The kernel release decides the quirks ([hardware.Kernel]); the mount options
// decide the commit rules ([hardware.FileSystem]).
package linux
