package replay_test

import (
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
)

// ringless takes normal victims and pins for everybody.
type ringless struct{ bufmgr.Clock }

func (p ringless) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	be.Ring = nil
	return p.Clock.Read(be, pg, held)
}

// repinning counts an access under a pin that the backend has as one more use.
type repinning struct{ bufmgr.Clock }

func (p repinning) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	b, hit := p.Clock.Read(be, pg, false)
	if hit && held {
		p.Unpin(b)
	}
	return b, hit
}

// allUnpinsCount makes a use of every unpin, those of writers too.
type allUnpinsCount struct{ bufmgr.Clock }

func (p allUnpinsCount) Unpin(b int32) { p.Release(&bufmgr.Backend{}, b) }

// otherXid lies about transactions: each access has one of its own, or all have
// the same.
type otherXid struct {
	bufmgr.Directory
	step uint32
	last *uint32
}

func (p otherXid) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	*p.last += p.step
	xid := be.Xid
	be.Xid = *p.last
	defer func() { be.Xid = xid }()
	return p.Directory.Read(be, pg, held)
}

func (p otherXid) Install(be *bufmgr.Backend, b int32, pg bufmgr.Page) {
	xid := be.Xid
	be.Xid = *p.last
	defer func() { be.Xid = xid }()
	p.Directory.Install(be, b, pg)
}

// unhinted knows nothing of VACUUM.
type unhinted struct{ bufmgr.Clock }

func (p unhinted) Release(_ *bufmgr.Backend, b int32) bool {
	return p.Clock.Release(&bufmgr.Backend{}, b)
}

// unhintedLists is the same for ARC: VACUUM's hits move the lists.
type unhintedLists struct{ bufmgr.Directory }

func (p unhintedLists) Read(be *bufmgr.Backend, pg bufmgr.Page, held bool) (int32, bool) {
	vacuum := be.Vacuum
	be.Vacuum = false
	defer func() { be.Vacuum = vacuum }()
	return p.Directory.Read(be, pg, held)
}

func capped(n uint8) func(int) bufmgr.Policy {
	return func(buffers int) bufmgr.Policy { return bufmgr.AsPolicy(bufmgr.New(buffers, n)) }
}

func named(t *testing.T, name string) func(int) bufmgr.Policy {
	p, ok := bufmgr.PolicyByName(name)
	if !ok {
		t.Fatalf("there is no policy %s", name)
	}
	return p.New
}

// TestReplayNoticesWrongRules proves that the recordings can tell a server's
// rules from near misses: each rule changed alone leads to a difference in the
// quantity named, and no sooner in another.
func TestReplayNoticesWrongRules(t *testing.T) {
	clock95 := func(wrap func(bufmgr.Clock) bufmgr.Policy) func(int) bufmgr.Policy {
		return func(n int) bufmgr.Policy { return wrap(bufmgr.NewClock95(n, false)) }
	}
	arc := func(step uint32) func(int) bufmgr.Policy {
		return func(n int) bufmgr.Policy { return otherXid{bufmgr.NewARC(n), step, new(uint32)} }
	}
	tests := []struct {
		wrong     string
		recording string
		policy    func(int) bufmgr.Policy
		first     string // what differs first
		victims   int    // this many of them at least
	}{
		{"usage count capped at 4", "T1a", capped(4), "usage count of an access", 1000},
		{"usage count capped at 6", "T1a", capped(6), "usage count of an access", 1000},
		{"an access under a held pin counts as use", "T2a",
			clock95(func(c bufmgr.Clock) bufmgr.Policy { return repinning{c} }), "usage count of an access", 1000},
		{"scans without rings", "T5a", clock95(func(c bufmgr.Clock) bufmgr.Policy { return ringless{c} }), "victim", 10000},
		{"pins through a ring count in full", "T5a", named(t, "clock960"), "usage count of an access", 1000},
		{"pins through a ring count in full", "9.6.24-E5", named(t, "clock960"), "usage count of an access", 1000},
		{"no freelist for dropped pages", "T5a", named(t, "clock19"), "source of a victim (letter)", 0},
		{"used at the last unpin", "8.3.0-E1", named(t, "clock81"), "usage count of an access", 1000},
		{"used at the first pin", "8.2.0-E2", named(t, "clock83"), "usage count of an access", 500},
		{"one bit for a count", "8.1.0-E1", named(t, "bit2005"), "usage count after an unpin", 500},
		{"writers use what they write", "8.1.0-E5",
			func(n int) bufmgr.Policy { return allUnpinsCount{bufmgr.NewClock81(n)} }, "usage count after an unpin", 100},
		{"VACUUM is like others", "8.1.0-E5",
			func(n int) bufmgr.Policy { return unhinted{bufmgr.NewClock81(n)} }, "usage count after an unpin", 1000},
		{"2Q for ARC", "8.0.0-E1", named(t, "2q"), "target", 1000},
		{"ARC for 2Q", "8.0.2-E1", named(t, "arc"), "target", 1000},
		{"LRU for ARC", "8.0.0-E2", named(t, "lru"), "victim", 1000},
		{"ARC for LRU", "7.4.30-E2", named(t, "arc"), "victim", 1000},
		{"any second use promotes to T2", "8.0.0-E1", arc(1), "list after a hit", 50},
		{"no use promotes to T2", "8.0.0-E1", arc(0), "list after a hit", 5000},
		{"VACUUM's lookups are like others", "8.0.0-E5",
			func(n int) bufmgr.Policy { return unhintedLists{bufmgr.NewARC(n)} }, "list after a hit", 500},
	}
	for _, test := range tests {
		t.Run(test.recording+": "+test.wrong, func(t *testing.T) {
			set := openRecording(t, test.recording)
			r := replay.NewPlayer(set, test.policy(set.Buffers)).Play()
			if r.First == nil {
				t.Fatal("no difference found")
			}
			wrong := 0
			for _, q := range r.Quantities {
				if q.Name == "victims" {
					wrong = q.Checked - q.Right
				}
			}
			t.Logf("%d wrong victims; %v", wrong, r.First)
			if r.First.What != test.first {
				t.Errorf("the first difference is in %q, not in %q", r.First.What, test.first)
			}
			if wrong < test.victims {
				t.Errorf("%d victims are wrong; at least %d were expected", wrong, test.victims)
			}
		})
	}
}

