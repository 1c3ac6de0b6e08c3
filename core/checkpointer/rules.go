package checkpointer

// Reason says what kind of checkpoint it is, as far as rules ask for it.
type Reason uint8

// The reasons and kinds.
const (
	Shutdown      Reason = 1 << iota // the server stops
	EndOfRecovery                    // after a crash
	Immediate                        // CHECKPOINT, CREATE DATABASE: at full speed, 8.3 and later
	Force                            // even without WAL since the last one
	FlushAll                         // unlogged relations too, 9.4 and later
	ByWAL                            // WAL has grown
	ByTime                           // checkpoint_timeout has passed
)

// MarksUnlogged reports whether the first pass marks the dirty pages of unlogged
// relations too: only if the server stops, so that they survive. (BufferSync,
// 9.1.3 and later; 9.1.0 to 9.1.2 meant to but mark them always. EndOfRecovery
// and FlushAll count from 9.6 on.)
func MarksUnlogged(r Reason, since96 bool) bool {
	if since96 {
		return r&(Shutdown|EndOfRecovery|FlushAll) != 0
	}
	return r&Shutdown != 0
}

// LastCheckpoint is where the last checkpoint lies in the WAL, in bytes.
type LastCheckpoint struct {
	Redo   int64 // its redo point
	Record int64 // where its record begins
	End    int64 // where its record ends
}

// always reports whether a checkpoint is one that is never skipped.
func always(r Reason) bool { return r&(Shutdown|EndOfRecovery|Force) != 0 }

// SkipIdle reports whether a checkpoint is skipped because nothing was written
// to the WAL since the last one: its record began at its redo point, so nothing
// came between, and WAL ends with it at insertLSN. (CreateCheckPoint of
// access/transam/xlog.c, 7.4 to 9.4. In 7.4 the CHECKPOINT command does not
// force one; from 8.0 on it does.)
func SkipIdle(r Reason, insertLSN int64, last LastCheckpoint) bool {
	return !always(r) && insertLSN == last.End && last.Record == last.Redo
}

// SkipIdle95 is the same in 9.5 and 9.6, where a checkpoint is made all the same
// if the record of the last one reaches into the present WAL segment from the one
// before, so that recovery needs one segment only.
func SkipIdle95(r Reason, insertLSN int64, last LastCheckpoint) bool {
	return SkipIdle(r, insertLSN, last) && SegmentOf(insertLSN) == SegmentOf(last.Record)
}

// SkipUnimportant is the rule of 10 and later: the record of the last checkpoint
// is the last important one. The snapshots of running transactions that the
// background writer logs for standbys, for instance, are not important.
// importantLSN is where the last important record begins.
func SkipUnimportant(r Reason, importantLSN int64, last LastCheckpoint) bool {
	return !always(r) && importantLSN == last.Record
}

// WarningRule is whose distance a server holds against checkpoint_warning.
type WarningRule uint8

const (
	// WarnSignals is 7.4: two requests for a checkpoint because of WAL volume,
	// whether they were served or not (sigusr1_handler of
	// postmaster/postmaster.c).
	WarnSignals WarningRule = iota
	// WarnAny is 8.0: a checkpoint, manual ones included, and the start of the
	// one before (BackgroundWriterMain of postmaster/bgwriter.c).
	WarnAny
	// WarnByWAL is 8.1 and later: a checkpoint for WAL volume, and the start of
	// the one before, whatever caused that.
	WarnByWAL
)

// Warner decides when the server logs that checkpoints are occurring too
// frequently.
type Warner struct {
	Rule     WarningRule
	WarningS int // checkpoint_warning, s; 0: never

	lastNs int64
	known  bool
}

// Started says that the server started at nowNs (nanoseconds): from 8.0 on that
// counts like the start of a checkpoint.
func (w *Warner) Started(nowNs int64) {
	if w.Rule != WarnSignals {
		w.lastNs, w.known = nowNs, true
	}
}

// Signaled says that a backend has requested a checkpoint at nowNs for WAL volume
// and returns the seconds to warn about, or -1. It matters under WarnSignals.
func (w *Warner) Signaled(nowNs int64) int64 {
	if w.Rule != WarnSignals || w.WarningS == 0 {
		return -1
	}
	return w.since(nowNs)
}

// Begun says that a checkpoint begins at nowNs and returns the seconds to warn
// about, or -1. It matters under WarnAny and WarnByWAL.
func (w *Warner) Begun(nowNs int64, r Reason) int64 {
	if w.Rule == WarnSignals {
		return -1
	}
	s := w.since(nowNs)
	if w.Rule == WarnByWAL && r&ByWAL == 0 {
		return -1
	}
	return s
}

// since returns the seconds since the event before if they are too few, or -1,
// and takes the time of this one.
func (w *Warner) since(nowNs int64) int64 {
	s := ElapsedS(nowNs, w.lastNs)
	tooFew := w.known && s < int64(w.WarningS)
	w.lastNs, w.known = nowNs, true
	if !tooFew {
		return -1
	}
	return s
}
