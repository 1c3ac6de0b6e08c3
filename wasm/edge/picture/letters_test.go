package picture

import (
	"bytes"
	"encoding/binary"
	"flag"
	"os"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

var rewrite = flag.Bool("rewrite", false, "write letters.bin anew")

// ranges are the letters that a picture may have: those of Western and Central
// European languages, Greek letters as units have them, and signs of typesetting.
var ranges = [][2]rune{
	{' ', '~'}, {0xa0, 0x17f}, {'α', 'ω'}, {'–', '—'}, {'‘', '’'}, {'“', '„'},
	{'•', '•'}, {'…', '…'}, {'←', '→'}, {'−', '−'}, {'≈', '≈'}, {'≤', '≥'}, {missing, missing},
}

func fonts(t *testing.T) (list [2]*sfnt.Font) {
	t.Helper()
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		f, err := sfnt.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		if f.UnitsPerEm() != unitsPerEm {
			t.Fatalf("%d units", f.UnitsPerEm())
		}
		list[i] = f
	}
	return list
}

// encode writes one font as decode reads it.
func encode(t *testing.T, f *sfnt.Font) []byte {
	t.Helper()
	var all []byte
	count, last := 0, rune(0)
	for _, r := range ranges {
		for c := r[0]; c <= r[1]; c++ {
			var buffer sfnt.Buffer
			glyph, err := f.GlyphIndex(&buffer, c)
			if err != nil {
				t.Fatal(err)
			}
			if glyph == 0 && c != missing { // glyph 0 is that of a letter that a font lacks
				continue
			}
			advance, err := f.GlyphAdvance(&buffer, glyph, fixed.I(unitsPerEm), font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			segments, err := f.LoadGlyph(&buffer, glyph, fixed.I(unitsPerEm), nil)
			if err != nil {
				t.Fatal(err)
			}
			all = binary.AppendVarint(all, int64(c-last))
			last = c
			count++
			all = binary.AppendVarint(all, int64(advance.Round()))
			all = appendStrokes(t, all, segments)
		}
	}
	return append(binary.AppendVarint(nil, int64(count)), all...)
}

func appendStrokes(t *testing.T, all []byte, segments sfnt.Segments) []byte {
	t.Helper()
	all = binary.AppendVarint(all, int64(len(segments)))
	var at fixed.Point26_6
	place := func(p fixed.Point26_6) {
		all = binary.AppendVarint(all, int64(p.X.Round()-at.X.Round()))
		all = binary.AppendVarint(all, int64(p.Y.Round()-at.Y.Round()))
		at = p
	}
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			all = binary.AppendVarint(all, int64(moveTo))
		case sfnt.SegmentOpLineTo:
			all = binary.AppendVarint(all, int64(lineTo))
		case sfnt.SegmentOpQuadTo:
			all = binary.AppendVarint(all, int64(curveTo))
			place(s.Args[0])
			place(s.Args[1])
			continue
		default:
			t.Fatal("a TrueType font has no cubic curves")
		}
		place(s.Args[0])
	}
	return all
}

func TestLettersAreThoseOfTheFonts(t *testing.T) {
	var want []byte
	for _, f := range fonts(t) {
		want = append(want, encode(t, f)...)
	}
	if *rewrite {
		if err := os.WriteFile("letters.bin", want, 0o644); err != nil {
			t.Fatal(err)
		}
		file = want
	}
	if !bytes.Equal(file, want) {
		t.Error("letters.bin is not what the fonts give: go test ./wasm/edge/picture -rewrite")
	}
	if _, rest := decode(file); len(rest) == 0 {
		t.Error("there is one font")
	} else if _, rest := decode(rest); len(rest) > 0 {
		t.Errorf("%d bytes are left", len(rest))
	}
}

// TestWidth compares with the metrics of the fonts themselves.
func TestWidth(t *testing.T) {
	const text = "shared_buffers = 64MB for 32MB: “8 µs” – größer, 3 ≤ 4 …"
	for i, f := range fonts(t) {
		var buffer sfnt.Buffer
		want := 0.0
		for _, c := range text {
			glyph, err := f.GlyphIndex(&buffer, c)
			if err != nil || glyph == 0 {
				t.Fatalf("%c: %v", c, err)
			}
			advance, err := f.GlyphAdvance(&buffer, glyph, fixed.I(unitsPerEm), font.HintingNone)
			if err != nil {
				t.Fatal(err)
			}
			want += float64(advance.Round()) * 44 / unitsPerEm
		}
		if got := (Font{Size: 44, Bold: i == 1}).Width(text); got < want-0.01 || got > want+0.01 {
			t.Errorf("%q is %g wide, the font says %g", text, got, want)
		}
	}
	if none := (Font{Size: 20}).Width("漢"); none <= 0 {
		t.Error("a letter that the font lacks has no width")
	}
}

// TestFold: lines fit, nothing that fits is cut, and what is cut says so.
func TestFold(t *testing.T) {
	const text = "Does it matter whether the index that every transaction uses fits into shared_buffers, when the kernel caches everything?"
	f := Font{Size: 44, Bold: true}
	for _, width := range []float64{100, 400, 1088, 4000} {
		for most := 1; most <= 4; most++ {
			lines := f.Fold(text, width, most)
			if len(lines) == 0 || len(lines) > most {
				t.Fatalf("%d lines of at most %d", len(lines), most)
			}
			for _, line := range lines {
				if w := f.Width(line); w > width {
					t.Errorf("%q is %g wide, with %g there", line, w, width)
				}
			}
			if cut, whole := strings.HasSuffix(lines[len(lines)-1], "…"), strings.Join(lines, " ") == text; cut == whole {
				t.Errorf("width %g, %d lines: %q", width, most, lines)
			}
		}
	}
	if lines := f.Fold(strings.Repeat("x", 5000), 300, 3); len(lines) != 1 || !strings.HasSuffix(lines[0], "…") {
		t.Errorf("a word that is too long: %q", lines)
	}
	if lines := f.Fold("  ", 100, 3); len(lines) != 0 {
		t.Errorf("nothing gives %q", lines)
	}
}
