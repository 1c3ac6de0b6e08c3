package linux

import (
	"slices"
	"strconv"
	"testing"

	"clocksweep/core/hardware"
	"clocksweep/core/linux/elevator"
	"clocksweep/core/result"
	"clocksweep/core/sim"
)

// history is what is known from outside of every page's changes: a change is
// safe once a write that began after it has reached the disk.
type history struct {
	*machine
	clock     int64   // events so far
	times     []int64 // when each of them fired
	changed   []int64 // by page: when it was changed last
	submitted []int64 // by page: when its newest write began
	safe      []int64 // by page: when the newest write that has reached the disk began
	logged    []int64 // by page: when the commit began that puts it into the journal
	dirtied   int64   // changes from clean to dirty
	problem   string
}

// step fires one event and compares each page with its state before.
func (h *history) step() {
	h.was = append(h.was[:0], h.k.flags...)
	h.clock++
	h.s.Step(1)
	h.times = append(h.times, h.s.Now())
	h.grow()
	for pg, now := range h.k.flags {
		was := uint16(0)
		if pg < len(h.was) {
			was = h.was[pg]
		}
		if was&writeback != 0 && now&writeback == 0 {
			h.safe[pg] = max(h.safe[pg], h.submitted[pg])
		}
		if h.k.c.FileSystem.JournalsData {
			taken := was&onRunning != 0 && now&onRunning == 0 // by a commit that begins
			if was&committing != 0 && (taken || now&committing == 0) {
				h.safe[pg] = max(h.safe[pg], h.logged[pg])
			}
			if taken {
				h.logged[pg] = h.clock
			}
			if was&onRunning != 0 && was&writeback == 0 && now&writeback != 0 {
				h.problem = "page " + strconv.Itoa(pg) + " goes to its place before the journal has it"
			}
		}
		if was&writeback == 0 && now&writeback != 0 {
			h.submitted[pg] = h.clock
		}
		if (was&dirty != 0 || h.changed[pg] == h.clock) && now&(dirty|writeback) == 0 {
			h.problem = "page " + strconv.Itoa(pg) + " became clean and is not on its way to the disk"
		}
	}
}

// grow makes room for every page there is.
func (h *history) grow() {
	for len(h.changed) < len(h.k.flags) {
		h.changed = append(h.changed, 0)
		h.submitted = append(h.submitted, 0)
		h.safe = append(h.safe, 0)
		h.logged = append(h.logged, 0)
	}
}

// mustBeSafe checks that the changes of f that had been made at a moment, whose
// clock was then, have reached the disk.
func (h *history) mustBeSafe(f *File, changed []int64, what string) {
	for i := range f.pages {
		pg := f.Page(i)
		if int(pg) < len(changed) && changed[pg] > 0 && h.safe[pg] < changed[pg] {
			h.problem = what + " returned, but page " + strconv.FormatInt(i, 10) + " of file " +
				strconv.Itoa(int(f.id)) + " is not safe"
			return
		}
	}
}

// TestNothingIsLost lets several processes write, read and sync files at random
// on every file system and kernel, with little memory, and looks at every page
// after every event. Then everything is synced.
func TestNothingIsLost(t *testing.T) {
	for _, fs := range hardware.FileSystems() {
		for _, kernel := range hardware.Kernels() {
			t.Run(fs.ID+"/"+kernel.ID, func(t *testing.T) {
				for seed := range uint64(4) {
					nothingIsLost(t, fs, kernel, seed)
				}
			})
		}
	}
}

