package generate

import (
	"bytes"
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/stage"
)

// TestTourShowsWhatItTells: each stop's moment is there, and the claims of the texts
// hold in it.
func TestTourShowsWhatItTells(t *testing.T) {
	list, err := tour()
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 8 {
		t.Errorf("%d stops; the page says eight", len(list))
	}
	played := map[string]*stage.Stage{}
	for i := range stops {
		s, err := stops[i].play()
		if err != nil {
			t.Fatal(err)
		}
		played[stops[i].title] = s
	}
	count := func(title string, pool int) stage.Count { return played[title].Pools[pool].Count() }
	share := func(title string, pool, rel int) (n int) {
		var s stage.State
		played[title].Pools[pool].Look(&s, 1)
		for _, r := range s.Rels {
			if int(r) == rel {
				n++
			}
		}
		return n
	}
	if n := count("An empty pool fills", 0); n.FromHand != 0 || n.FromFreelist == 0 || n.Misses == n.Accesses {
		t.Errorf("filling: %+v", n)
	}
	const scan = "A sequential scan, without and with a ring"
	if before, since := share(scan, 0, 1), share(scan, 1, 1); before < 3*since || since > 32 {
		t.Errorf("%d buffers of the large table without a ring, %d with one", before, since)
	}
	if before, since := count(scan, 0), count(scan, 1); before.Hits >= since.Hits {
		t.Errorf("%d hits without a ring, %d with one", before.Hits, since.Hits)
	}
	if n := count("A dirty victim makes its finder wait", 0); n.BackendWrites == 0 || n.RoundWrites != 0 {
		t.Errorf("dirty victims: %+v", n)
	}
	if n := count("The background writer goes ahead", 0); n.RoundWrites < 10*n.BackendWrites {
		t.Errorf("background writer: %+v", n)
	}
	const checkpoint = "A checkpoint, in a burst and spread out"
	todo, done, on := played[checkpoint].Pools[1].Checkpoint()
	if !on || done == 0 || done >= todo {
		t.Errorf("a spread checkpoint has %d of %d pages (%v)", done, todo, on)
	}
	if _, _, on := played[checkpoint].Pools[0].Checkpoint(); on {
		t.Error("a burst goes on")
	}
}

// TestPoolLinks: what the links of the tour ask for is legal.
func TestPoolLinks(t *testing.T) {
	for _, s := range stops {
		if _, problems := stage.Parse(strings.ReplaceAll(s.settings, "&", "\n")); len(problems) > 0 {
			t.Errorf("%s: %q", s.title, problems)
		}
	}
}

func TestDrawPool(t *testing.T) {
	c := stage.Default()
	c.Buffers, c.Writes = 64, 60
	s, err := playStage(c, 700)
	if err != nil {
		t.Fatal(err)
	}
	p := s.Pools[0]
	svg := string(drawPool(p, -1))
	var state stage.State
	p.Look(&state, 1)
	dirty := 0
	for _, cell := range state.Cells {
		if cell&bufmgr.CellDirty != 0 {
			dirty++
		}
	}
	if got := strings.Count(svg, "h4v4h-4z"); got != dirty || dirty == 0 {
		t.Errorf("%d marks are drawn, %d buffers are dirty", got, dirty)
	}
	if got := strings.Count(svg, "h10v10h-10z"); got < 64 {
		t.Errorf("%d cells are drawn", got)
	}
	for _, bad := range []string{"style=", "#"} {
		if bytes.Contains([]byte(svg), []byte(bad)) {
			t.Errorf("the drawing has %s", bad)
		}
	}
}
