package linux

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"testing"
	"time"

	"clocksweep/core/hardware"
	"clocksweep/core/result"
	"clocksweep/core/sim"
	"clocksweep/core/storage"

	"github.com/cockroachdb/datadriven"
)

// machine is a kernel with a disk, driven event by event. In the scripts, the
// disk serves one request at a time in the order of their arrival (noop, no
// command queueing), so that the order in which pages become safe is the order
// in which they were submitted.
type machine struct {
	s     *sim.Sim
	d     *storage.Drive
	wal   *storage.Drive // the WAL's own, or nil
	k     *Kernel
	files map[string]*File
	names []string // of files, by id
	was   []uint16 // flags before the present event
	disk  []string // what has reached the disk since the last command, in order
	first int64    // of the present stretch of disk
	last  int64
	file  *File
	seen  Stats // at the end of the last command
}

// plainDisk is a rotating disk of 2011 without command queueing.
func plainDisk() hardware.Disk {
	d, ok := hardware.DiskByID("hdd-7200-2011")
	if !ok {
		panic("there is no such disk")
	}
	d.QueueDepth = 1
	return d
}

func boot(c Config, d hardware.Disk, writeCache, ownWAL bool) *machine {
	m := &machine{s: sim.New(), files: map[string]*File{}}
	m.d = storage.NewDrive(m.s, d, writeCache)
	if ownWAL {
		m.wal = storage.NewDrive(m.s, d, writeCache)
		c.WALDrive = m.wal
	}
	c.DataOrigin, c.WALOrigin, c.LogOrigin, c.LogBytes = 200<<30, 210<<30, 199<<30, 128<<20
	m.k = New(m.s, m.d, c)
	return m
}

func (m *machine) create(name string, pages int64, wal bool) *File {
	f := m.k.Create(pages, wal)
	m.files[name] = f
	m.names = append(m.names, name)
	return f
}

// step fires one event and notes which pages it has made safe.
func (m *machine) step() {
	m.was = append(m.was[:0], m.k.flags...)
	m.s.Step(1)
	for pg, was := range m.was {
		if was&writeback != 0 && m.k.flags[pg]&writeback == 0 {
			m.reached(int32(pg))
		}
	}
}

// reached notes that a page has reached the disk.
func (m *machine) reached(pg Page) {
	f, i := m.k.fileOf(pg)
	if f == m.file && i == m.last+1 {
		m.last = i
		return
	}
	m.flushStretch()
	m.file, m.first, m.last = f, i, i
}

func (m *machine) flushStretch() {
	if m.file == nil {
		return
	}
	s := m.names[m.file.id] + " " + strconv.FormatInt(m.first, 10)
	if m.last > m.first {
		s += "-" + strconv.FormatInt(m.last, 10)
	}
	m.disk = append(m.disk, s)
	m.file = nil
}

// do runs functions as processes until all of them have ended.
func (m *machine) do(fs ...func(p *sim.Proc)) {
	left := len(fs)
	for _, f := range fs {
		m.s.Go("test", func(p *sim.Proc) {
			f(p)
			left--
		})
	}
	for left > 0 {
		m.step()
	}
}

// TestScripts runs the scripts in testdata. The commands are
//
//	boot fs=NAME kernel=RELEASE [cache=PAGES] [ram=PAGES] [background=%] [dirty=%] [drivecache] [barrier] [commit=SECONDS] [fdatasync=RULE] [scheduler=NAME] [dirty_bytes=N] [background_bytes=N] [cpus=N] [submit=NS] [log=BYTES] [ownwal] [noreadahead]
//	create NAME [PAGES] [wal] [cached]
//	run
//	show
//
// run takes lines of the form "NAME action", which the processes of those names
// do one after another, all processes at the same time:
//
//	write FILE RANGE...   ranges are 5, 0-9 or 0-900/100; append is the page after the last
//	read FILE RANGE...
//	start FILE RANGE      begins to write the dirty pages of one range
//	fsync FILE
//	fdatasync FILE
//	sync                  of the whole machine
//	sleep DURATION
//
// The output is each line when it is done, with "waited" if time has passed,
// then what the kernel did and which pages reached the disk, in that order.
func TestScripts(t *testing.T) {
	datadriven.Walk(t, "testdata", func(t *testing.T, path string) {
		var m *machine
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			var out string
			switch d.Cmd {
			case "boot":
				m = bootScript(t, d)
			case "create":
				createScript(m, d)
			case "run":
				out = m.runScript(t, d.Input)
			case "show":
				out = m.show()
			default:
				t.Fatalf("unknown command %s", d.Cmd)
			}
			if err := m.k.Check(); err != nil {
				t.Fatal(err)
			}
			return out
		})
	})
}

