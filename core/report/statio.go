package report

import (
	"slices"

	"clocksweep/core/result"
)

// ioSince is the release in which pg_stat_io came.
const ioSince = "16"

// The view's order of rows (BackendType, IOObject, IOContext of miscadmin.h and
// pgstat.h, 16 to 19), as far as the machine has such processes.
var (
	ioBackends = []string{"client backend", "background writer", "checkpointer", "io worker", "walwriter"}
	ioObjects  = []string{"relation", "temp relation", "wal"}
	ioContexts = []string{"bulkread", "bulkwrite", "init", "normal", "vacuum"}
)

// StatIO returns the rows of pg_stat_io about what the simulated processes did,
// as psql -x prints them (catalog/system_views.sql, 16 and later; 18 counts
// bytes and knows WAL). What a kind of process never does is NULL, as in the
// server. Times are 0 because track_io_timing is off by default. Before 16 the
// report says that there is no such view.
func StatIO(r *result.Result) string {
	if !atLeast(r.Release, ioSince) {
		return absent("pg_stat_io", ioSince, r.Release)
	}
	since18 := atLeast(r.Release, "18")
	sorted := slices.Clone(r.IO)
	slices.SortStableFunc(sorted, func(a, b result.IO) int { return ioRank(&a) - ioRank(&b) })
	var rows [][]field
	for i := range sorted {
		if row := (ioRow{&sorted[i], since18}); row.listed() {
			rows = append(rows, row.fields())
		}
	}
	return records(rows...)
}

func ioRank(v *result.IO) int {
	rank := slices.Index(ioBackends, v.Backend)
	rank = rank*len(ioObjects) + slices.Index(ioObjects, v.Object)
	return rank*len(ioContexts) + slices.Index(ioContexts, v.Context)
}

// ioRow is a row of the view of 16 and 17, or of 18 and later.
type ioRow struct {
	*result.IO
	since18 bool
}

// listed tells whether the view has such a row
// (utils/activity/pgstat_io.c, pgstat_tracks_io_object).
func (v ioRow) listed() bool {
	if !slices.Contains(ioBackends, v.Backend) || !slices.Contains(ioObjects, v.Object) ||
		!slices.Contains(ioContexts, v.Context) {
		return false
	}
	if !v.since18 && (v.Object == "wal" || v.Context == "init" || v.Backend == "io worker" || v.Backend == "walwriter") {
		return false
	}
	if v.cleaner() && v.ring() {
		return false
	}
	switch v.Object {
	case "temp relation":
		return v.Context == "normal" && (v.Backend == "client backend" || v.Backend == "io worker")
	case "wal":
		return v.Context == "normal" || v.Context == "init"
	}
	return v.Backend != "walwriter"
}

// cleaner tells whether it is a process that only writes relations.
func (v ioRow) cleaner() bool { return v.Backend == "background writer" || v.Backend == "checkpointer" }

// ring tells whether buffers come from a ring of their own.
func (v ioRow) ring() bool {
	return v.Context == "bulkread" || v.Context == "bulkwrite" || v.Context == "vacuum"
}

// does tells whether such processes ever do this there
// (utils/activity/pgstat_io.c, pgstat_tracks_io_op).
func (v ioRow) does(op string) bool {
	if v.Object == "wal" {
		switch op {
		case "writes", "fsyncs":
			return true
		case "reads":
			return v.Context == "normal" && v.Backend != "background writer" && v.Backend != "walwriter"
		}
		return false
	}
	switch op {
	case "reads", "hits", "evictions":
		return !v.cleaner()
	case "extends":
		return !v.cleaner() && v.Context != "bulkread"
	case "writebacks":
		return v.Object != "temp relation"
	case "reuses":
		return v.ring()
	case "fsyncs":
		return v.Object != "temp relation" && !v.ring()
	}
	return true
}

// fields returns the columns in the order of the release.
func (v ioRow) fields() []field {
	fields := []field{{"backend_type", v.Backend}, {"object", v.Object}, {"context", v.Context}}
	put := func(op, column string, n int64) {
		f := field{name: column}
		if v.does(op) {
			f = count(column, n)
		}
		fields = append(fields, f)
	}
	bytes := func(op, column string, n int64) {
		if v.since18 {
			put(op, column, n)
		}
	}
	put("reads", "reads", v.Reads)
	bytes("reads", "read_bytes", v.ReadBytes)
	put("reads", "read_time", 0)
	put("writes", "writes", v.Writes)
	bytes("writes", "write_bytes", v.WriteBytes)
	put("writes", "write_time", 0)
	put("writebacks", "writebacks", v.Writebacks)
	put("writebacks", "writeback_time", 0)
	put("extends", "extends", v.Extends)
	bytes("extends", "extend_bytes", v.ExtendBytes)
	put("extends", "extend_time", 0)
	if !v.since18 {
		fields = append(fields, count("op_bytes", pageBytes))
	}
	put("hits", "hits", v.Hits)
	put("evictions", "evictions", v.Evictions)
	put("reuses", "reuses", v.Reuses)
	put("fsyncs", "fsyncs", v.Fsyncs)
	put("fsyncs", "fsync_time", 0)
	return append(fields, field{"stats_reset", Epoch})
}

// pageBytes is the size of a page (BLCKSZ).
const pageBytes = 8192
