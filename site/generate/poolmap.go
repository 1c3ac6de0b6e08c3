package generate

import (
	"html/template"
	"strconv"
	"strings"

	"clocksweep/core/bufmgr"
	"clocksweep/core/stage"
	"clocksweep/site/page"
)

// Sizes of a map drawn here, in units of its view box.
const (
	mapColumns = 32
	mapCell    = 12
	mapFill    = 10 // of a cell; the rest is the gap
	mapMark    = 4
)

// poolMap is what a pool looks like now, with the pages of relation show tinted; -1:
// of none.
func poolMap(p *stage.Pool, show int) page.PoolMap {
	n := p.Count()
	ratio := "no access yet"
	if reads := n.Accesses - n.Extends; reads > 0 {
		ratio = strconv.FormatFloat(100*float64(n.Hits)/float64(reads), 'f', 1, 64) + " % hits"
	}
	return page.PoolMap{
		Policy: p.Name, Title: strings.ToUpper(p.About[:1]) + p.About[1:], Writers: "Writers and rings of " + p.Line,
		Ratio: ratio, Said: p.Words(), Picture: drawPool(p, show),
	}
}

// layer collects squares of one color.
type layer struct {
	fill string
	path strings.Builder
}

func (l *layer) square(x, y, size int) {
	l.path.WriteString("M" + strconv.Itoa(x) + " " + strconv.Itoa(y) + "h" + strconv.Itoa(size) + "v" + strconv.Itoa(size) + "h-" + strconv.Itoa(size) + "z")
}

// drawPool draws a pool as the page's script does: lightness for the level, a mark
// at the bottom right for a dirty page, at the bottom left for one that a checkpoint
// has to write, a frame for a pin, and the hand as a line across.
func drawPool(p *stage.Pool, show int) template.HTML {
	var s stage.State
	p.Look(&s, 1)
	columns := min(mapColumns, len(s.Cells))
	width, height := columns*mapCell, (len(s.Cells)+columns-1)/columns*mapCell
	layers := make([]layer, 10)
	for i := range 6 {
		layers[i].fill = "--level" + strconv.Itoa(i)
	}
	const empty, tint, dirty, marked = 6, 7, 8, 9
	layers[empty].fill, layers[tint].fill, layers[dirty].fill, layers[marked].fill = "--raised", "--shown", "--backend", "--checkpointer"
	var rings strings.Builder
	at := func(b int) (x, y int) { return b % columns * mapCell, b / columns * mapCell }
	for b, c := range s.Cells {
		x, y := at(b)
		if c&bufmgr.CellEmpty != 0 {
			layers[empty].square(x, y, mapFill)
		} else {
			layers[c&bufmgr.CellLevel].square(x, y, mapFill)
		}
		if show >= 0 && int(s.Rels[b]) == show {
			layers[tint].square(x, y, mapFill)
		}
		switch {
		case c&bufmgr.CellMarked != 0:
			layers[marked].square(x, y+mapFill-mapMark, mapMark)
		case c&bufmgr.CellDirty != 0:
			layers[dirty].square(x+mapFill-mapMark, y+mapFill-mapMark, mapMark)
		}
		if c&bufmgr.CellPinned != 0 {
			rings.WriteString(frame(x, y, "--text", ""))
		}
	}
	var b strings.Builder
	b.WriteString(`<svg viewBox="-2 -2 ` + strconv.Itoa(width+2) + " " + strconv.Itoa(height+2) + `" aria-hidden="true" focusable="false">`)
	for i := range layers {
		if l := &layers[i]; l.path.Len() > 0 {
			more := ""
			if i == tint {
				more = ` fill-opacity=".65"`
			}
			b.WriteString(`<path fill="var(` + l.fill + `)"` + more + ` d="` + l.path.String() + `"/>`)
		}
	}
	b.WriteString(rings.String())
	next, round := p.Next()
	if round >= 0 {
		b.WriteString(boundary(int(round), columns, width, "--bgwriter", ` stroke-dasharray="3 3"`))
	}
	if next >= 0 {
		if p.HasHand() {
			b.WriteString(boundary(int(next), columns, width, "--text", ""))
		} else {
			x, y := at(int(next))
			b.WriteString(frame(x, y, "--text", ` stroke-dasharray="3 2"`))
		}
	}
	if last := p.LastBuffer(); last >= 0 {
		x, y := at(int(last))
		b.WriteString(frame(x, y, "--read", ""))
	}
	b.WriteString("</svg>")
	return template.HTML(b.String())
}

func frame(x, y int, color, more string) string {
	return `<path fill="none" stroke="var(` + color + `)" stroke-width="2"` + more + ` d="M` + strconv.Itoa(x) + " " + strconv.Itoa(y) +
		"h" + strconv.Itoa(mapFill) + "v" + strconv.Itoa(mapFill) + "h-" + strconv.Itoa(mapFill) + `z"/>`
}

// boundary is a line between the buffers before b and those from b on.
func boundary(b, columns, width int, color, more string) string {
	x, y := b%columns*mapCell-1, b/columns*mapCell-1
	return `<path fill="none" stroke="var(` + color + `)" stroke-width="2"` + more + ` d="M-1 ` + strconv.Itoa(y+mapCell) +
		"H" + strconv.Itoa(x) + "V" + strconv.Itoa(y) + "H" + strconv.Itoa(width-1) + `"/>`
}
