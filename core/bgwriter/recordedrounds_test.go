package bgwriter_test

import (
	"strings"
	"testing"

	"clocksweep/core/bgwriter"
)

// player plays a recorded just-in-time background writer again.
type player struct {
	rounds, looked int
	long           int // hibernations
	wrong          int
	first          string // what went wrong first

	n       int
	set     bgwriter.Settings
	since92 bool
	exact   bool // floats are recorded with all their bits; otherwise with six places
	j       bgwriter.JustInTime
	after   func(can bool) bool // the rule of hibernation
	asleep  bool                // what it said after the round before
}

// hibernation is the rule of 9.2 and later; no recorded sleep of normal length
// was cut short.
func hibernation() func(can bool) bool {
	var h bgwriter.Hibernation
	return func(can bool) bool { return h.After(can, false) }
}

// TestRecordedRounds compares every estimate and every buffer looked at of
// recorded just-in-time rounds, and from 9.2 on when the process hibernates.
func TestRecordedRounds(t *testing.T) {
	tests := []struct {
		name                 string
		rounds, looked, long int
	}{
		{"8.3.0-E3", 35, 3153, 0},
		{"8.3.0-E4p", 243, 1000, 0},
		{"9.6.24-E3", 22, 2737, 5},
		{"9.6.24-E4p", 190, 1000, 52},
		{"T3a", 1758, 34466, 0},
		{"T3c", 124, 34291, 3},
		{"T4a", 508, 56038, 0},
		{"T4c", 69, 0, 68},
	}
	for _, test := range tests {
		p := play(t, test.name, hibernation())
		if p.rounds != test.rounds || p.looked != test.looked || p.long != test.long || p.wrong != 0 {
			t.Errorf("%s: %d rounds, %d buffers, %d hibernations, %d wrong, first: %q; should be %d, %d, %d and none",
				test.name, p.rounds, p.looked, p.long, p.wrong, p.first, test.rounds, test.looked, test.long)
		}
	}
}

// TestWrongHibernation: the recorded naps tell apart other rules.
func TestWrongHibernation(t *testing.T) {
	never := func(bool) bool { return false }
	atOnce := func(can bool) bool { return can }
	for _, name := range []string{"9.6.24-E3", "9.6.24-E4p", "T4c"} {
		if p := play(t, name, never); p.wrong == 0 {
			t.Errorf("%s: the naps fit a process that never hibernates", name)
		}
		if p := play(t, name, atOnce); p.wrong == 0 {
			t.Errorf("%s: the naps fit a process that hibernates after one idle round", name)
		}
	}
}

func play(t *testing.T, name string, after func(can bool) bool) *player {
	head, steps := load(t, name)
	p := &player{
		n:       int(head.value("buffers", 0)),
		since92: !strings.HasPrefix(name, "8.3"),
		exact:   !strings.HasPrefix(name, "T"),
		after:   after,
	}
	p.set = bgwriter.Settings{
		DelayMs:    int(head.value("bgwriter_delay", 200)),
		MaxPages:   int(head.value("bgwriter_lru_maxpages", 100)),
		Multiplier: 2,
		ForgetIdle: p.since92,
	}
	for _, s := range steps {
		if !p.step(s) {
			p.wrong++
			if p.first == "" {
				p.first = strings.Join(s, " ")
			}
		}
	}
	return p
}

// step plays one line and reports whether it agrees.
func (p *player) step(s step) bool {
	switch s[0] {
	case "checkpoint": // 8.3: the same process
		return true
	case "round":
		return p.begin(s)
	case "est":
		e := p.j.Estimates()
		return int(p.j.Position()) == s.int(1) && e.Upcoming == int(s.value("upcoming", -1)) && e.ReusableEst == int(s.value("reusable", -1)) &&
			e.ToLap == int(s.value("lap", -1)) && p.equal(e.Smoothed, s.value("smoothed", -1)) && p.equal(e.DensityWas, s.value("density", -1))
	case "end":
		r := p.j.End()
		p.sleep(r.Hibernate)
		hib := s.value("hib", -1)
		return int(p.j.Position()) == s.int(1) && p.equal(r.Density, s.value("density", -1)) && (hib < 0 || (hib == 1) == r.Hibernate)
	}
	for _, out := range strings.TrimPrefix(s[0], "=") {
		p.looked++
		if _, ok := p.j.Next(); !ok {
			return false
		}
		p.j.Note(out&1 != 0, out&2 != 0)
	}
	_, more := p.j.Next()
	return !more
}

// begin begins a round and compares the nap before it.
func (p *player) begin(s step) bool {
	agrees := p.rounds == 0 || !p.since92 || p.slept(s.int(1), s.int(2))
	p.rounds++
	if !p.j.Begin(p.n, int32(s.int(3)), uint32(s.value("passes", 0)), uint32(s.value("alloc", 0)), p.set) {
		p.sleep(true)
	}
	return agrees
}

// slept reports whether the nap before a round is what it should be: a
// hibernating process sleeps through or is woken by an allocation, another one
// naps for bgwriter_delay. alloc is the distance to the nearest allocation in the
// recording, µs; a woken process may run before the allocation is recorded.
func (p *player) slept(nap, alloc int) bool {
	if !p.asleep {
		return near(nap, p.set.DelayMs)
	}
	woken := nap >= p.set.DelayMs*1000 && alloc < 15_000
	return woken || near(nap, (1+bgwriter.HibernateFactor)*p.set.DelayMs)
}

func (p *player) sleep(can bool) {
	p.asleep = p.since92 && p.after(can)
	if p.asleep {
		p.long++
	}
}

func (p *player) equal(got float32, recorded float64) bool {
	if p.exact {
		return got == float32(recorded)
	}
	d := float64(got) - recorded
	return d < 1e-6 && d > -1e-6
}
