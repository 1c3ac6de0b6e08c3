package stage

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/replay"
)

// openRecording reads a recording of a real server.
func openRecording(t *testing.T, name string) *replay.Set {
	t.Helper()
	file, err := os.Open("../replay/testdata/recorded/" + name + ".gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	set, err := replay.ReadCompact(data)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestRecordedServers plays the steps of real servers to the policy of their
// release, one pool on a stage, and compares hit or miss, buffer, victim's page and
// write with what the server did.
func TestRecordedServers(t *testing.T) {
	for name, policy := range map[string]string{
		"7.4.30-E1": "lru", "8.0.0-E1": "arc", "8.0.0-E2": "arc", "8.0.2-E2": "2q", "8.1.0-E1": "clock81", "8.2.0-E2": "clock81",
		"8.3.0-E1": "clock83", "8.3.0-E2": "clock83", "9.6.24-E2": "clock95",
	} {
		t.Run(name, func(t *testing.T) { playRecorded(t, openRecording(t, name), policy) })
	}
}

func playRecorded(t *testing.T, set *replay.Set, policy string) {
	pages := Pages{}
	for _, pg := range set.Pages {
		for int(pg.Rel) >= pages.Count() {
			pages.Relation("relation", 0)
		}
		pages.add(int(pg.Rel), int64(pg.Block))
	}
	named, _ := bufmgr.PolicyByName(policy)
	release, _ := ReleaseOf(policy)
	p := newPool(named, release, set.Buffers, &pages)
	content := make([]bufmgr.Page, set.Buffers)
	rings := map[int32]*bufmgr.Ring{}
	compared, written := 0, false
	for i := range set.Events {
		e := &set.Events[i]
		be := &p.proc[e.Proc%Processes].backend
		step := Step{Page: bufmgr.Page(e.Page), Proc: uint8(e.Proc % Processes), Xid: xidOf(set, e, be.Xid)}
		switch e.Kind {
		case replay.Victim:
			written = e.Dirty == 1
		case replay.NewRing:
			const kind, size = 0, 1 // their places among the extras
			rings[e.Ring] = bufmgr.NewRing(bufmgr.RingKind(set.Extras[int(e.X)+kind]-1), int(set.Extras[int(e.X)+size]))
		case replay.VacuumHint:
			if x := set.Extras[e.X]; x != replay.None {
				be.Xid = uint32(x)
			}
			be.SetVacuum(e.Out == '1')
		case replay.Drop:
			if b := p.policy.Lookup(content[e.Buf]); b >= 0 {
				p.policy.Invalidate(b)
			}
		case replay.Access:
			be.Ring = rings[e.Ring]
			if e.Out == 'x' {
				step.Op = Extend
			}
			p.play(&step)
			if got, want := p.last.hit, e.Out == 'h'; got != want {
				t.Fatalf("line %d: hit %v, the server had %v", e.Line, got, want)
			}
			if p.last.buf != e.Buf {
				t.Fatalf("line %d: buffer %d, the server took %d", e.Line, p.last.buf, e.Buf)
			}
			if !p.last.hit && p.last.oldDirty != written {
				t.Fatalf("line %d: victim written %v, by the server %v", e.Line, p.last.oldDirty, written)
			}
			content[e.Buf] = step.Page
			compared++
		case replay.Dirty:
			step.Op, step.Page = Dirty, content[e.Buf]
			p.play(&step)
		case replay.Unpin:
			// A held page is unpinned once in a recording, however often it was read.
			step.Op, step.Page = Unpin, content[e.Buf]
			for pr := &p.proc[step.Proc]; holds(pr, step.Page); {
				p.play(&step)
			}
		}
	}
	if compared < 500 {
		t.Errorf("only %d accesses were compared", compared)
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	t.Logf("%d accesses", compared)
}

func holds(pr *process, pg bufmgr.Page) bool {
	for _, h := range pr.held {
		if h.page == pg {
			return true
		}
	}
	return false
}

// xidOf returns the transaction of an access: recordings of 8.0 tell where it
// changes, and no other release's policy asks.
func xidOf(set *replay.Set, e *replay.Event, before uint32) uint32 {
	const xid = 10 // its place among the extras of an access
	if e.Kind != replay.Access || e.X == replay.None || set.Extras[int(e.X)+xid] == replay.None {
		return before
	}
	return uint32(set.Extras[int(e.X)+xid])
}

const traced = "relation,block,access,process\n" +
	"a,0,read,9\na,0,write,9\na,1,read,9\nb,7,extend,8\na,0,read,8\nb,7,read,9\n"

func TestTrace(t *testing.T) {
	c := Default()
	c.Stream, c.Round, c.Checkpoint = "recorded", 0, 0
	s, _, err := New(c, strings.NewReader(traced))
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for s.Play(1) {
		said = append(said, s.Words())
	}
	want := []string{
		"Access 1: process 1 reads a 0.", "Access 2: process 1 changes a 0.", "Access 3: process 1 reads a 1.",
		"Access 4: process 2 adds b 7.", "Access 5: process 2 reads a 0.", "Access 6: process 1 reads b 7.",
	}
	if strings.Join(said, "|") != strings.Join(want, "|") {
		t.Errorf("got %q", said)
	}
	n := s.Pools[0].Count()
	if n.Accesses != 6 || n.Hits != 3 || n.Extends != 1 || n.Dirtied != 2 {
		t.Errorf("%+v", n)
	}
	if problem := s.Touch(1, 7, true); problem != "" || s.At() != 7 {
		t.Errorf("by hand after the end: %q at %d", problem, s.At())
	}
	if problem := s.Touch(1, 6, true); problem == "" {
		t.Error("a block that the trace does not name was touched")
	}
}

func TestTraceRefused(t *testing.T) {
	c := Default()
	c.Stream = "recorded"
	for text, want := range map[string]string{
		"a,1,look\n": "the access is",
		"":           "the trace has no accesses",
		"\x89PNG" + strings.Repeat("\x00\xf0", 40): "neither text",
	} {
		if _, _, err := New(c, strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := New(c, nil); err == nil {
		t.Error("no trace was taken for one")
	}
	// A block far out takes no memory.
	s, _, err := New(c, bytes.NewReader([]byte("a,4294967294,read\n")))
	if err != nil || s.Pages.Blocks(0) != 4294967295 {
		t.Errorf("%v", err)
	}
}
