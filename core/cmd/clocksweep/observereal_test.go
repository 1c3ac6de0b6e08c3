//go:build linux

package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"clocksweep/core/observed"
	"clocksweep/core/scenario"
)

// cluster is a real PostgreSQL server of this test's own, on a socket in a folder of
// its own, with pgbench's tables in a database named bench.
type cluster struct {
	t    *testing.T
	bin  string // where initdb is
	dir  string
	cred *syscall.Credential // nil if the test itself is not root
}

const scale = 5

// findServer returns the folder with the programs of a real server.
func findServer(t *testing.T) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if path, err := exec.LookPath("initdb"); err == nil {
		found = append(found, path)
	}
	if len(found) == 0 {
		t.Fatal("PostgreSQL is missing. Install it and try again:  sudo apt-get install postgresql")
	}
	real, err := filepath.EvalSymlinks(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Dir(real)
}

// newCluster starts a server. PostgreSQL refuses to run as root; then it runs as the
// user postgres that its package has made.
func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{t: t, bin: findServer(t)}
	var err error
	if c.dir, err = os.MkdirTemp("", "pg"); err != nil { // short, for the name of a socket is bounded
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(c.dir) })
	if os.Geteuid() == 0 {
		c.cred = account(t, "postgres")
		if err := os.Chown(c.dir, int(c.cred.Uid), int(c.cred.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	c.run("initdb", "-D", c.dir+"/data", "-A", "trust", "-U", "postgres", "--no-sync", "-E", "UTF8", "--locale=C")
	conf := "listen_addresses = ''\nunix_socket_directories = '" + c.dir + "'\nshared_buffers = 8MB\ncheckpoint_timeout = 30s\nautovacuum = off\n"
	file, err := os.OpenFile(c.dir+"/data/postgresql.conf", os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.WriteString(conf); err != nil {
		t.Fatal(err)
	}
	file.Close()
	c.run("pg_ctl", "-D", c.dir+"/data", "-l", c.dir+"/log", "-w", "-t", "120", "start")
	t.Cleanup(func() { c.command("pg_ctl", "-D", c.dir+"/data", "-m", "immediate", "stop").Run() })
	c.run("createdb", c.args("bench")...)
	c.run("pgbench", c.args("-i", "-q", "-s", strconv.Itoa(scale), "bench")...)
	c.run("psql", c.args("-q", "-c", "CREATE ROLE watcher LOGIN", "-c", "CHECKPOINT", "bench")...)
	return c
}

func account(t *testing.T, name string) *syscall.Credential {
	t.Helper()
	u, err := user.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	uid, _ := strconv.ParseUint(u.Uid, 10, 32)
	gid, _ := strconv.ParseUint(u.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// args puts the server's address before arguments.
func (c *cluster) args(list ...string) []string {
	return append([]string{"-h", c.dir, "-U", "postgres"}, list...)
}

func (c *cluster) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(filepath.Join(c.bin, name), args...)
	cmd.Dir = c.dir
	if c.cred != nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: c.cred}
	}
	return cmd
}

// run runs one of the server's programs to its end. Output goes to a file, for a
// server that is started would keep a pipe open.
func (c *cluster) run(name string, args ...string) {
	c.t.Helper()
	log, err := os.Create(filepath.Join(c.dir, "out"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer log.Close()
	cmd := c.command(name, args...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		said, _ := os.ReadFile(log.Name())
		server, _ := os.ReadFile(filepath.Join(c.dir, "log"))
		c.t.Fatalf("%s: %v\n%s%s", name, err, said, server)
	}
}

// query asks the server and returns what psql prints without any ornament.
func (c *cluster) query(sql string) string {
	c.t.Helper()
	out, err := c.command("psql", c.args("-X", "-A", "-t", "-c", sql, "bench")...).Output()
	if err != nil {
		c.t.Fatalf("%s: %v", sql, err)
	}
	return strings.TrimSpace(string(out))
}

func (c *cluster) address(role string) string {
	return fmt.Sprintf("host=%s user=%s dbname=bench", c.dir, role)
}

// TestObserveReal watches a real server under pgbench, with a role that has no
// privileges, and puts its figures beside the simulated ones.
func TestObserveReal(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	checkKnown(t, c)
	bench := c.command("pgbench", c.args("-n", "-c", "4", "-R", "150", "-T", "600", "bench")...)
	if err := bench.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		bench.Process.Kill()
		bench.Wait()
	}()
	out := filepath.Join(t.TempDir(), "real")
	stdout, stderr, status := drive(t, "observe", c.address("watcher"), "-for", "40s", "-every", "5s", "-o", out, "hardware=laptop-nvme")
	if status != exitOK {
		t.Fatalf("exit status %d: %s%s", status, stdout, stderr)
	}
	t.Logf("%s%s", stdout, stderr)
	if n := strings.Count(stderr, " of 40 s   transactions "); n < 4 {
		t.Errorf("there are %d lines of progress:\n%s", n, stderr)
	}
	for _, want := range []string{"PostgreSQL ", "members of pg_monitor", "scale = 5.", "clients = 4.", "\n  shared_buffers = 8MB: taken"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("the answer lacks %q", want)
		}
	}
	measured, simulated := figures(t, out+".csv")
	// What a transaction costs in pages does not depend on the speed of this computer
	// or its load. Pages are written later than they are changed: a pool of 1024 that
	// was clean at one end and dirty at the other makes a difference of that many.
	perTransaction := func(of map[string]float64, names ...string) (sum float64) {
		for _, name := range names {
			sum += of[name] / of["transactions"]
		}
		return sum
	}
	pool := 1024 / (measured["buffers_checkpoint"] + measured["buffers_clean"] + measured["buffers_backend"])
	for _, c := range []struct {
		within float64
		names  []string
	}{
		{.05, []string{"buffers_alloc"}},
		{.05 + pool, []string{"buffers_checkpoint", "buffers_clean", "buffers_backend"}},
	} {
		real, lab := perTransaction(measured, c.names...), perTransaction(simulated, c.names...)
		if !(math.Abs(lab/real-1) <= c.within) {
			t.Errorf("%v: %.3f a transaction on the real server, %.3f in the lab", c.names, real, lab)
		}
	}
	if r := simulated["transactions"] / measured["transactions"]; !(math.Abs(r-1) <= .1) {
		t.Errorf("the lab made %.2f times as many transactions", r)
	}
	for _, name := range []string{"buffers_checkpoint", "buffers_clean", "buffers_backend", "maxwritten_clean", "checkpoints_timed", "checkpoint_write_time", "WAL", "full-page images"} {
		_, real := measured[name]
		if _, lab := simulated[name]; !real || !lab {
			t.Errorf("%s: measured %t, simulated %t", name, real, lab)
		}
	}
	text, err := os.ReadFile(out + ".conf")
	if err != nil {
		t.Fatal(err)
	}
	if _, errs := scenario.Parse(string(text)); len(errs) > 0 {
		t.Errorf("%v\n%s", errs, text)
	}
}

// checkKnown wants every setting of the real server to be the lab's, or to have a
// reason why it is not.
func checkKnown(t *testing.T, c *cluster) {
	t.Helper()
	names := strings.Fields(c.query("SELECT lower(name) FROM pg_settings"))
	if len(names) < 200 {
		t.Fatalf("the server has only %d settings", len(names))
	}
	all := scenario.Settings()
	for _, name := range names {
		lab := slices.ContainsFunc(all, func(s scenario.Setting) bool { return s.Name == name })
		if _, known := observed.FamilyOf(name); !known && !lab && name != "synchronize_seqscans" && !strings.Contains(name, ".") {
			t.Errorf("the server has %s, of which nothing is known", name)
		}
	}
}

// TestObserveRealStops stops a real server while it is watched.
func TestObserveRealStops(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	out := filepath.Join(t.TempDir(), "real")
	cmd, stdout, stderr := inBackground(t, "observe", c.address("postgres"), "-for", "10m", "-every", "1s", "-o", out, "-measure")
	said, stopped := "", false
	buffer := make([]byte, 4096)
	for {
		n, err := stderr.Read(buffer)
		said += string(buffer[:n])
		if !stopped && strings.Contains(said, " of 600 s") {
			c.run("pg_ctl", "-D", c.dir+"/data", "-m", "fast", "-w", "stop")
			stopped = true
		}
		if err != nil {
			break
		}
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != exitFail || !strings.Contains(said, "the connection was lost after ") {
		t.Errorf("exit status %d: %s", status, said)
	}
	if measured, _ := figures(t, out+".csv"); len(measured) < 10 {
		t.Errorf("only %d figures are left\n%s", len(measured), stdout.String())
	}
}
