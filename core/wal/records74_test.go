package wal

import (
	"testing"

	"clocksweep/core/workload"
)

// The records of a transaction whose updates all make a new version: three updates,
// three index entries, a row of history and the commit. On 8.2 they made 687 bytes,
// page headers included, before any leaf was split.
func TestRecordsBefore83(t *testing.T) {
	for _, c := range []struct {
		name                                            string
		s                                               Sizes
		l                                               workload.Layout
		account, teller, branch, history, entry, commit int64
		image                                           int64
	}{
		{"7.4", SizesBefore83(8, false, false, false), workload.LayoutBefore83(64, false, true), 168, 80, 80, 88, 64, 40, 20 + 8192},
		{"8.0", SizesBefore83(8, true, false, false), workload.LayoutBefore83(64, true, true), 168, 80, 80, 88, 72, 48, 24 + 8192},
		{"8.1, 8.2", SizesBefore83(8, true, true, false), workload.LayoutBefore83(64, true, false), 168, 80, 80, 88, 72, 48, 20 + 5000},
		{"8.2 of 32 bits", SizesBefore83(4, true, true, false), workload.LayoutBefore83(32, true, false), 160, 72, 68, 76, 60, 44, 20 + 5000},
		{"June 2007", SizesBefore83(8, true, true, true), workload.Layout83Devel(64), 160, 80, 72, 80, 72, 48, 20 + 5000},
	} {
		s, l := &c.s, &c.l
		for _, r := range []struct {
			what      string
			got, want int64
		}{
			{"an update of accounts", s.HeapUpdate(l.AccountTuple), c.account},
			{"an update of tellers", s.HeapUpdate(l.TellerTuple), c.teller},
			{"an update of branches", s.HeapUpdate(l.BranchTuple), c.branch},
			{"a row of history", s.HeapInsert(l.HistoryTuple), c.history},
			{"an index entry", s.IndexInsert(l.IndexEntry), c.entry},
			{"a commit", s.Commit(), c.commit},
			{"an image of 5,000 bytes", s.Image(5000), c.image},
		} {
			if r.got != r.want {
				t.Errorf("%s: %s has %d bytes, want %d", c.name, r.what, r.got, r.want)
			}
		}
	}
	both, right := SizesBefore83(8, true, true, false), SizesBefore83(8, true, true, true)
	if a, b := both.Split(407, 16), right.Split(407, 16); a < 407*16 || b < 203*16 || b > 204*16+100 {
		t.Errorf("a split has %d bytes, one that logs the right page only %d", a, b)
	}
	if n := both.DeleteEntries(100); n != 32+16+200 {
		t.Errorf("the removal of 100 entries has %d bytes", n)
	}
}
