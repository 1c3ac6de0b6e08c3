package charts

import (
	"strconv"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/result"
)

// PoolMap is the pool of one run at one moment as a drawing: squares in buffer order,
// and where the clock hand stands. It is no chart; its layers are the paths of an SVG
// document, so that a page can change them in place.
type PoolMap struct {
	Run     string      `json:"run"`
	Says    string      `json:"says"` // the drawing in a sentence
	ViewBox string      `json:"viewBox"`
	Layers  []PoolLayer `json:"layers"`
}

// PoolLayer is one path of a [PoolMap]. Its look is that of the layer's name in the
// style sheet of whoever shows it.
type PoolLayer struct {
	Name string `json:"name"` // level0 to level5, empty, dirty, marked, pinned, round, hand
	Path string `json:"path"` // of SVG
}

// Sizes of a map, in units of its view box.
const (
	poolCell    = 12
	poolFill    = 10 // of a cell; the rest is the gap
	poolMark    = 4
	poolColumns = 64
)

var layerNames = [numLayers]string{
	"level0", "level1", "level2", "level3", "level4", "level5", "empty", "dirty", "marked", "pinned", "round", "hand",
}

// The layers of a map, from the lowest.
const (
	layerEmpty = 6 + iota // below it a layer for each usage count
	layerDirty
	layerMarked
	layerPinned
	layerRound
	layerHand
	numLayers
)

// PoolMaps draws the pools of the runs at a second of the run, in the order of the
// runs. What was not watched is left out.
func PoolMaps(rs []*result.Result, second int) []PoolMap {
	var maps []PoolMap
	for _, r := range newScene(rs, Static).runs {
		if v := r.At(int64(second)); v != nil {
			maps = append(maps, poolMap(r.name, v))
		}
	}
	return maps
}

func poolMap(name string, v *result.Snapshot) PoolMap {
	columns := max(1, min(poolColumns, len(v.Cells)))
	rows := (len(v.Cells) + columns - 1) / columns
	m := PoolMap{
		Run: name, Says: poolSays(v), Layers: make([]PoolLayer, numLayers),
		ViewBox: "-2 -2 " + strconv.Itoa(columns*poolCell+2) + " " + strconv.Itoa(rows*poolCell+2),
	}
	var paths [numLayers]strings.Builder
	for i, c := range v.Cells {
		x, y := i%columns*poolCell, i/columns*poolCell
		if c&bufmgr.CellEmpty != 0 {
			square(&paths[layerEmpty], x, y, poolFill)
		} else {
			square(&paths[min(c&bufmgr.CellLevel, 5)], x, y, poolFill)
		}
		switch {
		case c&bufmgr.CellMarked != 0:
			square(&paths[layerMarked], x, y+poolFill-poolMark, poolMark)
		case c&bufmgr.CellDirty != 0:
			square(&paths[layerDirty], x+poolFill-poolMark, y+poolFill-poolMark, poolMark)
		}
		if c&bufmgr.CellPinned != 0 {
			square(&paths[layerPinned], x, y, poolFill)
		}
	}
	cellOf := func(buffer int64) int { return int(buffer / max(v.Group, 1)) }
	if v.Round >= 0 {
		boundary(&paths[layerRound], cellOf(v.Round), columns)
	}
	switch at := cellOf(v.Hand); {
	case v.Hand < 0:
	case v.Clock:
		boundary(&paths[layerHand], at, columns)
	default: // without a hand: the buffer that goes next
		square(&paths[layerHand], at%columns*poolCell, at/columns*poolCell, poolFill)
	}
	for i := range m.Layers {
		m.Layers[i] = PoolLayer{layerNames[i], paths[i].String()}
	}
	return m
}

// square adds a square to a path.
func square(path *strings.Builder, x, y, size int) {
	s := strconv.Itoa(size)
	path.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h" + s + "v" + s + "h-" + s + "z")
}

// boundary adds a line across the map, between the cells before b and those from it on.
func boundary(path *strings.Builder, b, columns int) {
	x, y := b%columns*poolCell-1, b/columns*poolCell-1
	path.WriteString("M-1 " + strconv.Itoa(y+poolCell) + "H" + strconv.Itoa(x) + "V" + strconv.Itoa(y) + "H" + strconv.Itoa(columns*poolCell-1))
}

// poolSays tells what the map shows in a sentence.
func poolSays(v *result.Snapshot) string {
	held := int64(0)
	for _, n := range v.Levels {
		held += n
	}
	text := grouped(held) + " of " + grouped(held+v.Empty) + " buffers hold a page"
	if held > 0 {
		text += ", " + percent(float64(v.Dirty), float64(held)) + " of them are dirty"
		if v.Clock {
			text += ", " + percent(float64(v.Levels[0]), float64(held)) + " have usage count 0"
		}
	}
	if v.Clock && v.Hand >= 0 {
		text += "; the clock hand stands at buffer " + grouped(v.Hand)
	}
	return text + "."
}

// Pool is what stands around the maps of [PoolMaps]: title, caption and table. Its
// picture has no option.
func Pool(rs []*result.Result, second int) Picture {
	pic := Picture{ID: "pool", Title: "The pool at second " + grouped(int64(second)), Table: Table{Head: []string{"buffers"}}}
	group := int64(1)
	var shown []*result.Snapshot
	for _, r := range newScene(rs, Static).runs {
		v := r.At(int64(second))
		if v == nil {
			continue
		}
		pic.Table.Head = append(pic.Table.Head, r.name)
		shown, group = append(shown, v), max(group, v.Group)
	}
	row := func(name string, of func(v *result.Snapshot) string) {
		cells := []string{name}
		for _, v := range shown {
			cells = append(cells, of(v))
		}
		pic.Table.Rows = append(pic.Table.Rows, cells)
	}
	for level := range 6 {
		row("usage count "+strconv.Itoa(level), func(v *result.Snapshot) string { return grouped(v.Levels[level]) })
	}
	row("empty", func(v *result.Snapshot) string { return grouped(v.Empty) })
	row("dirty", func(v *result.Snapshot) string { return grouped(v.Dirty) })
	row("pinned", func(v *result.Snapshot) string { return grouped(v.Pinned) })
	row("next to go", func(v *result.Snapshot) string { return place(v.Hand) })
	row("next_to_clean", func(v *result.Snapshot) string { return place(v.Round) })
	pic.Caption = "In buffer order: the stronger a cell, the higher its usage count; a mark is dirty, to the left if a checkpoint will write it; the line is the clock hand, with dashes the background writer."
	if group > 1 {
		pic.Caption += " A cell stands for up to " + plural(int(group), "buffer") + ": their mean, and a mark if half of them are dirty."
	}
	return pic
}

func place(buffer int64) string {
	if buffer < 0 {
		return "–"
	}
	return grouped(buffer)
}
