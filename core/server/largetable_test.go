package server

import (
	"strings"
	"testing"
)

// TestScanAndPool: a scan larger than a quarter of the pool goes through a ring
// from 8.3 on and leaves the pages of the others in the pool; before, or with the
// mechanism off, it pushes them out. A smaller table has no ring in any release.
func TestScanAndPool(t *testing.T) {
	// The whole database fits the pool, and so does a small table beside it.
	const settings = "scale=4 clients=4 duration=20s shared_buffers=128MB ram=8GB fsync=off cpu_per_transaction=1ms " +
		"table_size=1GB background_start=10s after_init=restart "
	play := func(more string) int {
		r := run(t, of(t, settings+more))
		checkRun(t, r)
		held := 0
		for _, rel := range r.s.relations {
			if strings.Contains(rel.name, "accounts") && rel.fork == mainFork {
				held += pagesHeld(r.s, rel.name)
			}
		}
		return held
	}
	for _, release := range []string{"8.3", "9.5", "15", "19"} {
		alone := play("release=" + release)
		ring := play("background_job=scan release=" + release)
		flood := play("background_job=scan ring_buffers=off release=" + release)
		t.Logf("%s: %d pages alone, %d beside a scan, %d without rings", release, alone, ring, flood)
		if ring < alone*95/100 {
			t.Errorf("%s: %d pages of accounts in the pool beside a scan with a ring, %d alone", release, ring, alone)
		}
		if flood > alone*90/100 {
			t.Errorf("%s: %d pages beside a scan without a ring, %d alone: the scan does no harm", release, flood, alone)
		}
	}
	for _, release := range []string{"7.4", "8.2"} {
		alone, flood := play("release="+release), play("background_job=scan release="+release)
		t.Logf("%s: %d pages alone, %d beside a scan", release, alone, flood)
		if flood > alone*90/100 {
			t.Errorf("%s: %d pages beside a scan, %d alone: the scan does no harm", release, flood, alone)
		}
	}
	small := run(t, of(t, settings+"table_size=31MB background_job=scan"))
	if n := small.s.books.fromRing; n != 0 {
		t.Errorf("a table smaller than a quarter of the pool took %d buffers from a ring", n)
	}
}

// TestSessionsWithRings: sessions that go through the same pages, each with a ring of
// its own, bring in pages that the other was about to. From 16 to 18 the victim that is
// then left over goes to the freelist, perhaps again.
func TestSessionsWithRings(t *testing.T) {
	for _, release := range []string{"8.3", "15", "16", "17", "18", "19"} {
		for _, workload := range []string{"vacuum", "scan", "copy"} {
			r := run(t, of(t, "clients=3 transactions=2 table_size=2MB shared_buffers=1MB scale=1 release="+release+" workload="+workload))
			checkRun(t, r)
			if n := r.s.books.fromRing; n == 0 && workload != "copy" { // whose ring may be larger than what it writes
				t.Errorf("%s %s: no ring was used", release, workload)
			}
		}
	}
}

// pagesHeld returns how many pages of a relation are in the pool.
func pagesHeld(s *Server, name string) int {
	n := 0
	for b := range int32(s.pool.Len()) {
		if pg := s.pool.PageOf(b); pg >= 0 && s.owner[s.os.FileOf(pg)].rel.name == name {
			n++
		}
	}
	return n
}

// TestRings: what each statement leaves in an otherwise idle pool is the size of
// its ring in each release, or the whole pool.
func TestRings(t *testing.T) {
	const pool = 16384
	for _, c := range []struct {
		release, workload, relation string
		want                        int // 0: at least three quarters of the pool
	}{
		{"8.2", "scan", "large", 0}, {"8.3", "scan", "large", 32}, {"17", "scan", "large", 32}, {"18", "scan", "large", 288},
		{"8.2", "vacuum", "large", 0}, {"8.3", "vacuum", "large", 32}, {"16", "vacuum", "large", 32}, {"17", "vacuum", "large", 256},
		{"8.3", "copy", "loaded", 0}, {"8.4", "copy", "loaded", 2048}, {"15", "copy", "loaded", 2048},
	} {
		r := run(t, of(t, "shared_buffers=128MB ram=4GB fsync=off clients=1 transactions=1 table_size=256MB dead_pages=100 workload="+
			c.workload+" release="+c.release))
		checkRun(t, r)
		got := pagesHeld(r.s, c.relation)
		if c.workload == "vacuum" {
			got += pagesHeld(r.s, "large_pkey")
		}
		if c.want == 0 && got < pool*3/4 || c.want > 0 && got != c.want {
			t.Errorf("%s, %s: %d pages are left in the pool, want %d", c.release, c.workload, got, c.want)
		}
	}
}

// TestVacuumAndPool: from 8.0 on the pages of VACUUM are the first to go, by a hint
// up to 8.2 and by a ring later; in 7.4 they are as good as any.
func TestVacuumAndPool(t *testing.T) {
	for _, c := range []struct {
		release string
		stay    bool
	}{{"7.4", false}, {"8.0.0", true}, {"8.0.2", true}, {"8.1", true}, {"8.2", true}, {"8.3", true}, {"15", true}} {
		held := func(job string) int {
			r := run(t, of(t, "scale=4 clients=4 duration=20s shared_buffers=128MB ram=8GB fsync=off cpu_per_transaction=1ms "+
				"table_size=1GB background_start=15s dead_pages=3 background_job="+job+" release="+c.release))
			checkRun(t, r)
			return pagesHeld(r.s, r.s.accounts.rel.name)
		}
		alone, beside := held("none"), held("vacuum")
		t.Logf("%s: %d pages of accounts alone, %d beside VACUUM", c.release, alone, beside)
		if stayed := beside > alone*95/100; stayed != c.stay {
			t.Errorf("%s: of %d pages of accounts %d stayed in the pool beside VACUUM", c.release, alone, beside)
		}
	}
}

