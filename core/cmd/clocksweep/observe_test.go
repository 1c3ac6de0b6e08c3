//go:build !js

package main

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"clocksweep/core/observed"
	"clocksweep/core/scenario"
)

// counting is a server of some release whose counters grow by a step each time
// they are asked for.
type counting struct {
	release string
	mu      sync.Mutex
	looks   int
	cutAt   int // the look at which the connection is cut, 0 for never
	denied  string
}

const step = 600 // by which every counter grows

// since tells whether the release has something.
func (c *counting) since(release string) bool {
	return observed.Order(c.release) >= observed.Order(release)
}

// columns of pg_stat_bgwriter by release (catalog/system_views.sql).
func (c *counting) bgwriter() []string {
	switch {
	case c.since("17"):
		return []string{"buffers_clean", "maxwritten_clean", "buffers_alloc", "stats_reset"}
	case c.since("9.2"):
		return []string{"checkpoints_timed", "checkpoints_req", "checkpoint_write_time", "checkpoint_sync_time", "buffers_checkpoint",
			"buffers_clean", "maxwritten_clean", "buffers_backend", "buffers_backend_fsync", "buffers_alloc", "stats_reset"}
	case c.since("9.1"):
		return []string{"checkpoints_timed", "checkpoints_req", "buffers_checkpoint", "buffers_clean", "maxwritten_clean",
			"buffers_backend", "buffers_backend_fsync", "buffers_alloc", "stats_reset"}
	}
	return []string{"checkpoints_timed", "checkpoints_req", "buffers_checkpoint", "buffers_clean", "maxwritten_clean", "buffers_backend", "buffers_alloc"}
}

// grown is a row of counters.
func (c *counting) grown(names []string) table {
	row := make([]any, len(names))
	for i, name := range names {
		row[i] = step * c.looks
		if name == "stats_reset" {
			row[i] = "2026-11-30 12:00:00+00"
		}
	}
	return table{names, [][]any{row}}
}

func (c *counting) answer(sql string) (table, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.denied != "" && strings.Contains(sql, c.denied) {
		return table{}, fmt.Errorf("permission denied for %s", c.denied)
	}
	missing := func(since string) error {
		if c.since(since) {
			return nil
		}
		return errors.New("relation does not exist")
	}
	switch {
	case sql == "SHOW ALL":
		return table{[]string{"name", "setting", "description"}, [][]any{
			{"shared_buffers", "64MB", "Sets the number of shared memory buffers."}, {"bgwriter_delay", "100ms", ""}, {"port", "5432", ""},
		}}, nil
	case strings.Contains(sql, "pg_has_role"), strings.Contains(sql, "usesuper"):
		return table{[]string{"member"}, [][]any{{"f"}}}, nil
	case strings.Contains(sql, "version()"):
		// The first query of each look.
		c.looks++
		if c.looks == c.cutAt {
			return table{}, errCut
		}
		t := table{nil, [][]any{{}}}
		if strings.Contains(sql, "pg_stat_bgwriter") {
			t = c.grown(c.bgwriter())
		}
		t.names = append([]string{"now", "version"}, t.names...)
		now := fmt.Sprintf("2026-11-30 12:%02d:00.5+00", c.looks)
		t.rows[0] = append([]any{now, "PostgreSQL " + c.release + ".7 on a test"}, t.rows[0]...)
		if strings.Contains(sql, "pg_stat_bgwriter") {
			return t, missing("8.3")
		}
		return t, nil
	case strings.Contains(sql, "pg_stat_checkpointer"):
		names := []string{"num_timed", "num_requested", "restartpoints_timed", "restartpoints_req", "restartpoints_done", "write_time", "sync_time", "buffers_written"}
		if c.since("18") {
			names = append(names, "num_done", "slru_written")
		}
		return c.grown(names), missing("17")
	case strings.Contains(sql, "pg_stat_io"):
		names := []string{"reads", "writes", "extends", "op_bytes", "hits", "evictions", "reuses", "fsyncs"}
		if c.since("18") {
			names = []string{"reads", "writes", "extends", "read_bytes", "write_bytes", "extend_bytes", "fsyncs"}
		}
		t := c.grown(names)
		if c.since("18") {
			t.rows[0][4], t.rows[0][5] = 8192*step*c.looks, 8192*step*c.looks
		}
		t.names = append([]string{"backend_type", "object", "context"}, t.names...)
		t.rows[0] = append([]any{"client backend", "relation", "normal"}, t.rows[0]...)
		return t, missing("16")
	case strings.Contains(sql, "pg_stat_database"):
		t := c.grown([]string{"xact_commit", "xact_rollback", "blks_read", "blks_hit", "tup_inserted", "tup_updated", "tup_deleted"})
		t.names = append([]string{"datname", "numbackends"}, t.names...)
		t.rows[0] = append([]any{"bench", 3}, t.rows[0]...)
		return t, nil
	case strings.Contains(sql, "pg_stat_wal"):
		return c.grown([]string{"wal_records", "wal_fpi", "wal_bytes"}), missing("14")
	case strings.Contains(sql, "pg_current_"):
		return table{[]string{"now", strings.TrimSuffix(sql[strings.Index(sql, "pg_current_"):], "()")},
			[][]any{{"2026-11-30 12:00:00+00", fmt.Sprintf("0/%X", step*c.looks)}}}, nil
	case strings.Contains(sql, "pg_database_size"):
		return table{[]string{"pg_database_size"}, [][]any{{167443815}}}, missing("8.1")
	case strings.Contains(sql, "pg_relation_size"):
		return table{[]string{"relname", "pg_relation_size"}, [][]any{{"pgbench_accounts", 134217728}, {`a "strange" name`, nil}}}, missing("8.1")
	}
	return table{}, errors.New("syntax error")
}

