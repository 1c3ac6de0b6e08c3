package server

import (
	"clocksweep/core/scenario"
	"clocksweep/core/wal"
)

// era is what the server does otherwise from one release to the next, beside what
// settings say and who writes dirty pages (writers.go). Each field names the first release, or the last, and where it is
// decided.
type era struct {
	// ownCheckpointer: checkpoints run in a process of their own, and who waits for
	// a flush is woken by its end (9.2; postmaster/checkpointer.c, XLogFlush).
	ownCheckpointer bool
	// leaderDelays: of those who wait for a flush only the one that does it sleeps
	// for commit_delay (9.3; access/transam/xlog.c, XLogFlush).
	leaderDelays bool
	// hasHOT: the statements of tpcb.go (8.3; access/heap/README.HOT).
	hasHOT bool
	// mapped: the statements of tpcb96.go, with both maps of a table (9.3; recorded on
	// 9.6 and 15, counted on 9.4).
	mapped bool
	// readsMeta: each descent reads the meta page of the index, which a backend
	// remembers later (up to 8.1; access/nbtree/nbtpage.c, _bt_getroot).
	readsMeta bool
	// removesDead: dead entries make room on a full leaf (8.2;
	// access/nbtree/nbtinsert.c, _bt_findinsertloc).
	removesDead bool
	// logsLocks: SELECT FOR UPDATE is logged, because row locks lie on the page and
	// outlive a crash with prepared transactions (8.1; heap_lock_tuple).
	logsLocks bool
	// keepsLeaf: an index scan holds its leaf pinned until it ends (up to 9.4; from 9.5
	// on access/nbtree/nbtsearch.c, _bt_drop_lock_and_maybe_pin).
	keepsLeaf bool
	// maxWAL: max_wal_size decides when a checkpoint comes, and old files are kept by an
	// estimate (9.5; access/transam/xlog.c, CalculateCheckpointSegments).
	maxWAL bool
	// coverage is how many heap pages a page of the visibility map stands for: two
	// bits each instead of one from 9.6 on (access/visibilitymap.h).
	coverage int64
	// rereads: an update fetches the old row once more (14; heap_update).
	rereads bool
	// detaches: a victim loses its page before the new one is looked up again, and a
	// table's new page gets its buffer before the extension lock is taken (16;
	// storage/buffer/bufmgr.c, GetVictimBuffer, ExtendBufferedRelShared).
	detaches bool
	// hasFreelist: buffers without a page are on a list (until 18; freelist.c). It goes
	// with the rules of replacement.
	hasFreelist bool
	// capsQueue: the fsync queue has a largest length (19).
	capsQueue bool
	// countsIO: pg_stat_io (16); countsWAL: with rows of WAL (18;
	// utils/activity/pgstat_io.c).
	countsIO, countsWAL bool
}

func eraOf(sc *scenario.Scenario) era {
	e := era{
		ownCheckpointer: sc.Since("9.2"),
		leaderDelays:    sc.Since("9.3"),
		hasHOT:          sc.Since("8.3"),
		mapped:          sc.Since("9.3"),
		readsMeta:       !sc.Since("8.2"),
		removesDead:     sc.Since("8.2"),
		logsLocks:       sc.Since("8.1"),
		keepsLeaf:       !sc.Since("9.5"),
		maxWAL:          sc.Since("9.5"),
		coverage:        mapPageCovers,
		rereads:         sc.Since("14"),
		detaches:        sc.Since("16"),
		hasFreelist:     sc.Enum(scenario.Replacement) != "clock19",
		capsQueue:       sc.Since("19"),
		countsIO:        sc.Since("16"),
		countsWAL:       sc.Since("18"),
	}
	if sc.Since("9.6") {
		e.coverage = mapPageCovers / 2
	}
	return e
}

// queueLength returns how many requests the fsync queue takes: as many as there are
// buffers, in 19 ten millions at most (CheckpointerShmemSize of
// postmaster/checkpointer.c).
func (s *Server) queueLength() int {
	if s.capsQueue {
		return min(s.pool.Len(), 10_000_000)
	}
	return s.pool.Len()
}

// statements returns the statements of the release.
func (e *era) statements() *statements {
	switch {
	case e.mapped:
		return &statements96
	case e.hasHOT:
		return &statements83
	}
	return &statements82
}

// formatOf returns the lengths of the records of 9.3 and later.
func formatOf(sc *scenario.Scenario, align int64) wal.Format {
	return wal.FormatOf(align, sc.Since("9.4"), sc.Since("9.5"), sc.Since("16"), sc.Since("17"))
}
