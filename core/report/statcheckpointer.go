package report

import "clocksweep/core/result"

// checkpointerSince is the release in which pg_stat_checkpointer came.
const checkpointerSince = "17"

// StatCheckpointer returns SELECT * FROM pg_stat_checkpointer as psql -x prints
// it (catalog/system_views.sql, 17 and later; 18 added num_done and
// slru_written). The server is no standby: there are no restartpoints. Before
// 17 the report says that there is no such view.
func StatCheckpointer(r *result.Result) string {
	if !atLeast(r.Release, checkpointerSince) {
		return absent("pg_stat_checkpointer", checkpointerSince, r.Release)
	}
	c := &r.Counters
	since18 := atLeast(r.Release, "18")
	var done, slru int64
	for i := range r.Checkpoints {
		if k := &r.Checkpoints[i]; k.EndNs != 0 {
			done++
			slru += k.SLRU
		}
	}
	write, sync := checkpointTimes(r)

	fields := []field{count("num_timed", c.CheckpointsTimed), count("num_requested", c.CheckpointsReq)}
	if since18 {
		fields = append(fields, count("num_done", done))
	}
	fields = append(fields,
		count("restartpoints_timed", 0), count("restartpoints_req", 0), count("restartpoints_done", 0),
		count("write_time", write), count("sync_time", sync), count("buffers_written", c.BuffersCheckpoint))
	if since18 {
		fields = append(fields, count("slru_written", slru))
	}
	return records(append(fields, field{"stats_reset", Epoch}))
}
