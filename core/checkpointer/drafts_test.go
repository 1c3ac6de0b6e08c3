package checkpointer

import "testing"

// TestDraft plays a checkpoint of the drafts: half of the interval for the writes,
// a tenth of pause, a fifth for the fsyncs.
func TestDraft(t *testing.T) {
	const pages, files, napNs, writeNs = 1000, 20, 200_000_000, 100_000
	s := DraftSettings{WritePercent: 50, NapPercent: 10, SyncPercent: 20, Segments: 100, TimeoutS: 300}
	var c Draft
	c.Begin(0, 0, s)
	now := int64(0)
	for done := 1; done <= pages; done++ {
		now += writeNs
		for c.Write(float64(done)/pages, done, 0, now) {
			now += napNs
		}
	}
	written := now
	for c.Pause(0, now) {
		now += napNs
	}
	paused := now
	for done := 1; done <= files; done++ {
		now += writeNs
		for c.Sync(float64(done)/files, 0, now) {
			now += napNs
		}
	}
	for _, phase := range []struct {
		name  string
		ns    int64
		share int64 // percent of the interval
	}{{"writing", written, 50}, {"the pause", paused, 60}, {"syncing", now, 80}} {
		want := phase.share * 3 * nsPerSecond
		if phase.ns < want || phase.ns > want+napNs {
			t.Errorf("%s ends after %d ns, not %d", phase.name, phase.ns, want)
		}
	}
}

// TestDraftMinRate: a small checkpoint does not nap its time away.
func TestDraftMinRate(t *testing.T) {
	s := DraftSettings{WritePercent: 50, MinRate: 128, Segments: 100, TimeoutS: 300} // 1 MB/s
	var c Draft
	c.Begin(0, 0, s)
	now := int64(0)
	const pages = 640
	for done := 1; done <= pages; done++ {
		for c.Write(float64(done)/pages, done, 0, now) {
			now += 200_000_000
		}
	}
	if now < 5*nsPerSecond || now > 5*nsPerSecond+200_000_000 {
		t.Errorf("%d pages at 128 pages a second take %d ns", pages, now)
	}
}