// TestVacuumWork: VACUUM reads every page of heap and index once, and those with
// dead rows twice; up to 8.1 it dirties the whole index; with a visibility map and
// nothing to do it reads nothing.
func TestVacuumWork(t *testing.T) {
	play := func(more string) (r *Run, reads, dirtied int64) {
		r = run(t, of(t, "clients=1 transactions=1 shared_buffers=64MB ram=4GB fsync=off workload=vacuum table_size=160MB build=64-bit "+more))
		checkRun(t, r)
		for _, rel := range r.Result().Relations {
			if strings.HasPrefix(rel.Name, "large") {
				reads += rel.BlksRead + rel.BlksHit
			}
		}
		return r, reads, r.Result().Counters.PagesDirtied
	}
	const heap = 20480
	r, reads, dirtied := play("release=9.1 dead_pages=100")
	index := r.s.large.key.pages() - 1
	if want := 2*heap + index; reads != want {
		t.Errorf("%d accesses, want %d of heap and %d of the index", reads, 2*heap, index)
	}
	if dirtied < heap+index {
		t.Errorf("%d pages were dirtied, want all %d", dirtied, heap+index)
	}
	_, reads, dirtied = play("release=9.1 dead_pages=0")
	if reads != 0 || dirtied > 10 {
		t.Errorf("nothing to do, yet %d accesses and %d pages dirtied", reads, dirtied)
	}
	_, reads, dirtied = play("release=8.3 dead_pages=0")
	if reads != heap+index || dirtied > 10 {
		t.Errorf("8.3 with nothing to do: %d accesses, want %d; %d pages dirtied", reads, heap+index, dirtied)
	}
	r, _, dirtied = play("release=8.1 dead_pages=0")
	if index = r.s.large.key.pages() - 1; dirtied < index {
		t.Errorf("8.1 dirtied %d pages, want all %d of the index", dirtied, index)
	}
}

// TestCopyWAL: COPY logs every row, from 9.2 on a page of them at a time, and the
// table has the pages that were asked for.
func TestCopyWAL(t *testing.T) {
	bytes := map[string]float64{}
	for _, release := range []string{"8.4", "9.1", "9.2", "15"} {
		r := run(t, of(t, "clients=2 transactions=2 shared_buffers=64MB ram=4GB fsync=off workload=copy table_size=16MB build=64-bit release="+release))
		checkRun(t, r)
		x := r.Result()
		for _, rel := range x.Relations {
			if rel.Name == "loaded" {
				if rel.Pages != 4*2048 {
					t.Errorf("%s: four times 16MB make %d pages", release, rel.Pages)
				}
				bytes[release] = float64(x.Counters.WALBytes) / float64(rel.Pages)
			}
		}
	}
	// A row has 97 bytes behind its header; a page has 61 of them.
	for release, least := range map[string]float64{"8.4": 61 * 150, "9.1": 61 * 150, "9.2": 61 * 97, "15": 61 * 97} {
		if got := bytes[release]; got < least || got > least*1.3 {
			t.Errorf("%s: %.0f bytes of WAL for a page of 61 rows, want a little above %.0f", release, got, least)
		}
	}
}

// TestSynchronizedScans: a scan that starts while another one is under way begins
// where that one is, and both share the reads; without the mechanism each reads for
// itself.
func TestSynchronizedScans(t *testing.T) {
	reads := func(more string) float64 {
		r := run(t, of(t, "workload=scan clients=1 transactions=1 background_job=scan background_start=5s after_init=reboot "+
			"table_size=1GB shared_buffers=64MB ram=512MB "+more))
		checkRun(t, r)
		const pages = 131072
		return float64(r.Result().Counters.DiskReadBytes) / 8192 / pages
	}
	for _, release := range []string{"8.3", "15"} {
		on, off := reads("release="+release), reads("synchronized_scans=off release="+release)
		if on > 1.05 || off < 1.3 {
			t.Errorf("%s: %.2f of the table read by the end of the first scan, %.2f without synchronized scans", release, on, off)
		}
	}
	if before := reads("release=8.2"); before < 1.3 {
		t.Errorf("8.2: %.2f of the table read by the end of the first scan, as if scans were synchronized", before)
	}
}

// TestBackgroundJob: the job begins when it is to, again and again, and its end is
// in the result.
func TestBackgroundJob(t *testing.T) {
	r := run(t, of(t, "duration=30s ram=4GB fsync=off table_size=64MB background_job=scan background_start=5s background_every=10s"))
	checkRun(t, r)
	jobs := r.Result().Jobs
	if len(jobs) != 3 {
		t.Fatalf("%d jobs in 30 s, want one each at 5, 15 and 25 s", len(jobs))
	}
	for i, j := range jobs {
		if start := int64(5+10*i) * 1e9; j.Name != "scan" || j.StartNs != start || j.EndNs <= j.StartNs || j.Pages != 8192 {
			t.Errorf("job %d is %+v, want a scan of 8192 pages from %d", i, j, start)
		}
	}
	once := run(t, of(t, "duration=20s ram=4GB fsync=off table_size=64MB background_job=copy background_start=1s")).Result()
	if len(once.Jobs) != 1 {
		t.Errorf("%d jobs, want one", len(once.Jobs))
	}
	cut := run(t, of(t, "duration=2s ram=512MB after_init=reboot table_size=4GB background_job=scan")).Result()
	if len(cut.Jobs) != 1 || cut.Jobs[0].EndNs != 0 {
		t.Errorf("jobs %+v at the end of a run that was too short for one", cut.Jobs)
	}
}
