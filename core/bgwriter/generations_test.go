package bgwriter

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestGenerations runs the commands of testdata/generations:
//
//	percent percent=P maxpages=N    lines: t1 BUFFER..., t2 BUFFER..., dirty ones with a star
//	all buffers=N percent=P maxpages=M [dirty=K]    the scan over all of 8.1; each K-th buffer is dirty
//	lru buffers=N percent=P maxpages=M hand=H [dirty=K]
//	nap80 examined=N delay=MS
//	nap81 [off] [archive] delay=MS
//	hibernate            lines: can woken, each y or n, a round each
func TestGenerations(t *testing.T) {
	var scans Scans
	datadriven.RunTest(t, "testdata/generations", func(t *testing.T, d *datadriven.TestData) string {
		num := func(name string) int {
			n := 0
			if d.HasArg(name) {
				d.ScanArgs(t, name, &n)
			}
			return n
		}
		switch d.Cmd {
		case "percent":
			return percent(t, d, PercentSettings{num("percent"), num("maxpages")})
		case "all", "lru":
			var text string
			d.ScanArgs(t, "percent", &text)
			p, err := strconv.ParseFloat(text, 64)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			var on bool
			if d.Cmd == "all" {
				on = scans.BeginAll(num("buffers"), ScanSettings{AllPercent: p, AllMaxPages: num("maxpages")})
			} else {
				on = scans.BeginLRU(num("buffers"), int32(num("hand")), ScanSettings{LRUPercent: p, LRUMaxPages: num("maxpages")})
			}
			if !on {
				return "off"
			}
			return scan(&scans, num("dirty"))
		case "nap80":
			return fmt.Sprint(Nap80(num("examined"), num("delay")), " ms")
		case "nap81":
			return fmt.Sprint(Nap81(d.HasArg("off"), d.HasArg("archive"), num("delay")), " ms")
		case "hibernate":
			var h Hibernation
			var out strings.Builder
			for _, line := range strings.Split(d.Input, "\n") {
				fmt.Fprintf(&out, "%s: %s\n", line, map[bool]string{true: "sleeps on", false: "next round"}[h.After(line[0] == 'y', line[2] == 'y')])
			}
			return out.String()
		}
		d.Fatalf(t, "unknown command %s", d.Cmd)
		return ""
	})
}

func percent(t *testing.T, d *datadriven.TestData, s PercentSettings) string {
	var lists [2][]int32
	dirty := map[int32]bool{}
	for i, line := range strings.Split(d.Input, "\n") {
		for _, word := range strings.Fields(line)[1:] {
			digits, star := strings.CutSuffix(word, "*")
			b, err := strconv.Atoi(digits)
			if err != nil {
				d.Fatalf(t, "%v", err)
			}
			lists[i] = append(lists[i], int32(b))
			dirty[int32(b)] = star
		}
	}
	list := Alternate(nil, lists[0], lists[1], func(b int32) bool { return dirty[b] })
	var p Percent
	if !p.Begin(list, s) {
		return fmt.Sprintf("%v: off", list)
	}
	var got []int32
	for b, ok := p.Next(); ok; b, ok = p.Next() {
		got = append(got, b)
	}
	return fmt.Sprintf("%v: writes %v, %d examined", list, got, p.Examined())
}

func scan(s *Scans, dirty int) string {
	var out []int32
	for b, ok := s.Next(); ok; b, ok = s.Next() {
		out = append(out, b)
		s.Note(dirty > 0 && int(b)%dirty == 0)
	}
	text := fmt.Sprintf("looked at %d, wrote %d", s.Scanned(), s.Written())
	if len(out) > 0 {
		text = fmt.Sprintf("%d to %d: ", out[0], out[len(out)-1]) + text
	}
	if s.MaxWritten() {
		text += ", stopped"
	}
	return text
}

