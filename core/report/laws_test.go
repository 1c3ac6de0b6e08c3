package report

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/server"
)

// The laws that figures of one report obey among themselves, whatever was
// simulated. They are read off the text, as a reader of the log would.

// completeLine finds the figures in a line about a complete checkpoint of any
// release.
var completeLine = regexp.MustCompile(`complete:.* wrote (\d+) buffers \((\d+\.\d)%\).*` +
	`; write=(\d+\.\d{3}) s, sync=(\d+\.\d{3}) s, total=(\d+\.\d{3}) s` +
	`(?:; sync files=(\d+), longest=(\d+\.\d{3}) s, average=(\d+\.\d{3}) s)?` +
	`(?:; distance=(\d+) kB, estimate=(\d+) kB)?`)

func TestLogObeysItsLaws(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, release := range everyRelease {
		r := &result.Result{Release: release, Buffers: 16 + random.Int64N(1<<20),
			Settings: []result.Setting{{Name: "log_checkpoints", Value: "on"}}}
		for range 50 {
			r.Checkpoints = append(r.Checkpoints, randomCheckpoint(random, r.Buffers))
		}
		checkLog(t, r)
	}
}

// randomCheckpoint returns one whose parts fit together to the nanosecond.
func randomCheckpoint(random *rand.Rand, buffers int64) result.Checkpoint {
	c := result.Checkpoint{TooOften: -1, Timed: true, Written: random.Int64N(buffers + 1), SyncFiles: random.Int64N(40)}
	for range c.SyncFiles {
		took := random.Int64N(1 << (10 + random.UintN(20)))
		c.SumSyncNs += took
		c.LongestNs = max(c.LongestNs, took)
	}
	c.StartNs = random.Int64N(1e12)
	c.WriteEndNs = c.StartNs + random.Int64N(1e11)
	c.SyncEndNs = c.WriteEndNs + c.SumSyncNs + random.Int64N(1e6)
	c.EndNs = c.SyncEndNs + random.Int64N(1e8)
	c.Distance, c.Estimate = random.Int64N(1<<34), random.Int64N(1<<34)
	return c
}

// checkLog holds every complete checkpoint of r against its line in the log.
func checkLog(t *testing.T, r *result.Result) {
	t.Helper()
	var lines []string
	for line := range strings.Lines(Log(r)) {
		if strings.Contains(line, "complete:") {
			lines = append(lines, line)
		}
	}
	want := 0
	for i := range r.Checkpoints {
		if c := &r.Checkpoints[i]; c.EndNs != 0 && atLeast(r.Release, "8.3") {
			if want++; want <= len(lines) {
				checkLine(t, r, c, lines[want-1])
			}
		}
	}
	if len(lines) != want {
		t.Errorf("%s: %d checkpoints are complete, the log tells of %d", r.Release, want, len(lines))
	}
}

func checkLine(t *testing.T, r *result.Result, c *result.Checkpoint, line string) {
	t.Helper()
	words := completeLine.FindStringSubmatch(line)
	if words == nil {
		t.Fatalf("%s: cannot read %s", r.Release, line)
	}
	v := make([]float64, len(words))
	for i, word := range words[1:] {
		if word != "" {
			v[i+1], _ = strconv.ParseFloat(word, 64)
		}
	}
	// near compares what a rounding to unit may make of a figure.
	near := func(what string, got, want, unit float64) {
		t.Helper()
		if math.Abs(got-want) > unit*(1+1e-9) {
			t.Errorf("%s: %s is %v, want %v within %v: %s", r.Release, what, got, want, unit, line)
		}
	}
	const ms = 1e-3
	near("written", v[1], float64(c.Written), 0)
	near("percent of shared_buffers", v[2], 100*v[1]/float64(r.Buffers), 0.05)
	near("write", v[3], float64(c.WriteEndNs-c.StartNs)/1e9, ms+1e-6)
	near("sync", v[4], float64(c.SyncEndNs-c.WriteEndNs)/1e9, ms+1e-6)
	if v[3]+v[4] > v[5]+2*ms {
		t.Errorf("%s: the phases take longer than the whole: %s", r.Release, line)
	}
	if atLeast(r.Release, "9.1") {
		near("files", v[6], float64(c.SyncFiles), 0)
		near("longest", v[7], float64(c.LongestNs)/1e9, ms)
		near("average", v[8]*v[6], float64(c.SumSyncNs)/1e9, v[6]*(ms+1e-6))
		if v[8] > v[7] || v[7] > v[4]+ms {
			t.Errorf("%s: average <= longest <= sync does not hold: %s", r.Release, line)
		}
	}
	if atLeast(r.Release, "9.5") {
		near("distance", v[9], float64(c.Distance)/1024, 1)
		near("estimate", v[10], float64(c.Estimate)/1024, 1)
	}
}

// TestRunObeysTheLaws holds the reports of a simulated run against each other.
func TestRunObeysTheLaws(t *testing.T) {
	sc := scenario.New()
	for _, s := range [][2]string{
		{"shared_buffers", "4MB"}, {"scale", "2"}, {"clients", "2"}, {"duration", "70s"},
		{"checkpoint_timeout", "30s"}, {"log_checkpoints", "on"}, {"bgwriter_delay", "10ms"},
	} {
		if err := sc.Set(s[0], s[1]); err != nil {
			t.Fatal(err)
		}
	}
	run, err := server.New(sc)
	if err != nil {
		t.Fatal(err)
	}
	for run.Step(1 << 20) {
	}
	r := run.Result()
	checkLog(t, r)

	complete, written := 0, int64(0)
	for i := range r.Checkpoints {
		c := &r.Checkpoints[i]
		written += c.Written
		if c.EndNs == 0 {
			continue
		}
		complete++
		if over := c.SyncEndNs - c.WriteEndNs - c.SumSyncNs; over < 0 || over > 1e6 {
			t.Errorf("checkpoint %d: the sync phase takes %d ns more than its fsyncs", i, over)
		}
	}
	if complete < 2 {
		t.Errorf("%d checkpoints are complete, the run is to have 2", complete)
	}
	if written != r.Counters.BuffersCheckpoint {
		t.Errorf("the log tells of %d buffers, pg_stat_bgwriter of %d", written, r.Counters.BuffersCheckpoint)
	}
	if begun := r.Counters.CheckpointsTimed + r.Counters.CheckpointsReq; begun < int64(len(r.Checkpoints)) {
		t.Errorf("the log tells of %d checkpoints, pg_stat_bgwriter of %d", len(r.Checkpoints), begun)
	}
	checkLatency(t, r)
}

// checkLatency: in a closed loop the latency average times the transactions per
// second is the number of clients, in every release that reports both.
func checkLatency(t *testing.T, r *result.Result) {
	t.Helper()
	copied := *r
	for _, release := range everyRelease {
		if !atLeast(release, "9.4") {
			continue
		}
		copied.Release = release
		var latency, tps float64
		for line := range strings.Lines(PgBench(&copied)) {
			line = strings.Replace(line, "average:", "average =", 1)
			fmt.Sscanf(line, "latency average = %f ms", &latency)
			if tps == 0 {
				fmt.Sscanf(line, "tps = %f", &tps)
			}
		}
		want := float64(r.Clients)
		if !atLeast(release, "9.6") { // these take the length that was asked for
			want *= float64(r.PlannedNs) / float64(r.VirtualNs)
		}
		if clients := latency / 1e3 * tps; math.Abs(clients/want-1) > 1e-4 {
			t.Errorf("%s: %v ms at %v a second are %v clients, want %v", release, latency, tps, clients, want)
		}
	}
}
