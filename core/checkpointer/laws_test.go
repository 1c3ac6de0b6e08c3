package checkpointer

import "testing"

// writePhase plays a timed checkpoint of n pages on a server that does little
// else and returns how long its write phase takes, ns. Each write takes writeUs.
// Sorted checkpoints decide after the last page too.
func writePhase(n int, startNs, writeUs, napMs int64, sorted bool, s Settings) int64 {
	var c Pacer
	c.Begin(0, startNs, s)
	now := startNs
	for done := 1; done <= n; done++ {
		now += writeUs * 1000
		if done == n && !sorted {
			break
		}
		if c.OnSchedule(float64(done)/float64(n), 0, now) {
			now += napMs * 1_000_000
		}
	}
	return now - startNs
}

// TestNapLaws: while a checkpoint is ahead of its schedule, each page costs a nap:
// bgwriter_delay up to 9.1, 100 ms from 9.2 on. The pairs of pages and seconds
// are from users' logs.
func TestNapLaws(t *testing.T) {
	logged := []struct {
		pages   int
		seconds float64
		napMs   int64
		sorted  bool
		set     Settings
	}{
		{5015, 1004.333, 200, false, Settings{Segments: 64, TimeoutS: 3600, CompletionTarget: 0.5}},
		{92, 9.19, NapMs, true, Settings{Segments: 33, TimeoutS: 300, CompletionTarget: 0.9}},
		{46, 4.598, NapMs, true, Settings{Segments: 33, TimeoutS: 300, CompletionTarget: 0.9}},
		{29, 2.807, NapMs, false, Settings{Segments: 3, TimeoutS: 300, CompletionTarget: 0.9}},
		{20, 1.906, NapMs, false, Settings{Segments: 3, TimeoutS: 300, CompletionTarget: 0.9}},
		{1962, 197.906, NapMs, false, Settings{Segments: 32, TimeoutS: 300, CompletionTarget: 0.9}},
	}
	for _, l := range logged {
		// A checkpoint that begins late in its second begins late on its
		// schedule and writes some pages without a nap, so it may be up to a
		// second or two faster.
		got := float64(writePhase(l.pages, 1e12, 100, l.napMs, l.sorted, l.set)) / 1e9
		if got < l.seconds*0.99-0.1 || got > l.seconds*1.02+0.1 {
			t.Errorf("%d pages take %.3f s; a real server's log said %.3f", l.pages, got, l.seconds)
		}
		low, high := float64(l.napMs)*float64(l.pages-2)/1000, float64(l.napMs)*float64(l.pages+1)*1.01/1000
		if got < low || got > high {
			t.Errorf("%d pages take %.3f s, not between %.3f and %.3f", l.pages, got, low, high)
		}
	}
}

// TestWritePhaseLaw: a timed checkpoint with more pages than there are naps in
// target x timeout fills that time, whenever in a second it begins, and never
// takes longer.
func TestWritePhaseLaw(t *testing.T) {
	for _, target := range []float64{0.3, 0.5, 0.9} {
		for _, timeout := range []int{30, 300, 900} {
			limit := target * float64(timeout)
			for _, n := range []int{int(12 * limit), int(40 * limit), int(300 * limit)} {
				for startNs := int64(1e12); startNs < 1e12+1e9; startNs += 90_909_091 {
					s := Settings{Segments: 1000, TimeoutS: timeout, CompletionTarget: target}
					got := float64(writePhase(n, startNs, 20, NapMs, true, s)) / 1e9
					// The start counts from the whole second; one nap may
					// reach over the end.
					if got > limit+0.11 || got < limit-1.11 {
						t.Errorf("target %v, timeout %d s, %d pages, start %d: %.3f s, not %.3f", target, timeout, n, startNs, got, limit)
					}
				}
			}
		}
	}
}

// TestTriggerLaw: the distance between checkpoints that max_wal_size gives.
func TestTriggerLaw(t *testing.T) {
	const gb = 64 // segments
	tests := []struct {
		max    int64
		target float64
		rule   WALRule
		want   int
	}{
		{1 * gb, 0.5, KeepTwo, 25}, // defaults of 9.5, 9.6, 10
		{1 * gb, 0.5, KeepOne, 42}, // 11 to 13
		{1 * gb, 0.9, KeepOne, 33}, // 14 and later
		{8, 0.9, KeepOne, 4},       // 128 MB: the distance of a traced 15.18
		{64 * gb, 0.5, KeepTwo, 1638},
		{128 * gb, 0.9, KeepOne, 4311},
		{2, 0.5, KeepTwo, 1}, // never 0
	}
	for _, test := range tests {
		s := WALSizes{Min: 5, Max: test.max, Target: test.target, Rule: test.rule}
		if got := s.CheckpointSegments(); got != test.want {
			t.Errorf("%+v: every %d segments, not %d", s, got, test.want)
		}
	}
	// Distances between redo points as logged by servers with these settings, kB.
	for want, logged := range map[int][]int{
		1638 * 16384: {26836949, 26836982, 26836957},
		4311 * 16384: {70628615, 70631420, 70631963, 70631518},
		4 * 16384:    {65512, 65555},
	} {
		for _, kB := range logged {
			if diff := kB - want; diff > want/1000 || diff < -want/1000 {
				t.Errorf("a distance of %d kB was logged, the law says %d", kB, want)
			}
		}
	}
}

// TestWALWraps: a segment full when the distance is reached asks for a
// checkpoint, the one before does not, for each form of the distance.
func TestWALWraps(t *testing.T) {
	redo := int64(100*SegmentBytes + 40)
	for _, segments := range []int{3, 25, 42, 33} {
		last := int64(100 + segments - 1)
		if SegmentsDue(last-1, redo, segments) || !SegmentsDue(last, redo, segments) {
			t.Errorf("with %d segments, the full segment %d does not trigger first", segments, last)
		}
	}
}
