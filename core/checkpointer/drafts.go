package checkpointer

// DraftSettings are those of the drafts of load-distributed checkpoints that
// were discussed in the first half of 2007: shares of the interval between
// checkpoints for the parts of a checkpoint, in percent.
type DraftSettings struct {
	WritePercent float64 // checkpoint_write_percent: writing
	NapPercent   float64 // checkpoint_nap_percent: the pause before the fsyncs
	SyncPercent  float64 // checkpoint_sync_percent: fsyncs spread out
	// MinRate is checkpoint_write_min_rate, pages a second: the pass never
	// writes slower, so that a small checkpoint ends early. 0: no floor.
	MinRate  float64
	Segments int // checkpoint_segments, 1 and up
	TimeoutS int // checkpoint_timeout, s
}

// Draft is the schedule of a checkpoint of those drafts. Each part has a test of
// the same kind as the [Pacer] of 8.3, against a share of the interval that grows
// with the progress of the part. Heikki Linnakangas's single setting
// checkpoint_smoothing (default 0.3), which was committed as
// checkpoint_completion_target, is the Pacer itself.
//
// The pass itself is a [Burst] from the clock hand, as in 8.2, or, in the drafts
// that mark the pages of the checkpoint first, an [Order].
//
// The texts of the drafts' fsync phase are not known in full; that its progress
// is counted in files is a reconstruction.
type Draft struct {
	set   DraftSettings
	pacer Pacer
	start int64
}

// Begin starts the schedule of a checkpoint that begins at startNs (nanoseconds)
// when WAL has been inserted up to startLSN (bytes).
func (c *Draft) Begin(startLSN, startNs int64, s DraftSettings) {
	*c = Draft{set: s, start: startNs}
	c.pacer.Begin(startLSN, startNs, Settings{Segments: s.Segments, TimeoutS: s.TimeoutS, CompletionTarget: 1})
}

// Write reports whether the pass may nap, pages having been written, which are
// the share progress (0 to 1) of all.
func (c *Draft) Write(progress float64, pages int, insertLSN, nowNs int64) bool {
	seconds := float64(nowNs-c.start) / nsPerSecond
	if c.set.MinRate > 0 && float64(pages) < float64(c.set.MinRate*seconds) {
		return false
	}
	return c.pacer.OnSchedule(float64(progress*c.set.WritePercent)/100, insertLSN, nowNs)
}

// Pause reports whether the pause between the writes and the fsyncs goes on.
func (c *Draft) Pause(insertLSN, nowNs int64) bool {
	return c.pacer.OnSchedule((c.set.WritePercent+c.set.NapPercent)/100, insertLSN, nowNs)
}

// Sync reports whether the fsyncs may nap, with the share progress of the files
// done.
func (c *Draft) Sync(progress float64, insertLSN, nowNs int64) bool {
	share := c.set.WritePercent + c.set.NapPercent + float64(progress*c.set.SyncPercent)
	return c.pacer.OnSchedule(share/100, insertLSN, nowNs)
}
