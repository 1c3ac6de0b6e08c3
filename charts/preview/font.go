package preview

import (
	"strconv"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"clocksweep/charts/fold"
)

// Family is the name of the fonts that a preview is rendered in.
const Family = "Go"

// Fonts returns them as TrueType files.
func Fonts() [][]byte { return [][]byte{goregular.TTF, gobold.TTF} }

// font is a font of a preview in a size, pixels.
type font struct {
	size  int
	heavy bool
}

func regular(size int) font { return font{size: size} }
func bold(size int) font    { return font{size: size, heavy: true} }

func (f font) attributes() string {
	text := `font-size="` + strconv.Itoa(f.size) + `"`
	if f.heavy {
		text += ` font-weight="bold"`
	}
	return text
}

var faces = sync.OnceValue(func() [2]*sfnt.Font {
	var list [2]*sfnt.Font
	for i, data := range Fonts() {
		face, err := sfnt.Parse(data)
		if err != nil {
			panic(err) // the font is part of this program
		}
		list[i] = face
	}
	return list
})

// width returns how wide a text is, in pixels. Letters that the font lacks count as
// wide as its widest usual ones.
func (f font) width(text string) int {
	face := faces()[0]
	if f.heavy {
		face = faces()[1]
	}
	var buffer sfnt.Buffer
	size := fixed.I(f.size)
	total := fixed.I(0)
	for _, c := range text {
		glyph, err := face.GlyphIndex(&buffer, c)
		if err != nil || glyph == 0 {
			total += size
			continue
		}
		advance, err := face.GlyphAdvance(&buffer, glyph, size, 0)
		if err != nil {
			advance = size
		}
		total += advance
	}
	return total.Ceil()
}

// fold breaks a text into lines of at most width pixels, and cuts what does not fit
// into so many of them.
func (f font) fold(text string, width, most int) []string {
	return fold.Lines(text, most, func(line string) bool { return f.width(line) <= width })
}

// fit folds a text in the first of several sizes, of a bold font, in which nothing
// of it has to be cut, or in the last.
func fit(text string, width, most int, sizes ...int) (font, []string) {
	var fonts []font
	for _, size := range sizes {
		fonts = append(fonts, bold(size))
	}
	return fold.InFirst(fonts, text, most, func(f font, line string) bool { return f.width(line) <= width })
}