// figures reads the CSV of an observation: measured values by name.
func figures(t *testing.T, name string) (measured, simulated map[string]float64) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	measured, simulated = map[string]float64{}, map[string]float64{}
	for _, row := range rows[1:] {
		for i, to := range map[int]map[string]float64{3: measured, 4: simulated} {
			if row[i] != "" {
				if to[row[1]], err = strconv.ParseFloat(row[i], 64); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	return measured, simulated
}

// TestObserveReleases watches servers of all kinds of statistics and wants their
// counters by the minute.
func TestObserveReleases(t *testing.T) {
	for _, release := range []string{"8.2", "8.3", "9.0", "9.1", "9.2", "9.6", "12", "14", "16", "17", "18"} {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			c := &counting{release: release}
			s := startFake(t, release+".7", c.answer)
			out := filepath.Join(t.TempDir(), "mine")
			stdout, stderr, status := drive(t, "observe", s.address(), "-for", "1s", "-every", "1s", "-o", out, "-measure", "hardware=laptop-nvme")
			if status != exitOK {
				t.Fatalf("exit status %d: %s%s", status, stdout, stderr)
			}
			for _, want := range []string{"PostgreSQL " + release + ".7\n", "members of pg_monitor", "scale = 10", "clients = 2"} {
				if !strings.Contains(stdout, want) {
					t.Errorf("the answer lacks %q:\n%s", want, stdout)
				}
			}
			// Two looks a minute apart by the server's clock.
			measured, _ := figures(t, out+".csv")
			want := []string{"blks_read", "blks_hit", "WAL"}
			if c.since("8.3") {
				want = append(want, "buffers_alloc", "buffers_clean", "maxwritten_clean", "buffers_checkpoint", "checkpoints_timed", "checkpoints_req", "buffers_backend")
			}
			if c.since("9.1") {
				want = append(want, "buffers_backend_fsync")
			}
			if c.since("9.2") {
				want = append(want, "checkpoint_write_time", "checkpoint_sync_time")
			}
			if c.since("14") {
				want = append(want, "WAL records", "full-page images")
			}
			for _, name := range want {
				by := 1.0
				switch {
				case name == "WAL":
					by = 1 << 20
				case strings.HasSuffix(name, "_time"):
					by = 1000
				case name == "buffers_backend" && c.since("17"):
					by = .5 // writes and extensions
				}
				if got, ok := measured[name]; !ok || got != step/by {
					t.Errorf("%s is %v (told %t), want %v", name, got, ok, step/by)
				}
			}
			checkScenarioFile(t, out+".conf", release)
		})
	}
}

// checkScenarioFile wants a file that "run" takes.
func checkScenarioFile(t *testing.T, name, release string) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	file, errs := scenario.Parse(string(text))
	if len(errs) > 0 {
		t.Fatalf("%v\n%s", errs, text)
	}
	sc := file.Runs()[0]
	if got := sc.Enum(scenario.Release); got != release {
		t.Errorf("release %s, want %s", got, release)
	}
	if got := sc.Show(scenario.SharedBuffers); got != "64MB" {
		t.Errorf("shared_buffers %s, want 64MB", got)
	}
	if !strings.Contains(string(text), "# Link: /lab/#v=1&") {
		t.Errorf("there is no link:\n%s", text)
	}
}

