package checkpointer_test

import (
	"testing"

	"clocksweep/core/checkpointer"
)

// stop is a page of a recorded, paced checkpoint after which the server decided
// whether to nap.
type stop struct {
	us      int64 // end of its write, since the checkpoint began
	written bool  // false: somebody else had written it
}

// stops returns the pages of a paced checkpoint in the order of its pass. Up to
// 9.5 the server decides only after pages that it wrote.
func (k *recorded) stops() []stop {
	var s checkpointer.Sorted
	s.Begin(k.items)
	var out []stop
	for _, e := range k.events {
		if e.kind != 'w' {
			continue
		}
		for it, ok := s.Next(); ok && it.Buf != e.buf; it, ok = s.Next() {
			out = append(out, stop{})
		}
		out = append(out, stop{e.us, true})
	}
	for _, ok := s.Next(); ok; _, ok = s.Next() {
		out = append(out, stop{})
	}
	return out
}

// paced is a paced checkpoint and how its server naps.
type paced struct {
	stops   []stop
	endUs   int64
	napUs   int64
	atLast  bool // a nap may follow the last page: 9.6 and later
	beganUs int64
}

// play plays the checkpoint with a pacer, if the recording began clockUs after a
// whole second. Between two recorded writes there must be as many naps as fit
// into the time; where there are not, agrees is false.
func (p *paced) play(clockUs int64, set checkpointer.Settings) (naps, goes int, agrees bool) {
	var c checkpointer.Pacer
	start := clockUs + p.beganUs
	c.Begin(0, start*1000, set)
	for i := 0; i < len(p.stops); {
		begin := p.stops[i].us
		slept := int64(0)
		for more := true; more; more = i < len(p.stops) && !p.stops[i].written {
			i++
			if i == len(p.stops) && !p.atLast {
				break
			}
			now := start + begin + slept*p.napUs
			if c.OnSchedule(float64(i)/float64(len(p.stops)), 0, now*1000) {
				slept++
			} else {
				goes++
			}
		}
		naps += int(slept)
		until := p.endUs
		if i < len(p.stops) {
			until = p.stops[i].us
		}
		if (until-begin)/p.napUs != slept {
			return naps, goes, false
		}
	}
	return naps, goes, true
}

// TestRecordedNaps compares every decision of recorded paced checkpoints to nap
// or not with the schedule. The recordings do not tell the time of day, and the
// schedule counts from a whole second: there must be a moment within the second at
// which the recording can have begun so that all decisions of all its checkpoints
// agree, and none under slightly different settings.
func TestRecordedNaps(t *testing.T) {
	tests := []struct {
		name       string
		napMs      int64
		set        checkpointer.Settings
		checkpoint int // paced ones
		naps, goes int
		loggedMs   int64 // start of the first within its second, by the log; -1: not logged
	}{
		{"8.3.0-E4p", 200, checkpointer.Settings{Segments: 100, TimeoutS: 30, CompletionTarget: 0.5}, 1, 75, 489, -1},
		{"9.6.24-E4p", checkpointer.NapMs, checkpointer.Settings{Segments: 204, TimeoutS: 30, CompletionTarget: 0.5}, 1, 144, 440, -1},
		{"T4a", checkpointer.NapMs, checkpointer.Settings{Segments: 538, TimeoutS: 30, CompletionTarget: 0.9}, 2, 529, 6347, 752},
	}
	for _, test := range tests {
		_, all := load(t, test.name)
		var list []paced
		for _, k := range all {
			if k.paced && k.endUs >= 0 {
				list = append(list, paced{k.stops(), k.endUs, test.napMs * 1000, k.items != nil, k.atUs})
			}
		}
		fits := func(set checkpointer.Settings) (moments, naps, goes int) {
			for us := int64(0); us < 1e6; us += 20 {
				if begun := (us + list[0].beganUs) / 1000 % 1000; test.loggedMs >= 0 && begun != test.loggedMs {
					continue
				}
				n, g, agree := 0, 0, true
				for i := 0; i < len(list) && agree; i++ {
					var dn, dg int
					dn, dg, agree = list[i].play(us, set)
					n, g = n+dn, g+dg
				}
				if agree {
					moments++
					naps, goes = n, g
				}
			}
			return moments, naps, goes
		}
		moments, naps, goes := fits(test.set)
		if len(list) != test.checkpoint || moments == 0 || naps != test.naps || goes != test.goes {
			t.Errorf("%s: %d checkpoints with %d naps and %d decisions against one agree for %d moments; should be %d with %d and %d",
				test.name, len(list), naps, goes, moments, test.checkpoint, test.naps, test.goes)
		}
		wrong := test.set
		wrong.CompletionTarget += 0.01
		if n, _, _ := fits(wrong); n > 0 {
			t.Errorf("%s: %+v explains the decisions too: the recording proves nothing", test.name, wrong)
		}
		wrong = test.set
		wrong.TimeoutS++
		if n, _, _ := fits(wrong); n > 0 {
			t.Errorf("%s: %+v explains the decisions too: the recording proves nothing", test.name, wrong)
		}
	}
}

// TestRecordedTimer: timed checkpoints begin checkpoint_timeout apart by the whole
// seconds of their starts, though less than that apart in time.
func TestRecordedTimer(t *testing.T) {
	_, all := load(t, "T4a")
	const firstNs = 49_752_000_000 // by the log, within its minute
	starts := make([]int64, len(all))
	for i, k := range all {
		starts[i] = firstNs + (k.atUs-all[0].atUs)*1000
	}
	if len(starts) != 3 {
		t.Fatalf("%d checkpoints", len(starts))
	}
	for i := 1; i < len(starts); i++ {
		now, last := starts[i], starts[i-1]
		if !checkpointer.TimeDue(now, last, 30) || checkpointer.TimeDue(now-100_000_000, last, 30) {
			t.Errorf("checkpoint %d began %d ns after the one before: by the rule at another time", i, now-last)
		}
	}
}
