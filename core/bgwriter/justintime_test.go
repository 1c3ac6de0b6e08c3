package bgwriter

import (
	"fmt"
	"testing"

	"github.com/cockroachdb/datadriven"
)

// TestRounds runs the commands of testdata/rounds:
//
//	settings buffers=N delay=MS maxpages=P multiplier=M [forget-idle]
//	round hand=H passes=T allocs=A [reusable=K] [dirty=K]
//
// In a round every K-th buffer is reusable, and every K-th of those is dirty
// (0: none).
func TestRounds(t *testing.T) {
	var j JustInTime
	var s Settings
	n := 0
	datadriven.RunTest(t, "testdata/rounds", func(t *testing.T, d *datadriven.TestData) string {
		switch d.Cmd {
		case "settings":
			var multiplier int
			d.ScanArgs(t, "buffers", &n)
			d.ScanArgs(t, "delay", &s.DelayMs)
			d.ScanArgs(t, "maxpages", &s.MaxPages)
			d.ScanArgs(t, "multiplier", &multiplier)
			s.Multiplier, s.ForgetIdle = float64(multiplier), d.HasArg("forget-idle")
			return ""
		case "new":
			j = JustInTime{}
			return ""
		case "round":
			return round(t, d, &j, n, s)
		}
		d.Fatalf(t, "unknown command %s", d.Cmd)
		return ""
	})
}

func round(t *testing.T, d *datadriven.TestData, j *JustInTime, n int, s Settings) string {
	hand, passes, allocs, reusable, dirty := 0, 0, 0, 0, 0
	d.ScanArgs(t, "hand", &hand)
	d.ScanArgs(t, "passes", &passes)
	d.ScanArgs(t, "allocs", &allocs)
	for name, v := range map[string]*int{"reusable": &reusable, "dirty": &dirty} {
		if d.HasArg(name) {
			d.ScanArgs(t, name, v)
		}
	}
	if !j.Begin(n, int32(hand), uint32(passes), uint32(allocs), s) {
		return "cleaning is off"
	}
	from := j.Position()
	met := 0
	for b, ok := j.Next(); ok; b, ok = j.Next() {
		free := reusable > 0 && int(b)%reusable == 0
		if free {
			met++
		}
		j.Note(free && dirty > 0 && met%dirty == 0, free)
	}
	r := j.End()
	out := fmt.Sprintf("wanted %d, already %d, may look at %d (smoothed %.4f, density %.4f)\n",
		r.Upcoming, r.ReusableEst, r.ToLap, r.Smoothed, r.DensityWas)
	out += fmt.Sprintf("looked at %d from %d on, reusable %d, wrote %d (density %.4f)", r.Scanned, from, r.Reusable, r.Written, r.Density)
	if r.MaxWritten {
		out += ", stopped by maxpages"
	}
	if r.Hibernate {
		out += ", nothing to do"
	}
	return out
}

// TestRoundIsBounded runs rounds with wild inputs: a round never looks at more
// than one lap, never writes more than it may, and never names a buffer outside
// the pool or one twice.
func TestRoundIsBounded(t *testing.T) {
	const n = 97
	var j JustInTime
	hand, passes := 0, uint32(0)
	looked := 0
	for i := range 5000 {
		allocs := (i * 7919) % 211
		hand += (i * 104729) % 160
		passes += uint32(hand / n)
		hand %= n
		s := Settings{DelayMs: 10 + i%500, MaxPages: 1 + i%40, Multiplier: float64(i % 11)}
		if i%50 == 0 {
			s.MaxPages = 0
		}
		if !j.Begin(n, int32(hand), passes, uint32(allocs), s) {
			if s.MaxPages > 0 {
				t.Fatal("a round did not begin")
			}
			continue
		}
		var seen [n]bool
		writes := 0
		for b, ok := j.Next(); ok; b, ok = j.Next() {
			if b < 0 || b >= n || seen[b] {
				t.Fatalf("round %d: buffer %d is outside or comes twice", i, b)
			}
			seen[b] = true
			free := (int(b)+i)%3 == 0
			written := free && (int(b)+i)%2 == 0
			if written {
				writes++
			}
			j.Note(written, free)
		}
		r := j.End()
		if r.Scanned > r.ToLap || r.ToLap > n || r.ToLap < 0 || writes > s.MaxPages || r.Written != writes {
			t.Fatalf("round %d: %+v with at most %d of %d writes", i, r, s.MaxPages, writes)
		}
		if r.MaxWritten != (writes == s.MaxPages) {
			t.Fatalf("round %d wrote %d of %d pages, stopped: %v", i, writes, s.MaxPages, r.MaxWritten)
		}
		looked += r.Scanned
	}
	if looked == 0 {
		t.Error("no buffer was looked at")
	}
}

func BenchmarkRound(b *testing.B) {
	const n = 65536
	s := Settings{DelayMs: 200, MaxPages: 100, Multiplier: 2}
	var j JustInTime
	hand, passes := int32(0), uint32(0)
	looked := 0
	for range b.N {
		hand += 300
		if hand >= n {
			hand -= n
			passes++
		}
		j.Begin(n, hand, passes, 100, s)
		for v, ok := j.Next(); ok; v, ok = j.Next() {
			j.Note(false, v%3 == 0)
		}
		looked += j.End().Scanned
	}
	b.ReportMetric(float64(looked)/float64(b.N), "buffers/op")
}
