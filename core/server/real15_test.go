package server

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/result"
)

//go:embed testdata/real15.txt
var real15 string

// realRun is what real runs of one kind counted.
type realRun struct {
	label, settings string
	clients         int
	counts          []realCount
}

// realCount is a quantity with its lowest and highest value.
type realCount struct {
	name      string
	low, high float64
}

func realRuns15(t *testing.T) []realRun {
	t.Helper()
	var runs []realRun
	for line := range strings.Lines(real15) {
		line = strings.TrimSpace(line)
		if label, ok := strings.CutPrefix(line, "run "); ok {
			f := strings.Fields(label)
			clients, err := strconv.Atoi(f[1])
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, realRun{label: label, clients: clients,
				settings: "release=15 fsync=off max_wal_size=16GB checkpoint_timeout=1d workload=" + f[0] + " clients=" + f[1] +
					" scale=" + f[2] + " shared_buffers=" + f[3] + " seed=" + f[4] + " transactions=" + f[5]})
			continue
		}
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, ",")
		low, err1 := strconv.ParseFloat(f[1], 64)
		high, err2 := strconv.ParseFloat(f[2], 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s: %v, %v", line, err1, err2)
		}
		last := &runs[len(runs)-1]
		last.counts = append(last.counts, realCount{f[0], low, high})
	}
	return runs
}

// counted returns a quantity of a simulated run.
func counted(t *testing.T, r *result.Result, name string) float64 {
	t.Helper()
	c := &r.Counters
	switch name {
	case "buffers_alloc":
		return float64(c.BuffersAlloc)
	case "wal_records":
		return float64(c.WALRecords)
	case "wal_fpi":
		return float64(c.WALFPI)
	case "wal_bytes":
		return float64(c.WALBytes)
	}
	relation, what, _ := strings.Cut(name, " ")
	for _, rel := range r.Relations {
		if rel.Name == relation {
			return map[string]float64{"read": float64(rel.BlksRead), "hit": float64(rel.BlksHit), "pages": float64(rel.Pages)}[what]
		}
	}
	t.Fatalf("no relation %s", relation)
	return 0
}

// smallest is the least count that is judged: below it single pages are per
// cents.
const smallest = 1000

// TestRealServer15 repeats runs of one client. pgbench's random numbers are the
// same, so that nearly every count is, too; 2 % leaves room for the catalogs, which
// are modeled by their number of pages only.
func TestRealServer15(t *testing.T) {
	judged := 0
	for _, m := range realRuns15(t) {
		if m.clients > 1 {
			continue
		}
		r := run(t, of(t, m.settings)).Result()
		for _, c := range m.counts {
			got := counted(t, r, c.name)
			if strings.HasSuffix(c.name, " pages") {
				if got != c.low {
					t.Errorf("%s: %s is %v, a real server has %v", m.label, c.name, got, c.low)
				}
				continue
			}
			if c.low < smallest {
				continue
			}
			if strings.HasPrefix(c.name, "wal_") && strings.HasPrefix(m.label, "select-only") {
				continue // a few catalog pages, pruned by the statistics queries
			}
			judged++
			if got < c.low*0.98 || got > c.high*1.02 {
				t.Errorf("%s: %s is %v, %+.2f %% off what a real server counts, %v to %v", m.label, c.name, got, off(got, c), c.low, c.high)
			}
		}
	}
	if judged < 100 {
		t.Errorf("only %d counts were judged", judged)
	}
}

// missed are the counts of runs with eight clients that are known to lie outside of
// what is allowed, by label and name.
var missed = map[string]bool{}

// TestRealServer15Clients repeats runs of eight clients, in which the moment
// decides who meets whom: the half-range of three real runs was 0.8 % for reads,
// 2.3 % for hits and 0.1 % for bytes of WAL. Allowed is one per cent more. How
// many transactions wait for the row of another one, and how many prune a page
// because nobody else has it pinned, is a matter of the machine's scheduler. Each
// is a record more, so records are judged roughly: 1.3 to 2.9 % too many here, where
// a transaction that holds a row waits for one of two processors as long as any other,
// but 0.3 % at scale 20 with as many processors as clients; and at scale 1, where everybody
// waits for the one branch, hits on branches and tellers vary by 6 and 13 % on the
// real server and are not judged.
func TestRealServer15Clients(t *testing.T) {
	judged := 0
	for _, m := range realRuns15(t) {
		if m.clients == 1 {
			continue
		}
		r := run(t, of(t, m.settings)).Result()
		for _, c := range m.counts {
			spread := 0.018
			switch {
			case strings.HasSuffix(c.name, " pages"):
				continue
			case strings.HasPrefix(m.label, "tpc-b 8 1 ") && (c.name == "pgbench_branches hit" || c.name == "pgbench_tellers hit"):
				continue
			case strings.HasSuffix(c.name, " hit"):
				spread = 0.033
			case c.name == "wal_records":
				spread = 0.035
			case strings.HasPrefix(c.name, "wal_"):
				spread = 0.011
			}
			if c.low < smallest {
				continue
			}
			got := counted(t, r, c.name)
			judged++
			d := off(got, c)
			switch miss := math.Abs(d) > 100*spread; {
			case miss && !missed[m.label+" "+c.name]:
				t.Errorf("%s: %s is %v, %+.2f %% off what a real server counts, %v to %v", m.label, c.name, got, d, c.low, c.high)
			case !miss && missed[m.label+" "+c.name]:
				t.Errorf("%s: %s is a miss no longer: take it off the list", m.label, c.name)
			}
		}
	}
	if judged < 20 {
		t.Errorf("only %d counts were judged", judged)
	}
}

// off returns by how many per cent got differs from the middle of the range.
func off(got float64, c realCount) float64 { return 200*got/(c.low+c.high) - 100 }
