package bufmgr

import "testing"

// A victim of 16 and later loses its page before it gets another, or goes to the
// head of the freelist without one.
func TestDetachAndFree(t *testing.T) {
	p := New(3, MaxUsageCount)
	for pg := range Page(3) {
		b, _, _ := p.Victim()
		p.Assign(b, pg)
		p.Unpin(b)
	}
	v, _, ok := p.Victim()
	if !ok {
		t.Fatal("no victim")
	}
	old := p.PageOf(v)
	p.Detach(v)
	if p.Lookup(old) >= 0 || p.PageOf(v) != NoPage || p.Refs(v) != 1 || p.Usage(v) != 0 {
		t.Errorf("page %d is in buffer %d; the victim has page %d, %d pins", old, p.Lookup(old), p.PageOf(v), p.Refs(v))
	}
	p.Detach(v) // it has nothing to lose any more
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	p.Unpin(v)
	p.Free(v)
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	again, from, _ := p.Victim()
	if again != v || from != FromFreelist {
		t.Errorf("the next victim is %d from %v, want %d from the freelist", again, from, v)
	}
	p.Assign(again, 7)
	if p.Lookup(7) != v || p.Usage(v) != 1 {
		t.Error("the detached buffer did not take a page")
	}
	p.Unpin(v)
	defer func() {
		if recover() == nil {
			t.Error("a buffer with a page was put on the freelist")
		}
	}()
	p.Free(v)
}

// A ring takes its buffers again while they are on the freelist. One that then finds
// its page brought in by somebody else is freed a second time, and listed once.
func TestFreeTwiceThroughRing(t *testing.T) {
	p := New(16, MaxUsageCount)
	r := NewRing(Vacuum, 1)
	v, _, _ := p.VictimRing(r)
	for range 2 {
		p.Unpin(v)
		p.Free(v)
		if err := p.Check(); err != nil {
			t.Fatal(err)
		}
		again, from, ok := p.VictimRing(r)
		if !ok || again != v || from != FromRing {
			t.Fatalf("the ring gives %d from %v, want its own %d", again, from, v)
		}
	}
	p.Assign(v, 3) // it stays on the list with a page
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if next, _, _ := p.Victim(); next == v {
		t.Errorf("the pinned buffer %d was taken from the freelist", next)
	}
}