// TestAlternateHoldsAllDirty: the list has each dirty buffer once, those of a list
// in their order, and no clean one.
func TestAlternateHoldsAllDirty(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := r.IntN(60)
		buffers := make([]int32, n)
		dirty := make([]bool, n)
		for i, b := range r.Perm(n) {
			buffers[i] = int32(b)
			dirty[i] = r.IntN(2) == 0
		}
		cut := r.IntN(n + 1)
		is := func(b int32) bool { return dirty[b] }
		got := Alternate(nil, buffers[:cut], buffers[cut:], is)
		for _, list := range [][]int32{buffers[:cut], buffers[cut:]} {
			var want, of []int32
			for _, b := range list {
				if dirty[b] {
					want = append(want, b)
				}
			}
			for _, b := range got {
				if slices.Contains(list, b) {
					of = append(of, b)
				}
			}
			if !slices.Equal(want, of) {
				t.Fatalf("dirty of one list are %v, listed %v", want, of)
			}
		}
		for _, b := range got {
			if !dirty[b] {
				t.Fatalf("clean buffer %d is listed", b)
			}
		}
	}
}

// TestScanOverAllComesRound: whatever the settings, the scan over all buffers
// sees each of them once a turn, and scans keep within their limits.
func TestScanOverAllComesRound(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 200 {
		n := 16 + r.IntN(300)
		set := ScanSettings{
			LRUPercent: float64(r.IntN(1001)) / 10, LRUMaxPages: r.IntN(10),
			AllPercent: 0.1 + float64(r.IntN(1000))/10, AllMaxPages: 1 + r.IntN(10),
		}
		var s Scans
		last := int32(0)
		for range 50 {
			s.BeginAll(n, set)
			for b, ok := s.Next(); ok; b, ok = s.Next() {
				if b != (last+1)%int32(n) {
					t.Fatalf("buffer %d comes after %d of %d", b, last, n)
				}
				last = b
				s.Note(r.IntN(3) == 0)
			}
			if s.Written() > set.AllMaxPages || s.Scanned() > n || s.Position() != last {
				t.Fatalf("%+v of %d: scanned %d, wrote %d, stands at %d", set, n, s.Scanned(), s.Written(), s.Position())
			}
			hand := int32(r.IntN(n))
			if !s.BeginLRU(n, hand, set) {
				continue
			}
			for b, ok := s.Next(); ok; b, ok = s.Next() {
				if b != hand {
					t.Fatalf("buffer %d comes, not %d", b, hand)
				}
				hand = (hand + 1) % int32(n)
				s.Note(r.IntN(3) == 0)
			}
			if s.Written() > set.LRUMaxPages || s.Scanned() > n {
				t.Fatalf("%+v of %d: scanned %d, wrote %d", set, n, s.Scanned(), s.Written())
			}
		}
	}
}

// TestCleaningCeiling is the law of buffers_clean: a background writer that cannot
// keep up writes bgwriter_lru_maxpages pages in each round and counts each in
// maxwritten_clean, so that at the defaults it cleans 500 pages a second and no
// more; with the two scans of 8.1, 50.
func TestCleaningCeiling(t *testing.T) {
	const n, rounds = 131072, 3000 // ten minutes of rounds
	s := Settings{DelayMs: 200, MaxPages: 100, Multiplier: 2, ForgetIdle: true}
	var j JustInTime
	hand, passes, clean, maxwritten := int32(0), uint32(0), 0, 0
	for i := range rounds {
		if hand += 1500; hand >= n {
			hand -= n
			passes++
		}
		j.Begin(n, hand, passes, 1000, s)
		for b, ok := j.Next(); ok; b, ok = j.Next() {
			free := (int(b)+i)%3 == 0
			j.Note(free, free)
		}
		r := j.End()
		clean += r.Written
		if r.MaxWritten {
			maxwritten++
		}
	}
	if clean != s.MaxPages*maxwritten || maxwritten != rounds {
		t.Errorf("%d pages in %d rounds, %d of them stopped", clean, rounds, maxwritten)
	}
	if perS := clean * 1000 / (rounds * s.DelayMs); perS != 500 {
		t.Errorf("%d pages a second", perS)
	}

	var scans Scans
	clean = 0
	for range rounds {
		scans.BeginAll(n, Scans81)
		for _, ok := scans.Next(); ok; _, ok = scans.Next() {
			scans.Note(true)
		}
		clean += scans.Written()
		scans.BeginLRU(n, 0, Scans81)
		for _, ok := scans.Next(); ok; _, ok = scans.Next() {
			scans.Note(true)
		}
		clean += scans.Written()
	}
	if perS := clean * 1000 / (rounds * s.DelayMs); perS != 50 {
		t.Errorf("8.1: %d pages a second", perS)
	}
}
