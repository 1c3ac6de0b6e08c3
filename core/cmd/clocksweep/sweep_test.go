package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSweepLine(t *testing.T) {
	out := driveOK(t, "sweep", "pgbench", "shared_buffers=1MB..4MB", "duration=2s", "-seeds", "2", "-metric", "p99")
	for _, want := range []string{"6 of 6 runs\n", "Latency, 99th percentile, ms; 2 seeds, 1 to 2\n", "\n1MB ", "\n2MB ", "\n4MB ", "95 % of mean"} {
		if !strings.Contains(out, want) {
			t.Errorf("the table lacks %q:\n%s", want, out)
		}
	}
}

// A cell of a grid has the hash that the same settings have alone, and what the
// machine refuses is told.
func TestSweepGrid(t *testing.T) {
	args := []string{"sweep", "#v=1&duration=2s", "shared_buffers=1MB,16GB", "full_page_writes=all"}
	var doc struct {
		Axes []struct {
			Setting string
			Values  []string
		}
		Cells []struct {
			Settings map[string]string
			Trouble  string
			Hashes   []string
			TPS      struct {
				Runs int
				Mean *float64
			}
		}
	}
	if err := json.Unmarshal([]byte(driveOK(t, append(args, "-json")...)), &doc); err != nil {
		t.Fatal(err)
	}
	if len(doc.Axes) != 2 || len(doc.Cells) != 4 {
		t.Fatalf("%d axes, %d cells", len(doc.Axes), len(doc.Cells))
	}
	last, refused := doc.Cells[2], doc.Cells[3]
	alone := driveJSON(t, "run", "#v=1&duration=2s&shared_buffers=1MB&full_page_writes=on")
	if last.Settings["full_page_writes"] != "on" || last.Hashes[0] != alone.Runs[0].Hash || last.TPS.Runs != 1 {
		t.Errorf("the cell is %+v, the run has the hash %s", last, alone.Runs[0].Hash)
	}
	if !strings.Contains(refused.Trouble, "does not fit into ram") || refused.TPS.Mean != nil {
		t.Errorf("the cell is %+v", refused)
	}
	csv := driveOK(t, append(args, "-csv")...)
	if lines := strings.Split(csv, "\r\n"); len(lines) != 6 || !strings.HasPrefix(lines[3], "1MB,on,1,") {
		t.Errorf("the CSV is %q", csv)
	}
	if text := driveOK(t, args...); !strings.Contains(text, "full_page_writes \\ shared_buffers") || !strings.Contains(text, "shared_buffers = 16GB, full_page_writes = off: ") {
		t.Errorf("the text is\n%s", text)
	}
}

// An experiment of several runs is swept in its first one, or in the one named.
func TestSweepExperiment(t *testing.T) {
	if out := driveOK(t, "sweep", "shared-buffers-challenge", "duration=2s", "clients=1,2"); !strings.HasPrefix(out, "run 32MB, 2 of 2 runs\n") {
		t.Errorf("%s", out)
	}
	if out := driveOK(t, "sweep", "shared-buffers-challenge", "duration=2s", "clients=1,2", "-run", "512MB"); !strings.HasPrefix(out, "run 512MB, ") {
		t.Errorf("%s", out)
	}
}

func TestSweepMistakes(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"", "what is to run is missing"},
		{"pgbench", "there are 0 settings with several values"},
		{"pgbench clients=1,2 scale=1,2 seed=1,2", "there are 3 settings with several values"},
		{"pgbench seed=1,2", "seed is what the repeats of a sweep vary"},
		{"pgbench clients=1,2 -metric speed", `no metric "speed"; legal are tps, `},
		{"pgbench clients=1,2 -seeds many", "-seeds many is not a number; legal is 1 to 30"},
		{"pgbench clients=1,2 -seeds 31", "31 seeds are not possible"},
		{"pgbench clients=0,2", `clients: "0" is out of range`},
		{"pgbench clientz=1,2", "clientz"},
		{"nowhere clients=1,2", `no experiment "nowhere"`},
		{"shared-buffers-challenge 32MB.clients=1,2", "-run names"},
	} {
		_, stderr, status := drive(t, append([]string{"sweep"}, strings.Fields(c.args)...)...)
		if status != exitUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("sweep %s: exit status %d, %q", c.args, status, stderr)
		}
	}
}
