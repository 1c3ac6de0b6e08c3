package checkpointer

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestSchedules runs the commands of testdata/schedules:
//
//	begin segments=S timeout=SECONDS target=PERCENT lsn=BYTES start=MS
//	ask                   lines of: written share in %, WAL inserted since the start in MB, ms since the start
//	checkpoint pages=N write=US nap=MS wal=MB
//	                      a whole checkpoint; write is the time of one write, wal the WAL of a second
func TestSchedules(t *testing.T) {
	var c Pacer
	var lsn, startMs int64
	datadriven.RunTest(t, "testdata/schedules", func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "begin":
			var s Settings
			var target int
			d.ScanArgs(t, "segments", &s.Segments)
			d.ScanArgs(t, "timeout", &s.TimeoutS)
			d.ScanArgs(t, "target", &target)
			d.ScanArgs(t, "lsn", &lsn)
			d.ScanArgs(t, "start", &startMs)
			s.CompletionTarget = float64(target) / 100
			c.Begin(lsn, startMs*1e6, s)
			return ""
		case "ask":
			var out []string
			for _, line := range strings.Split(d.Input, "\n") {
				var percent, mb, ms int64
				if _, err := fmt.Sscan(line, &percent, &mb, &ms); err != nil {
					d.Fatalf(t, "%v", err)
				}
				out = append(out, answer(c.OnSchedule(float64(percent)/100, lsn+mb<<20, (startMs+ms)*1e6)))
			}
			return strings.Join(out, "\n")
		case "checkpoint":
			var pages, writeUs, napMs, walMB int64
			d.ScanArgs(t, "pages", &pages)
			d.ScanArgs(t, "write", &writeUs)
			d.ScanArgs(t, "nap", &napMs)
			d.ScanArgs(t, "wal", &walMB)
			return schedule(&c, lsn, startMs, pages, writeUs, napMs, walMB)
		}
		d.Fatalf(t, "unknown command %s", d.Cmd)
		return ""
	})
}

func answer(nap bool) string {
	if nap {
		return "nap"
	}
	return "go on"
}

// schedule plays a whole checkpoint and prints each tenth of it.
func schedule(c *Pacer, lsn, startMs, pages, writeUs, napMs, walMB int64) string {
	var out strings.Builder
	now := startMs * 1000 // µs
	naps := 0
	for done := int64(1); done <= pages; done++ {
		now += writeUs
		elapsed := now - startMs*1000
		if done*10/pages != (done-1)*10/pages {
			fmt.Fprintf(&out, "%4d pages after %7.3f s, %d naps\n", done, float64(elapsed)/1e6, naps)
		}
		wal := elapsed * walMB << 20 / 1e6
		if done < pages && c.OnSchedule(float64(done)/float64(pages), lsn+wal, now*1000) {
			naps++
			now += napMs * 1000
		}
	}
	return out.String()
}
