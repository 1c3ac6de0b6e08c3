package wal

import (
	"fmt"
	"strings"
	"testing"

	"clocksweep/core/workload"

	"github.com/cockroachdb/datadriven"
)

// TestRecords prints record lengths; see testdata/records.
func TestRecords(t *testing.T) {
	datadriven.RunTest(t, "testdata/records", func(t *testing.T, d *datadriven.TestData) string {
		var bits int64
		var release string
		d.ScanArgs(t, "bits", &bits)
		d.ScanArgs(t, "release", &release)
		l := workload.LayoutOf(bits)
		s := sizesOf(bits, release)
		var out strings.Builder
		switch d.Cmd {
		case "records":
			fmt.Fprintf(&out, "updates: accounts %d, tellers %d, branches %d; insert into history %d\n",
				s.HeapUpdate(l.AccountTuple), s.HeapUpdate(l.TellerTuple), s.HeapUpdate(l.BranchTuple), s.HeapInsert(l.HistoryTuple))
			fmt.Fprintf(&out, "commit %d, prune 1 %d, prune 160 %d, index entry %d\n",
				s.Commit(), s.Prune(1), s.Prune(160), s.IndexInsert(l.IndexEntry))
			sum := s.HeapUpdate(l.AccountTuple) + s.HeapUpdate(l.TellerTuple) + s.HeapUpdate(l.BranchTuple) +
				s.HeapInsert(l.HistoryTuple) + s.Commit()
			fmt.Fprintf(&out, "transaction %d, with a prune %d\n", sum, sum+s.Prune(1))
		case "images":
			fmt.Fprintf(&out, "accounts %d, leaf %d\n", s.Image(24+l.AccountsPerPage*l.Item(l.AccountTuple)), s.Image(l.LeafUsed))
		default:
			d.Fatalf(t, "unknown command %q", d.Cmd)
		}
		return out.String()
	})
}

func sizesOf(bits int64, release string) Sizes {
	return SizesOf(bits/8, release >= "8.4", release >= "9.0", release >= "9.2")
}

func TestRecordsAreAligned(t *testing.T) {
	for _, bits := range []int64{32, 64} {
		for _, release := range []string{"8.3", "8.4", "9.0"} {
			s := sizesOf(bits, release)
			for n := int64(24); n < 300; n++ {
				for _, size := range []int64{s.HeapUpdate(n), s.HeapInsert(n), s.IndexInsert(n), s.Prune(n), s.Commit(), s.Checkpoint()} {
					if size%(bits/8) != 0 || size < 32 {
						t.Fatalf("%d bit, %s, %d: a record of %d bytes", bits, release, n, size)
					}
				}
				if s.HeapUpdate(n+1) < s.HeapUpdate(n) {
					t.Fatalf("%d bit, %s: a longer tuple makes a shorter record", bits, release)
				}
			}
		}
	}
}
