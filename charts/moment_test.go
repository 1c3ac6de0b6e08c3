package charts

import (
	"strings"
	"testing"

	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
)

// watched is a fixture with pictures of its pool each ten seconds: the pool of 4,096
// buffers fills, in groups of four.
func watched(name string) *result.Result {
	r := fixture(name, 60, 100, true)
	for second := int64(10); second <= 60; second += 10 {
		v := result.Snapshot{Second: second, Group: 4, Clock: true, Hand: second * 8, Round: second*8 + 100}
		for i := range int64(1024) {
			cell := byte(bufmgr.CellEmpty)
			if i < second*17 {
				cell = byte(i%6) | bufmgr.CellDirty
				v.Levels[i%6] += 4
				v.Dirty += 4
			} else {
				v.Empty += 4
			}
			v.Cells = append(v.Cells, cell)
		}
		v.Cells[0] |= bufmgr.CellPinned
		v.Pinned = 1
		r.Pool = append(r.Pool, v)
	}
	return r
}

func rowOf(t *testing.T, table Table, name string) []string {
	t.Helper()
	for _, row := range table.Rows {
		if row[0] == name {
			return row
		}
	}
	t.Fatalf("the table has no row %q", name)
	return nil
}

func TestMoment(t *testing.T) {
	a, b := watched("a"), fixture("b", 30, 400, false)
	rs := []*result.Result{a, b}
	table := Moment(rs, 40)
	if got, want := rowOf(t, table, "transactions")[1], figure(a.Series.TPS[39], 3); got != want {
		t.Errorf("%s transactions in second 40, not %s", got, want)
	}
	if got, want := rowOf(t, table, "transactions")[2], figure(b.Series.TPS[29], 3); got != want {
		t.Errorf("of a run that is over %s transactions, not those of its last second, %s", got, want)
	}
	c := a.Checkpoints[0]
	during := int(c.StartNs/1e9) + 1
	if got := rowOf(t, Moment(rs, during), "checkpoint")[1]; got != "writes" {
		t.Errorf("in a checkpoint the table says %q", got)
	}
	if got := rowOf(t, Moment(rs, 1), "checkpoint")[1]; got != "–" {
		t.Errorf("before the checkpoint the table says %q", got)
	}
	if says := MomentSays(rs, during); !strings.Contains(says, "checkpoint writes") || !strings.HasPrefix(says, "Second ") {
		t.Errorf("it says %q", says)
	}
	empty := fixture("empty", 0, 1, false)
	if got := rowOf(t, Moment([]*result.Result{empty}, 1), "transactions")[1]; got != "–" {
		t.Errorf("of a run without a second: %q", got)
	}
	if Seconds(rs) != 60 {
		t.Errorf("the axis has %d seconds", Seconds(rs))
	}
}

func TestPoolMaps(t *testing.T) {
	rs := []*result.Result{watched("a"), fixture("not watched", 60, 100, false)}
	maps := PoolMaps(rs, 35)
	if len(maps) != 1 || maps[0].Run != "a" {
		t.Fatalf("the maps are %+v", maps)
	}
	layers := map[string]string{}
	squares := 0
	for _, l := range maps[0].Layers {
		layers[l.Name] = l.Path
		if l.Name == "empty" || strings.HasPrefix(l.Name, "level") {
			squares += strings.Count(l.Path, "M")
		}
	}
	if squares != 1024 {
		t.Errorf("%d cells are drawn of 1,024", squares)
	}
	if n := strings.Count(layers["dirty"], "M"); n != 30*17 {
		t.Errorf("%d cells are marked dirty at second 30, not %d", n, 30*17)
	}
	if strings.Count(layers["pinned"], "M") != 1 || layers["hand"] == "" || layers["round"] == "" {
		t.Error("pin, hand or background writer is not drawn")
	}
	pic := Pool(rs, 35)
	if got := rowOf(t, pic.Table, "dirty"); len(got) != 2 || got[1] != "2,040" {
		t.Errorf("dirty: %v", got)
	}
	if !strings.Contains(pic.Caption, "up to 4 buffers") {
		t.Errorf("the caption does not tell what a cell is: %s", pic.Caption)
	}
	usage := UsageAt(rs, 35, Light)
	if got := rowOf(t, usage.Table, "0")[1]; got != grouped(rs[0].Pool[2].Levels[0]) {
		t.Errorf("usage count 0 at second 30: %s", got)
	}
	if rs[0].UsageCount == [6]int64(rs[0].Pool[2].Levels[:6]) {
		t.Error("the result was changed")
	}
}
