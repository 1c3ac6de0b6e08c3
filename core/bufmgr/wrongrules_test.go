package bufmgr_test

import "testing"

// TestReplayNoticesWrongRules proves that the recordings can tell the server's
// rules from near misses: each rule changed alone must lead to a difference,
// for the first time at the given miss.
func TestReplayNoticesWrongRules(t *testing.T) {
	tests := []struct {
		wrong     string
		recording string
		rules     rules
		miss      int
		what      string
	}{
		{"usage count capped at 4", "T1a", rules{maxUsage: 4}, -1, "usage count of a hit"},
		{"usage count capped at 4, victims compared", "T1a", rules{maxUsage: 4, victimsOnly: true}, 1312, "victim"},
		{"usage count capped at 6", "T1a", rules{maxUsage: 6}, -1, "usage count of a hit"},
		{"an access under a held pin counts as use", "T2a", rules{bumpRepins: true}, -1, "usage count of a hit"},
		{"an access through a ring counts as use", "T5a", rules{ringPinsBump: true}, -1, "usage count of a hit"},
		{"scans without rings", "T5a", rules{noRings: true}, -1, "victim"},
		{"pinned buffers can be victims", "T1c", rules{ignorePins: true}, 70, "victim"},
		{"bgwriter_lru_multiplier 1.9 for 2", "T3a", rules{multiplier: 1.9}, -1, "allocations expected"},
		{"bgwriter_lru_multiplier 1.9 for 2", "8.3.0-E3", rules{multiplier: 1.9}, -1, "allocations expected"},
	}
	for _, test := range tests {
		t.Run(test.recording+": "+test.wrong, func(t *testing.T) {
			x := &replay{r: openRecording(t, test.recording), rules: test.rules}
			bad := x.run()
			if bad == nil {
				t.Fatal("no difference found")
			}
			t.Logf("event %d, miss %d: %s is %d, the server had %d", bad.event, bad.miss, bad.what, bad.got, bad.want)
			if bad.what != test.what {
				t.Errorf("the first difference is in %q, not in %q", bad.what, test.what)
			}
			if test.miss >= 0 && bad.miss != test.miss {
				t.Errorf("the first difference comes at miss %d, not at %d", bad.miss, test.miss)
			}
		})
	}
}

// TestRecordingRoundTrip checks the file format: what was read is written and
// read again.
func TestRecordingRoundTrip(t *testing.T) {
	r := openRecording(t, "8.3.0-E3")
	kept := recording{settings: r.settings}
	for e := (event{}); r.next(&e); {
		kept.events = append(kept.events, e)
	}
	data, err := kept.encode()
	if err != nil {
		t.Fatal(err)
	}
	again, err := newReader(data)
	if err != nil {
		t.Fatal(err)
	}
	if again.settings != kept.settings {
		t.Errorf("%+v became %+v", kept.settings, again.settings)
	}
	for i, want := range kept.events {
		var got event
		if !again.next(&got) || got != want {
			t.Fatalf("event %d: %+v became %+v", i, want, got)
		}
	}
	if again.next(&event{}) || again.rest() != 0 {
		t.Error("something is left over")
	}
}