func bootScript(t *testing.T, d *datadriven.TestData) *machine {
	text := func(key, value string) string {
		if d.HasArg(key) {
			d.ScanArgs(t, key, &value)
		}
		return value
	}
	number := func(key string, v *int64) {
		if d.HasArg(key) {
			d.ScanArgs(t, key, v)
		}
	}
	kernel, ok := hardware.KernelByID(text("kernel", ""))
	fs, ok2 := hardware.FileSystemByID(text("fs", ""))
	if !ok || !ok2 {
		d.Fatalf(t, "unknown kernel or file system")
	}
	number("background", &kernel.BackgroundRatio)
	number("dirty", &kernel.DirtyRatio)
	number("commit", &fs.CommitS)
	fs.Barrier = d.HasArg("barrier")
	c := Config{Kernel: kernel, FileSystem: fs, CachePages: 10000, Scheduler: text("scheduler", "noop")}
	number("cache", &c.CachePages)
	c.RAMPages = c.CachePages
	number("ram", &c.RAMPages)
	c.Fdatasync = hardware.FdatasyncRule(text("fdatasync", string(kernel.Fdatasync)))
	c.ReadAhead = !d.HasArg("noreadahead")
	number("dirty_bytes", &c.DirtyBytes)
	number("background_bytes", &c.BackgroundBytes)
	number("cpus", &c.CPUs)
	number("submit", &c.SubmitNs)
	m := boot(c, plainDisk(), d.HasArg("drivecache"), d.HasArg("ownwal"))
	number("log", &m.k.c.LogBytes)
	return m
}

func createScript(m *machine, d *datadriven.TestData) {
	pages := int64(0)
	for _, a := range d.CmdArgs[1:] {
		if n, err := strconv.ParseInt(a.Key, 10, 64); err == nil {
			pages = n
		}
	}
	f := m.create(d.CmdArgs[0].Key, pages, d.HasArg("wal"))
	if d.HasArg("cached") {
		m.k.Preload(f)
	}
}

// runScript runs the lines of a script and returns what happened.
func (m *machine) runScript(t *testing.T, input string) string {
	var out strings.Builder
	lines := map[string][]string{}
	var order []string
	for line := range strings.Lines(input) {
		name, action, _ := strings.Cut(strings.TrimSpace(line), " ")
		if lines[name] == nil {
			order = append(order, name)
		}
		lines[name] = append(lines[name], action)
	}
	var procs []func(p *sim.Proc)
	for _, name := range order {
		procs = append(procs, func(p *sim.Proc) {
			for _, action := range lines[name] {
				began, before := p.Now(), *p.Booked()
				m.action(t, p, strings.Fields(action))
				fmt.Fprintf(&out, "%s %s", name, action)
				if p.Now() > began && !strings.HasPrefix(action, "sleep") {
					out.WriteString(": waited")
				}
				if p.Booked()[result.WaitDirtyLimit] > before[result.WaitDirtyLimit] {
					out.WriteString(", throttled")
				}
				out.WriteByte('\n')
			}
		})
	}
	m.do(procs...)
	return out.String() + m.effects()
}

