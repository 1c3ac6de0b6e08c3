package picture

import (
	_ "embed"
	"encoding/binary"
	"sync"

	"clocksweep/charts/fold"
)

// Font is a font of a picture: Go Regular or Go Bold in a size, pixels.
type Font struct {
	Size float64
	Bold bool
}

// unitsPerEm is how many units of the outlines the size of a font has.
const unitsPerEm = 2048

// missing stands for a letter that there is no outline of.
const missing = '\uFFFD'

// letter is the outline of a letter, from its origin on the baseline, y downwards.
type letter struct {
	advance int // units
	strokes []stroke
}

// stroke is a part of an outline, in units. control is of a quadratic curve.
type stroke struct {
	kind        strokeKind
	control, to corner
}

type corner struct{ x, y int }

type strokeKind byte

const (
	moveTo strokeKind = iota
	lineTo
	curveTo
)

//go:embed letters.bin
var file []byte

// letters are those of the regular and of the bold font.
var letters = sync.OnceValue(func() (fonts [2]map[rune]letter) {
	rest := file
	for i := range fonts {
		fonts[i], rest = decode(rest)
	}
	return fonts
})

// decode reads one font: how many letters there are, and of each its code, its
// advance and its strokes, all as variable-length numbers, places as differences.
func decode(b []byte) (font map[rune]letter, rest []byte) {
	number := func() int {
		v, n := binary.Varint(b)
		b = b[n:]
		return int(v)
	}
	font = map[rune]letter{}
	code := 0
	for range number() {
		code += number()
		l := letter{advance: number(), strokes: make([]stroke, number())}
		at := corner{}
		next := func() corner {
			at.x += number()
			at.y += number()
			return at
		}
		for i := range l.strokes {
			s := &l.strokes[i]
			if s.kind = strokeKind(number()); s.kind == curveTo {
				s.control = next()
			}
			s.to = next()
		}
		font[rune(code)] = l
	}
	return font, b
}

// letter returns the outline of a letter.
func (f Font) letter(c rune) letter {
	font := letters()[0]
	if f.Bold {
		font = letters()[1]
	}
	if l, ok := font[c]; ok {
		return l
	}
	return font[missing]
}

// Width returns how wide a text is, in pixels.
func (f Font) Width(text string) float64 {
	units := 0
	for _, c := range text {
		units += f.letter(c).advance
	}
	return float64(units) * f.Size / unitsPerEm
}

// Fits reports whether a line is at most width pixels wide.
func (f Font) Fits(line string, width float64) bool { return f.Width(line) <= width }

// Fold breaks a text into lines of at most width pixels. What does not fit into so
// many of them is cut, which an ellipsis tells.
func (f Font) Fold(text string, width float64, most int) []string {
	return fold.Lines(text, most, func(line string) bool { return f.Fits(line, width) })
}
