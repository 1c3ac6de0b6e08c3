package report

import (
	"time"

	"clocksweep/core/result"
)

// Epoch is the date of virtual time zero, the start of every run, as psql
// prints it in the time zone UTC. A simulated machine has no date; reports that
// need one use PostgreSQL's own timestamp zero (POSTGRES_EPOCH_JDATE), which
// nobody can take for the date of a measurement.
const Epoch = "2000-01-01 00:00:00+00"

var epoch = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// bgwriterSince is the release in which pg_stat_bgwriter came.
const bgwriterSince = "8.3"

// StatBgwriter returns SELECT * FROM pg_stat_bgwriter as psql -x prints it,
// with the columns of the release (catalog/system_views.sql): 9.1 added
// buffers_backend_fsync and stats_reset, 9.2 the times of checkpoints; 17 kept
// the background writer's own and moved the rest to pg_stat_checkpointer and
// pg_stat_io. Before 8.3 the report says that there is no such view. The
// counters were reset right before pgbench began, hence the time of the reset is
// [Epoch].
func StatBgwriter(r *result.Result) string {
	c := &r.Counters
	clean, maxwritten := count("buffers_clean", c.BuffersClean), count("maxwritten_clean", c.MaxwrittenClean)
	alloc, reset := count("buffers_alloc", c.BuffersAlloc), field{"stats_reset", Epoch}
	switch {
	case !atLeast(r.Release, bgwriterSince):
		return absent("pg_stat_bgwriter", bgwriterSince, r.Release)
	case atLeast(r.Release, checkpointerSince):
		return records([]field{clean, maxwritten, alloc, reset})
	}
	fields := []field{count("checkpoints_timed", c.CheckpointsTimed), count("checkpoints_req", c.CheckpointsReq)}
	if atLeast(r.Release, "9.2") {
		write, sync := checkpointTimes(r)
		fields = append(fields, count("checkpoint_write_time", write), count("checkpoint_sync_time", sync))
	}
	fields = append(fields, count("buffers_checkpoint", c.BuffersCheckpoint),
		clean, maxwritten, count("buffers_backend", c.BuffersBackend))
	if atLeast(r.Release, "9.1") {
		fields = append(fields, count("buffers_backend_fsync", c.BuffersBackendFsync), alloc, reset)
	} else {
		fields = append(fields, alloc)
	}
	return records(fields)
}

// checkpointTimes returns the milliseconds that complete checkpoints spent
// writing and syncing. Each is made whole before they are added up.
func checkpointTimes(r *result.Result) (write, sync int64) {
	for i := range r.Checkpoints {
		c := &r.Checkpoints[i]
		if c.EndNs == 0 {
			continue
		}
		p := phasesOf(c)
		write += millis(r.Release, p.write)
		sync += millis(r.Release, p.sync)
	}
	return write, sync
}