func (m *machine) action(t *testing.T, p *sim.Proc, words []string) {
	if words[0] == "sleep" {
		d, err := time.ParseDuration(words[1])
		if err != nil {
			t.Fatal(err)
		}
		p.Sleep(int64(d))
		return
	}
	if words[0] == "sync" {
		m.k.Sync(p)
		return
	}
	f := m.files[words[1]]
	if f == nil {
		t.Fatalf("there is no file %s", words[1])
	}
	switch words[0] {
	case "fsync":
		m.k.Fsync(p, f)
	case "fdatasync":
		m.k.Fdatasync(p, f)
	case "start":
		from, to, _ := strings.Cut(words[2], "-")
		first, err1 := strconv.ParseInt(from, 10, 64)
		last, err2 := strconv.ParseInt(to, 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%s is not a range of pages", words[2])
		}
		m.k.StartWrite(p, f, first, last-first+1)
	case "write":
		pagesOf(t, f, words[2:], func(i int64) { m.k.Write(p, f, i) })
	case "read":
		pagesOf(t, f, words[2:], func(i int64) { m.k.Read(p, f.Page(i)) })
	default:
		t.Fatalf("unknown action %s", words[0])
	}
}

// pagesOf calls do for each page of the ranges, in their order.
func pagesOf(t *testing.T, f *File, ranges []string, do func(i int64)) {
	for _, r := range ranges {
		if r == "append" {
			do(f.Pages())
			continue
		}
		r, stride, _ := strings.Cut(r, "/")
		step := int64(1)
		if stride != "" {
			step, _ = strconv.ParseInt(stride, 10, 64)
		}
		from, to, isRange := strings.Cut(r, "-")
		first, err := strconv.ParseInt(from, 10, 64)
		last := first
		if isRange && err == nil {
			last, err = strconv.ParseInt(to, 10, 64)
		}
		if err != nil || step < 1 {
			t.Fatalf("%s is not a range of pages", r)
		}
		for i := first; i <= last; i += step {
			do(i)
		}
	}
}

// effects returns what the kernel did since the last command.
func (m *machine) effects() string {
	var out strings.Builder
	now := m.k.Stats
	count := func(what string, now, was int64) {
		if now != was {
			fmt.Fprintf(&out, "%s %d\n", what, now-was)
		}
	}
	count("read from disk:", now.Reads, m.seen.Reads)
	count("read ahead:", now.ReadAhead, m.seen.ReadAhead)
	count("journal commits:", now.JournalCommits, m.seen.JournalCommits)
	count("pages submitted by commits:", now.JournalData, m.seen.JournalData)
	count("pages written into the journal:", now.JournalLogged, m.seen.JournalLogged)
	count("pages submitted by fsync:", now.FsyncPages, m.seen.FsyncPages)
	count("pages submitted by writeback:", now.FlusherPages, m.seen.FlusherPages)
	m.seen = now
	m.flushStretch()
	if n := len(m.disk); n > 12 {
		m.disk = append(append(m.disk[:5:5], "... "+strconv.Itoa(n-10)+" more"), m.disk[n-5:]...)
	}
	if len(m.disk) > 0 {
		fmt.Fprintf(&out, "disk: %s\n", strings.Join(m.disk, ", "))
	}
	m.disk = nil
	return out.String()
}

// show returns the state of the kernel.
func (m *machine) show() string {
	var out strings.Builder
	fmt.Fprintf(&out, "dirty %d, under writeback %d, cached %d (active %d)", m.k.Dirty(), m.k.nWriteback, m.k.nCached, m.k.nActive)
	if n := m.d.Stats().CachedPages; n > 0 {
		fmt.Fprintf(&out, ", in the drive's cache %d", n)
	}
	out.WriteByte('\n')
	names := append([]string(nil), m.names...)
	sort.Strings(names)
	for _, name := range names {
		f := m.files[name]
		var in []string
		for i := range f.pages {
			if m.k.flags[f.Page(i)]&dirty != 0 {
				in = append(in, strconv.FormatInt(i, 10))
			}
		}
		if len(in) > 0 && len(in) <= 20 {
			fmt.Fprintf(&out, "%s dirty: %s\n", name, strings.Join(in, " "))
		}
	}
	return out.String()
}
