package report

import (
	"strconv"

	"clocksweep/core/result"
)

// Epoch is the date of virtual time zero, the start of every run, as psql
// prints it in the time zone UTC. A simulated machine has no date; reports that
// need one use PostgreSQL's own timestamp zero (POSTGRES_EPOCH_JDATE), which
// nobody can take for the date of a measurement.
const Epoch = "2000-01-01 00:00:00+00"

// StatBgwriter returns SELECT * FROM pg_stat_bgwriter as psql -x prints it,
// with the columns of the release (catalog/system_views.sql): 9.1 added
// buffers_backend_fsync and stats_reset. The counters were reset right before
// pgbench began, hence the time of the reset is [Epoch].
func StatBgwriter(r *result.Result) string {
	c := &r.Counters
	fields := []field{
		count("checkpoints_timed", c.CheckpointsTimed),
		count("checkpoints_req", c.CheckpointsReq),
		count("buffers_checkpoint", c.BuffersCheckpoint),
		count("buffers_clean", c.BuffersClean),
		count("maxwritten_clean", c.MaxwrittenClean),
		count("buffers_backend", c.BuffersBackend),
	}
	if atLeast(r.Release, "9.1") {
		fields = append(fields,
			count("buffers_backend_fsync", c.BuffersBackendFsync),
			count("buffers_alloc", c.BuffersAlloc),
			field{"stats_reset", Epoch})
	} else {
		fields = append(fields, count("buffers_alloc", c.BuffersAlloc))
	}
	return record(fields)
}

func count(name string, n int64) field { return field{name, strconv.FormatInt(n, 10)} }
