package workload

import "clocksweep/core/sim"

// Rows per unit of pgbench's scale.
const (
	AccountsPerScale = 100_000
	TellersPerScale  = 10
	BranchesPerScale = 1
)

// Draw is what one transaction picked: row numbers from 0.
type Draw struct {
	Account, Teller, Branch int64
}

// TPCB is pgbench's TPC-B-like script on one database.
type TPCB struct {
	Layout
	Scale      int64
	Accounts   *Heap
	Tellers    *Heap
	Branches   *Heap
	History    *Heap
	AccountKey Index // primary keys
	TellerKey  Index
	BranchKey  Index
	moved      Moved
	killed     Moved // rows whose first index entry is known to be dead
	// Line pointers of the small tables, for 9.6 and later.
	TellerLines, BranchLines Lines
	tellerAt                 []int32 // page of each teller's current version
	branchAt                 []int32
}

// NewTPCB returns the database as pgbench -i -s scale leaves it: pages full,
// vacuumed, history empty. visibilityMap tells whether the release has one (8.4
// and later).
func NewTPCB(l Layout, scale int64, visibilityMap bool) *TPCB {
	t := &TPCB{Layout: l, Scale: scale}
	t.Accounts = heapOf(scale*AccountsPerScale, l.AccountsPerPage, visibilityMap)
	t.Tellers = heapOf(scale*TellersPerScale, l.TellersPerPage, visibilityMap)
	t.Branches = heapOf(scale*BranchesPerScale, l.BranchesPerPage, visibilityMap)
	t.History = NewHeap(l.HistoryPerPage, 0, 0, false)
	t.AccountKey = l.IndexOf(scale * AccountsPerScale)
	t.TellerKey = l.IndexOf(scale * TellersPerScale)
	t.BranchKey = l.IndexOf(scale * BranchesPerScale)
	t.tellerAt = pagesOf(scale*TellersPerScale, l.TellersPerPage)
	t.branchAt = pagesOf(scale*BranchesPerScale, l.BranchesPerPage)
	t.TellerLines = newLines(scale*TellersPerScale, l.TellersPerPage)
	t.BranchLines = newLines(scale*BranchesPerScale, l.BranchesPerPage)
	return t
}

func pagesOf(rows, perPage int64) []int32 {
	at := make([]int32, rows)
	for i := range at {
		at[i] = int32(int64(i) / perPage)
	}
	return at
}

func heapOf(rows, perPage int64, visible bool) *Heap {
	pages := (rows + perPage - 1) / perPage
	return NewHeap(perPage, pages, pages*perPage-rows, visible)
}

// Draw picks the rows of a transaction.
func (t *TPCB) Draw(r *sim.Rand) Draw {
	return Draw{
		Account: r.Intn(t.Scale * AccountsPerScale),
		Branch:  r.Intn(t.Scale * BranchesPerScale),
		Teller:  r.Intn(t.Scale * TellersPerScale),
	}
}

// AccountPage returns the page of accounts that holds row's current version,
// and the one that the oldest index entry points to.
func (t *TPCB) AccountPage(row int64) (now, first int64) {
	first = row / t.AccountsPerPage
	if p, ok := t.moved.At(row); ok {
		return p, first
	}
	return first, first
}

// MoveAccount records that row's current version is on page now.
func (t *TPCB) MoveAccount(row, page int64) { t.moved.Put(row, page) }

// KillEntry records that a scan has marked row's first index entry as dead, so
// that no later one goes to the page it points to (_bt_killitems of
// access/nbtree/nbtutils.c).
func (t *TPCB) KillEntry(row int64) { t.killed.Put(row, 0) }

// EntryKilled reports whether that has happened.
func (t *TPCB) EntryKilled(row int64) bool {
	_, killed := t.killed.At(row)
	return killed
}

// TellerPage returns the page of tellers that holds row's current version.
func (t *TPCB) TellerPage(row int64) int64 { return int64(t.tellerAt[row]) }

// MoveTeller records that row's current version is on page now.
func (t *TPCB) MoveTeller(row, page int64) { t.tellerAt[row] = int32(page) }

// BranchPage is TellerPage for branches.
func (t *TPCB) BranchPage(row int64) int64 { return int64(t.branchAt[row]) }

// MoveBranch is MoveTeller for branches.
func (t *TPCB) MoveBranch(row, page int64) { t.branchAt[row] = int32(page) }

// BySeqScan reports whether the planner reads a table of that many pages whole
// instead of through its primary key: it does so up to two pages, and up to
// some 500 rows (seen on 8.3 to 15: tellers by index from about scale 50).
func BySeqScan(rows, pages int64) bool { return pages <= 2 && rows < 500 }

// BySeqScan96 is the planner's choice from 9.6 on for a table that had built
// pages when it was analyzed and has pages now: a page costs 1 and a row 0.0125,
// of which it expects as many on each page as there were; a look-up by primary key
// costs 4 for the leaf and 4 for the heap page and 0.15 for the processor
// (optimizer/path/costsize.c with its defaults). A branches table of one row is
// read whole up to 8 pages.
func BySeqScan96(rows, built, pages int64) bool {
	const row, lookup = 0.0125, 8.15
	expected := float64(rows) / float64(built) * float64(pages)
	return float64(pages)+float64(row*expected) < lookup
}
