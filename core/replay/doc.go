// Package replay plays what a real PostgreSQL server did with its buffer pool to
// the rules of its release, one event after the other, and compares everything
// that the rules decide with what the server decided.
//
// # What is told and what is predicted
//
// From the recording come only the things that a buffer manager cannot know
// beforehand: which process accesses which page, through which ring and in which
// transaction; when pins end; when pages are dirtied or dropped; when a cleaning
// round, a checkpoint or the write of a page takes place. Predicted are, each time:
//
//   - hit or miss, the buffer, whether the process takes a new pin
//   - the victim, where it came from, its old page, usage count, pins and dirty
//     flag, and that it is written if it is dirty and not given up
//   - usage counts, pins and dirty flags after each access, unpin, mark and write
//   - the clock hand, its turns and the allocation counter
//   - size and slots of rings, and which victims a ring gives up (8.3 and later)
//   - what VACUUM sends to the freelist (8.1, 8.2)
//   - list moves, ghost hits, target, lengths, and what becomes of the replaced
//     page (ARC and 2Q)
//   - the whole state at each snapshot, lists in their order
//   - each cleaning round: its list of dirty buffers (8.0), its scans (8.1, 8.2) or
//     its estimates in 32-bit floats (8.3 and later), each buffer it looks at and
//     what it does there
//   - each checkpoint: the pages it has to write, each of them in its order, and
//     each decision to nap or not (8.3 and later)
//   - how long the background writer naps between two rounds, hibernation and what
//     ends it included (8.0 and later)
//   - when checkpoint_timeout begins a checkpoint (8.0 and later)
//
// [Read] reads a recording's text files, [ReadCompact] the compact form that the
// tests keep in testdata. A [Player] plays a [Set] to any [bufmgr.Policy]; its
// [Report] counts the predictions that hold, by kind, and names the first that does
// not with its line in the trace.
//
// # Times
//
// Of times only decisions are compared: which of the naps a release knows was
// taken, and in which whole second the server found a checkpoint due. The
// microseconds are the kernel's, and those of a server that shares a core with what
// records it; how far into a second its clock stood is not recorded. naps.go,
// triggers.go and pacing.go tell what that leaves open in each case.
//
// Sets without times (E1, E2, E5 and E7) have none of this, nor has 7.4 the trigger:
// its timed checkpoint counts from the start of the server, which is not recorded.
// No set has a checkpoint requested by WAL volume: max_wal_size and
// checkpoint_segments were set too high for one, and no trace carries positions in
// WAL. That trigger is tested in core/checkpointer and core/server.
//
// # Under another policy
//
// The same accesses can be played to the rules of another release. Everything is
// then carried over by page: a process unpins the page that it unpinned in the
// recording, wherever this policy has put it. Where the recording has a hit and the
// policy a miss, the policy chooses a victim on its own and writes it if it is
// dirty. The differences show what a rule is worth. What a release did not have is
// not in its recordings: rings there are from 8.3 on, hints of VACUUM from 8.0 to
// 8.2.
//
// # Recordings
//
// testdata/recorded has recordings of eight servers, which Groups lists with what
// each of them did. The tests play all of them to the rules of their release, and
// Changes to rules that are wrong in one point, which must be noticed; the site's
// validation page shows the outcome of both.
//
// The package knows no files; whoever calls it opens and unpacks them.
package replay
