package replay_test

import (
	"testing"

	"clocksweep/core/replay"
)

// noticed is what a wrong rule must lead to: what differs first, and at least how
// many predictions of the quantity that the change names.
var noticed = map[string]struct {
	first string
	least int
}{
	"8.0.0-E1: any second use promotes to T2, not one by another transaction": {"list after a hit", 50},
	"8.0.0-E1: no use promotes to T2":                                         {"list after a hit", 5000},
	"8.0.0-E5: VACUUM’s lookups are like others":                              {"list after a hit", 500},
	"8.0.0-E1: 2Q for ARC":                                                    {"target", 1000},
	"8.0.0-E2: LRU for ARC":                                                   {"victim", 1000},
	"7.4.30-E2: ARC for LRU":                                                  {"victim", 1000},
	"8.0.2-E1: ARC for 2Q":                                                    {"target", 1000},
	"8.1.0-E1: one bit for a count of five":                                   {"usage count after an unpin", 500},
	"8.1.0-E5: writers use what they write":                                   {"usage count after an unpin", 100},
	"8.1.0-E5: VACUUM is like others":                                         {"usage count after an unpin", 1000},
	"8.2.0-E2: used at the first pin, not at the last unpin":                  {"usage count of an access", 500},
	"8.3.0-E1: used at the last unpin, not at the first pin":                  {"usage count of an access", 1000},
	"T1a: usage count capped at 4, not at 5":                                  {"usage count of an access", 1000},
	"T1a: usage count capped at 6, not at 5":                                  {"usage count of an access", 1000},
	"T2a: an access under a pin that is held counts as use":                   {"usage count of an access", 1000},
	"T5a: scans without rings":                                                {"victim", 10000},
	"T5a: pins through a ring count in full":                                  {"usage count of an access", 1000},
	"9.6.24-E5: pins through a ring count in full":                            {"usage count of an access", 1000},
	"T5a: no freelist for dropped pages":                                      {"source of a victim (letter)", 1},

	"8.0.0-E4t: bgwriter_percent 2, not 1":                     {"a round goes on", 100},
	"8.0.2-E3: bgwriter_percent 3, not 1":                      {"a round goes on", 50},
	"8.1.0-E4t: bgwriter_all_percent 0.5, not 0.333":           {"a scan goes on", 500},
	"8.2.0-E3: bgwriter_lru_percent 2, not 1":                  {"a scan goes on", 20},
	"8.3.0-E3: bgwriter_lru_multiplier 1.9, not 2":             {"allocations expected", 50},
	"T3a: bgwriter_lru_multiplier 1.9, not 2":                  {"allocations expected", 5000},
	"T3c: bgwriter_lru_maxpages 20, not 100":                   {"buffer examined", 50},
	"8.3.0-E4p: checkpoint_completion_target 0.45, not 0.5":    {"nap", 50},
	"9.6.24-E4p: checkpoint_completion_target 0.55, not 0.5":   {"nap", 200},
	"T4a: checkpoint_completion_target 0.8, not 0.9":           {"nap", 300},
	"9.6.24-E4p: a checkpoint from the clock hand, not sorted": {"buffer written", 400},
	"T4c: one tablespace, not four side by side":               {"buffer written", 1000},
	"8.1.0-E3: bgwriter_delay 250 ms, not 200":                 {"nap between rounds, ms", 30},
	"8.0.0-E4t: checkpoint_timeout 29 s, not 30":               {"a checkpoint is due", 1},
	"8.3.0-E4p: checkpoint_timeout 31 s, not 30":               {"a checkpoint is due", 1},
	"T4a: checkpoint_timeout 32 s, not 30":                     {"whole seconds slept before a checkpoint", 3},
}

// TestReplayNoticesWrongRules proves that the recordings can tell a server's
// rules from near misses: each rule changed alone leads to a difference in the
// quantity named, and first where it is expected.
func TestReplayNoticesWrongRules(t *testing.T) {
	changes := replay.Changes()
	if len(changes) != len(noticed) {
		t.Errorf("there are %d changes, and %d of them are expected to be noticed", len(changes), len(noticed))
	}
	for _, c := range changes {
		name := c.Recording + ": " + c.Wrong
		t.Run(name, func(t *testing.T) {
			want, ok := noticed[name]
			if !ok {
				t.Fatal("nothing is expected of this change")
			}
			r := c.Play(openRecording(t, c.Recording))
			if r.First == nil {
				t.Fatal("no difference found")
			}
			wrong := r.Of(c.Quantity).Wrong()
			t.Logf("%d of %s wrong; %v", wrong, c.Quantity, r.First)
			if r.First.What != want.first {
				t.Errorf("the first difference is in %q, not in %q", r.First.What, want.first)
			}
			if wrong < want.least {
				t.Errorf("%d of %s are wrong; at least %d were expected", wrong, c.Quantity, want.least)
			}
		})
	}
}