// TestReplayNoticesWrongSettings does the same for the background writer and the
// checkpoint.
func TestReplayNoticesWrongSettings(t *testing.T) {
	tests := []struct {
		recording, wrong, quantity string
		change                     func(*replay.Set)
	}{
		{"T3a", "bgwriter_lru_multiplier 1.9", "round estimates", func(s *replay.Set) { s.Settings.Multiplier = 1.9 }},
		{"8.3.0-E3", "bgwriter_lru_multiplier 1.9", "round estimates", func(s *replay.Set) { s.Settings.Multiplier = 1.9 }},
		{"T3c", "bgwriter_lru_maxpages 20", "round begins and ends", func(s *replay.Set) { s.Settings.LRUMaxPages = 20 }},
		{"8.1.0-E4t", "bgwriter_all_percent 0.5", "round buffers", func(s *replay.Set) { s.Settings.AllPercent = 0.5 }},
		{"8.2.0-E3", "bgwriter_lru_percent 2", "round begins and ends", func(s *replay.Set) { s.Settings.LRUPercent = 2 }},
		{"8.0.0-E4t", "bgwriter_percent 2", "round begins and ends", func(s *replay.Set) { s.Settings.Percent = 2 }},
		{"8.0.2-E3", "bgwriter_percent 3", "round begins and ends", func(s *replay.Set) { s.Settings.Percent = 3 }},
		{"8.3.0-E4p", "checkpoint_completion_target 0.45", "nap decisions", func(s *replay.Set) { s.Settings.CompletionTarget = 0.45 }},
		{"9.6.24-E4p", "checkpoint_completion_target 0.55", "nap decisions", func(s *replay.Set) { s.Settings.CompletionTarget = 0.55 }},
		{"T4a", "checkpoint_completion_target 0.8", "nap decisions", func(s *replay.Set) { s.Settings.CompletionTarget = 0.8 }},
		{"9.6.24-E4p", "the checkpoint of 8.3", "checkpoint buffers", func(s *replay.Set) { s.Release = 950 }},
		{"T4c", "one tablespace", "checkpoint buffers", func(s *replay.Set) {
			for i := range s.Relations {
				s.Relations[i].Space = 1663
			}
		}},
	}
	for _, test := range tests {
		t.Run(test.recording+": "+test.wrong, func(t *testing.T) {
			set := openRecording(t, test.recording)
			test.change(set)
			r := replay.NewPlayer(set, own(t, set)).Play()
			wrong := 0
			for _, q := range r.Quantities {
				if q.Name == test.quantity {
					wrong = q.Checked - q.Right
				}
			}
			t.Logf("%d of %s wrong; %v", wrong, test.quantity, r.First)
			if wrong == 0 {
				t.Errorf("no difference in %s", test.quantity)
			}
		})
	}
}
