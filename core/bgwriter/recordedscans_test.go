package bgwriter_test

import (
	"strconv"
	"strings"
	"testing"

	"clocksweep/core/bgwriter"
)

// TestRecordedPercent: the rounds of 8.0 write a percentage of the dirty buffers,
// from the head of the list that T1 and T2 give in turn, and nap for ten seconds
// after one that finds nothing.
func TestRecordedPercent(t *testing.T) {
	tests := []struct {
		name           string
		rounds, looked int
		longNaps       int
		t2First        int // rounds that disagree if T2 goes first
	}{
		{"8.0.0-E3", 38, 70, 1, 21},
		{"8.0.0-E4t", 145, 473, 2, 79},
		{"8.0.2-E3", 38, 70, 1, 27},
	}
	for _, test := range tests {
		head, steps := load(t, test.name)
		set := bgwriter.PercentSettings{
			Percent:  int(head.value("bgwriter_percent", float64(bgwriter.Percent80.Percent))),
			MaxPages: int(head.value("bgwriter_maxpages", float64(bgwriter.Percent80.MaxPages))),
		}
		dirty := make([]bool, int(head.value("buffers", 0)))
		var lists [2][]int32
		rounds, looked, wrong, t2First, longNaps := 0, 0, 0, 0, 0
		examined := -1 // by the round before; -1: no nap to compare
		for _, s := range steps {
			switch {
			case s[0] == "checkpoint":
				examined = 1
			case s[0] == "round":
				clear(dirty)
				if nap := bgwriter.Nap80(examined, 200); examined >= 0 && !near(s.int(1), nap) {
					t.Errorf("%s, round %d: a nap of %d µs, not %d ms", test.name, rounds, s.int(1), nap)
				} else if examined == 0 {
					longNaps++
				}
			case s[0] == "t1", s[0] == "t2":
				at := s[0][1] - '1'
				lists[at] = lists[at][:0]
				for _, word := range s[1:] {
					digits, star := strings.CutSuffix(word, "*")
					b, err := strconv.Atoi(digits)
					if err != nil {
						t.Fatal(err)
					}
					lists[at] = append(lists[at], int32(b))
					dirty[b] = star
				}
			default: // = looks
				is := func(b int32) bool { return dirty[b] }
				var p bgwriter.Percent
				p.Begin(bgwriter.Alternate(nil, lists[0], lists[1], is), set)
				want := looks(s[1:])
				rounds++
				looked += len(want)
				examined = p.Examined()
				if !same(want, p.Next) {
					wrong++
				}
				p.Begin(bgwriter.Alternate(nil, lists[1], lists[0], is), set)
				if !same(want, p.Next) {
					t2First++
				}
			}
		}
		if rounds != test.rounds || looked != test.looked || longNaps != test.longNaps || wrong != 0 || t2First != test.t2First {
			t.Errorf("%s: %d rounds looked at %d buffers, %d long naps, %d wrong, should be %d at %d with %d; with T2 first %d wrong, not %d",
				test.name, rounds, looked, longNaps, wrong, test.rounds, test.looked, test.longNaps, t2First, test.t2First)
		}
	}
}

// same reports whether next yields exactly the buffers of want.
func same(want []look, next func() (int32, bool)) bool {
	for _, l := range want {
		if b, ok := next(); !ok || b != l.buf {
			return false
		}
	}
	_, more := next()
	return !more
}

// TestRecordedScans: which buffers the two scans of 8.1 and 8.2 look at, with the
// pages that they wrote given.
func TestRecordedScans(t *testing.T) {
	tests := []struct {
		name                       string
		scans, looked, writes, max int
	}{
		{"8.1.0-E3", 68, 136, 8, 0},
		{"8.1.0-E4t", 488, 3416, 678, 0},
		{"8.2.0-E3", 68, 136, 28, 0},
	}
	for _, test := range tests {
		head, steps := load(t, test.name)
		n := int(head.value("buffers", 0))
		var scans bgwriter.Scans
		set := bgwriter.Scans81
		count, looked, writes, stopped, wrong := 0, 0, 0, 0, 0
		for i, s := range steps {
			if s[0] == "checkpoint" {
				continue
			}
			count++
			hand, _ := strconv.Atoi(strings.TrimSuffix(s[2], "="))
			if s[0] == "all" {
				if scans.Position() != int32(hand) {
					t.Errorf("%s, line %d: the scan over all stands at %d, not %d", test.name, i, scans.Position(), hand)
				}
				if i > 0 && steps[i-1][0] == "lru" && !near(s.int(1), bgwriter.Nap81(set.Off(), false, 200)) {
					t.Errorf("%s, line %d: a nap of %d µs", test.name, i, s.int(1))
				}
				scans.BeginAll(n, set)
			} else {
				scans.BeginLRU(n, int32(hand), set)
			}
			for _, l := range looks(s[3:]) {
				looked++
				if b, ok := scans.Next(); !ok || b != l.buf {
					wrong++
				}
				scans.Note(l.written)
				if l.written {
					writes++
				}
			}
			if scans.MaxWritten() {
				stopped++
			}
			if _, more := scans.Next(); more {
				wrong++
			}
		}
		if count != test.scans || looked != test.looked || writes != test.writes || stopped != test.max || wrong != 0 {
			t.Errorf("%s: %d scans looked at %d buffers and wrote %d, %d stopped, %d wrong; should be %d, %d, %d, %d",
				test.name, count, looked, writes, stopped, wrong, test.scans, test.looked, test.writes, test.max)
		}
	}
}
