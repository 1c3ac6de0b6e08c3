package checkpointer

import "testing"

func TestSkip(t *testing.T) {
	idle := LastCheckpoint{Redo: 1000, Record: 1000, End: 1104}
	busy := LastCheckpoint{Redo: 1000, Record: 5000, End: 5104}
	tests := []struct {
		name      string
		reason    Reason
		insert    int64
		important int64
		last      LastCheckpoint
		skip      bool // 7.4 to 9.6
		skip10    bool // 10 and later
	}{
		{"nothing since, nothing during", ByTime, 1104, 1000, idle, true, true},
		{"forced", Force, 1104, 1000, idle, false, false},
		{"shutdown", Shutdown, 1104, 1000, idle, false, false},
		{"WAL since", ByTime, 2000, 1500, idle, false, false},
		{"WAL since, none of it important", ByTime, 2000, 1000, idle, false, true},
		{"nothing since, WAL during the last one", ByTime, 5104, 5000, busy, false, true},
	}
	for _, test := range tests {
		if got := SkipIdle(test.reason, test.insert, test.last); got != test.skip {
			t.Errorf("%s: 7.4 to 9.6 skip: %v", test.name, got)
		}
		if got := SkipIdle95(test.reason, test.insert, test.last); got != test.skip {
			t.Errorf("%s: 9.5 and 9.6 skip: %v", test.name, got)
		}
		if got := SkipUnimportant(test.reason, test.important, test.last); got != test.skip10 {
			t.Errorf("%s: 10 and later skip: %v", test.name, got)
		}
	}
}

// TestSkipAcrossSegments: a record that crosses into a new segment is not the last
// word in 9.5 and 9.6.
func TestSkipAcrossSegments(t *testing.T) {
	crossing := LastCheckpoint{Redo: SegmentBytes - 50, Record: SegmentBytes - 50, End: SegmentBytes + 100}
	if !SkipIdle(ByTime, crossing.End, crossing) || SkipIdle95(ByTime, crossing.End, crossing) {
		t.Error("a checkpoint record across two segments is skipped by 9.5, or not by 9.4")
	}
}

func TestMarksUnlogged(t *testing.T) {
	for r, want := range map[Reason][2]bool{
		ByTime:              {false, false},
		Shutdown:            {true, true},
		EndOfRecovery:       {false, true},
		FlushAll | Force:    {false, true},
		Immediate | Force:   {false, false},
		Shutdown | FlushAll: {true, true},
	} {
		if got := [2]bool{MarksUnlogged(r, false), MarksUnlogged(r, true)}; got != want {
			t.Errorf("reason %b: %v, not %v", r, got, want)
		}
	}
}

func TestWarner(t *testing.T) {
	const s = nsPerSecond
	type event struct {
		atS    int64
		signal bool // requested for WAL volume; else begun
		reason Reason
		want   int64
	}
	tests := []struct {
		name   string
		rule   WarningRule
		events []event
	}{
		{"7.4 holds two requests against each other", WarnSignals, []event{
			{10, true, 0, -1}, {10, false, ByWAL, -1}, {20, false, ByTime, -1}, {39, true, 0, 29}, {69, true, 0, -1},
		}},
		{"8.0 warns of any checkpoint, and the server's start counts", WarnAny, []event{
			{29, false, Force, 29}, {50, false, ByTime, 21}, {80, false, ByWAL, -1},
		}},
		{"8.1 warns if WAL asked for it", WarnByWAL, []event{
			{20, false, Force, -1}, {30, true, 0, -1}, {30, false, ByWAL, 10}, {59, false, ByWAL, 29}, {89, false, ByWAL, -1}, {95, false, ByTime, -1},
		}},
	}
	for _, test := range tests {
		w := Warner{Rule: test.rule, WarningS: 30}
		w.Started(0)
		for _, e := range test.events {
			got := int64(-1)
			if e.signal {
				got = w.Signaled(e.atS * s)
			} else {
				got = w.Begun(e.atS*s, e.reason)
			}
			if got != e.want {
				t.Errorf("%s: after %d s warns of %d, not %d", test.name, e.atS, got, e.want)
			}
		}
	}
	off := Warner{Rule: WarnAny}
	off.Started(0)
	if got := off.Begun(0, ByWAL); got != -1 {
		t.Errorf("checkpoint_warning 0 warns of %d", got)
	}
}
