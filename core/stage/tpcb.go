package stage

import (
	"clocksweep/core/sim"
	"clocksweep/core/workload"
)

// database is pgbench's, as package workload knows it, with its pages numbered.
// The order of pins is that of core/server, which was recorded on real servers.
// Left out is what would need more room to tell than it is worth in a picture: the
// catalogs, the visibility and free space maps, row locks, and, up to 8.2, dead
// versions of tellers and branches that a look-up passes over.
type database struct {
	pages *Pages
	db    *workload.TPCB
	hot   bool // heap-only tuples: 8.3 and later
	xid   *uint32

	accounts, tellers, branches, history int
	accountKey, tellerKey, branchKey     int
}

// pagesPerScale is how many pages pgbench's tables and keys take per unit of scale:
// 1,640 of accounts and 274 of its key.
const pagesPerScale = 1914

// newDatabase lays pgbench's tables out in about as many pages as asked for.
func newDatabase(pages *Pages, size int64, hot bool, xid *uint32) *database {
	layout := workload.LayoutOf(64)
	if !hot {
		layout = workload.LayoutBefore83(32, true, false)
	}
	d := &database{pages: pages, hot: hot, xid: xid}
	d.db = workload.NewTPCB(layout, max(1, (size+pagesPerScale/2)/pagesPerScale), false)
	prefix := "pgbench_"
	if !hot {
		prefix = "" // contrib/pgbench named them so up to 8.3
	}
	for _, r := range []struct {
		number *int
		name   string
		blocks int64
	}{
		{&d.accounts, "accounts", d.db.Accounts.Pages()}, {&d.accountKey, "accounts_pkey", d.db.AccountKey.Pages()},
		{&d.tellers, "tellers", d.db.Tellers.Pages()}, {&d.tellerKey, "tellers_pkey", d.db.TellerKey.Pages()},
		{&d.branches, "branches", d.db.Branches.Pages()}, {&d.branchKey, "branches_pkey", d.db.BranchKey.Pages()},
		{&d.history, "history", 0},
	} {
		*r.number = pages.Relation(prefix+r.name, r.blocks)
	}
	return d
}

// client is a source: one pgbench client, which runs the TPC-B script over and
// over.
type client struct {
	*database
	rand  sim.Rand
	proc  uint8
	xid   uint32
	queue []Step

	// The pages it put its last new row versions on, -1 before the first.
	accountsAt, tellersAt, branchesAt, historyAt int64
}

func (d *database) client(proc uint8, rand sim.Rand) *client {
	return &client{database: d, rand: rand, proc: proc, accountsAt: -1, tellersAt: -1, branchesAt: -1, historyAt: -1}
}

// more plays one transaction: BEGIN; UPDATE accounts; SELECT abalance; UPDATE
// tellers; UPDATE branches; INSERT history; END.
func (c *client) more(queue []Step) []Step {
	*c.database.xid++
	c.xid, c.queue = *c.database.xid, queue
	draw := c.db.Draw(&c.rand)
	c.updateAccount(draw.Account)
	c.selectAccount(draw.Account)
	c.updateSmall(c.tellers, c.tellerKey, c.db.Tellers, &c.db.TellerKey, draw.Teller, &c.tellersAt, c.db.TellerPage, c.db.MoveTeller)
	c.updateSmall(c.branches, c.branchKey, c.db.Branches, &c.db.BranchKey, draw.Branch, &c.branchesAt, c.db.BranchPage, c.db.MoveBranch)
	to := c.place(c.history, c.db.History, &c.historyAt)
	c.step(Unpin, c.history, to)
	return c.queue
}

func (c *client) step(op Op, rel int, block int64) {
	c.queue = append(c.queue, Step{Page: c.pages.Page(rel, block), Xid: c.xid, Proc: c.proc, Op: op})
}

// visit pins a page that is let go again at once.
func (c *client) visit(rel int, block int64) {
	c.step(Pin, rel, block)
	c.step(Unpin, rel, block)
}

// descend goes down a key and returns the leaf's block, pinned.
func (c *client) descend(rel int, x *workload.Index, row int64) (leaf int64) {
	for level := x.Height() - 1; level > 0; level-- {
		c.visit(rel, x.Block(level, row))
	}
	leaf = x.Block(0, row)
	c.step(Pin, rel, leaf)
	return leaf
}

