package checkpointer

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestSortedOrders runs the commands of testdata/sorted:
//
//	order [2007]         lines of: tablespace relation fork block, in the order of the buffers
//
// and prints the buffers in the order of writing, with the progress after each.
func TestSortedOrders(t *testing.T) {
	datadriven.RunTest(t, "testdata/sorted", func(t *testing.T, d *datadriven.TestData) string {
		var items []Item
		for i, line := range strings.Split(d.Input, "\n") {
			it := Item{Buf: int32(i)}
			if _, err := fmt.Sscan(line, &it.Space, &it.Rel, &it.Fork, &it.Block); err != nil {
				d.Fatalf(t, "%v", err)
			}
			items = append(items, it)
		}
		var out strings.Builder
		if d.HasArg("2007") {
			SortForPatch2007(items)
			for _, it := range items {
				fmt.Fprintf(&out, "%d: %d/%d %d\n", it.Buf, it.Space, it.Rel, it.Block)
			}
			return out.String()
		}
		var s Sorted
		s.Begin(items)
		for it, ok := s.Next(); ok; it, ok = s.Next() {
			fmt.Fprintf(&out, "%d: %d/%d.%d %d, %.2f\n", it.Buf, it.Space, it.Rel, it.Fork, it.Block, s.Progress())
		}
		return out.String()
	})
}

// randomItems returns n pages of a few tablespaces, relations and forks; with
// few blocks some are equal, as those of different databases are.
func randomItems(r *rand.Rand, n, spaces, blocks int) []Item {
	items := make([]Item, n)
	for i := range items {
		items[i] = Item{
			Buf: int32(i), Space: uint32(1663 + r.IntN(spaces)), Rel: uint32(16384 + r.IntN(5)),
			Fork: uint8(r.IntN(3)), Block: uint32(r.IntN(blocks)),
		}
	}
	return items
}

// TestSortItems compares the sort with the library's on random, ordered,
// reversed and repeating pages.
func TestSortItems(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 600 {
		n := r.IntN(300)
		items := randomItems(r, n, 1+r.IntN(3), 1+r.IntN(400))
		compare := func(a, b Item) int { return a.compare(&b) }
		switch round % 4 {
		case 1:
			slices.SortFunc(items, compare)
		case 2:
			slices.SortFunc(items, func(a, b Item) int { return -compare(a, b) })
		}
		want := slices.Clone(items)
		slices.SortStableFunc(want, compare)
		sortItems(items, (*Item).compare)
		seen := make([]bool, n)
		for i := range items {
			if items[i].compare(&want[i]) != 0 || seen[items[i].Buf] {
				t.Fatalf("round %d, %d pages: place %d has %+v, should be %+v", round, n, i, items[i], want[i])
			}
			seen[items[i].Buf] = true
		}
	}
}

// slowest returns the least advanced of the tablespaces that are not done, and
// whether it is the only one.
func slowest(done, total map[uint32]int) (least float64) {
	least = 2
	for space, n := range total {
		if done[space] < n {
			least = min(least, float64(done[space])/float64(n))
		}
	}
	return least
}

// TestSortedInterleaves: each page comes once, in order within its tablespace,
// and always from a tablespace that is least advanced.
func TestSortedInterleaves(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		items := randomItems(r, 1+r.IntN(400), 1+r.IntN(9), 1+r.IntN(1000))
		done, total, last := map[uint32]int{}, map[uint32]int{}, map[uint32]Item{}
		for _, it := range items {
			total[it.Space]++
		}
		seen := make([]bool, len(items))
		var s Sorted
		s.Begin(items)
		n := 0
		for it, ok := s.Next(); ok; it, ok = s.Next() {
			if seen[it.Buf] {
				t.Fatalf("round %d: buffer %d comes twice", round, it.Buf)
			}
			seen[it.Buf] = true
			share := float64(done[it.Space]) / float64(total[it.Space])
			// The server adds slices up, so shares differ in their last bits.
			if least := slowest(done, total); share > least+1e-9 {
				t.Fatalf("round %d: a page of a tablespace at %v while another is at %v", round, share, least)
			}
			if before, ok := last[it.Space]; ok && before.compare(&it) > 0 {
				t.Fatalf("round %d: %+v comes after %+v", round, it, before)
			}
			last[it.Space] = it
			done[it.Space]++
			n++
			if p := s.Progress(); p != float64(n)/float64(len(items)) {
				t.Fatalf("round %d: progress %v after %d of %d", round, p, n, len(items))
			}
		}
		if n != len(items) {
			t.Fatalf("round %d: %d of %d pages came", round, n, len(items))
		}
	}
	var s Sorted
	s.Begin(nil)
	if _, ok := s.Next(); ok {
		t.Error("a checkpoint without pages has one")
	}
}

// TestPasses: bursts and lists name each buffer once.
func TestPasses(t *testing.T) {
	var o Burst
	o.Begin(5, 3)
	var got []int32
	for b, ok := o.Next(); ok; b, ok = o.Next() {
		got = append(got, b)
	}
	if want := []int32{3, 4, 0, 1, 2}; !slices.Equal(got, want) || o.Scanned() != 5 {
		t.Errorf("a burst of %d buffers in the order %v, not %v", o.Scanned(), got, want)
	}
	var l List
	l.Begin([]int32{4, 1, 7})
	got = got[:0]
	for b, ok := l.Next(); ok; b, ok = l.Next() {
		got = append(got, b)
	}
	if want := []int32{4, 1, 7}; !slices.Equal(got, want) {
		t.Errorf("a list in the order %v, not %v", got, want)
	}
}

func BenchmarkSorted(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	items := randomItems(r, 65536, 3, 1<<20)
	work := make([]Item, len(items))
	var s Sorted
	for range b.N {
		copy(work, items)
		s.Begin(work)
		for _, ok := s.Next(); ok; _, ok = s.Next() {
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(items)), "ns/page")
}
