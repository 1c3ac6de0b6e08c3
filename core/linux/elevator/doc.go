// Package elevator is the kernel's request queue in front of a disk: it turns
// the I/O of many processes into requests, merges neighbors, and decides with
// a scheduler which request the drive gets next.
//
// # The request queue
//
// A request is a contiguous range with the I/Os that were merged into it. Each
// direction has a pool of nr_requests of them, those inside the drive
// included. A process that finds its direction's pool empty waits, and so the
// queue is what limits how far writeback runs ahead of the disk, and how many
// pages the kernel can sort at a time. In the kernels of 2.6 a process that had to
// wait, or that took the last request, may take a batch of 32 within 20 ms, beyond
// the pool's size if need be (batching.go). In 2.4 and the multi-queue block layer
// waiting processes get the requests that become free in batches and in the order in
// which they came; the latter's tags, which both directions share, are not modelled.
// The first two
// versions of CFQ have pools of their own sizes, and a say in who gets a request.
//
// A queue that was empty is plugged: it collects requests until there are four
// of them, until 3 ms have passed, or until somebody waits for one of them.
// (Linux up to 2.6.38, block/ll_rw_blk.c and blk-core.c.)
//
// The drive takes as many commands as its queue is deep. With a depth of 1 the
// scheduler alone decides the order; with NCQ the drive reorders what it was
// given.
//
// FLUSH CACHE cannot be queued in a SATA drive beside other commands (libata
// defers it until the drive is empty, and everything else until it is
// complete), so it drains the drive first. NVMe and cloud volumes take it at any
// time.
//
// # The schedulers
//
// One file each: noop.go, linus.go (2.4), anticipatory.go, deadline.go,
// roundrobin.go (the CFQ of 2.6.9), sweeps.go (that of 2.6.10 to 2.6.12), cfq.go
// (their successor with time slices).
// The multi-queue block layer has none and mq-deadline, which are noop and
// deadline here. They see queued requests only, never those in the drive. A
// read is always synchronous; a write is so only if its submitter said so and
// the kernel passes that on (2.6.30 and later: Config.SyncWritesTagged).
//
// Beside the scheduler, wbt.go bounds the writes under way while reads are
// slow (4.10 and later).
package elevator
