package stage

import (
	"reflect"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
)

// Every policy of bufmgr has a release here, and every stream can be played.
func TestEverythingHasARelease(t *testing.T) {
	names := map[string]bool{}
	for _, p := range bufmgr.Policies() {
		if _, ok := ReleaseOf(p.Name); !ok {
			t.Errorf("%s has no release", p.Name)
		}
		names[p.Name] = true
	}
	for _, r := range releases {
		if !names[r.Name] {
			t.Errorf("there is no policy %s", r.Name)
		}
	}
}

func TestParse(t *testing.T) {
	c, problems := Parse("policies=2q, lru\nbuffers=64\nstream=tpcb\npages=2000\nwrites=7\nclients=3\nseed=9\nround=0\ncheckpoint=12\nhand=5r0.1,5w2.33\n\n")
	want := Config{
		Policies: []string{"2q", "lru"}, Buffers: 64, Stream: "tpcb", Pages: 2000, Writes: 7, Clients: 3, Seed: 9, Checkpoint: 12,
		Hand: []Hand{{At: 5, Block: 1}, {At: 5, Write: true, Rel: 2, Block: 33}},
	}
	if len(problems) > 0 || !reflect.DeepEqual(c, want) {
		t.Errorf("%+v, %q", c, problems)
	}
	if c, problems := Parse(""); len(problems) > 0 || !reflect.DeepEqual(c, Default()) {
		t.Errorf("%+v, %q", c, problems)
	}
}

// TestRingsOfReleases: a scan has a ring since 8.3, and not over a small table;
// VACUUM too, of 2 MB in 19.
func TestRingsOfReleases(t *testing.T) {
	for _, test := range []struct {
		policy  string
		purpose Purpose
		blocks  int64
		want    int
	}{
		{"clock81", Scan, 4000, 0}, {"clock83", Scan, 4000, 32}, {"clock83", Scan, 250, 0}, {"clock83", Normal, 4000, 0},
		{"clock83", Clean, 10, 32}, {"clock81", Clean, 10, 0}, {"clock19", Clean, 10, 125}, {"clock19", Scan, 4000, 125},
	} {
		r, _ := ReleaseOf(test.policy)
		got := 0
		if ring := r.ring(test.purpose, test.blocks, 1000); ring != nil {
			got = ring.Len()
		}
		if got != test.want {
			t.Errorf("%+v: a ring of %d", test, got)
		}
	}
}

// FuzzParse: whatever a link says, a stage is set, or a sentence tells why not.
func FuzzParse(f *testing.F) {
	f.Add("policies=clock83\nbuffers=64\nhand=3r0.1\nstream=mix")
	f.Add("buffers=-1\nstream=recorded\nround=1\ncheckpoint=1\nclients=13")
	f.Fuzz(func(t *testing.T, text string) {
		c, problems := Parse(text)
		c.Buffers = min(c.Buffers, 128)
		if c.Pages > 4000 {
			c.Pages = 4000
		}
		s, more, err := New(c, strings.NewReader(traced))
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range append(problems, more...) {
			if problem == "" {
				t.Error("a problem without words")
			}
		}
		s.Play(300)
		for _, p := range s.Pools {
			p.lawful(t)
		}
	})
}