func nothingIsLost(t *testing.T, fs hardware.FileSystem, kernel hardware.Kernel, seed uint64) {
	rnd := sim.NewRand(seed, fs.ID+kernel.ID)
	kernel.BackgroundRatio = 5 + rnd.Intn(40)
	kernel.DirtyRatio = 10 + rnd.Intn(90)
	kernel.ExpireCs, kernel.WritebackCs = 10+rnd.Intn(300), 1+rnd.Intn(100)
	kernel.MtimeGranularityNs = 1 + rnd.Intn(sim.Second)
	kernel.NrRequests = 4 + rnd.Intn(30)
	kernel.MaxWritebackPages = 2 + rnd.Intn(60)
	fs.Barrier = rnd.Intn(2) == 0
	fs.CommitS = 1 + rnd.Intn(3)
	rules := []hardware.FdatasyncRule{hardware.CommitMtime, hardware.CommitBlocks, hardware.CommitAlways}
	schedulers := elevator.Schedulers()
	disk := plainDisk()
	disk.QueueDepth = 1 + 30*rnd.Intn(2)
	c := Config{
		Scheduler: schedulers[rnd.Intn(int64(len(schedulers)))],
		Kernel:    kernel, FileSystem: fs, Fdatasync: rules[rnd.Intn(3)],
		CachePages: 20 + rnd.Intn(200), RAMPages: 500, CPUs: 1 + rnd.Intn(4), SubmitNs: rnd.Intn(2) * 50_000,
		ReadAhead: rnd.Intn(2) == 0, DirtyBytes: rnd.Intn(2) * rnd.Intn(100) * PageSize,
		BackgroundBytes: rnd.Intn(2) * rnd.Intn(50) * PageSize, ThrottleNs: rnd.Intn(2) * 10 * sim.Millisecond,
	}
	h := &history{machine: boot(c, disk, rnd.Intn(2) == 0, rnd.Intn(2) == 0)}
	if rnd.Intn(2) == 0 {
		h.k.c.LogBytes = 40 * PageSize
	}
	var files []*File
	for i, pages := range []int64{100, 130, 0, 10} {
		files = append(files, h.create(strconv.Itoa(i), pages, i == 3))
	}
	where := " (seed " + strconv.FormatUint(seed, 10) + ")"

	left := 0
	start := func(name string, f func(p *sim.Proc)) {
		left++
		h.s.Go(name, func(p *sim.Proc) { f(p); left-- })
	}
	for n := range 4 {
		r := sim.NewRand(seed, fs.ID+kernel.ID+strconv.Itoa(n))
		// Pages of one file are written by one process at a time, as the server
		// does it; the files with even numbers belong to everybody otherwise.
		start("client", func(p *sim.Proc) { h.client(p, files, n, &r) })
	}
	h.until(t, &left, where)

	start("sync", func(p *sim.Proc) {
		for _, f := range files {
			changed := append([]int64(nil), h.changed...)
			h.k.Fsync(p, f)
			h.mustBeSafe(f, changed, "the last fsync")
		}
		if fs.Barrier && h.d.Stats().CachedPages != 0 {
			h.problem = "the last fsync left pages in the drive's cache"
		}
		h.k.Sync(p)
	})
	h.until(t, &left, where)
	if h.k.Dirty() != 0 || h.k.nWriteback != 0 {
		t.Fatalf("%d pages are dirty and %d under writeback after everything was synced%s", h.k.Dirty(), h.k.nWriteback, where)
	}
	st := h.k.Stats
	if got := st.JournalData + st.FlusherPages + st.FsyncPages; got < h.dirtied/2 || got > st.Writes {
		t.Fatalf("%d pages were submitted for %d writes%s", got, st.Writes, where)
	}
	logPages := h.logBytes() / PageSize
	bytes := (st.JournalData+st.FlusherPages+st.FsyncPages)*PageSize + h.logBytes()
	got := h.d.Stats().WriteBytes
	if h.wal != nil {
		got += h.wal.Stats().WriteBytes
	}
	if got != bytes {
		t.Fatalf("the drive got %d bytes, but %d pages and a log of %d pages were submitted%s", got, bytes/PageSize-logPages, logPages, where)
	}
}

// logBytes returns what the journal has written.
func (h *history) logBytes() int64 {
	blocks := h.k.c.FileSystem.JournalBlocks
	if h.k.c.FileSystem.Journal {
		blocks++ // the commit block
	}
	return h.k.Stats.JournalCommits*blocks*4096 + h.k.Stats.JournalLogged*PageSize
}

// client is one process: its writes go to pages whose number is n modulo 4.
func (h *history) client(p *sim.Proc, files []*File, n int, r *sim.Rand) {
	k := h.k
	for range 250 {
		f := files[r.Intn(int64(len(files)))]
		switch r.Intn(15) {
		case 0:
			changed := append([]int64(nil), h.changed...)
			k.Fsync(p, f)
			h.mustBeSafe(f, changed, "fsync")
			if k.c.FileSystem.OrderedAll {
				for _, other := range files {
					if other.v == f.v {
						h.mustBeSafe(other, changed, "fsync on ext3, which is sync,")
					}
				}
			}
		case 1:
			changed := append([]int64(nil), h.changed...)
			k.Fdatasync(p, f)
			h.mustBeSafe(f, changed, "fdatasync")
		case 2, 3:
			p.Sleep(r.Intn(400 * sim.Millisecond))
		case 4, 5:
			if f.Pages() > 0 {
				k.Read(p, f.Page(r.Intn(f.Pages())))
			}
		case 6:
			if n == 2 { // files grow by one process each
				h.write(p, files[2], files[2].Pages())
			}
		case 8:
			if n == 1 && r.Intn(4) == 0 {
				changed := append([]int64(nil), h.changed...)
				k.Sync(p)
				for _, other := range files {
					h.mustBeSafe(other, changed, "sync")
				}
			}
		case 9: // a scan
			for i, end := r.Intn(f.Pages()+1), r.Intn(f.Pages()+1); i < end; i++ {
				k.Read(p, f.Page(i))
			}
		case 7:
			k.StartWrite(p, f, r.Intn(f.Pages()+1), 1+r.Intn(40))
		default:
			if i := r.Intn(f.Pages()+4)/4*4 + int64(n); i < f.Pages() {
				h.write(p, f, i)
			}
		}
	}
}

func (h *history) write(p *sim.Proc, f *File, i int64) {
	before, booked := h.k.nDirty, p.Booked()[result.WaitDirtyLimit]
	h.k.Write(p, f, i)
	if h.k.nDirty > before {
		h.dirtied++
	}
	h.grow()
	// A throttled writer waits after its change.
	at := h.clock
	if waited := p.Booked()[result.WaitDirtyLimit] - booked; waited > 0 {
		n, _ := slices.BinarySearch(h.times, p.Now()-waited)
		at = int64(n) + 1
	}
	h.changed[f.Page(i)] = max(h.changed[f.Page(i)], at)
}

// until steps until all processes have ended.
func (h *history) until(t *testing.T, left *int, where string) {
	t.Helper()
	for *left > 0 {
		h.step()
		if h.clock%16 == 0 && h.problem == "" {
			if err := h.k.Check(); err != nil {
				h.problem = err.Error()
			}
		}
		if h.problem != "" {
			t.Fatalf("%s at %d ns%s", h.problem, h.s.Now(), where)
		}
		if h.clock > 3_000_000 {
			t.Fatalf("the processes do not end%s", where)
		}
	}
}
