package report

import (
	"fmt"
	"strings"

	"clocksweep/core/result"
)

// Log returns what the run left in the server log about its checkpoints, in the
// form of the release and without a line prefix (log_line_prefix was empty by
// default before 10): the lines of log_checkpoints if it is on, and always the
// warning that checkpoints follow each other within checkpoint_warning
// (access/transam/xlog.c LogCheckpointStart and LogCheckpointEnd,
// postmaster/bgwriter.c). It returns "" if there is nothing to say.
func Log(r *result.Result) string {
	var b strings.Builder
	for i := range r.Checkpoints {
		c := &r.Checkpoints[i]
		if c.TooOften >= 0 {
			logTooOften(&b, r, c.TooOften)
		}
		if setting(r, "log_checkpoints") == "on" {
			logStart(&b, c)
			if c.EndNs != 0 {
				logComplete(&b, r, c)
			}
		}
	}
	return b.String()
}

func logTooOften(b *strings.Builder, r *result.Result, seconds int64) {
	unit := "seconds"
	if seconds == 1 && atLeast(r.Release, "8.4") { // 8.4 learned plural forms
		unit = "second"
	}
	fmt.Fprintf(b, "LOG:  checkpoints are occurring too frequently (%d %s apart)\n", seconds, unit)
	b.WriteString("HINT:  Consider increasing the configuration parameter \"checkpoint_segments\".\n")
}

func logStart(b *strings.Builder, c *result.Checkpoint) {
	b.WriteString("LOG:  checkpoint starting:")
	if c.Immediate {
		b.WriteString(" immediate")
	}
	if c.Timed {
		b.WriteString(" time\n")
	} else {
		b.WriteString(" xlog\n")
	}
}

func logComplete(b *strings.Builder, r *result.Result, c *result.Checkpoint) {
	fmt.Fprintf(b, "LOG:  checkpoint complete: wrote %d buffers (%.1f%%); "+
		"%d transaction log file(s) added, %d removed, %d recycled; "+
		"write=%s s, sync=%s s, total=%s s",
		c.Written, 100*float64(c.Written)/float64(r.Buffers),
		c.SegAdded, c.SegRemoved, c.SegRecycle,
		seconds(c.WriteEndNs-c.StartNs), seconds(c.SyncEndNs-c.WriteEndNs), seconds(c.EndNs-c.StartNs))
	if atLeast(r.Release, "9.1") {
		average := int64(0)
		if c.SyncFiles > 0 {
			average = c.SumSyncNs / c.SyncFiles
		}
		fmt.Fprintf(b, "; sync files=%d, longest=%s s, average=%s s",
			c.SyncFiles, seconds(c.LongestNs), seconds(average))
	}
	b.WriteByte('\n')
}

// seconds cuts to milliseconds as PostgreSQL does; it does not round.
func seconds(ns int64) string {
	ms := ns / 1e6
	return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
}
