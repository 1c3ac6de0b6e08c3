package server

import (
	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
	"clocksweep/core/scenario"
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// Statements on a whole table: COPY, a sequential scan, VACUUM. They are workloads
// of their own, or a session beside the clients.

// largeTable is what such a statement works on: rows of the length of those of
// pgbench's accounts, with an index for VACUUM.
type largeTable struct {
	rel, key        *relation
	pages           int64 // of the table, or of what COPY adds
	perPage, tuple  int64
	perLeaf         int64
	scanNs, copyNs  int64 // processor time of a page
	rings           bufmgr.RingRules
	ringed          bool // the mechanism is on and the release has it
	synchronized    bool
	skipsVisible    bool // VACUUM passes by pages that the visibility map vouches for: 8.4
	multiInsert     bool // COPY logs a page of rows in one record: 9.2
	dirtiesLeaves   bool // up to 8.1 VACUUM marks every page of an index dirty
	hinted          bool // 8.0 to 8.2: the pool is told of VACUUM
	deadPct         int64
	syncAt          int64 // where the newest of the scans under way is
	round           uint64
	everyNs, fromNs int64
	jobs            []result.Job
}

// Processor time a row, as shares of a TPC-B transaction, which executes seven
// statements: a count(*) passes some 1,500 rows in the time of a statement, COPY
// reads and writes 100. Inferred: with 300 us a statement, as on a machine of 2007,
// these are 5 million and 330,000 rows a second.
const (
	rowsScanned = 1500 * 7
	rowsCopied  = 100 * 7
)

// createLargeTable lays out the table if the scenario has work for it.
func (s *Server) createLargeTable(sc *scenario.Scenario, bits int64, tpcbNs int64) {
	if !sc.InForce(scenario.TableSize) {
		return
	}
	layout := layoutOf(sc, bits)
	t := &largeTable{
		pages: sc.Int(scenario.TableSize), perPage: layout.AccountsPerPage, tuple: layout.AccountTuple,
		perLeaf:       layout.LeafRows,
		rings:         bufmgr.RulesOf(ringRelease(sc)),
		ringed:        sc.Has(scenario.RingBuffers) && sc.Bool(scenario.RingBuffers),
		synchronized:  sc.Has(scenario.SynchronizedScans) && sc.Bool(scenario.SynchronizedScans),
		skipsVisible:  sc.Since("8.4"),
		multiInsert:   sc.Since("9.2"),
		dirtiesLeaves: !sc.Since("8.2"),
		hinted:        sc.Since("8.0.0") && !sc.Since("8.3devel"),
		deadPct:       sc.Int(scenario.DeadPages),
		fromNs:        sc.Int(scenario.BackgroundStart) * sim.Second,
		everyNs:       sc.Int(scenario.BackgroundEvery) * sim.Second,
	}
	t.scanNs = tpcbNs * t.perPage / rowsScanned
	t.copyNs = tpcbNs * t.perPage / rowsCopied
	s.large = t
	if sc.Enum(scenario.Workload) == "copy" || sc.Enum(scenario.BackgroundJob) == "copy" {
		s.loaded = s.newRelation("loaded", 0)
	}
	t.rel = s.newRelation("large", t.pages)
	index := layout.IndexOf(t.pages * t.perPage)
	t.key = s.newRelation("large_pkey", index.Pages())
}

// ringRelease is the release as RingRules counts. The tree of June 2007 had the
// rings, though not yet the one for COPY.
func ringRelease(sc *scenario.Scenario) int {
	n := 803
	for _, r := range []struct {
		name   string
		number int
	}{{"8.4", 804}, {"16", 1600}, {"17", 1700}, {"18", 1800}} {
		if sc.Since(r.name) {
			n = r.number
		}
	}
	return n
}

// through makes this process go through a ring of the given kind, if the release
// has one, until the function it returns is called.
func (b *backend) through(kind bufmgr.RingKind) (undo func()) {
	t := b.s.large
	if n := t.rings.Size(kind, b.s.pool.Len()); t.ringed && n > 0 {
		b.be.Ring = bufmgr.NewRing(kind, n)
	}
	return func() { b.be.Ring = nil }
}

// worked counts the processor time of a page, which passes in stretches of 16 pages
// and at the statement's end.
func (b *backend) worked(i, ns int64) {
	b.owed += ns
	if i%stretch == stretch-1 {
		b.use(0)
	}
}

// stretch is how often a scan reports where it is: every 128 kB
// (SYNC_SCAN_REPORT_INTERVAL of access/heap/syncscan.c).
const stretch = 16

// scanTable is SELECT count(*). A scan of a table larger than a quarter of the
// pool goes through a ring and begins where another scan is (initscan of
// access/heap/heapam.c, 8.3 and later).
func (b *backend) scanTable() {
	t := b.s.large
	start := int64(0)
	big := t.pages > int64(b.s.pool.Len()/4)
	if big {
		defer b.through(bufmgr.BulkRead)()
		if t.synchronized {
			start = t.syncAt
		}
	}
	for i := range t.pages {
		block := start + i
		if block >= t.pages {
			block -= t.pages
		}
		if big && block%stretch == 0 {
			t.syncAt = block
		}
		b.release(b.read(t.rel, block))
		b.pages++
		b.worked(i, t.scanNs)
	}
	b.use(0)
}

// copyTable is COPY of so many pages into a table that has no index.
func (b *backend) copyTable() {
	s, t := b.s, b.s.large
	defer b.through(bufmgr.BulkWrite)()
	b.assignXid()
	for i := range t.pages {
		_, buf := b.extend(s.loaded)
		b.dirty(buf, b.logRows(t))
		b.release(buf)
		b.pages++
		b.worked(i, t.copyNs)
	}
}

// logRows logs a page full of new rows: a record for each row, from 9.2 on one for
// all of them, with a few bytes for each row beside its contents
// (xl_multi_insert_tuple of access/heapam_xlog.h).
func (b *backend) logRows(t *largeTable) (end int64) {
	s := b.s
	row, row93 := s.wal.HeapInsert(t.tuple), s.wal.Format.HeapInsert(t.tuple)
	if !t.multiInsert {
		for range t.perPage {
			end = s.wal.Record(b.p, row, 0)
		}
		return end
	}
	const eachRow = 8
	rest := (t.perPage - 1) * (t.tuple - pageHeader + eachRow)
	row93.OfPage += rest
	return b.append(row+rest, row93, 0, 0)
}

// dead reports whether a page of the table has dead rows for this VACUUM.
func (t *largeTable) dead(page int64) bool {
	r := sim.NewRand(t.round<<40^uint64(page), "dead rows")
	return r.Intn(100) < t.deadPct
}

// deadRows is how many of them it has: a tenth of its rows.
func (t *largeTable) deadRows() int64 { return (t.perPage + 9) / 10 }

// vacuumTable is VACUUM: it reads the heap, then the whole index, then changes the
// pages with dead rows (lazy_scan_heap, lazy_vacuum_index, lazy_vacuum_heap of
// commands/vacuumlazy.c). Its memory holds all of the dead rows. The same share of
// pages has dead rows at each VACUUM.
func (b *backend) vacuumTable() {
	t := b.s.large
	defer b.through(bufmgr.Vacuum)()
	if t.hinted {
		b.be.SetVacuum(true)
		defer b.be.SetVacuum(false)
	}
	t.round++
	b.assignXid()
	found := b.vacuumScan()
	if found > 0 || !t.skipsVisible {
		b.vacuumIndex(found > 0)
	}
	if found > 0 {
		b.vacuumHeap()
	}
	b.use(0)
}

// skipPages is how many all-visible pages in a row VACUUM needs to pass them by:
// fewer would only disturb the kernel's reading ahead (SKIP_PAGES_THRESHOLD).
const skipPages = 32

// vacuumScan reads the heap and returns how many pages have dead rows. From 8.3
// on it prunes them at once.
func (b *backend) vacuumScan() (found int64) {
	t := b.s.large
	clean := int64(0) // the page up to which it is known that there are no dead rows
	for page := int64(0); page < t.pages; page++ {
		if clean <= page && t.skipsVisible {
			for clean = page; clean < t.pages && !t.dead(clean); clean++ {
			}
			if clean-page >= skipPages {
				if page = clean; page == t.pages {
					break
				}
			}
		}
		buf := b.read(t.rel, page)
		b.pages++
		if t.dead(page) {
			found++
			if b.s.hasHOT {
				b.cleanPage(buf, t)
			}
		}
		b.release(buf)
		b.worked(page, t.scanNs)
	}
	return found
}

// cleanPage removes dead rows from a page.
func (b *backend) cleanPage(buf int32, t *largeTable) {
	n := t.deadRows()
	b.dirty(buf, b.append(b.s.wal.Prune(n), b.s.wal.Format.Prune(0, n), b.imageOf(buf, workload.PageSize), 0))
}

// vacuumIndex reads the index in the order of its blocks and removes the entries
// of dead rows.
func (b *backend) vacuumIndex(dead bool) {
	t := b.s.large
	pages := t.key.pages()
	for block := int64(1); block < pages; block++ {
		buf := b.read(t.key, block)
		b.pages++
		from := (block - 1) * t.perLeaf / t.perPage
		n := int64(0)
		for page := from; dead && page < min(from+t.perLeaf/t.perPage, t.pages); page++ {
			if t.dead(page) {
				n += t.deadRows()
			}
		}
		switch {
		case n > 0:
			b.dirty(buf, b.append(b.s.wal.DeleteEntries(n), b.s.wal.Format.DeleteEntries(n), b.imageOf(buf, workload.PageSize), 0))
		case t.dirtiesLeaves:
			b.dirtyUnlogged(buf)
		}
		b.release(buf)
		b.worked(block, t.scanNs)
	}
}

// vacuumHeap takes the dead rows, which no index points to any more, off their
// pages.
func (b *backend) vacuumHeap() {
	t := b.s.large
	for page := range t.pages {
		if !t.dead(page) {
			continue
		}
		buf := b.read(t.rel, page)
		b.cleanPage(buf, t)
		b.release(buf)
		b.worked(page, t.scanNs)
	}
}

// background is a session beside the clients that executes one statement again
// and again.
func (s *Server) background(sc *scenario.Scenario) {
	name := sc.Enum(scenario.BackgroundJob)
	if name == "none" {
		return
	}
	t := s.large
	b := s.newBackend(sc, len(s.backends))
	s.job = b
	statement := s.statements().scriptOf(name)
	s.sim.Go("background", func(p *sim.Proc) {
		b.attach(p)
		b.idle(s.started + t.fromNs)
		for {
			start := s.sim.Now()
			b.pages = 0
			t.jobs = append(t.jobs, result.Job{Name: name, StartNs: start - s.started})
			for !b.try(func() { b.startTransaction(); b.execute(statement) }) {
				b.startOver()
			}
			k := &t.jobs[len(t.jobs)-1]
			k.EndNs, k.Pages = s.sim.Now()-s.started, b.pages
			if t.everyNs == 0 {
				return
			}
			b.idle(start + t.everyNs)
		}
	})
}
