package checkpointer

// SegmentBytes is the size of a WAL segment: XLOG_SEG_SIZE, fixed at 16 MB when
// PostgreSQL is built.
const SegmentBytes = 16 << 20

const nsPerSecond = 1_000_000_000

// Settings are the server settings that pacing reads.
type Settings struct {
	Segments         int     // checkpoint_segments, 1 and up; from 9.5 on [WALSizes.CheckpointSegments]
	TimeoutS         int     // checkpoint_timeout, s
	CompletionTarget float64 // checkpoint_completion_target, 0 to 1
	SegmentBytes     int64   // size of a WAL segment; 0: SegmentBytes. Chosen by initdb from 11 on
}

// NapMs is the nap of a checkpoint that is ahead of its schedule from 9.2 on, ms.
// Before it was bgwriter_delay, with a cleaning round before each nap.
const NapMs = 100

// Pacer is the schedule of one checkpoint (IsCheckpointOnSchedule of
// postmaster/bgwriter.c, 8.3 to 9.1, and of postmaster/checkpointer.c since).
type Pacer struct {
	settings Settings
	startLSN int64   // bytes
	startS   int64   // whole seconds: the server keeps it as time_t
	elapsed  float64 // the largest share found so far: saves asking again while behind
}

// Begin starts the schedule of a checkpoint that begins at virtual time startNs
// (nanoseconds) when WAL has been inserted up to startLSN (bytes).
func (c *Pacer) Begin(startLSN, startNs int64, s Settings) {
	if s.SegmentBytes == 0 {
		s.SegmentBytes = SegmentBytes
	}
	*c = Pacer{settings: s, startLSN: startLSN, startS: startNs / nsPerSecond}
}

// OnSchedule reports whether the checkpoint, with the share progress (0 to 1) of
// its pages written, is ahead of schedule and may nap; insertLSN is the current
// end of WAL in bytes, nowNs the virtual time in nanoseconds. (The server takes
// the end of WAL from a copy that is brought up to date once a WAL page, here as
// well as for the start: it may be up to 8 kB behind.)
//
// The start was cut to whole seconds and the present is not, so a checkpoint
// begins up to one second late on its schedule and catches up with a burst.
func (c *Pacer) OnSchedule(progress float64, insertLSN, nowNs int64) bool {
	progress *= c.settings.CompletionTarget
	if progress < c.elapsed {
		return false
	}
	wal := float64(insertLSN-c.startLSN) / float64(c.settings.SegmentBytes) / float64(c.settings.Segments)
	if progress < wal {
		c.elapsed = wal
		return false
	}
	// The server adds whole seconds and microseconds of gettimeofday.
	whole := float64(nowNs/nsPerSecond - c.startS)
	fraction := float64(nowNs%nsPerSecond/1000) / 1e6
	time := (whole + fraction) / float64(c.settings.TimeoutS)
	if progress < time {
		c.elapsed = time
		return false
	}
	return true
}
