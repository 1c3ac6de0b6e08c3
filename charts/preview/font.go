package preview

import (
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
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
	var lines []string
	words := strings.Fields(text)
	for len(words) > 0 && len(lines) < most {
		n := 1
		for n < len(words) && f.width(strings.Join(words[:n+1], " ")) <= width {
			n++
		}
		line := strings.Join(words[:n], " ")
		words = words[n:]
		if len(lines) == most-1 && len(words) > 0 || f.width(line) > width {
			line = f.cut(line, width)
		}
		lines = append(lines, line)
	}
	return lines
}

// cut shortens a line until it fits with an ellipsis behind it.
func (f font) cut(line string, width int) string {
	runes := []rune(line)
	for len(runes) > 0 && f.width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimRight(string(runes), " ,.;:–") + "…"
}

// fit folds a text in the first of several sizes, of a bold font, in which nothing
// of it has to be cut, or in the last.
func fit(text string, width, most int, sizes ...int) (font, []string) {
	var f font
	var lines []string
	for _, size := range sizes {
		f = bold(size)
		if lines = f.fold(text, width, most); strings.Join(lines, " ") == strings.Join(strings.Fields(text), " ") {
			break
		}
	}
	return f, lines
}
