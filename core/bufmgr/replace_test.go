package bufmgr_test

import (
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/sim"
)

// TestReplace runs two pools side by side, one of which takes its victims step by
// step: they must agree in everything, pinned buffers and dropped pages included.
func TestReplace(t *testing.T) {
	const buffers, pages = 24, 60
	fused, steps := bufmgr.New(buffers, bufmgr.MaxUsageCount), bufmgr.New(buffers, bufmgr.MaxUsageCount)
	r := sim.NewRand(1, "replace")
	pinned := []int32{}
	wrote, full := 0, 0
	for n := range 50_000 {
		pg := bufmgr.Page(r.Intn(pages))
		b := fused.Lookup(pg)
		if b < 0 {
			var dirty, ok bool
			b, dirty, ok = fused.Replace(pg)
			v, _, found := steps.Victim()
			if v != b || found != ok {
				t.Fatalf("step %d: buffer %d (%v), step by step %d (%v)", n, b, ok, v, found)
			}
			if !ok {
				full++
			} else {
				if was := steps.IsDirty(v); was != dirty {
					t.Fatalf("step %d: written is %v, dirty was %v", n, dirty, was)
				} else if was {
					steps.BeginWrite(v)
					steps.EndWrite(v)
					wrote++
				}
				steps.Assign(v, pg)
			}
		} else {
			fused.Pin(b)
			steps.Pin(b)
		}
		if b >= 0 {
			pinned = append(pinned, b)
			if r.Intn(3) == 0 {
				fused.MarkDirty(b)
				steps.MarkDirty(b)
			}
		}
		// Now and then so many stay pinned that there is no victim.
		for n%1000 >= 100 && len(pinned) > 0 && r.Intn(40) > 0 {
			last := pinned[len(pinned)-1]
			pinned = pinned[:len(pinned)-1]
			fused.Unpin(last)
			steps.Unpin(last)
			if r.Intn(50) == 0 && fused.Refs(last) == 0 {
				fused.Invalidate(last)
				steps.Invalidate(last)
			}
		}
		if n%4096 == 0 && fused.MarkCheckpoint() != steps.MarkCheckpoint() {
			t.Fatalf("step %d: other pages are marked", n)
		}
		for b := range int32(buffers) {
			if fused.PageOf(b) != steps.PageOf(b) || fused.Usage(b) != steps.Usage(b) || fused.Refs(b) != steps.Refs(b) ||
				fused.IsDirty(b) != steps.IsDirty(b) || fused.NeedsCheckpoint(b) != steps.NeedsCheckpoint(b) {
				t.Fatalf("step %d: buffer %d differs", n, b)
			}
		}
		if fused.Hand() != steps.Hand() || fused.Turns() != steps.Turns() || fused.Allocs() != steps.Allocs() || fused.DirtyCount() != steps.DirtyCount() {
			t.Fatalf("step %d: hand or counters differ", n)
		}
	}
	if err := fused.Check(); err != nil {
		t.Error(err)
	}
	if wrote == 0 || full == 0 {
		t.Errorf("%d victims were written, %d times there was none", wrote, full)
	}
}

// TestTouch runs two pools side by side, one of which looks up, pins and unpins: they
// must agree in everything.
func TestTouch(t *testing.T) {
	const buffers, pages = 16, 40
	fused, steps := bufmgr.New(buffers, 3), bufmgr.New(buffers, 3)
	r := sim.NewRand(1, "touch")
	hits := 0
	for n := range 20_000 {
		pg := bufmgr.Page(r.Intn(pages))
		if n%2 == 0 {
			pg %= 4 // so often that counts reach the cap
		}
		got, want := fused.Touch(pg), steps.Lookup(pg)
		if got != want {
			t.Fatalf("step %d: page %d is in buffer %d, want %d", n, pg, got, want)
		}
		if got >= 0 {
			hits++
			steps.Pin(got)
			steps.Unpin(got)
		} else {
			for _, p := range []*bufmgr.Pool{fused, steps} {
				b, _, _ := p.Replace(pg)
				p.Unpin(b)
			}
		}
		for b := range int32(buffers) {
			if fused.Usage(b) != steps.Usage(b) || fused.Refs(b) != 0 || fused.PageOf(b) != steps.PageOf(b) {
				t.Fatalf("step %d: buffer %d has page %d, usage %d, want %d, %d", n, b,
					fused.PageOf(b), fused.Usage(b), steps.PageOf(b), steps.Usage(b))
			}
		}
	}
	if hits < 5000 || hits > 19_000 {
		t.Errorf("%d hits prove little", hits)
	}
}
