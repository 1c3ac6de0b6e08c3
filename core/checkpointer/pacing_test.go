package checkpointer

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// readPaced returns the bursts of the recorded checkpoint: ends of writes, µs
// since its start.
func readPaced(t *testing.T) (bursts [][]int64, writes int) {
	text, err := os.ReadFile("testdata/paced-8.3.0.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var burst []int64
		for _, word := range strings.Fields(line) {
			us, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			burst = append(burst, us)
		}
		bursts = append(bursts, burst)
		writes += len(burst)
	}
	return bursts, writes
}

// disagreements counts the recorded decisions that a pacer would have made
// otherwise, if the checkpoint began startUs microseconds after a whole second.
func disagreements(bursts [][]int64, writes int, startUs int64, s Settings) (n, decisions int) {
	var c Pacer
	c.Begin(0, startUs*1000, s)
	done := 0
	for _, burst := range bursts {
		for i, us := range burst {
			done++
			if done == writes {
				return n, decisions
			}
			decisions++
			nap := i == len(burst)-1
			if c.OnSchedule(float64(done)/float64(writes), 0, (startUs+us)*1000) != nap {
				n++
			}
		}
	}
	return n, decisions
}

// agreeing returns for how many of the possible starts within a second, in
// steps of 100 µs, every decision agrees, and the first and last of them in µs.
func agreeing(bursts [][]int64, writes int, s Settings) (n int, first, last int64) {
	first = -1
	for us := int64(0); us < 1e6; us += 100 {
		if wrong, _ := disagreements(bursts, writes, us, s); wrong == 0 {
			n++
			last = us
			if first < 0 {
				first = us
			}
		}
	}
	return n, first, last
}

// TestPacingOfARealServer holds each decision to nap or not of a real paced
// checkpoint against the schedule. At which fraction of a second it began was
// not recorded; a single start must explain all decisions. (The server keeps
// the start in whole seconds, so the fraction matters.)
func TestPacingOfARealServer(t *testing.T) {
	bursts, writes := readPaced(t)
	recorded := Settings{Segments: 100, TimeoutS: 30, CompletionTarget: 0.5}
	n, first, last := agreeing(bursts, writes, recorded)
	_, decisions := disagreements(bursts, writes, 0, recorded)
	if n == 0 {
		t.Fatal("no start of the checkpoint explains its decisions")
	}
	t.Logf("%d decisions after %d writes, %d naps: all agree if the checkpoint began %d to %d µs after a whole second",
		decisions, writes, len(bursts)-1, first, last)
	if decisions != 564 || len(bursts) != 76 {
		t.Errorf("%d decisions with %d naps were read, not 564 with 75", decisions, len(bursts)-1)
	}
	for _, wrong := range []Settings{
		{Segments: 100, TimeoutS: 30, CompletionTarget: 0.52},
		{Segments: 100, TimeoutS: 31, CompletionTarget: 0.5},
	} {
		if n, _, _ := agreeing(bursts, writes, wrong); n > 0 {
			t.Errorf("%+v explains the decisions too: the recording proves nothing", wrong)
		}
	}
}

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
