// Package bufmgr is the shared buffer pool: which page lies in which buffer,
// and which buffer is given up when a page must come in.
//
// [Pool] is the clock sweep of PostgreSQL 8.3 to 9.4
// (storage/buffer/{bufmgr,freelist}.c), decision for decision; this page tells
// its rules. Every other release's pool, and those of two patches, is a [Policy],
// one file each, built on what Pool keeps of a buffer:
//
//	lru.go        7.4: list of unpinned buffers
//	arc.go        8.0.0: ARC, with directory.go
//	twoq.go       8.0.2: 2Q, with directory.go
//	patch2005.go  February 2005: clock with one recently-used bit
//	clock81.go    8.1, 8.2: clock sweep, used at the last unpin
//	clock83.go    8.3 to 9.4: Pool as a Policy
//	reclaimer.go  2014: somebody else fills the freelist
//	clock95.go    9.5 to 18: one hand step at a time; the ring bug of 9.6.0
//	clock19.go    19: no freelist
//	ringsize.go   how large rings are, by release
//
// replace.go has a shorter way through Pool for a player of traces.
//
// [Policies] has them by name. Package replay plays what real servers did to them
// and compares every hit, buffer, victim, list move and usage count; here each
// policy runs beside a slow, obvious model.
//
// The package knows nothing of time, processes, locks or I/O. It is told what
// happens (a page is looked up, pinned, dirtied, written) and answers. Who may
// call what when is the business of core/server.
//
// # Pins
//
// A pinned buffer is never a victim. A process pins a buffer once however
// often it reads it meanwhile, so [Pool.Pin] is called for its first pin and
// [Pool.Unpin] for its last unpin only. Since 8.3 it is the first pin, not the
// unpin, that raises the usage count, up to a cap (BM_MAX_USAGE_COUNT, 5): a
// page that is read ten times under one pin has been used once. Two kinds of
// pin do not count as use: a scan that goes through a ring raises the count
// from 0 to 1 only ([Pool.PinRing]), and the writers that clean the pool leave
// it alone ([Pool.PinQuiet]).
//
// # Victims
//
// [Pool.Victim] first empties the freelist: at the start every buffer is on it,
// in index order; later a buffer comes back to its head when its page is
// dropped. A listed buffer that is pinned or used is thrown off the list, not
// returned. Then the clock hand turns: a pinned buffer is passed over, a used
// one loses one of its usage count, and the first buffer with neither pin nor
// usage is the victim. It is returned pinned and still holds its old page,
// which the caller writes if it is dirty; [Pool.Assign] then gives it the new
// one, with usage count 1 and clean. (From 16 on it loses its old page first:
// [Pool.Detach], [Pool.Free].) If somebody pinned or dirtied the buffer
// while it was being written, the caller unpins it and asks again.
//
// A pool in which a workload has run for a long time can be made without running
// it ([NewStationary]).
//
// # Rings
//
// A large sequential scan, VACUUM or bulk load would push everything else out
// of the pool. It reads through a [Ring] instead: a handful of buffers that it
// uses over and over ([Pool.VictimRing]). Only when the ring's next buffer is
// pinned, or was used by somebody else since, does the ring take a normal
// victim into its slot.
//
// # Dirty pages
//
// A page that is changed while it is being written must stay dirty. Hence the
// second flag, set by [Pool.MarkDirty] and cleared by [Pool.BeginWrite]: if it
// is set again at [Pool.EndWrite], the page was changed meanwhile. A checkpoint
// first marks all pages that are dirty at its start ([Pool.MarkCheckpoint]);
// whoever writes such a page takes the mark away.
//
// # Memory
//
// A buffer costs 8 bytes (page number, and one word of refcount, usage count
// and flags, as PostgreSQL packs them since 9.6), a page of the database up to
// the highest one seen costs 4 bytes (page to buffer), a listed freed buffer
// another 4. 16,777,216 buffers (128 GB) over a database of that size take
// about 200 MB. Pages are numbered by the caller, densely from 0. The other
// policies add what their lists need: 4 bytes a buffer for a freelist that can be
// fed at both ends, 8 for the list of 7.4, 18 for 2Q and 24 for ARC, whose
// directories reach beyond the pool: 12 for each buffer and 12 for each page that
// is remembered.
//
// The build tag "invariants" makes every change check the buffer it touched,
// and the whole pool now and then.
package bufmgr
