package report

import (
	"fmt"
	"strings"
	"time"

	"clocksweep/core/result"
)

// checkpointerPID is the process id in the log lines of 10 and later. A
// simulated process has none; 2 is the first child of a postmaster that is the
// first process of its container.
const checkpointerPID = 2

// Log returns what the run left in the server log about its checkpoints, in the
// form of the release: the lines of log_checkpoints (8.3 and later) if it is on,
// and always the warning that checkpoints follow each other within
// checkpoint_warning (access/transam/xlog.c LogCheckpointStart and
// LogCheckpointEnd; the warning in postmaster/postmaster.c of 7.4,
// postmaster/bgwriter.c of 8.0 to 9.1, postmaster/checkpointer.c since). Lines
// have the default log_line_prefix: none before 10, then time and process id.
// Log returns "" if there is nothing to say.
func Log(r *result.Result) string {
	l := logWriter{release: r.Release, buffers: r.Buffers}
	lines := atLeast(r.Release, "8.3") && setting(r, "log_checkpoints") == "on"
	for i := range r.Checkpoints {
		c := &r.Checkpoints[i]
		if c.TooOften >= 0 {
			l.tooOften(c)
		}
		if lines {
			l.start(c)
			if c.EndNs != 0 {
				l.complete(c)
			}
		}
	}
	return l.text.String()
}

// logWriter writes the log of one server.
type logWriter struct {
	release string
	buffers int64 // shared_buffers in pages
	text    strings.Builder
}

func (l *logWriter) since(release string) bool { return atLeast(l.release, release) }

// begin writes what stands before a message of the given moment.
func (l *logWriter) begin(ns int64, level string) {
	if l.since("10") {
		at := epoch.Add(time.Duration(ns)).Format("2006-01-02 15:04:05.000 MST")
		fmt.Fprintf(&l.text, "%s [%d] ", at, checkpointerPID)
	}
	l.text.WriteString(level + ":  ")
}

func (l *logWriter) tooOften(c *result.Checkpoint) {
	unit := "seconds"
	if c.TooOften == 1 && l.since("8.4") { // 8.4 learned plural forms
		unit = "second"
	}
	parameter := "checkpoint_segments"
	if l.since("9.5") {
		parameter = "max_wal_size"
	}
	l.begin(c.StartNs, "LOG")
	fmt.Fprintf(&l.text, "checkpoints are occurring too frequently (%d %s apart)\n", c.TooOften, unit)
	l.begin(c.StartNs, "HINT")
	fmt.Fprintf(&l.text, "Consider increasing the configuration parameter %q.\n", parameter)
}

func (l *logWriter) start(c *result.Checkpoint) {
	l.begin(c.StartNs, "LOG")
	l.text.WriteString("checkpoint starting:" + l.flags(c) + "\n")
}

// flags names the reasons and kinds of a checkpoint.
func (l *logWriter) flags(c *result.Checkpoint) string {
	immediate, byWAL, flushAll := "immediate", "xlog", "flush-all"
	if l.since("12") {
		byWAL = "wal"
	}
	if l.since("19") {
		immediate, flushAll = "fast", "flush-unlogged"
	}
	out := ""
	for _, flag := range []struct {
		name string
		set  bool
	}{
		{"shutdown", c.Flags&result.FlagShutdown != 0},
		{"end-of-recovery", c.Flags&result.FlagEndOfRecovery != 0 && l.since("8.4")},
		{immediate, c.Immediate},
		{"force", c.Flags&result.FlagForce != 0},
		{"wait", c.Flags&result.FlagWait != 0},
		{byWAL, c.ByWAL()},
		{"time", c.Timed},
		{flushAll, c.Flags&result.FlagFlushAll != 0 && l.since("9.4")},
	} {
		if flag.set {
			out += " " + flag.name
		}
	}
	return out
}

func (l *logWriter) complete(c *result.Checkpoint) {
	l.begin(c.EndNs, "LOG")
	b := &l.text
	b.WriteString("checkpoint complete:")
	if l.since("19") {
		b.WriteString(l.flags(c) + ":")
	}
	fmt.Fprintf(b, " wrote %d buffers (%.1f%%)", c.Written, 100*float64(c.Written)/float64(l.buffers))
	if l.since("18") {
		fmt.Fprintf(b, ", wrote %d SLRU buffers", c.SLRU)
	}
	files := "transaction log file(s)"
	if l.since("10") {
		files = "WAL file(s)"
	}
	fmt.Fprintf(b, "; %d %s added, %d removed, %d recycled", c.SegAdded, files, c.SegRemoved, c.SegRecycle)
	l.spans(c)
	if l.since("9.5") {
		fmt.Fprintf(b, "; distance=%d kB, estimate=%d kB", c.Distance/1024, c.Estimate/1024)
	}
	if l.since("16") {
		fmt.Fprintf(b, "; lsn=%s, redo lsn=%s", l.lsn(c.LSN), l.lsn(c.RedoLSN))
	}
	b.WriteByte('\n')
}

// spans writes how long the phases took and, from 9.1 on, the fsyncs.
func (l *logWriter) spans(c *result.Checkpoint) {
	p := phasesOf(c)
	fmt.Fprintf(&l.text, "; write=%s s, sync=%s s, total=%s s",
		seconds(l.release, p.write), seconds(l.release, p.sync), seconds(l.release, p.total))
	if !l.since("9.1") {
		return
	}
	average := int64(0)
	if c.SyncFiles > 0 {
		average = c.SumSyncNs / 1000 / c.SyncFiles
	}
	fmt.Fprintf(&l.text, "; sync files=%d, longest=%s s, average=%s s",
		c.SyncFiles, seconds(l.release, c.LongestNs/1000), seconds(l.release, average))
}

// lsn prints a position in the WAL. 19 pads the lower half.
func (l *logWriter) lsn(v int64) string {
	format := "%X/%X"
	if l.since("19") {
		format = "%X/%08X"
	}
	return fmt.Sprintf(format, uint64(v)>>32, uint32(v))
}
