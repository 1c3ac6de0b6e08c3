package wal

import (
	"math"
	"testing"

	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// oneClient writes the WAL of pgbench's TPC-B script with one client: which
// records there are and which pages they log whole.
type oneClient struct {
	Sizes
	db     *workload.TPCB
	rnd    sim.Rand
	images bool
	logged map[page]bool // since the checkpoint
	xid    uint32
	bytes  int64
	ends   map[*workload.Heap]int64 // where new tuples go
}

// page is a page of a table or of an index.
type page struct {
	of    any
	block int64
}

func newOneClient(scale int64, images bool) *oneClient {
	c := &oneClient{
		Sizes: sizesOf(64, "8.3"), db: workload.NewTPCB(workload.LayoutOf(64), scale, false),
		rnd: sim.NewRand(7, "client"), images: images,
		logged: make(map[page]bool), ends: make(map[*workload.Heap]int64),
	}
	for _, h := range []*workload.Heap{c.db.Accounts, c.db.Tellers, c.db.Branches, c.db.History} {
		c.ends[h] = h.Pages() - 1
	}
	return c
}

func (c *oneClient) image(pg page, used int64) {
	if c.images && !c.logged[pg] {
		c.bytes += c.Image(used)
	}
	c.logged[pg] = true
}

func (c *oneClient) heapImage(h *workload.Heap, block, tuple int64) {
	c.image(page{h, block}, 24+h.Filled(block)*c.db.Item(tuple))
}

// place puts a tuple at the end of a table.
func (c *oneClient) place(h *workload.Heap, tuple int64) int64 {
	at := c.ends[h]
	if at < 0 || h.Room(at) == 0 {
		at = h.Extend()
		c.ends[h] = at
		c.logged[page{h, at}] = true // the record makes the page
		h.Place(at)
		return at
	}
	h.Place(at)
	c.heapImage(h, at, tuple)
	return at
}

func (c *oneClient) visit(h *workload.Heap, block, tuple int64) {
	if n := h.Prune(block, c.xid); n > 0 {
		c.heapImage(h, block, tuple)
		c.bytes += c.Prune(n)
	}
}

// update changes a row on a block and returns where its new version is.
func (c *oneClient) update(h *workload.Heap, key *workload.Index, row, block, tuple int64) int64 {
	c.visit(h, block, tuple)
	h.Kill(block, c.xid)
	to := block
	if h.Room(block) > 0 {
		h.Place(block)
	} else {
		to = c.place(h, tuple)
	}
	c.heapImage(h, block, tuple)
	c.bytes += c.HeapUpdate(tuple)
	if to != block {
		c.image(page{key, key.Block(0, row)}, c.db.LeafUsed)
		c.bytes += c.IndexInsert(c.db.IndexEntry)
	}
	return to
}

func (c *oneClient) transaction() {
	db := c.db
	c.xid++
	d := db.Draw(&c.rnd)
	now, first := db.AccountPage(d.Account)
	if first != now {
		c.visit(db.Accounts, first, db.AccountTuple)
	}
	if to := c.update(db.Accounts, &db.AccountKey, d.Account, now, db.AccountTuple); to != now {
		db.MoveAccount(d.Account, to)
	}
	db.MoveTeller(d.Teller, c.update(db.Tellers, &db.TellerKey, d.Teller, db.TellerPage(d.Teller), db.TellerTuple))
	db.MoveBranch(d.Branch, c.update(db.Branches, &db.BranchKey, d.Branch, db.BranchPage(d.Branch), db.BranchTuple))
	c.place(db.History, db.HistoryTuple)
	c.bytes += c.HeapInsert(db.HistoryTuple)
	c.bytes += c.Commit()
}

// perTransaction returns the bytes of WAL of each of n transactions, page
// headers included.
func (c *oneClient) perTransaction(n int) float64 {
	c.bytes = 0
	for range n {
		c.transaction()
	}
	return float64(advance(SegmentBytes+pageHeader, c.bytes)-SegmentBytes-pageHeader) / float64(n)
}

// TestBytesPerTransaction compares with what was measured on a 64-bit 8.3.0 with
// one client, fsync off.
func TestBytesPerTransaction(t *testing.T) {
	steady := newOneClient(1, false)
	steady.perTransaction(20000) // until every page has room for its updates
	for _, test := range []struct {
		what     string
		measured float64
		bytes    float64
	}{
		{"scale 1, steady, no full-page images", 512, steady.perTransaction(10000)},
		{"scale 10, first 10,000, no full-page images", 526, newOneClient(10, false).perTransaction(10000)},
		{"scale 10, first 1,000 after a checkpoint", 14582, newOneClient(10, true).perTransaction(1000)},
		{"scale 10, first 10,000 after a checkpoint", 8605, newOneClient(10, true).perTransaction(10000)},
	} {
		t.Logf("%s: %.0f bytes a transaction, measured %.0f (%+.1f %%)",
			test.what, test.bytes, test.measured, 100*(test.bytes/test.measured-1))
		if math.Abs(test.bytes/test.measured-1) > 0.03 {
			t.Errorf("%s: %.0f bytes a transaction, measured %.0f", test.what, test.bytes, test.measured)
		}
	}
}
