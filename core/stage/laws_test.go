package stage

import (
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
)

// openStage sets a stage from settings; a recorded stream gets a small trace.
func openStage(t testing.TB, settings string) *Stage {
	t.Helper()
	c, problems := Parse(settings)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	s, problems, err := New(c, strings.NewReader(strings.Repeat("a,1,read,1\na,2,write,2\nb,3,extend,1\n", 40)))
	if err != nil || len(problems) > 0 {
		t.Fatal(err, problems)
	}
	return s
}

// lawful checks what must be true of a pool after each access.
func (p *Pool) lawful(t *testing.T) {
	t.Helper()
	n := p.count
	var s State
	p.Look(&s, 1)
	held := int64(0)
	for b := range int32(p.Len()) {
		held += int64(p.policy.Refs(b))
	}
	pins := int64(0)
	for i := range p.proc {
		pins += int64(len(p.proc[i].held))
	}
	levels := s.Empty
	for _, l := range s.Levels {
		levels += l
	}
	for _, law := range []struct {
		what        string
		left, right int64
	}{
		{"accesses are hits, misses, and those that found every buffer pinned", n.Accesses, n.Hits + n.Misses + p.refused},
		{"misses are victims", n.Misses, n.FromFreelist + n.FromHand + n.FromRing + n.FromList},
		{"pages dirtied are written or still dirty", n.Dirtied, n.Writes() + s.Dirty},
		{"pins of processes are pins of buffers", pins, held},
		{"buffers are empty or have a level", levels, int64(p.Len())},
	} {
		if law.left != law.right {
			t.Fatalf("%s: %s: %d and %d after %d accesses", p.Name, law.what, law.left, law.right, n.Accesses)
		}
	}
	if err := p.Check(); err != nil {
		t.Fatalf("%s after %d accesses: %v", p.Name, n.Accesses, err)
	}
}

// TestLaws plays every stream to every policy, with writers, in a small pool.
func TestLaws(t *testing.T) {
	for _, stream := range Streams() {
		for _, r := range releases {
			s := openStage(t, "buffers=40\npages=400\nround=7\ncheckpoint=90\nclients=5\nwrites=40\nstream="+stream.Name+"\npolicies="+r.Name)
			for i := 0; i < 1500 && s.Play(1); i++ {
				s.Pools[0].lawful(t)
				if s.Words() == "" || s.Pools[0].Words() == "" {
					t.Fatal("nothing is told")
				}
			}
			n := s.Pools[0].Count()
			if stream.Name != "recorded" && (n.Accesses != 1500 || n.Writes() == 0 || n.Misses < 100) {
				t.Errorf("%s to %s: %+v", stream.Name, r.Name, n)
			}
			if stream.Name == "recorded" && !s.Ended() {
				t.Error("the trace does not end")
			}
			if want := n.Accesses / 7; r.rounds != noRounds && n.Rounds != want {
				t.Errorf("%s: %d rounds in %d accesses", r.Name, n.Rounds, n.Accesses)
			}
			if want := n.Accesses / 90; n.Checkpoints != want {
				t.Errorf("%s: %d checkpoints in %d accesses", r.Name, n.Checkpoints, n.Accesses)
			}
		}
	}
}

// TestTaken counts the usage counts that the hand takes in another way: all of them
// before and after.
func TestTaken(t *testing.T) {
	for _, name := range []string{"clock81", "bit2005", "clock83", "clock95", "clock19"} {
		s := openStage(t, "buffers=24\npages=300\nclients=6\nround=0\ncheckpoint=0\nstream=zipf\npolicies="+name)
		p := s.Pools[0]
		sum := func() (n int64) {
			for b := range int32(p.Len()) {
				n += int64(p.policy.Usage(b))
			}
			return n
		}
		swept := 0
		for range 3000 {
			// What an unpin adds under 8.1 happens at the head of an access.
			for len(s.queue) == 0 || access(s.queue) == 0 {
				s.queue = s.source.more(s.queue)
			}
			for len(s.queue) > 0 && !s.queue[0].pins() {
				p.play(&s.queue[0])
				s.queue = s.queue[1:]
			}
			before := sum()
			p.play(&s.queue[0])
			miss := !p.last.hit
			s.queue = s.queue[1:]
			if miss && p.last.source == bufmgr.FromSweep {
				swept++
				added := int64(p.policy.Usage(p.last.buf)) // the new page's; the victim had none
				if got := before + added - sum(); got != p.last.taken {
					t.Fatalf("%s: %d usage counts are gone, %d are told", name, got, p.last.taken)
				}
			}
		}
		if swept < 500 {
			t.Errorf("%s: only %d sweeps", name, swept)
		}
	}
}

