package report

import (
	"fmt"

	"clocksweep/core/result"
)

// micros is the span between two moments in microseconds, as a server sees it
// whose clock has that resolution.
func micros(fromNs, toNs int64) int64 { return toNs/1000 - fromNs/1000 }

// millis turns a span in microseconds into the milliseconds that the release
// reports about checkpoints: 14 and later round up, those before cut
// (access/transam/xlog.c LogCheckpointEnd).
func millis(release string, us int64) int64 {
	if atLeast(release, "14") {
		us += 999
	}
	return us / 1000
}

// seconds prints a span as the log does, "1.234".
func seconds(release string, us int64) string {
	ms := millis(release, us)
	return fmt.Sprintf("%d.%03d", ms/1000, ms%1000)
}

// phases are the spans of a complete checkpoint in microseconds.
type phases struct{ write, sync, total int64 }

func phasesOf(c *result.Checkpoint) phases {
	return phases{
		write: micros(c.StartNs, c.WriteEndNs),
		sync:  micros(c.WriteEndNs, c.SyncEndNs),
		total: micros(c.StartNs, c.EndNs),
	}
}