// TestObserveRefused lets the server refuse a view: it is told, and the rest is used.
func TestObserveRefused(t *testing.T) {
	t.Parallel()
	c := &counting{release: "16", denied: "pg_database_size"}
	s := startFake(t, "16.1", c.answer)
	out := filepath.Join(t.TempDir(), "mine")
	stdout, stderr, status := drive(t, "observe", s.address(), "-for", "1s", "-o", out, "-measure")
	if status != exitOK || !strings.Contains(stdout, "\n  pg_database_size(): permission denied for pg_database_size\n") {
		t.Errorf("exit status %d: %s%s", status, stdout, stderr)
	}
	if measured, _ := figures(t, out+".csv"); measured["buffers_alloc"] != step {
		t.Errorf("buffers_alloc is %v", measured["buffers_alloc"])
	}
	if n := len(s.asked()); n < 10 {
		t.Errorf("only %d queries", n)
	}
}

// TestObserveLost cuts the connection at the fourth look: three snapshots are used.
func TestObserveLost(t *testing.T) {
	t.Parallel()
	c := &counting{release: "13", cutAt: 4}
	s := startFake(t, "13.1", c.answer)
	out := filepath.Join(t.TempDir(), "mine")
	stdout, stderr, status := drive(t, "observe", s.address(), "-for", "10m", "-every", "1s", "-o", out, "-measure")
	if status != exitFail || !strings.Contains(stderr, "the connection was lost after ") || !strings.Contains(stdout, "3 snapshots") {
		t.Errorf("exit status %d: %s%s", status, stdout, stderr)
	}
	if measured, _ := figures(t, out+".csv"); measured["buffers_alloc"] != step {
		t.Errorf("buffers_alloc is %v a minute, want %d", measured["buffers_alloc"], step)
	}
}

// TestObserveLostAtOnce cuts the connection before anything is read.
func TestObserveLostAtOnce(t *testing.T) {
	t.Parallel()
	s := startFake(t, "13.1", func(string) (table, error) { return table{}, errCut })
	out := filepath.Join(t.TempDir(), "mine")
	_, stderr, status := drive(t, "observe", s.address(), "-o", out)
	if status != exitFail || !strings.Contains(stderr, "observe: nothing was read: ") {
		t.Errorf("exit status %d: %s", status, stderr)
	}
	if _, err := os.Stat(out + ".conf"); err == nil {
		t.Error("there is a file of nothing")
	}
}

// TestObserveInterrupt presses Ctrl-C after the first line of progress.
func TestObserveInterrupt(t *testing.T) {
	t.Parallel()
	c := &counting{release: "15"}
	s := startFake(t, "15.1", c.answer)
	out := filepath.Join(t.TempDir(), "mine")
	cmd, stdout, stderr := inBackground(t, "observe", s.address(), "-for", "10m", "-every", "1s", "-o", out)
	lines := bufio.NewScanner(stderr)
	if !lines.Scan() || !strings.HasPrefix(lines.Text(), "1 of 600 s   transactions ") {
		t.Errorf("the progress is %q", lines.Text())
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	rest := ""
	for lines.Scan() {
		rest += lines.Text() + "\n"
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != exitFail || !strings.Contains(rest, "stopped after ") {
		t.Errorf("exit status %d: %s", status, rest)
	}
	if measured, _ := figures(t, out+".csv"); measured["buffers_alloc"] != step {
		t.Errorf("buffers_alloc is %v a minute, want %d\n%s", measured["buffers_alloc"], step, stdout.String())
	}
}

// TestObserveUsage gives command lines that are wrong.
func TestObserveUsage(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.WriteFile(there+".csv", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "observe: the server is missing"},
		{[]string{"x", "-for", "0s"}, "-for 0s is too short; legal is 1s to 168h"},
		{[]string{"x", "-for", "1000h"}, "is too long"},
		{[]string{"x", "-every", "1ms"}, "-every 1ms is too short"},
		{[]string{"x", "-o", there}, "there.csv is there already"},
		{[]string{"x", "-o", ""}, "-o is empty"},
		{[]string{"x", "hardwear=pi4-sd"}, "did you mean hardware?"},
		{[]string{"x", "hardware"}, "is not a setting; legal is name=value"},
	} {
		_, stderr, status := drive(t, append([]string{"observe"}, c.args...)...)
		if status != exitUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit status %d, %s", c.args, status, stderr)
		}
	}
	begin := time.Now()
	_, stderr, status := drive(t, "observe", "postgres://nobody@127.0.0.1:1/none?sslmode=disable&password=secret", "-o", filepath.Join(dir, "x"))
	if status != exitFail || !strings.Contains(stderr, "observe: ") || strings.Contains(stderr, "secret") {
		t.Errorf("exit status %d after %v: %s", status, time.Since(begin), stderr)
	}
}
