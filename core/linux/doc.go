// Package linux is the part of the kernel that a database server leans on:
// the page cache, the limits on dirty pages, the kernel's own writeback,
// fsync, and the journal of the file system.
//
// # How a write travels
//
// [Kernel.Write] copies a page into the page cache and marks it dirty; no disk
// is touched. The page gets to the disk in one of four ways:
//
//   - the process calls [Kernel.Fsync] or [Kernel.Fdatasync] on its file;
//   - a commit of the journal writes it, because the file system's data mode
//     orders data before metadata (journal.go);
//   - the kernel's own writeback finds its file old enough, or too many pages
//     dirty (writeback.go);
//   - memory is short and the page has to go (pagecache.go).
//
// Every one of them hands pages to the request queue of core/linux/elevator
// and waits for completions in a batch (io.go).
//
// # Units
//
// A page is 8 kB here, PostgreSQL's block: the two kernel pages of a block are
// always read, dirtied and written together. Kernel limits counted in 4 kB
// pages are halved. Processor time of system calls is charged by the caller;
// [Config] carries the costs.
//
// The kernel release decides the quirks ([hardware.Kernel]); the mount options
// decide the commit rules ([hardware.FileSystem]).
package linux
