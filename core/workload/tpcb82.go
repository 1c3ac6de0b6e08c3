package workload

// Before83 is what a TPCB needs besides in the releases without heap-only tuples.
type Before83 struct {
	TellerRows, BranchRows *Versions
	Leaves                 KeyLeaves
	Trail                  Trail
	AccountSpace           FreeSpace
}

// NewBefore83 returns it for a database as pgbench -i leaves it.
func NewBefore83(t *TPCB) *Before83 {
	b := &Before83{
		TellerRows: newVersions(&t.Layout, t.Tellers, t.Scale*TellersPerScale, t.TellersPerPage),
		BranchRows: newVersions(&t.Layout, t.Branches, t.Scale*BranchesPerScale, t.BranchesPerPage),
		Leaves:     newKeyLeaves(&t.Layout, &t.AccountKey),
	}
	if last := t.Accounts.Pages() - 1; t.Accounts.Room(last) > 0 {
		b.AccountSpace.Record(last, t.Accounts.Room(last))
	}
	return b
}