// TestSame: however it is cut into calls, and however often it is played, a stream
// has one history, and pools do not know of each other.
func TestSame(t *testing.T) {
	const settings = "buffers=64\nstream=mix\npages=4000\nround=20\ncheckpoint=700\nhand=100w0.3,100r0.4,2500r1.1\n"
	whole := openStage(t, settings+"policies=clock83,2q,lru")
	whole.Play(9000)
	for i, name := range []string{"clock83", "2q", "lru"} {
		alone := openStage(t, settings+"policies="+name)
		for n := int64(1); alone.At() < 9000; n = n*3 + 1 {
			alone.Play(min(n, 9000-alone.At()))
		}
		a, b := alone.Pools[0], whole.Pools[i]
		var left, right State
		a.Look(&left, 1)
		b.Look(&right, 1)
		if a.Count() != b.Count() || string(left.Cells) != string(right.Cells) || string(left.Rels) != string(right.Rels) || a.Words() != b.Words() {
			t.Errorf("%s: %+v alone, %+v beside others", name, a.Count(), b.Count())
		}
	}
}

// TestGroups: a cell of a group sums up its buffers.
func TestGroups(t *testing.T) {
	s := openStage(t, "buffers=100\nstream=uniform\nwrites=100\npages=200\nround=0\ncheckpoint=0\nclients=1")
	s.Play(60)
	var one, many State
	p := s.Pools[0]
	p.Look(&one, 1)
	p.Look(&many, 16)
	if len(many.Cells) != 7 || many.Dirty != one.Dirty || many.Levels != one.Levels || many.Empty != one.Empty || many.Pinned != one.Pinned {
		t.Fatalf("%+v beside %+v", many, one)
	}
	if c := many.Cells[0]; c&bufmgr.CellDirty == 0 || c&bufmgr.CellEmpty != 0 || c&bufmgr.CellLevel == 0 {
		t.Errorf("the first group is %b", c)
	}
	if c := many.Cells[6]; c&bufmgr.CellEmpty == 0 || many.Rels[6] != NoRelation {
		t.Errorf("the last group is %b", c)
	}
	pinned := 0
	for _, c := range many.Cells {
		if c&bufmgr.CellPinned != 0 {
			pinned++
		}
	}
	if pinned != 1 || many.Pinned != 1 {
		t.Errorf("%d cells are pinned, %d buffers; the last access is one pin", pinned, many.Pinned)
	}
}

// TestNoAllocation: a long run leaves nothing to collect.
func TestNoAllocation(t *testing.T) {
	s := openStage(t, "buffers=256\nstream=zipf\npolicies=clock83,2q,clock19\nround=32\ncheckpoint=500")
	var state State
	s.Play(50_000)
	s.Pools[0].Look(&state, 1)
	if n := testing.AllocsPerRun(20, func() {
		s.Play(1000)
		s.Pools[0].Look(&state, 1)
	}); n > 1 {
		t.Errorf("%v allocations in 1,000 accesses", n)
	}
}

func BenchmarkPlay(b *testing.B) {
	for _, stream := range []string{"zipf", "tpcb"} {
		b.Run(stream, func(b *testing.B) {
			s := openStage(b, "buffers=65536\npolicies=clock83,2q,clock19\nround=4096\ncheckpoint=500000\nstream="+stream)
			s.Play(200_000)
			b.ResetTimer()
			s.Play(int64(b.N))
		})
	}
}

func BenchmarkLook(b *testing.B) {
	s := openStage(b, "buffers=65536\npolicies=clock83,2q,lru\nstream=zipf")
	s.Play(400_000)
	var state State
	for b.Loop() {
		for _, p := range s.Pools {
			p.Look(&state, 1)
		}
	}
}