// findAccount goes to an account's current version, and returns leaf and page, both
// pinned. A row that has moved is reached over its first version.
func (c *client) findAccount(row int64) (leaf, page int64) {
	leaf = c.descend(c.accountKey, &c.db.AccountKey, row)
	page, first := c.db.AccountPage(row)
	if first != page {
		c.visit(c.accounts, first)
	}
	c.step(Pin, c.accounts, page)
	c.prune(c.accounts, c.db.Accounts, page)
	return leaf, page
}

// prune removes dead versions from a pinned page that is short of room (8.3 and
// later).
func (c *client) prune(rel int, h *workload.Heap, page int64) {
	if c.hot && h.Prune(page, c.xid) > 0 {
		c.step(Dirty, rel, page)
	}
}

func (c *client) selectAccount(row int64) {
	leaf, page := c.findAccount(row)
	c.step(Unpin, c.accounts, page)
	c.step(Unpin, c.accountKey, leaf)
}

func (c *client) updateAccount(row int64) {
	leaf, page := c.findAccount(row)
	if to := c.update(c.accounts, c.db.Accounts, page, &c.accountsAt); to >= 0 {
		c.db.MoveAccount(row, to)
		c.insertKey(c.accountKey, &c.db.AccountKey, row, leaf)
	}
	c.step(Unpin, c.accounts, page)
	c.step(Unpin, c.accountKey, leaf)
}

// insertKey adds an entry to the leaf, which is pinned, after a second descent.
func (c *client) insertKey(rel int, x *workload.Index, row, leaf int64) {
	for level := x.Height() - 1; level > 0; level-- {
		c.visit(rel, x.Block(level, row))
	}
	c.step(Dirty, rel, leaf)
}

// update makes a new version of a row on its page, which is pinned, or on another
// one if there is no room, and returns that one, else -1. Without heap-only tuples a
// full page stays full until VACUUM, which does not run here.
func (c *client) update(rel int, h *workload.Heap, page int64, target *int64) (moved int64) {
	if h.Room(page) > 0 && c.hot {
		h.Place(page)
		h.Kill(page, c.xid)
		c.step(Dirty, rel, page)
		return -1
	}
	to := c.place(rel, h, target)
	if c.hot {
		h.Kill(page, c.xid)
	}
	c.step(Dirty, rel, page)
	c.step(Unpin, rel, to)
	return to
}

// place puts one row on the client's target page, at first the table's last one,
// else on a new one, and returns its block, pinned and dirty.
func (c *client) place(rel int, h *workload.Heap, target *int64) int64 {
	if *target < 0 {
		*target = h.Pages() - 1
	}
	if page := *target; page >= 0 {
		c.step(Pin, rel, page)
		if h.Room(page) > 0 {
			h.Place(page)
			c.step(Dirty, rel, page)
			return page
		}
		c.step(Unpin, rel, page)
	}
	*target = h.Extend()
	h.Place(*target)
	c.step(Extend, rel, *target)
	c.step(Dirty, rel, *target)
	return *target
}

// updateSmall updates a row of tellers or branches, which the planner reads whole
// while it is short.
func (c *client) updateSmall(rel, key int, h *workload.Heap, x *workload.Index, row int64, target *int64,
	pageOf func(int64) int64, move func(row, page int64)) {
	page, leaf := pageOf(row), int64(-1)
	if workload.BySeqScan(x.Rows(), h.Pages()) {
		for other := range h.Pages() {
			if other != page {
				c.visit(rel, other)
			}
		}
	} else {
		leaf = c.descend(key, x, row)
	}
	c.step(Pin, rel, page)
	c.prune(rel, h, page)
	if to := c.update(rel, h, page, target); to >= 0 {
		move(row, to)
		if leaf < 0 {
			leaf = x.Block(0, row)
			c.step(Pin, key, leaf)
		}
		c.insertKey(key, x, row, leaf)
	}
	c.step(Unpin, rel, page)
	if leaf >= 0 {
		c.step(Unpin, key, leaf)
	}
}
