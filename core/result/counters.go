package result

// Named is one counter with its stable machine name.
type Named struct {
	Name  string
	Value *int64
}

// Named returns every counter of c with its stable machine name, in a fixed
// order.
func (c *Counters) Named() []Named {
	return []Named{
		{"checkpoints_timed", &c.CheckpointsTimed},
		{"checkpoints_req", &c.CheckpointsReq},
		{"buffers_checkpoint", &c.BuffersCheckpoint},
		{"buffers_clean", &c.BuffersClean},
		{"maxwritten_clean", &c.MaxwrittenClean},
		{"buffers_backend", &c.BuffersBackend},
		{"buffers_backend_fsync", &c.BuffersBackendFsync},
		{"buffers_alloc", &c.BuffersAlloc},
		{"buffers_extend", &c.BuffersExtend},
		{"buffers_refused", &c.BuffersRefused},
		{"blks_read", &c.BlksRead},
		{"blks_hit", &c.BlksHit},
		{"wal_records", &c.WALRecords},
		{"wal_bytes", &c.WALBytes},
		{"wal_fpi", &c.WALFPI},
		{"wal_fpi_bytes", &c.WALFPIBytes},
		{"wal_segments", &c.WALSegments},
		{"wal_segments_created", &c.WALInits},
		{"wal_flushes", &c.WALFlushes},
		{"hot_updates", &c.HOTUpdates},
		{"cold_updates", &c.ColdUpdates},
		{"prunes", &c.Prunes},
		{"pages_dirtied", &c.PagesDirtied},
		{"pages_still_dirty", &c.StillDirty},
		{"bgwriter_rounds", &c.BgwriterRound},
		{"os_read_hits", &c.OSReadHits},
		{"os_reads", &c.OSReads},
		{"os_writes", &c.OSWrites},
		{"os_dirty", &c.OSDirty},
		{"journal_commits", &c.JournalCommit},
		{"journal_data_pages", &c.JournalData},
		{"flusher_pages", &c.FlusherPages},
		{"fsync_pages", &c.FsyncPages},
		{"disk_reads", &c.DiskReads},
		{"disk_writes", &c.DiskWrites},
		{"disk_read_bytes", &c.DiskReadBytes},
		{"disk_write_bytes", &c.DiskWriteByte},
		{"disk_util_ns", &c.DiskUtilNs},
		{"disk_busy_ns", &c.DiskBusyNs},
		{"disk_flushes", &c.DiskFlushes},
	}
}

func (c *Counters) all() []*int64 {
	named := c.Named()
	vs := make([]*int64, len(named))
	for i := range named {
		vs[i] = named[i].Value
	}
	return vs
}
